"""ONNX Runtime: the features of SqueezeNet in batches of 1, 8 and 32."""

import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import peer
import squeezenet


def model():
    """The bytes of an ONNX file."""
    nodes, weights = [], []
    for layer in squeezenet.layers():
        if layer.weights is not None:
            for part, numbers in [("w", layer.weights), ("b", layer.bias)]:
                weights.append(numpy_helper.from_array(numbers, f"{layer.name}_{part}"))
            nodes.append(helper.make_node(
                "Conv", [*layer.sources, f"{layer.name}_w", f"{layer.name}_b"], [f"{layer.name}_raw"],
                kernel_shape=layer.weights.shape[2:], strides=[layer.stride] * 2, pads=[layer.margin] * 4))
            nodes.append(helper.make_node("Relu", [f"{layer.name}_raw"], [layer.name]))
        elif len(layer.sources) == 2:
            nodes.append(helper.make_node("Concat", layer.sources, [layer.name], axis=1))
        else:
            nodes.append(helper.make_node(
                "MaxPool", layer.sources, [layer.name], kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1))
    nodes.append(helper.make_node("GlobalAveragePool", [nodes[-1].output[0]], ["features"]))
    graph = helper.make_graph(
        nodes, "squeezenet",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["n", 3, squeezenet.SIDE, squeezenet.SIDE])],
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", 1000, 1, 1])], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9).SerializeToString()


def prepare(images, threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(model(), options, providers=["CPUExecutionProvider"])
    return lambda numbers: session.run(None, {"image": numbers})[0]


if __name__ == "__main__":
    peer.serve(squeezenet.figures(prepare), f"ONNX Runtime {onnxruntime.__version__}")
