"""The layers of an ML program that coremltools wrote are trained here, saved, and read again by coremltools: every parameter is where
descent along the gradients of the same network leads, by differences of the loss in double precision and, where it is installed, by
PyTorch's autograd."""

import logging
import math
import os
import subprocess
import tempfile

import numpy
import pytest

logging.disable(logging.WARNING)
coremltools = pytest.importorskip("coremltools")
from coremltools.converters.mil import Builder as mb  # noqa: E402
from coremltools.converters.mil.frontend.milproto.load import load  # noqa: E402
logging.disable(logging.NOTSET)

SAMPLES, EPOCHS, BATCH, RATE, MOMENTUM = 8, 2, 4, 0.2, 0.9
# What the operations with weights read, in order; the kernels' outputs come first.
SHAPES = {
    "conv_weight": (8, 3, 2, 2), "conv_bias": (8,), "token_values": (1, 1, 8), "positions_y": (1, 5, 8),
    "before_gamma": (8,), "before_beta": (8,), "query_weight": (8, 8), "query_bias": (8,), "key_weight": (8, 8),
    "key_bias": (8,), "value_weight": (8, 8), "value_bias": (8,), "mixing_values": (1, 4, 2, 4), "out_weight": (8, 8),
    "out_bias": (8,), "factors_y": (8,), "after_gamma": (8,), "after_beta": (8,), "wide_weight": (16, 8),
    "wide_bias": (16,), "narrow_weight": (8, 16), "narrow_bias": (8,), "scores_weight": (3, 8), "scores_bias": (3,),
}
LAYERS = [name.split("_")[0] for name in SHAPES if not name.endswith(("bias", "beta"))]
LAYERS[LAYERS.index("mixing")] = '"mixing/layer_2"'
PARAMETERS = {
    **dict.fromkeys(("weight", "bias", "gamma", "beta"), ("conv", "linear", "layer_norm")), "y": ("add", "mul"),
    "values": ("concat", "einsum"),
}
EPSILON = 1e-3
SCRIPT = f"""
dataset rows npz="rows.npz" test="others.npz" target=y task=classification
load eyes "eyes.mlpackage"
update eyes layers=[{", ".join(LAYERS)}]
train eyes on=rows.train epochs={EPOCHS} miniBatchSize={BATCH} shuffle=false optimizer=sgd learningRate={RATE} momentum={MOMENTUM}
save eyes path="tuned.mlpackage"
"""


def first_parameters():
    draw = numpy.random.default_rng(3)
    return {
        name: (draw.uniform(-0.5, 0.5, shape) + name.endswith("gamma")).astype(numpy.float32)
        for name, shape in SHAPES.items()}


def samples():
    draw = numpy.random.default_rng(4)
    return draw.uniform(-1, 1, (SAMPLES, 3, 4, 4)).astype(numpy.float32), numpy.arange(SAMPLES) % 3


def package(parameters, path):
    """A convolution, a block of a transformer with two heads, and a classifier."""

    def linear(x, name):
        return mb.linear(x=x, weight=parameters[f"{name}_weight"], bias=parameters[f"{name}_bias"], name=name)

    def normalised(x, name):
        return mb.layer_norm(
            x=x, axes=[-1], gamma=parameters[f"{name}_gamma"], beta=parameters[f"{name}_beta"],
            epsilon=numpy.float32(EPSILON), name=name)

    def heads(x):
        return mb.transpose(x=mb.reshape(x=x, shape=[1, 5, 2, 4]), perm=[0, 2, 1, 3])

    @mb.program(input_specs=[mb.TensorSpec(shape=(1, 3, 4, 4))], opset_version=coremltools.target.iOS16)
    def program(x):
        patches = mb.conv(
            x=x, weight=parameters["conv_weight"], bias=parameters["conv_bias"], strides=[2, 2], pad_type="valid",
            name="conv")
        parts = mb.transpose(x=mb.reshape(x=patches, shape=[1, 8, 4]), perm=[0, 2, 1])
        joined = mb.concat(values=[parameters["token_values"], parts], axis=1, name="token")
        tokens = mb.add(x=joined, y=parameters["positions_y"], name="positions")
        before = normalised(tokens, "before")
        query, key, value = (heads(linear(before, name)) for name in ("query", "key", "value"))
        products = mb.mul(x=mb.matmul(x=query, y=key, transpose_y=True), y=numpy.float32(0.5))
        mixed = mb.matmul(x=mb.softmax(x=products, axis=-1), y=value)
        rows = mb.transpose(x=mixed, perm=[0, 2, 1, 3])
        turned = mb.einsum(values=[rows, parameters["mixing_values"]], equation="nchw,nwhu->nchu", name="mixing")
        out = linear(mb.reshape(x=turned, shape=[1, 5, 8]), "out")
        attended = mb.add(x=tokens, y=mb.mul(x=out, y=parameters["factors_y"], name="factors"))
        wide = mb.gelu(x=linear(normalised(attended, "after"), "wide"), mode="EXACT")
        block = mb.add(x=attended, y=linear(wide, "narrow"))
        features = mb.reduce_mean(x=block, axes=[1], keep_dims=False)
        return mb.softmax(x=linear(features, "scores"), axis=-1, name="probabilities")

    model = coremltools.convert(
        program, convert_to="mlprogram", compute_precision=coremltools.precision.FLOAT32,
        minimum_deployment_target=coremltools.target.iOS16, classifier_config=coremltools.ClassifierConfig(["0", "1", "2"]),
        pass_pipeline=coremltools.PassPipeline.EMPTY, skip_model_load=True)
    model.save(str(path))


def read(path):
    """The parameters of a package, as coremltools reads them."""
    model = coremltools.models.MLModel(str(path), skip_model_load=True)
    spec = model.get_spec()
    program = load(spec, spec.specificationVersion, str(model.weights_dir))
    found = []
    for operation in program.functions["main"].operations:
        for name in ("weight", "bias", "gamma", "beta", "y", "values"):
            value = operation.inputs.get(name)
            if name == "values" and value is not None:
                value = next((part for part in value if part.val is not None), None)
            if operation.op_type in PARAMETERS.get(name, []) and value is not None and numpy.ndim(value.val) > 0:
                found.append(numpy.asarray(value.val))
    assert [value.shape for value in found] == list(SHAPES.values())
    return dict(zip(SHAPES, found))


def losses(p, x, library):
    """The network's negative logarithms of all classes' probabilities, sample by sample; by numpy or PyTorch."""
    erf = library.erf if hasattr(library, "erf") else numpy.vectorize(math.erf)

    def linear(x, name):
        return x @ p[f"{name}_weight"].T + p[f"{name}_bias"]

    def normalised(x, name):
        centred = x - x.mean(-1)[..., None]
        return centred / ((centred ** 2).mean(-1)[..., None] + EPSILON) ** 0.5 * p[f"{name}_gamma"] + p[f"{name}_beta"]

    def shares(x):
        powers = library.exp(x)
        return powers / powers.sum(-1)[..., None]

    # Windows of 2 × 2 pixels: [sample, row, column, channel · pixel].
    windows = library.stack([x[:, :, row::2, column::2] for row in (0, 1) for column in (0, 1)], 2)
    tokens = library.einsum("nckhw,ock->nhwo", windows, p["conv_weight"].reshape(8, 3, 4)) + p["conv_bias"]
    token = p["token_values"] + 0 * tokens.reshape(len(x), 4, 8)[:, :1]
    tokens = (library.concatenate if library is numpy else library.cat)([token, tokens.reshape(len(x), 4, 8)], 1)
    tokens = tokens + p["positions_y"]
    before = normalised(tokens, "before")
    query, key, value = (linear(before, name).reshape(len(x), 5, 2, 4) for name in ("query", "key", "value"))
    weighed = shares(library.einsum("nthd,nshd->nhts", query, key) / 2)
    mixed = library.einsum("nhts,nshd->nthd", weighed, value)
    turned = library.einsum("nthd,dhu->nthu", mixed, p["mixing_values"][0])
    attended = tokens + p["factors_y"] * linear(turned.reshape(len(x), 5, 8), "out")
    wide = linear(normalised(attended, "after"), "wide")
    block = attended + linear(wide * (1 + erf(wide / 2 ** 0.5)) / 2, "narrow")
    return -library.log(shares(linear(block.mean(1), "scores")))


def differences(p, x, y):
    """The gradient of the mean loss, by its differences."""

    def loss():
        return losses(p, x, numpy)[numpy.arange(len(x)), y].mean()

    gradients = {}
    for name, values in p.items():
        gradients[name] = numpy.zeros_like(values)
        for place in numpy.ndindex(*values.shape):
            own = values[place]
            values[place] = own + 1e-5
            above = loss()
            values[place] = own - 1e-5
            gradients[name][place] = (above - loss()) / 2e-5
            values[place] = own
    return gradients


def autograd(p, x, y):
    """The gradient of the mean loss, by PyTorch."""
    torch = pytest.importorskip("torch")
    tensors = {name: torch.tensor(values, requires_grad=True) for name, values in p.items()}
    losses(tensors, torch.tensor(x), torch)[torch.arange(len(x)), torch.tensor(y)].mean().backward()
    return {name: tensor.grad.numpy() for name, tensor in tensors.items()}


def descended(parameters, gradient):
    """Where descent with momentum leads, in double precision."""
    p = {name: values.astype(numpy.float64) for name, values in parameters.items()}
    speed = {name: numpy.zeros_like(values) for name, values in p.items()}
    x, y = samples()
    for _ in range(EPOCHS):
        for start in range(0, SAMPLES, BATCH):
            gradients = gradient(p, x[start:start + BATCH].astype(numpy.float64), y[start:start + BATCH])
            for name in p:
                speed[name] = MOMENTUM * speed[name] + gradients[name]
                p[name] = p[name] - RATE * speed[name]
    return p


@pytest.fixture(scope="module")
def tuned(whet, tmp_path_factory):
    """The parameters that coremltools reads from the saved package."""
    folder = tmp_path_factory.mktemp("programs")
    # coremltools leaves copies of packages until Python ends.
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("copies")))
    x, y = samples()
    for name in ("rows", "others"):
        numpy.savez(folder / f"{name}.npz", x=x.reshape(SAMPLES, -1), y=y)
    package(first_parameters(), folder / "eyes.mlpackage")
    for name, values in read(folder / "eyes.mlpackage").items():
        assert (values == first_parameters()[name]).all(), name
    env = {"PATH": os.environ["PATH"], "WHET_STATE": str(folder / "state"), "WHET_DATA": str(folder / "data")}
    (folder / "script.whet").write_text(SCRIPT)
    done = subprocess.run([whet, "run", "script.whet"], env=env, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    parameters = read(folder / "tuned.mlpackage")
    monkeypatch.undo()
    return parameters


@pytest.mark.parametrize("gradient", [differences, autograd])
def test_every_parameter_is_where_descent_leads(tuned, gradient):
    first, wanted = first_parameters(), descended(first_parameters(), gradient)
    for name, values in tuned.items():
        way = abs(wanted[name] - first[name]).max()
        # Of keys a bias shifts all products of a query alike, which a softmax does not see.
        assert name == "key_bias" or way > 1e-3, name
        assert abs(values - wanted[name]).max() < 2e-6, name
