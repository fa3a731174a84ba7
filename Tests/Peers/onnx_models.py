"""Models of torchvision and timm with random weights, exported to ONNX: Whet beside ONNX Runtime in one run.

    onnx_models.py [--whet-bench PROGRAM] [--threads N] [--runs N] [--opset N] [--dynamo] [--only NAME,…] [--keep FOLDER]

For every model: the largest difference of its scores, in parts of the largest score; whether both put the same class first, and the
same five; the milliseconds of one picture, the median of both in turns; the peak of the memory of a process that reads the model and
runs it. It needs the packages of requirements.txt, and timm.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import warnings

import numpy as np

MEAN, DEVIATION = np.array([0.485, 0.456, 0.406], np.float32), np.array([0.229, 0.224, 0.225], np.float32)
SIDE = 224
ROUNDS = 5

# What one process of ONNX Runtime does: it reads the model, runs it, and tells how long that took and how much memory it has.
RUNTIME = """
import json, re, sys, time
import numpy as np, onnxruntime
model, image, output, threads, runs = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads, options.log_severity_level = int(threads), 4
start = time.perf_counter()
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
load = time.perf_counter() - start
feed = {session.get_inputs()[0].name: np.load(image)}
start = time.perf_counter()
scores = session.run(None, feed)[0]
first = time.perf_counter() - start
np.save(output, scores)
times = []
for _ in range(int(runs)):
    start = time.perf_counter()
    session.run(None, feed)
    times.append(1000 * (time.perf_counter() - start))
print(json.dumps({"load": 1000 * load, "first": 1000 * first, "runs": times,
                  "peakMegabytes": int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) / 1024}))
"""


def models():
    import timm
    import torchvision

    vision = torchvision.models
    return {
        "SqueezeNet 1.1": vision.squeezenet1_1,
        "ResNet-18": vision.resnet18,
        "ShuffleNet V2": vision.shufflenet_v2_x1_0,
        "MobileNetV3 small": vision.mobilenet_v3_small,
        "MobileNetV4 small": lambda: timm.create_model("mobilenetv4_conv_small"),
        "EfficientNet-B0": vision.efficientnet_b0,
        "ConvNeXt atto": lambda: timm.create_model("convnext_atto"),
        "ViT tiny": lambda: timm.create_model("vit_tiny_patch16_224"),
        "DINOv2 small": lambda: timm.create_model("vit_small_patch14_dinov2", img_size=SIDE),
        "Swin tiny": vision.swin_t,
    }


def export(make, path, opset, dynamo):
    """A model with random weights, and statistics of batches as a trained one has them."""
    import torch

    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = make()
    for module in model.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    torch.onnx.export(
        model.eval(), (torch.rand(1, 3, SIDE, SIDE),), str(path), opset_version=opset, dynamo=dynamo,
        input_names=["image"], output_names=["scores"])


def asked(command):
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError((ran.stderr or ran.stdout).strip().splitlines()[-1])
    return json.loads(ran.stdout.splitlines()[-1])


def measured(path, folder, arguments):
    draw = np.random.default_rng(7)
    pixels = draw.integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)
    (folder / "pixels").write_bytes(pixels.tobytes())
    standardised = (pixels.astype(np.float32) / 255 - MEAN) / DEVIATION
    np.save(folder / "image.npy", standardised.transpose(2, 0, 1)[None].copy())
    (folder / "runtime.py").write_text(RUNTIME, encoding="utf-8")
    settings = [arguments.threads, max(1, arguments.runs // ROUNDS)]
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(asked([arguments.whet_bench, "forward", path, folder / "pixels", folder / "ours", *settings]))
        theirs.append(asked(
            [sys.executable, folder / "runtime.py", path, folder / "image.npy", folder / "theirs.npy", *settings]))
    one = np.frombuffer((folder / "ours").read_bytes(), np.float32)
    other = np.load(folder / "theirs.npy").ravel()
    if one.shape != other.shape:
        raise RuntimeError(f"{one.size} scores instead of {other.size}")
    difference = float(np.abs(one - other).max() / np.abs(other).max())
    ranks = [np.argsort(-scores, kind="stable") for scores in (one, other)]
    alike = "yes" if (ranks[0][:5] == ranks[1][:5]).all() else "first" if ranks[0][0] == ranks[1][0] else "no"

    def figures(results):
        runs = statistics.median(time for result in results for time in result["runs"])
        return runs, statistics.median(result["load"] for result in results), max(result["peakMegabytes"] for result in results)

    return difference, alike, figures(ours), figures(theirs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--whet-bench", default=".build/release/whet-bench")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--opset", type=int, default=17)
    parser.add_argument("--dynamo", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    names = [name for name in arguments.only.split(",") if name]
    print("| model | difference | top 5 | Whet ms | ONNX Runtime ms | ratio | read ms | Whet MB | ONNX Runtime MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        kept = arguments.keep or folder
        kept.mkdir(parents=True, exist_ok=True)
        for name, make in models().items():
            if names and not any(name.lower().startswith(wanted.lower()) for wanted in names):
                continue
            words = "".join(sign if sign.isalnum() else "-" for sign in name.lower())
            path = kept / f"{words}-{arguments.opset}{'-dynamo' if arguments.dynamo else ''}.onnx"
            try:
                if not path.exists():
                    export(make, path, arguments.opset, arguments.dynamo)
                difference, alike, (time, load, memory), (other, _, beside) = measured(path, folder, arguments)
            except Exception as error:
                print(f"| {name} | {str(error).splitlines()[0]} |", flush=True)
                continue
            print(
                f"| {name} | {difference:.1e} | {alike} | {time:.2f} | {other:.2f} | {other / time:.2f} | {load:.0f} | "
                f"{memory:.0f} | {beside:.0f} |", flush=True)


if __name__ == "__main__":
    main()
