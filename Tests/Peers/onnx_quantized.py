"""ONNX Runtime as the judge of quantised files: a small network, quantised by it in every way, its answers and Whet's to 64 samples.

    onnx_quantized.py [--whet PROGRAM]

For every way: the operators in the file, the largest answer, and the root mean squared differences of Whet, and of ONNX's reference
where it knows the operators, from ONNX Runtime without optimisations. Where a processor multiplies bytes with and without sign in
16 bits (no VNNI), ONNX Runtime cuts large sums off, which it says of itself. It needs the packages of requirements.txt.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static

DRAW = np.random.default_rng(1)
SAMPLES = DRAW.standard_normal((64, 2, 6, 6)).astype(np.float32)
SCRIPT = """
dataset rows npz="rows.npz" test="rows.npz" target=y task=regression
load net "{name}.onnx"
evaluate net on=rows.test baselines=false
"""


def network(path):
    shapes = {
        "w1": (8, 2, 3, 3), "b1": (8,), "w2": (8, 1, 3, 3), "w3": (16, 8, 1, 1), "b3": (16,), "w4": (16, 12), "b4": (12,),
        "w5": (4, 12), "b5": (4,)}
    constants = [
        numpy_helper.from_array((DRAW.standard_normal(shape) * 0.4).astype(np.float32), name)
        for name, shape in shapes.items()]
    node = helper.make_node
    nodes = [
        node("Conv", ["x", "w1", "b1"], ["c1"], pads=[1, 1, 1, 1]), node("Relu", ["c1"], ["r1"]),
        node("MaxPool", ["r1"], ["p1"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Conv", ["p1", "w2"], ["c2"], pads=[1, 1, 1, 1], group=8), node("Add", ["c2", "p1"], ["a2"]),
        node("Conv", ["a2", "w3", "b3"], ["c3"]), node("Relu", ["c3"], ["r3"]),
        node("GlobalAveragePool", ["r3"], ["g3"]), node("Flatten", ["g3"], ["f3"]), node("MatMul", ["f3", "w4"], ["m4"]),
        node("Add", ["m4", "b4"], ["a4"]), node("Relu", ["a4"], ["r4"]),
        node("Gemm", ["r4", "w5", "b5"], ["y"], transB=1)]
    graph = helper.make_graph(
        nodes, "graph", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 6, 6])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 4])], constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10), path)


class Examples(CalibrationDataReader):
    def __init__(self):
        self.rest = iter(SAMPLES[:32])

    def get_next(self):
        sample = next(self.rest, None)
        return None if sample is None else {"x": sample[None]}


def quantised(plain, folder):
    """The names of the quantised files, which are made."""
    operators = ["Conv", "MatMul", "MaxPool"]
    static = {
        "pairs": dict(quant_format=QuantFormat.QDQ, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8),
        "pairs, per channel": dict(
            quant_format=QuantFormat.QDQ, per_channel=True, activation_type=QuantType.QInt8, weight_type=QuantType.QInt8),
        "pairs, 16 bits": dict(quant_format=QuantFormat.QDQ, activation_type=QuantType.QUInt16, weight_type=QuantType.QInt8),
        "operators": dict(
            quant_format=QuantFormat.QOperator, op_types_to_quantize=operators, activation_type=QuantType.QUInt8,
            weight_type=QuantType.QUInt8),
        "operators, per channel": dict(
            quant_format=QuantFormat.QOperator, op_types_to_quantize=operators[:2], per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8),
    }
    for name, settings in static.items():
        quantize_static(plain, folder / f"{name}.onnx", Examples(), **settings)
        yield name
    for name, settings in {
        "dynamic": dict(weight_type=QuantType.QUInt8), "dynamic, per channel": dict(weight_type=QuantType.QInt8, per_channel=True),
    }.items():
        quantize_dynamic(plain, folder / f"{name}.onnx", **settings)
        yield name


def judged(path):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return np.concatenate([session.run(None, {"x": sample[None]})[0] for sample in SAMPLES])


def referred(path):
    try:
        evaluator = ReferenceEvaluator(onnx.load(path))
        return np.concatenate([evaluator.run(None, {"x": sample[None]})[0] for sample in SAMPLES])
    except (RuntimeError, NotImplementedError):
        return None


def asked(whet, name, answers, folder):
    """The root mean squared difference of Whet's answers."""
    np.savez(folder / "rows.npz", x=SAMPLES.reshape(len(SAMPLES), -1), y=answers)
    (folder / "script.whet").write_text(SCRIPT.format(name=name), encoding="utf-8")
    env = {"PATH": os.environ["PATH"], "WHET_STATE": str(folder / "state"), "WHET_DATA": str(folder / "data")}
    ran = subprocess.run([whet, "run", "script.whet"], env=env, cwd=folder, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(ran.stdout[-500:] + ran.stderr[-500:])
    rows = [line.split() for line in ran.stdout.splitlines() if line.startswith("net ")]
    return float(next(row for row in rows if row[1] == "all")[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--whet", default=".build/release/whet", type=lambda path: str(pathlib.Path(path).resolve()))
    arguments = parser.parse_args()
    print("| quantised as | largest answer | Whet | ONNX's reference | operators |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        network(folder / "plain.onnx")
        for name in quantised(folder / "plain.onnx", folder):
            path = folder / f"{name}.onnx"
            answers, reference = judged(path), referred(path)
            types = sorted({node.op_type for node in onnx.load(path).graph.node if any(word in node.op_type for word in ("uantize", "QLinear", "Integer"))})
            beside = "" if reference is None else f"{np.sqrt(((reference - answers) ** 2).mean()):.1e}"
            print(
                f"| {name} | {abs(answers).max():.2f} | {asked(arguments.whet, name, answers, folder):.1e} | {beside} | "
                f"{', '.join(types)} |", flush=True)


if __name__ == "__main__":
    main()
