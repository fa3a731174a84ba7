"""The smallest model of each module of timm, with random weights: whether Whet runs what becomes of it, and as PyTorch does.

    timm_families.py [--whet-bench PROGRAM] [--forms package,onnx,dynamo] [--only MODULE,…]

Forms: a package by coremltools, an ONNX file by the exporter of TorchScript, and one by that of torch.export. A line for each says the
largest difference of the scores from PyTorch's, in parts of the largest score, what Whet says of it, or why it could not be made. It
needs the packages of requirements.txt.
"""

import argparse
import logging
import pathlib
import signal
import subprocess
import tempfile
import warnings

import numpy as np

import model_turns
import vision_models

SECONDS = 420
FORMS = ("package", "onnx", "dynamo")


def modules():
    """{module: its model of the fewest parameters}"""
    import timm
    import torch

    def size(name):
        try:
            with torch.device("meta"):
                return sum(parameter.numel() for parameter in timm.create_model(name).parameters())
        except Exception:
            return float("inf")

    names = {}
    for name in timm.list_models():
        names.setdefault(timm.models._registry._model_to_module[name], []).append(name)
    return {module: min(group, key=size) for module, group in sorted(names.items())}


def picture(channels, height, width):
    """The bytes of a picture, and its numbers as ONNX files that say nothing take them."""
    pixels = np.random.default_rng(3).integers(0, 256, (height, width, channels), np.uint8)
    mean, deviation = (vision_models.MEAN, vision_models.DEVIATION) if channels == 3 else (0, 1)
    numbers = ((pixels.astype(np.float32) / 255 - mean) / deviation).transpose(2, 0, 1)[None]
    return pixels, np.ascontiguousarray(numbers, np.float32)


def convert(model, numbers, form, path):
    import coremltools
    import torch

    if form == "package":
        coremltools.convert(
            torch.jit.trace(model, numbers, check_trace=False), convert_to="mlprogram", skip_model_load=True,
            compute_precision=coremltools.precision.FLOAT32, minimum_deployment_target=coremltools.target.iOS17,
            inputs=[coremltools.TensorType(name="image", shape=numbers.shape)]).save(str(path))
        return
    version = {} if form == "dynamo" else {"opset_version": 17}
    torch.onnx.export(
        model, (numbers,), str(path), dynamo=form == "dynamo", input_names=["image"], output_names=["scores"], **version)


def difference(bench, path, enters, reference, folder):
    made = folder / "scores"
    ran = subprocess.run([bench, "forward", path, enters, made, "2", "1"], capture_output=True, text=True, timeout=SECONDS)
    if ran.returncode:
        return f"not run: {(ran.stderr or ran.stdout).strip()[:300]}"
    scores = np.fromfile(made, np.float32)
    return f"{model_turns.difference(scores, reference):.1e}" if scores.size == reference.size else f"{scores.size} scores"


def rows(name, forms, bench, folder):
    """(form, what became of it) of a model."""
    import timm
    import torch

    torch.manual_seed(0)
    model = vision_models.randomised(timm.create_model(name))
    pixels, numbers = picture(*model.default_cfg.get("input_size", (3, 224, 224)))
    (folder / "pixels").write_bytes(pixels.tobytes())
    (folder / "numbers").write_bytes(numbers.tobytes())
    with torch.inference_mode():
        reference = model(torch.from_numpy(numbers)).numpy().ravel()
    for form in forms:
        path = folder / ("model.mlpackage" if form == "package" else f"{form}.onnx")
        try:
            signal.alarm(SECONDS)
            convert(model, torch.from_numpy(numbers), form, path)
        except Exception as error:
            yield form, f"not made: {model_turns.sentence(error)}"
            continue
        finally:
            signal.alarm(0)
        yield form, difference(bench, path, folder / ("numbers" if form == "package" else "pixels"), reference, folder)


def late(*_):
    raise TimeoutError(f"it took more than {SECONDS} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--whet-bench", default=".build/release/whet-bench")
    parser.add_argument("--forms", default=",".join(FORMS))
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    signal.signal(signal.SIGALRM, late)
    only = set(filter(None, arguments.only.split(",")))
    for module, name in modules().items():
        if only and module not in only:
            continue
        with tempfile.TemporaryDirectory() as place:
            for form, said in rows(name, arguments.forms.split(","), arguments.whet_bench, pathlib.Path(place)):
                print(f"| {module} | {name} | {form} | {said} |", flush=True)


if __name__ == "__main__":
    main()
