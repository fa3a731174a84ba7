"""Whet and other engines in turns on the same pictures: what they answer, how long they take, and how much memory."""

import dataclasses
import json
import pathlib
import statistics
import subprocess
import sys

import numpy as np

import vision_models

PEERS = ("onnxruntime", "openvino")
TITLES = (
    "Whet ms", "ONNX Runtime ms", "OpenVINO ms", "better ÷ Whet", "first answer after ms", "Whet MB", "ONNX Runtime MB", "OpenVINO MB")


@dataclasses.dataclass
class Figures:
    """One engine's answer, and its medians in milliseconds and megabytes."""

    scores: np.ndarray
    runs: float
    load: float
    first: float
    peak: float


def asked(command):
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError((ran.stderr or ran.stdout).strip().splitlines()[-1])
    return json.loads(ran.stdout.splitlines()[-1])


class Turns:
    def __init__(self, folder, arguments):
        self.folder, self.arguments = pathlib.Path(folder), arguments
        pixels, numbers = vision_models.pictures(getattr(arguments, "batch", 1))
        (self.folder / "pixels").write_bytes(pixels.tobytes())
        (self.folder / "numbers").write_bytes(numbers.tobytes())
        np.save(self.folder / "numbers.npy", numbers)

    def measured(self, sides, runs=None):
        """`sides` maps a name to an engine and a model. Engines: "whet-bench pixels", "whet-bench numbers" and those of model_runtime.py."""
        runs = self.arguments.runs if runs is None else runs
        rounds = min(self.arguments.rounds, max(1, runs))
        results = {name: [] for name in sides}
        for _ in range(rounds):
            for name, (engine, model) in sides.items():
                results[name].append(self.once(name, engine, model, runs // rounds))
        return {name: self.figures(name, *sides[name], answers) for name, answers in results.items()}

    def beside(self, ours, model):
        """Whet with an engine and a model of its own, and the peers with an ONNX file."""
        return self.measured({"Whet": ours, **{peer: (peer, model) for peer in PEERS}})

    def once(self, name, engine, model, runs):
        settings = [self.folder / f"scores-{name}", self.arguments.threads, runs]
        if engine.startswith("whet-bench"):
            return asked([self.arguments.whet_bench, "forward", model, self.folder / engine.split()[1], *settings])
        script = pathlib.Path(__file__).with_name("model_runtime.py")
        settings[0] = settings[0].with_suffix(".npy")
        return asked([sys.executable, script, engine, model, self.folder / "numbers.npy", *settings])

    def figures(self, name, engine, model, answers):
        path = self.folder / f"scores-{name}"
        if engine.startswith("whet-bench"):
            scores = np.frombuffer(path.read_bytes(), np.float32)
        else:
            scores = np.load(path.with_suffix(".npy")).ravel()
        times = [time for answer in answers for time in answer["runs"]] or [answers[0]["first"]]
        return Figures(
            scores, statistics.median(times), statistics.median(answer["load"] for answer in answers),
            statistics.median(answer["first"] for answer in answers), max(answer["peakMegabytes"] for answer in answers))


def cells(figures):
    """What stands below TITLES."""
    ours, others = figures["Whet"], [figures[peer] for peer in PEERS]
    times = [f"{side.runs:.2f}" for side in (ours, *others)] + [f"{min(side.runs for side in others) / ours.runs:.2f}"]
    return [*times, f"{ours.load + ours.first:.0f}", *(f"{side.peak:.0f}" for side in (ours, *others))]


def sentence(error):
    return f"{type(error).__name__}: {error}".splitlines()[0]


def difference(scores, reference):
    """The largest one, in parts of the largest score."""
    if scores.shape != reference.shape:
        raise RuntimeError(f"{scores.size} scores instead of {reference.size}")
    return float(np.abs(scores - reference).max() / np.abs(reference).max())


def alike(scores, reference):
    """Whether both put the same five first, in order, or at least the same one."""
    one, other = (np.argsort(-numbers, kind="stable") for numbers in (scores, reference))
    return "yes" if (one[:5] == other[:5]).all() else "first" if one[0] == other[0] else "no"


def add_arguments(parser):
    parser.add_argument("--whet-bench", default=".build/release/whet-bench")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=pathlib.Path)
