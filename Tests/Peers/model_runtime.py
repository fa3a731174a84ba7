"""One model on one array by another engine, as `whet-bench forward` does it with Whet.

    model_runtime.py ENGINE MODEL ARRAY OUTPUT THREADS RUNS

Engines: onnxruntime, openvino; the model is an ONNX file, the array a NumPy file. Prints JSON: the milliseconds of reading the model,
of its first answer and of each run after it, and the peak of the memory in megabytes.
"""

import json
import re
import sys
import time

import numpy as np


def onnxruntime(model, threads):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = threads, 4
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda array: session.run(None, {name: array})[0]


def openvino(model, threads):
    import openvino

    settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
    compiled = openvino.Core().compile_model(model, "CPU", settings)
    request = compiled.create_infer_request()

    def run(array):
        request.infer({0: array}, share_inputs=True)
        return request.get_output_tensor(0).data

    return run


def main(engine, model, array, output, threads, runs):
    numbers = np.load(array)
    clock = time.perf_counter

    def timed(work):
        start = clock()
        result = work()
        return 1000 * (clock() - start), result

    load, run = timed(lambda: {"onnxruntime": onnxruntime, "openvino": openvino}[engine](model, int(threads)))
    first, scores = timed(lambda: run(numbers))
    np.save(output, scores)
    times = [timed(lambda: run(numbers))[0] for _ in range(int(runs))]
    peak = int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read())[1]) / 1024
    print(json.dumps({"load": load, "first": first, "runs": times, "peakMegabytes": peak}))


if __name__ == "__main__":
    main(*sys.argv[1:])
