"""What the rows of the list of features share: what the articles' apps do, as commands do it here, on the articles' own
photos and files. Each test in `test_rows_….py` bears a row's number and runs that row's check."""

import hashlib
import json
import os
import re
import subprocess

HANDS = 'dataset hands path="data/gestures" labels=[✊, ✋, ✌️]\n'
NEAR = HANDS + "knn near features=squeezenet.pool10\n"
HAND = HANDS + "network hand from=squeezenet classes=10 init=kaiming seed=42\n"


class Photos:
    """What figures of accuracy are of: the articles' photos through SqueezeNet where they are there, else as many drawn hands
    through sketch, which are the same on every machine."""

    def __init__(self, are_real):
        self.are_real = are_real
        self.hands = HANDS if are_real else "dataset hands sample=hands\n"
        self.network, self.layer = ("squeezenet", "pool10") if are_real else ("sketch", "pool5")
        self.near = self.hands + f"knn near features={self.network}.{self.layer}\n"
        self.hand = self.hands + f"network hand from={self.network} classes=10 init=kaiming seed=42\n"

    def expected(self, *, real, drawn):
        """What is expected of the one and of the other."""
        return real if self.are_real else drawn


class Place:
    """A folder with a state of its own, to run scripts in."""

    def __init__(self, whet, data, folder):
        self.whet, self.folder = whet, folder
        self.env = {"PATH": os.environ["PATH"], "WHET_DATA": str(data), "WHET_STATE": str(folder / "state")}

    def start(self, name, *words):
        return subprocess.run([self.whet, "run", name, *words], cwd=self.folder, env=self.env, capture_output=True,
                              text=True, timeout=300)

    def run(self, script):
        """What a script shows, that must end well."""
        (self.folder / "script.whet").write_text(script)
        done = self.start("script.whet")
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        return done.stdout

    def fail(self, script):
        """What is said of a script that must not end well."""
        (self.folder / "script.whet").write_text(script)
        done = self.start("script.whet")
        assert done.returncode == 1, done.stdout[-2000:]
        return done.stdout + done.stderr

    def pages(self, *cells):
        """The HTML of cells."""
        made = [{"cell_type": "code", "id": f"c{place}", "metadata": {}, "execution_count": None, "outputs": [],
                 "source": cell} for place, cell in enumerate(cells)]
        book = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (self.folder / "book.ipynb").write_text(json.dumps(book))
        done = self.start("book.ipynb", "-o", "out.ipynb")
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        book = json.loads((self.folder / "out.ipynb").read_text())
        return ["".join("".join(output.get("data", {}).get("text/html", "")) for output in cell["outputs"])
                for cell in book["cells"]]


def digest(folder):
    """What a folder holds."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def answers(text):
    """The answers of an evaluation: file, class, answer, confidence, and the loss where the model has one."""
    return re.findall(r"^\s+(\S+)\s+(\S+)\s+(\S+)\s+[<>]?([\d.]+) %(?:\s+([\d.e-]+))?", text, re.M)


def told(outputs):
    """The text of what a kernel has published."""
    return "\n".join(
        message.content.get("text") or message.content.get("data", {}).get("text/plain", "") for message in outputs)
