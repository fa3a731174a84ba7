"""SqueezeNet 1.1 up to its global pool, 227 × 227, with random weights: layers for those engines that are given one after the other."""

import dataclasses

import numpy as np

SIDE = 227


@dataclasses.dataclass
class Layer:
    """A convolution with ReLU, a maximum of 3 × 3 with stride 2 that takes a last part of a window too, or parts side by side."""

    name: str
    sources: list
    channels: int
    side: int
    weights: np.ndarray = None  # [outputs, inputs, kernel, kernel]
    bias: np.ndarray = None
    stride: int = 1
    margin: int = 0


def layers():
    """In order; the last one's means are the features."""
    draw = np.random.default_rng(1)
    made = {"image": Layer("image", [], 3, SIDE)}

    def convolution(name, source, outputs, kernel, stride=1, margin=0):
        before = made[source]
        bound = (6 / (before.channels * kernel * kernel)) ** 0.5
        weights = draw.uniform(-bound, bound, (outputs, before.channels, kernel, kernel)).astype(np.float32)
        bias = draw.uniform(-0.1, 0.1, outputs).astype(np.float32)
        side = (before.side + 2 * margin - kernel) // stride + 1
        made[name] = Layer(name, [source], outputs, side, weights, bias, stride, margin)
        return name

    def pool(name, source):
        made[name] = Layer(name, [source], made[source].channels, -(-(made[source].side - 3) // 2) + 1)
        return name

    def fire(name, source, squeezed, expanded):
        inner = convolution(f"{name}_squeeze", source, squeezed, 1)
        parts = [
            convolution(f"{name}_expand1", inner, expanded, 1), convolution(f"{name}_expand3", inner, expanded, 3, margin=1)]
        made[name] = Layer(name, parts, 2 * expanded, made[inner].side)
        return name

    top = pool("pool1", convolution("conv1", "image", 64, 3, stride=2))
    top = pool("pool3", fire("fire3", fire("fire2", top, 16, 64), 16, 64))
    top = pool("pool5", fire("fire5", fire("fire4", top, 32, 128), 32, 128))
    top = fire("fire7", fire("fire6", top, 48, 192), 48, 192)
    top = fire("fire9", fire("fire8", top, 64, 256), 64, 256)
    convolution("conv10", top, 1000, 1)
    return list(made.values())[1:]


def images(batch):
    return np.random.default_rng(2).uniform(-128, 128, (batch, 3, SIDE, SIDE)).astype(np.float32)


def figures(prepare, name="features"):
    """`prepare` makes what gives the features of images on so many threads."""

    def figure(batch):
        def run(threads):
            numbers = images(batch)
            ask = prepare(numbers, threads)
            return lambda: ask(numbers)

        return run

    return {f"{name}-{batch}": figure(batch) for batch in (1, 8, 32)}
