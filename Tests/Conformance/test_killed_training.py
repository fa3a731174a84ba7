"""A training whose process is killed at any moment: nothing finished is lost, and what goes on is what it would have been.

WHET_KILLS says how many moments are tried; a few are, unless said."""

import contextlib
import os
import random
import re
import signal
import sqlite3
import subprocess
import time

import pytest
import wire
from waiting import wait_until

KILLS = int(os.environ.get("WHET_KILLS", "6"))


BEGIN = """
dataset digits csv="digits.csv" shape=[1, 8, 8] split=[0.8, 0.2]
network net input=[1, 8, 8] seed=7 { flatten; innerProduct 200 activation=relu; innerProduct 3; softmax }
train net on=digits.train validate=digits.test epochs=2 miniBatchSize=10 optimizer=adam learningRate=0.001 seed=5
"""
LONG = "train net on=digits.train validate=digits.test epochs={} miniBatchSize=10 optimizer=adam learningRate=0.001 seed=5"


@pytest.fixture
def place(tmp_path):
    """A folder with a table of drawn numbers."""
    draw = random.Random(3)
    rows = []
    for index in range(1000):
        label = index % 3
        rows.append(",".join([str(label)] + [f"{draw.gauss(label, 2):.3f}" for _ in range(64)]))
    (tmp_path / "digits.csv").write_text("\n".join(rows) + "\n")
    return tmp_path


@pytest.fixture
def run(whet, place):
    """Runs a script in the folder; with `kill_after`, kills it so many seconds after it began, or when that holds."""
    def run(script, kill_after=None, state="state"):
        (place / "script.whet").write_text(script)
        process = subprocess.Popen(
            [whet, "run", "script.whet"], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={"PATH": os.environ["PATH"], "WHET_STATE": str(place / state), "HOME": str(place)})
        if kill_after is None:
            out = process.communicate(timeout=300)[0]
            assert process.returncode == 0, out
            return out
        wait_until(kill_after) if callable(kill_after) else time.sleep(kill_after)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        return None
    return run


def rows(text):
    """The rows of a history, by epoch, without what depends on the clock."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"\s*(\d+)\s+([\d.e-]+\s+[\d.e-]+.*)$", line)
        if match:
            found[int(match[1])] = match[2].split()
    return found


def test_pieces_are_the_whole(run, place):
    """The third beyond: a training killed at random moments ends as if nothing had happened, bit for bit."""
    epochs = 300
    run(BEGIN, state="whole")
    begun = time.monotonic()
    run(LONG.format(epochs), state="whole")
    length = time.monotonic() - begun
    expected = rows(run("history net last=5", state="whole"))
    assert len(expected) == 5
    seed = int(os.environ.get("WHET_KILL_SEED", time.time_ns() % 1_000_000))
    print(f"WHET_KILL_SEED={seed}")
    draw = random.Random(seed)
    run(BEGIN)
    script = LONG.format(epochs)
    for _ in range(KILLS):
        run(script, kill_after=draw.uniform(0.02, length / 3))
        # Everything that was finished is there, and readable.
        text = run("history net last=500\nruns last=1000")
        done = rows(text)
        assert {1, 2} <= set(done), text
        assert sorted(done)[-1] >= 2
        stopped = "stopped in mid-training" in text
        script = "train net" if stopped else script
        if max(done) >= 2 + epochs:
            break
    if max(rows(run("history net last=500"))) < 2 + epochs:
        run(script)
    assert rows(run("history net last=5")) == expected


def test_killed_runs_are_told(run, place):
    """A killed training leaves a run that says so, with the epochs it finished."""
    def is_learning():
        with contextlib.closing(sqlite3.connect(place / "state/whet.sqlite", timeout=wire.PATIENCE)) as store:
            return store.execute("SELECT count(*) FROM runs WHERE state = 'running'").fetchone() == (1,)

    run(BEGIN)
    run(LONG.format(1_000_000), kill_after=is_learning)
    text = run("runs")
    assert "killed" in text, text
    assert "completed" in text, text
