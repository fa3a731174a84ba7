"""Files written by `save` are what Core ML's own tools would have made: a second program, on coremltools' builder, finds in
them the values that were asked for."""

import logging
import os
import pathlib
import subprocess

import numpy
import pytest

logging.disable(logging.WARNING)
coremltools = pytest.importorskip("coremltools")
logging.disable(logging.NOTSET)
from coremltools.models import datatypes  # noqa: E402
from coremltools.models.neural_network import AdamParams, NeuralNetworkBuilder, SgdParams  # noqa: E402
from coremltools.proto import Model_pb2  # noqa: E402

SCRIPT = """
dataset hands path="data/gestures" labels=[✊, ✋, ✌️]
network hand from=squeezenet classes=10 seed=1
train hand on=hands.train epochs=1 learningRate=1e-4
save hand path="frozen.mlmodel" updatable=false precision=float32
update hand {
  epochs = choice([1, 10, 50], default=10)
  miniBatchSize = choice([1, 2, 8, 16], default=8)
  learningRate = range(0, 1, default=0.001)
}
save hand path="sgd.mlmodel" author="Ada" license="MIT" description="signs of a hand"
update hand optimizer=adam layers=[conv10, fullyconnected0] beta1=0.8 beta2=0.99 eps=1e-7 epochs=[3] miniBatchSize=[5]
save hand path="adam.mlmodel"
grow hand classes=12
save hand path="grown.mlmodel"
save hand path="half.mlmodel" updatable=false precision=float16
save hand path="eight.mlmodel" updatable=false precision=8
save hand path="table.mlmodel" updatable=false precision=lookupTable4
knn near features=squeezenet.pool10 numberOfNeighbors=3
train near on=hands.train
save near path="near.mlmodel"
load mnist "models/MNIST_Model.mlmodel"
update mnist layers=[hidden2] epochs=[2, 4] learningRate=0.01
save mnist path="mnist.mlmodel"
load pets "fixtures/CatDogUpdatable.mlmodel"
save pets path="pets.mlmodel" author="somebody else"
"""


@pytest.fixture(scope="module")
def run(whet, data, tmp_path_factory):
    """Runs a script in one folder for all tests here; gives the folder and what was said."""
    folder = tmp_path_factory.mktemp("saved")
    env = {"PATH": os.environ["PATH"], "WHET_STATE": str(folder / "state"), "WHET_DATA": str(data)}

    def script(text):
        (folder / "script.whet").write_text(text)
        done = subprocess.run([whet, "run", "script.whet"], env=env, cwd=folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        return folder, done.stdout
    return script


@pytest.fixture(scope="module")
def saved(run):
    return run(SCRIPT)[0]


def spec(path):
    model = Model_pb2.Model()
    model.ParseFromString(pathlib.Path(path).read_bytes())
    return model


def rebuilt(saved, layers, optimizer, epochs, allowed):
    """What coremltools' builder makes of the network that is not updatable, asked for the same."""
    builder = NeuralNetworkBuilder(spec=spec(saved / "frozen.mlmodel"))
    builder.make_updatable(layers)
    builder.set_categorical_cross_entropy_loss(name="lossLayer", input="labelProbability")
    (builder.set_sgd_optimizer if isinstance(optimizer, SgdParams) else builder.set_adam_optimizer)(optimizer)
    builder.set_epochs(epochs, allowed)
    return builder.spec


def test_every_saved_file_opens(saved):
    paths = sorted(saved.glob("*.mlmodel"))
    assert len(paths) == 10
    for path in paths:
        model = coremltools.models.MLModel(str(path), skip_model_load=True)
        assert model.get_spec().WhichOneof("Type"), path.name


def test_sgd_is_what_the_builder_makes(saved):
    optimizer = SgdParams(lr=0.001, batch=8, momentum=0)
    optimizer.set_batch(8, [1, 2, 8, 16])
    theirs = rebuilt(saved, ["fullyconnected0"], optimizer, 10, [1, 10, 50])
    ours = spec(saved / "sgd.mlmodel")
    assert ours.neuralNetworkClassifier.updateParams == theirs.neuralNetworkClassifier.updateParams
    assert ours.neuralNetworkClassifier.layers == theirs.neuralNetworkClassifier.layers
    assert (ours.isUpdatable, ours.specificationVersion) == (theirs.isUpdatable, theirs.specificationVersion)
    names = lambda model: sorted((f.name, f.type.WhichOneof("Type")) for f in model.description.trainingInput)  # noqa: E731
    assert names(ours) == names(theirs)
    metadata = ours.description.metadata
    assert (metadata.author, metadata.license, metadata.shortDescription) == ("Ada", "MIT", "signs of a hand")


def test_adam_on_two_layers_is_what_the_builder_makes(saved):
    optimizer = AdamParams(lr=0.001, batch=5, beta1=0.8, beta2=0.99, eps=1e-7)
    theirs = rebuilt(saved, ["conv10", "fullyconnected0"], optimizer, 3, [3]).neuralNetworkClassifier
    ours = spec(saved / "adam.mlmodel").neuralNetworkClassifier
    assert ours.updateParams == theirs.updateParams
    assert [layer.name for layer in ours.layers if layer.isUpdatable] == ["conv10", "fullyconnected0"]


def test_a_grown_network_has_rows_of_zeros_and_names_for_them(saved):
    before, after = spec(saved / "adam.mlmodel"), spec(saved / "grown.mlmodel")
    rows = lambda model: next(  # noqa: E731
        numpy.array(layer.innerProduct.weights.floatValue).reshape(-1, 1000)
        for layer in model.neuralNetworkClassifier.layers if layer.name == "fullyconnected0")
    assert numpy.array_equal(rows(after)[:10], rows(before)) and not rows(after)[10:].any()
    labels = list(after.neuralNetworkClassifier.stringClassLabels.vector)
    assert labels == ["✊", "✋", "✌️"] + [f"user{number}" for number in range(9)]


def test_fewer_bits(saved):
    sizes = {name: (saved / f"{name}.mlmodel").stat().st_size for name in ["frozen", "half", "eight", "table"]}
    assert sizes["half"] < 0.52 * sizes["frozen"] and sizes["eight"] < 0.28 * sizes["frozen"]
    assert sizes["table"] < 0.16 * sizes["frozen"]
    weights = spec(saved / "table.mlmodel").neuralNetworkClassifier.layers[0].convolution.weights
    assert weights.quantization.numberOfBits == 4
    assert len(weights.quantization.lookupTableQuantization.floatValue) == 16
    assert spec(saved / "half.mlmodel").specificationVersion == 2


def test_neighbours_are_a_pipeline_with_thirty_examples(saved):
    model = spec(saved / "near.mlmodel")
    assert model.isUpdatable and list(model.pipelineClassifier.pipeline.names) == ["FeatureExtractor", "kNNClassifier"]
    memory = model.pipelineClassifier.pipeline.models[1].kNearestNeighborsClassifier
    assert len(memory.nearestNeighborsIndex.floatSamples) == len(memory.stringClassLabels.vector) == 30


def test_only_what_was_asked_for_changes(saved, data):
    before, after = spec(data / "models/MNIST_Model.mlmodel"), spec(saved / "mnist.mlmodel")
    assert [layer.name for layer in after.neuralNetwork.layers if layer.isUpdatable] == ["hidden2"]
    assert list(after.neuralNetwork.updateParams.epochs.set.values) == [2, 4]
    assert after.neuralNetwork.updateParams.optimizer.adamOptimizer.learningRate.defaultValue == 0.01
    assert after.neuralNetwork.updateParams.lossLayers == before.neuralNetwork.updateParams.lossLayers
    del after.description.metadata.userDefined["whet.sha256"]
    assert after.description == before.description
    before, after = spec(data / "fixtures/CatDogUpdatable.mlmodel"), spec(saved / "pets.mlmodel")
    del after.description.metadata.userDefined["whet.sha256"]
    after.description.metadata.author = before.description.metadata.author
    assert after == before


def test_a_converter_s_network_becomes_one_that_can_be_trained(run):
    """A classifier as converters write it: batchedMatmul with constant weights, softmaxND, exact shapes."""
    folder, _ = run("print \"here\"")
    builder = NeuralNetworkBuilder(
        [("x", datatypes.Array(4))], [("p", datatypes.Array(3))], disable_rank5_shape_mapping=True, mode="classifier")
    first, second = numpy.arange(20, dtype=float).reshape(4, 5) / 10, numpy.arange(15, dtype=float).reshape(5, 3) / -7
    builder.add_batched_mat_mul("hidden", ["x"], "h", weight_matrix_rows=4, weight_matrix_columns=5, W=first, bias=numpy.ones(5))
    builder.add_activation("relu", "RELU", "h", "r")
    builder.add_load_constant_nd("matrix", "W", second, second.shape)
    builder.add_batched_mat_mul("scores", ["r", "W"], "z")
    builder.add_softmax_nd("softmax", "z", "p", -1)
    builder.set_class_labels(["a", "b", "c"], predicted_feature_name="label", prediction_blob="p")
    coremltools.utils.save_spec(builder.spec, str(folder / "converted.mlmodel"))
    _, said = run(
        'load net "converted.mlmodel"\nupdate net layers=[hidden, scores] epochs=[2]\nsave net path="trainable.mlmodel"\n'
        'check "trainable.mlmodel"\n')
    assert "hidden, scores (batchedMatmul) are innerProduct now" in said and "softmax (softmaxND) is softmax now" in said
    assert "Core ML accepts trainable.mlmodel and calls it updatable." in said
    network = spec(folder / "trainable.mlmodel").neuralNetworkClassifier
    assert [layer.WhichOneof("layer") for layer in network.layers] == ["innerProduct", "activation", "innerProduct", "softmax"]
    weights = [numpy.array(network.layers[place].innerProduct.weights.floatValue) for place in (0, 2)]
    assert numpy.allclose(weights[0].reshape(5, 4), first.T) and numpy.allclose(weights[1].reshape(3, 5), second.T)
    assert [layer.name for layer in network.layers if layer.isUpdatable] == ["hidden", "scores"]


def dense(name, source, target, sizes, mode=None, softmax=False, labels=None):
    """A network of one fully connected layer, trainable, as coremltools' builder makes it; weights from its name."""
    draw = numpy.random.default_rng(sum(name.encode()))
    builder = NeuralNetworkBuilder([(source, datatypes.Array(sizes[0]))], [(target, datatypes.Array(sizes[1]))], mode=mode)
    between = f"{name}_z" if softmax else target
    builder.add_inner_product(
        name, draw.normal(size=sizes[::-1]), draw.normal(size=sizes[1]), *sizes, True, source, between)
    if softmax:
        builder.add_softmax(f"{name}_softmax", between, target)
    if labels:
        builder.set_class_labels(labels, predicted_feature_name="label", prediction_blob=target)
    if mode == "regressor":
        builder.spec.description.predictedFeatureName = target  # which Core ML wants, and the builder leaves out
    builder.make_updatable([name])
    if softmax:
        builder.set_categorical_cross_entropy_loss("lossLayer", target)
    else:
        builder.set_mean_squared_error_loss("lossLayer", (target, datatypes.Array(sizes[1])))
    builder.set_sgd_optimizer(SgdParams(lr=0.05, batch=4))
    builder.set_epochs(5)
    return builder.spec


def row(kind, first, last):
    """A pipeline of two networks, of which the last one learns."""
    del first.description.trainingInput[:]
    first.isUpdatable = False
    first.specificationVersion = 1
    for layer in first.neuralNetwork.layers:
        layer.isUpdatable = layer.innerProduct.weights.isUpdatable = layer.innerProduct.bias.isUpdatable = False
    first.neuralNetwork.ClearField("updateParams")
    model = Model_pb2.Model(specificationVersion=4, isUpdatable=True)
    model.description.input.extend(first.description.input)
    model.description.output.extend(last.description.output)
    model.description.predictedFeatureName = last.description.predictedFeatureName
    model.description.predictedProbabilitiesName = last.description.predictedProbabilitiesName
    model.description.trainingInput.extend(first.description.input)
    inputs = {feature.name for feature in last.description.input}
    model.description.trainingInput.extend(f for f in last.description.trainingInput if f.name not in inputs)
    models = model.pipeline.models if kind == "pipeline" else getattr(model, kind).pipeline.models
    models.extend([first, last])
    return model


@pytest.mark.parametrize("kind", ["pipeline", "pipelineClassifier", "pipelineRegressor"])
def test_a_pipeline_of_coremltools_networks_learns_and_keeps_all_else(run, kind):
    folder, _ = run("print \"here\"")
    numbers = kind == "pipelineRegressor"
    modes = {"pipeline": None, "pipelineClassifier": "classifier", "pipelineRegressor": "regressor"}
    model = row(kind, dense("eyes", "x", "h", (4, 6)), dense(
        "head", "h", "y", (6, 3), mode=modes[kind], softmax=not numbers,
        labels=["0", "1", "2"] if kind == "pipelineClassifier" else None))
    coremltools.utils.save_spec(model, str(folder / f"{kind}.mlmodel"))
    draw = numpy.random.default_rng(1)
    samples = draw.normal(size=(24, 4))
    lines = [(" ".join(f"{value:.4f}" for value in sample[:3]) if numbers else str(numpy.argmax(sample[:3])))
             + "," + ",".join(f"{value:.4f}" for value in sample) for sample in samples]
    (folder / f"{kind}.csv").write_text("\n".join(lines))
    _, said = run(
        f'load m "{kind}.mlmodel"\nsave m path="same.mlmodel"\ndataset d csv="{kind}.csv"\ntrain m on=d.train seed=1\n'
        'save m path="learnt.mlmodel"\nload n "learnt.mlmodel"\nevaluate m n on=d.test rows=true\ncheck "learnt.mlmodel"\n')
    assert spec(folder / "same.mlmodel") == model
    assert "Core ML accepts learnt.mlmodel and calls it updatable." in said
    answers = [part.split("\n", 1)[1] for name in "mn" for part in [said[said.rindex(f"{name} on d.test"):]]]
    assert answers[0].split("\n")[2:8] == answers[1].split("\n")[2:8]
    learnt = spec(folder / "learnt.mlmodel")
    last = learnt.pipeline if kind == "pipeline" else getattr(learnt, kind).pipeline
    network = getattr(last.models[1], last.models[1].WhichOneof("Type"))
    before = model.pipeline if kind == "pipeline" else getattr(model, kind).pipeline
    original = getattr(before.models[1], before.models[1].WhichOneof("Type"))
    assert last.models[0] == before.models[0]
    assert list(network.layers[0].innerProduct.weights.floatValue) != list(original.layers[0].innerProduct.weights.floatValue)
    for field in ("weights", "bias"):
        getattr(network.layers[0].innerProduct, field).CopyFrom(getattr(original.layers[0].innerProduct, field))
    del learnt.description.metadata.userDefined["whet.sha256"]
    if not learnt.description.metadata.ListFields():
        learnt.description.ClearField("metadata")
    assert learnt == model
