"""A saved regressor as Core ML's own tools read it: numbers without classes, answered in their own unit."""

import logging
import os
import subprocess

import numpy
import pytest

logging.disable(logging.WARNING)
coremltools = pytest.importorskip("coremltools")
logging.disable(logging.NOTSET)

SCRIPT = """
dataset points csv="line.csv" split=[0.75, 0.25]
network line input=[2] seed=4 standardize=true { innerProduct 1 }
train line on=points.train epochs=200 miniBatchSize=5 optimizer=adam learningRate=0.05 schedule=cosine seed=1
save line path="line.mlmodel"
network plain input=[2] seed=4 { innerProduct 3 activation=relu; innerProduct 2 }
save plain path="plain.mlmodel"
"""


@pytest.fixture(scope="module")
def folder(whet, tmp_path_factory):
    """A folder with a table of 2000·a − 0.003·b + 5000, and the models saved in it."""
    folder = tmp_path_factory.mktemp("regressors")
    rows = [(2000 * a - 0.003 * b + 5000, a, b) for a, b in ((i * 7 % 11, 1e6 + 1e4 * (i * 3 % 13)) for i in range(40))]
    (folder / "line.csv").write_text("\n".join(",".join(map(str, row)) for row in rows))
    (folder / "script.whet").write_text(SCRIPT)
    env = {"PATH": os.environ["PATH"], "WHET_STATE": str(folder / "state")}
    done = subprocess.run([whet, "run", "script.whet"], env=env, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return folder


@pytest.mark.parametrize("name, outputs", [("line", 1), ("plain", 2)])
def test_a_regressor_has_an_array_and_no_classes(folder, name, outputs):
    spec = coremltools.utils.load_spec(str(folder / f"{name}.mlmodel"))
    assert spec.WhichOneof("Type") == "neuralNetworkRegressor"
    assert [o.name for o in spec.description.output] == ["prediction"] == [spec.description.predictedFeatureName]
    assert list(spec.description.output[0].type.multiArrayType.shape) == [outputs]
    assert not spec.description.predictedProbabilitiesName


def test_its_layers_answer_in_the_unit_of_the_targets(folder):
    layers = coremltools.utils.load_spec(str(folder / "line.mlmodel")).neuralNetworkRegressor.layers
    assert [layer.WhichOneof("layer") for layer in layers] == ["bias", "scale", "innerProduct", "scale"]
    numbers = lambda weights: numpy.array(weights.floatValue)  # noqa: E731
    row = numpy.array([3, 1.05e6])
    z = (row + numbers(layers[0].bias.bias)) * numbers(layers[1].scale.scale)
    z = z @ numbers(layers[2].innerProduct.weights) + numbers(layers[2].innerProduct.bias)
    answer = z * numbers(layers[3].scale.scale) + numbers(layers[3].scale.bias)
    assert abs(answer[0] - (2000 * 3 - 0.003 * 1.05e6 + 5000)) < 60
