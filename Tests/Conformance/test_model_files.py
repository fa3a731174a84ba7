"""Core ML's own tools judge the model files that this program reads and makes.

The Swift tests write two things into a folder: what they understood of every shared model (as JSON), and models they
made, each with what it should say. Here coremltools says what it understands of the same files.
"""

import json
import logging
import os
import pathlib
import subprocess

import pytest
import standins
from told_models import number_messages, tell

logging.disable(logging.WARNING)
coremltools = pytest.importorskip("coremltools")
logging.disable(logging.NOTSET)
from coremltools.models.neural_network import NeuralNetworkBuilder  # noqa: E402
from coremltools.proto import Model_pb2  # noqa: E402


@pytest.fixture(scope="session")
def exchange(root, tmp_path_factory, temporary):
    """The folder with what the Swift tests read and made: WHET_EXCHANGE where they have already run, else a new one."""
    if "WHET_EXCHANGE" in os.environ:
        return pathlib.Path(os.environ["WHET_EXCHANGE"])
    folder = tmp_path_factory.mktemp("exchange")
    for command in [
        ["swift", "build", "-c", "release", "--build-tests", "--quiet"],
        ["swift", "test", "-c", "release", "--skip-build", "--disable-xctest", "--filter", "ModelExchangeTests"],
    ]:
        run = subprocess.run(
            command, cwd=root,
            env=os.environ | {"WHET_EXCHANGE": str(folder), "TMPDIR": temporary},  # SwiftPM leaves something there
            capture_output=True, text=True, timeout=2400)
        assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
    return folder


@pytest.fixture(scope="session")
def read(exchange, root):
    """The folder with the files that the Swift tests read: the shared one, or the one with what stood in for it."""
    shared = root.parent / "shared"
    return shared if standins.is_real(shared) else exchange / "read"


def spec(path):
    """The whole of a file, as Google's own reader reads it."""
    model = Model_pb2.Model()
    model.ParseFromString(pathlib.Path(path).read_bytes())
    return model


def made(exchange):
    return sorted(path for path in exchange.glob("*.mlmodel"))


def test_every_shared_model_is_understood_alike(exchange, read):
    told = json.loads((exchange / "read.json").read_text())
    assert len(told) > (280 if standins.is_real(read) else 60)
    for path, ours in told.items():
        assert ours == tell(spec(read / path)), path


def test_every_made_model_says_what_it_should(exchange):
    names = made(exchange)
    assert len(names) >= 22
    for path in names:
        assert json.loads(path.with_suffix(".json").read_text()) == tell(spec(path)), path.name


def test_no_made_model_has_a_field_that_the_format_does_not_know(exchange):
    for path in made(exchange):
        assert not unknown_fields(spec(path)), path.name


def test_every_made_model_is_in_canonical_form(exchange):
    """Made from nothing, our bytes are those that Google's own writer makes of the same content."""
    for name in ["classifier", "integers", "kinds", "neighbors", "neighbors-empty", "linear5", "table3"]:
        path = exchange / f"{name}.mlmodel"
        assert spec(path).SerializeToString(deterministic=True) == path.read_bytes(), name


def test_every_made_model_loads(exchange):
    for path in made(exchange):
        model = coremltools.models.MLModel(str(path), skip_model_load=True)
        assert model.get_spec().WhichOneof("Type")


def test_the_builder_finds_the_layers_that_can_be_trained(exchange):
    builder = NeuralNetworkBuilder(spec=spec(exchange / "classifier.mlmodel"))
    layers = {layer.name: layer for layer in builder.nn_spec.layers}
    assert [name for name, layer in layers.items() if layer.isUpdatable] == ["dense"]
    update = builder.nn_spec.updateParams
    assert update.lossLayers[0].categoricalCrossEntropyLossLayer.target == "p_true"
    assert update.optimizer.sgdOptimizer.miniBatchSize.set.values == [5]
    assert builder.spec.specificationVersion == 4
    builder.make_updatable(["conv"])
    assert layers["conv"].isUpdatable


def test_what_the_builder_makes_is_read_alike(exchange, root, tmp_path):
    """The articles' own way to a trainable model, and ours, end in the same fields."""
    ours = spec(exchange / "classifier.mlmodel")
    builder = NeuralNetworkBuilder(spec=spec(exchange / "linear8.mlmodel"))
    del builder.spec.description.trainingInput[:]
    dense = next(layer for layer in builder.nn_spec.layers if layer.name == "dense").innerProduct
    for field in (dense.weights, dense.bias):
        field.Clear()
    reference = next(layer for layer in ours.neuralNetworkClassifier.layers if layer.name == "dense").innerProduct
    dense.weights.floatValue.extend(reference.weights.floatValue)
    dense.bias.floatValue.extend(reference.bias.floatValue)
    builder.make_updatable(["dense"])
    builder.set_categorical_cross_entropy_loss(name="lossLayer", input="p")
    builder.set_sgd_optimizer(coremltools.models.neural_network.SgdParams(lr=0.01, batch=5, momentum=0))
    builder.set_epochs(2)
    theirs = builder.spec.neuralNetworkClassifier
    assert theirs.updateParams == ours.neuralNetworkClassifier.updateParams
    assert theirs.layers[4] == ours.neuralNetworkClassifier.layers[4]
    assert builder.spec.isUpdatable == ours.isUpdatable
    assert builder.spec.specificationVersion == ours.specificationVersion
    names = lambda spec: sorted((feature.name, feature.type.WhichOneof("Type")) for feature in spec.description.trainingInput)
    assert names(builder.spec) == names(ours)


def test_a_half_precision_trunk_stays_and_becomes_single_where_the_network_learns(exchange, read):
    original = {layer.name: layer for layer in spec(read / "models/SqueezeNetFP16.mlmodel").neuralNetworkClassifier.layers}
    frozen = spec(exchange / "hands-frozen.mlmodel").neuralNetworkClassifier
    assert [layer for layer in frozen.layers if layer.name in original and layer.name != "softmax"] == [
        original[layer.name] for layer in frozen.layers if layer.name in original and layer.name != "softmax"]
    hands = spec(exchange / "hands.mlmodel").neuralNetworkClassifier
    for layer in hands.layers:
        for _, field in number_messages(layer):
            assert not field.float16Value, layer.name
    reference = spec(read / "fixtures/HandsEmpty.mlmodel").neuralNetworkClassifier
    assert [layer.name for layer in hands.layers] == [layer.name for layer in reference.layers]
    assert hands.layers[:-3] == reference.layers[:-3]
    assert hands.preprocessing == reference.preprocessing
    assert hands.updateParams == reference.updateParams


def unknown_fields(message):
    """The numbers of fields that the format's own description does not have, anywhere inside."""
    from google.protobuf.unknown_fields import UnknownFieldSet

    found = [field.field_number for field in UnknownFieldSet(message)]
    for field, value in message.ListFields():
        if field.message_type is None or field.message_type.GetOptions().map_entry:
            continue
        for inner in value if hasattr(value, "__len__") else [value]:
            found += unknown_fields(inner)
    return found
