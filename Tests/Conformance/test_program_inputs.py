"""An ML program that coremltools wrote, with arrays beside its image: what Whet answers once these have their numbers is what the
operations say, an optional one holds its default, and coremltools reads the numbers again from what is saved."""

import logging
import os
import re
import subprocess
import tempfile

import numpy
import pytest
from PIL import Image

logging.disable(logging.WARNING)
coremltools = pytest.importorskip("coremltools")
from coremltools.converters.mil import Builder as mb  # noqa: E402
from coremltools.converters.mil.frontend.milproto.load import load  # noqa: E402
logging.disable(logging.NOTSET)

FACTOR = 0.5
EXTRA = [1.5, -2, 0.25, 3]
SCRIPT = f"""
load eyes "eyes.mlpackage" inputs=[fixed(extra, {EXTRA})]
predict eyes image="photo.png" top=3
save eyes path="fixed.mlpackage"
"""


@pytest.fixture(scope="module")
def weights():
    draw = numpy.random.default_rng(5)
    return {
        "kernel": draw.uniform(-0.01, 0.01, (4, 3, 2, 2)).astype(numpy.float32),
        "scores": draw.uniform(-1, 1, (3, 8)).astype(numpy.float32)}


def package(weights, path):
    """Means of a convolution's maps, joined with an array and multiplied by another, classified."""
    specs = [mb.TensorSpec(shape=shape) for shape in ((1, 3, 8, 8), (1, 4), (1,))]

    @mb.program(input_specs=specs, opset_version=coremltools.target.iOS16)
    def program(image, extra, factor):
        maps = mb.conv(x=image, weight=weights["kernel"], strides=[2, 2], pad_type="valid", name="conv")
        means = mb.reduce_mean(x=maps, axes=[2, 3], keep_dims=False, name="means")
        mixed = mb.mul(x=mb.concat(values=[means, extra], axis=1), y=factor, name="mixed")
        return mb.softmax(x=mb.linear(x=mixed, weight=weights["scores"], name="scores"), axis=-1)

    coremltools.convert(
        program, convert_to="mlprogram", compute_precision=coremltools.precision.FLOAT32,
        minimum_deployment_target=coremltools.target.iOS16, skip_model_load=True,
        classifier_config=coremltools.ClassifierConfig(["a", "b", "c"]),
        inputs=[
            coremltools.ImageType(name="image", shape=(1, 3, 8, 8)), coremltools.TensorType(name="extra", shape=(1, 4)),
            coremltools.TensorType(name="factor", shape=(1,), default_value=numpy.full(1, FACTOR, numpy.float32)),
        ]).save(str(path))


@pytest.fixture(scope="module")
def folder(whet, weights, tmp_path_factory):
    """The folder, and what was said, after the script."""
    folder = tmp_path_factory.mktemp("inputs")
    # coremltools leaves copies of packages until Python ends.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("copies")))
        package(weights, folder / "eyes.mlpackage")
    pixels = numpy.random.default_rng(6).integers(0, 256, (8, 8, 3), numpy.uint8)
    Image.fromarray(pixels).save(folder / "photo.png")
    (folder / "script.whet").write_text(SCRIPT)
    env = {"PATH": os.environ["PATH"], "WHET_STATE": str(folder / "state"), "WHET_DATA": str(folder / "data")}
    done = subprocess.run([whet, "run", "script.whet"], env=env, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return folder, done.stdout, pixels


def test_the_answers_are_what_the_operations_say(folder, weights):
    _, told, pixels = folder
    windows = pixels.transpose(2, 0, 1).reshape(3, 4, 2, 4, 2).astype(numpy.float64)
    means = numpy.einsum("crkqm,ockm->orq", windows, weights["kernel"]).mean((1, 2))
    scores = weights["scores"] @ (FACTOR * numpy.concatenate([means, EXTRA]))
    shares = numpy.exp(scores - scores.max())
    shares /= shares.sum()
    for label, share in zip("abc", shares):
        found = re.search(rf"\b{label}\s+([0-9.]+) %", told)
        assert found and abs(float(found.group(1)) - 100 * share) < 0.06, (label, share, told)


def test_the_saved_program_has_the_numbers_in_place_of_the_input(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    model = coremltools.models.MLModel(str(folder[0] / "fixed.mlpackage"), skip_model_load=True)
    spec = model.get_spec()
    assert [feature.name for feature in spec.description.input] == ["image", "factor"]
    program = load(spec, spec.specificationVersion, str(model.weights_dir))
    joined = next(one for one in program.functions["main"].operations if one.op_type == "concat")
    assert [numpy.asarray(value.val).tolist() for value in joined.inputs["values"] if value.val is not None] == [[EXTRA]]
