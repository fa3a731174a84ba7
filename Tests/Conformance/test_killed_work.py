"""A process killed at any moment, in a training, a save, an `add` or a write to the store: all is readable afterwards,
and nothing that was finished is lost.

WHET_KILLS says how many moments are tried; a few are, unless said. WHET_KILL_SEED repeats a run."""

import json
import os
import random
import re
import signal
import struct
import subprocess
import threading
import time
import zlib

import pytest

KILLS = int(os.environ.get("WHET_KILLS", "8"))

BEGIN = """
dataset pets path="Pets" into="work"
network net input=[3, 24, 24] seed=7 { flatten; innerProduct 64 activation=relu; innerProduct 2; softmax }
train net on=pets.train epochs=1 seed=5
save net path="net.mlmodel"
set net learningRate=0.0001
"""
ROUND = [
    'train net on=pets.train epochs=2 seed=5\nprint "trained"',
    'save net path="net.mlmodel"\nprint "saved"',
    'add pets.train "new.png" label=dog\nprint "added"',
    'set net learningRate={:.4f}\nprint "set"',
]
LOOK = """
history net last=1
load copy "net.mlmodel"
predict copy image="new.png"
show pets.train
set net
runs last=1
check "net.mlmodel"
"""


def png(seed, side=24):
    """A PNG file of noise."""
    draw = random.Random(seed)
    rows = b"".join(b"\0" + bytes(draw.randrange(256) for _ in range(side * 3)) for _ in range(side))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def notebook(sources):
    """A notebook of cells."""
    cells = [{"cell_type": "code", "id": f"c{place}", "metadata": {}, "execution_count": None, "outputs": [],
              "source": source} for place, source in enumerate(sources)]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def rounds(rates):
    """The cells of a round for each learning rate."""
    return [cell.format(rate) for rate in rates for cell in ROUND]


@pytest.fixture
def place(tmp_path):
    """A folder with a few photos."""
    for label in ("cat", "dog"):
        folder = tmp_path / "Pets/train" / label
        folder.mkdir(parents=True)
        for index in range(4):
            (folder / f"{index}.png").write_bytes(png(f"{label} {index}"))
    (tmp_path / "new.png").write_bytes(png("new"))
    return tmp_path


@pytest.fixture
def begin(whet, place):
    """Begins a script in the folder, or the cells of a notebook: what these come to is told cell by cell."""
    def begin(script):
        name = "script.whet" if isinstance(script, str) else "script.ipynb"
        (place / name).write_text(script if isinstance(script, str) else notebook(script))
        return subprocess.Popen(
            [whet, "run", name], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={"PATH": os.environ["PATH"], "WHET_STATE": str(place / "state"), "HOME": str(place)})
    return begin


@pytest.fixture
def run(begin):
    """Runs a script that must end well."""
    def run(script):
        process = begin(script)
        out = process.communicate(timeout=120)[0]
        assert process.returncode == 0, out
        return out
    return run


class Found:
    """What is there after a kill."""

    def __init__(self, text):
        self.text = text
        self.epochs = int(re.search(r"net: (\d+) epochs?", text)[1])
        self.photos = sum(int(count) for count in re.findall(r"^(?:cat|dog)\s+(\d+) pictures", text, re.M))
        self.rate = float(re.search(r"means, where it says nothing: .*learningRate=([\d.e-]+)", text)[1])


def test_rows_53_and_97_killed_at_any_moment(begin, run, place):
    """Each round trains, saves, adds a photo and writes a setting, over and over, until it is killed."""
    seed = int(os.environ.get("WHET_KILL_SEED", time.time_ns() % 1_000_000))
    print(f"WHET_KILL_SEED={seed}")
    draw = random.Random(seed)
    run(BEGIN)
    begun = time.monotonic()
    run(rounds([0.0002]))
    length = time.monotonic() - begun
    before = Found(run(LOOK))
    assert (before.epochs, before.photos, before.rate) == (3, 9, 0.0002)
    killed = {"training": 0, "saving": 0, "adding": 0, "setting": 0}
    for kill in range(KILLS):
        rates = [round(0.0003 + (kill * 3 + number) % 900 * 1e-4, 4) for number in range(3)]
        process = begin(rounds(rates))
        timer = threading.Timer(draw.uniform(0, length * 2), process.send_signal, [signal.SIGKILL])
        timer.start()
        told = process.communicate(timeout=60)[0]
        timer.cancel()
        done = {word: len(re.findall(rf"^{word}$", told, re.M)) for word in ("trained", "saved", "added", "set")}
        step = ["training", "saving", "adding", "setting"][sum(done.values()) % 4]
        killed[step] += process.returncode != 0
        now = Found(run(LOOK))
        # What was told to be done is done; what was going on is done or not, and nothing between. A training that was
        # stopped in the midst is ended first.
        epochs = now.epochs - before.epochs
        rest = before.epochs % 2 == 0
        assert 2 * done["trained"] - rest <= epochs <= 2 * done["trained"] + 2 - rest, (kill, told, now.text)
        assert now.photos - before.photos - done["added"] in (0, 1), (kill, told, now.text)
        assert now.rate in [before.rate, *rates][done["set"]:done["set"] + 2], (kill, told, now.text)
        # Every photo and the model file can be read, and nothing half-written lies about.
        assert "cannot be read" not in now.text and "Core ML accepts net.mlmodel" in now.text, now.text
        strays = [path.name for path in place.glob("*") if path.name not in
                  {"Pets", "work", "state", "new.png", "net.mlmodel", "script.whet", "script.ipynb"}]
        assert len(strays) <= 1 + kill, strays
        before = now
    print(f"killed while {killed}; {now.epochs} epochs, {now.photos} photos")
    # A stopped training goes on, and what was added can be taken back.
    run("train net on=pets.train epochs=2 seed=5")
    run("add pets.train \"new.png\" label=dog\nundo")
    assert Found(run(LOOK)).photos == before.photos
