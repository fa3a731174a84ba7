"""A k-NN model on a layer of a network of the workspace is saved with a copy of the layers, which coremltools reads."""

import logging
import os
import subprocess

import numpy
import pytest

logging.disable(logging.WARNING)
coremltools = pytest.importorskip("coremltools")
logging.disable(logging.NOTSET)

SCRIPT = """
dataset digits sample=digits count=8
network net input=[1, 28, 28] seed=7 { flatten; innerProduct 16 activation=relu; innerProduct 10; softmax }
train net on=digits.train epochs=1 seed=1
knn deep features=net.innerProduct0
train deep on=digits.train
save deep path="deep.mlmodel"
fit head features=net.innerProduct0_relu on=digits.train
save head path="head.mlmodel"
network more from=net.innerProduct0_relu seed=2 { innerProduct 10; softmax }
save more path="more.mlmodel"
save net path="net.mlmodel"
load back "deep.mlmodel"
evaluate deep back on=digits.test
"""


@pytest.fixture(scope="module")
def saved(whet, tmp_path_factory):
    """A folder with the saved files, and what was said."""
    folder = tmp_path_factory.mktemp("features")
    env = {"PATH": os.environ["PATH"], "WHET_STATE": str(folder / "state"), "WHET_DATA": str(folder / "data")}
    (folder / "script.whet").write_text(SCRIPT)
    done = subprocess.run([whet, "run", "script.whet"], env=env, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return folder, done.stdout


def spec(folder, name):
    return coremltools.models.utils.load_spec(str(folder / f"{name}.mlmodel"))


def weights(layers, name):
    return numpy.array(next(layer for layer in layers if layer.name == name).innerProduct.weights.floatValue)


def test_the_pipeline_holds_the_network_s_layers(saved):
    folder, _ = saved
    first, last = spec(folder, "deep").pipelineClassifier.pipeline.models
    assert last.WhichOneof("Type") == "kNearestNeighborsClassifier"
    assert len(last.kNearestNeighborsClassifier.nearestNeighborsIndex.floatSamples) == 64
    own = first.neuralNetwork.layers
    assert [layer.name for layer in own] == ["flatten0", "innerProduct0"]
    network = spec(folder, "net").neuralNetworkClassifier.layers
    assert (weights(own, "innerProduct0") == weights(network, "innerProduct0")).all()
    assert not any(layer.isUpdatable for layer in own)


@pytest.mark.parametrize("name", ["head", "more"])
def test_networks_on_its_layers_are_classifiers(saved, name):
    folder, _ = saved
    layers = spec(folder, name).neuralNetworkClassifier.layers
    network = spec(folder, "net").neuralNetworkClassifier.layers
    assert (weights(layers, "innerProduct0") == weights(network, "innerProduct0")).all()
    assert [layer.isUpdatable for layer in layers].count(True) == 1


def test_what_is_loaded_answers_alike(saved):
    _, shown = saved
    rows = [line.split() for line in shown.splitlines() if line.startswith(("deep  ", "back  "))]
    counts = [[word for word in row if word.isdigit()][-2:] for row in rows if "of" in row][-2:]
    assert len(counts) == 2 and counts[0] == counts[1], rows
