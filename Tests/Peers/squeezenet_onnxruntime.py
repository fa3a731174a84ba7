"""ONNX Runtime: SqueezeNet 1.1 up to its global pool, 227 × 227, in batches of 1, 8 and 32; random weights."""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import peer

draw = np.random.default_rng(1)
nodes, weights = [], []


def convolution(name, source, channels, kernel, stride=1, margin=0):
    bound = (6 / (channels[0] * kernel * kernel)) ** 0.5
    for part, shape, reach in [("w", (channels[1], channels[0], kernel, kernel), bound), ("b", (channels[1],), 0.1)]:
        numbers = draw.uniform(-reach, reach, shape).astype(np.float32)
        weights.append(numpy_helper.from_array(numbers, f"{name}_{part}"))
    nodes.append(helper.make_node(
        "Conv", [source, f"{name}_w", f"{name}_b"], [f"{name}_raw"], kernel_shape=[kernel, kernel],
        strides=[stride, stride], pads=[margin] * 4))
    nodes.append(helper.make_node("Relu", [f"{name}_raw"], [name]))
    return name


def pool(name, source):
    nodes.append(helper.make_node("MaxPool", [source], [name], kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1))
    return name


def fire(name, source, channels, squeezed, expanded):
    inner = convolution(f"{name}_squeeze", source, (channels, squeezed), 1)
    small = convolution(f"{name}_expand1", inner, (squeezed, expanded), 1)
    large = convolution(f"{name}_expand3", inner, (squeezed, expanded), 3, margin=1)
    nodes.append(helper.make_node("Concat", [small, large], [name], axis=1))
    return name


def squeezenet():
    top = pool("pool1", convolution("conv1", "image", (3, 64), 3, stride=2))
    top = fire("fire3", fire("fire2", top, 64, 16, 64), 128, 16, 64)
    top = pool("pool3", top)
    top = fire("fire5", fire("fire4", top, 128, 32, 128), 256, 32, 128)
    top = pool("pool5", top)
    top = fire("fire7", fire("fire6", top, 256, 48, 192), 384, 48, 192)
    top = fire("fire9", fire("fire8", top, 384, 64, 256), 512, 64, 256)
    convolution("conv10", top, (512, 1000), 1)
    nodes.append(helper.make_node("GlobalAveragePool", ["conv10"], ["features"]))
    graph = helper.make_graph(
        nodes, "squeezenet", [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["n", 3, 227, 227])],
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", 1000, 1, 1])], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9).SerializeToString()


def features(batch):
    def prepare(threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        images = draw.uniform(-128, 128, (batch, 3, 227, 227)).astype(np.float32)
        return lambda: session.run(None, {"image": images})

    return prepare


if __name__ == "__main__":
    model = squeezenet()
    peer.serve(
        {f"features-{batch}": features(batch) for batch in (1, 8, 32)}, f"ONNX Runtime {onnxruntime.__version__}")
