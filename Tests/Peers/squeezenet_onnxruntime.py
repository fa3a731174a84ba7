"""ONNX Runtime: the features of SqueezeNet in batches of 1, 8 and 32, in single precision and in 8 bits. In 8 bits the faster one of
its two forms runs, with weights by channel."""

import functools
import pathlib
import tempfile
import time

import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

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


class Photos(CalibrationDataReader):
    def __init__(self):
        self.rest = iter(squeezenet.images(8))

    def get_next(self):
        photo = next(self.rest, None)
        return None if photo is None else {"image": photo[None]}


@functools.cache
def quantised():
    """The network in 8 bits, in both forms."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "plain.onnx").write_bytes(model())
        quant_pre_process(place / "plain.onnx", place / "ready.onnx")
        forms = []
        for form in (QuantFormat.QDQ, QuantFormat.QOperator):
            quantize_static(
                place / "ready.onnx", place / "bytes.onnx", Photos(), quant_format=form, per_channel=True, reduce_range=True,
                activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8)
            forms.append((place / "bytes.onnx").read_bytes())
        return forms


def running(file, threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    return lambda numbers: session.run(None, {"image": numbers})[0]


def prepare(images, threads):
    return running(model(), threads)


def prepare_in_bytes(images, threads):
    def seconds(run):
        run(images)
        start = time.perf_counter()
        for _ in range(5):
            run(images)
        return time.perf_counter() - start

    return min([running(file, threads) for file in quantised()], key=seconds)


if __name__ == "__main__":
    figures = squeezenet.figures(prepare) | squeezenet.figures(prepare_in_bytes, "features-8-bits")
    peer.serve(figures, f"ONNX Runtime {onnxruntime.__version__}")
