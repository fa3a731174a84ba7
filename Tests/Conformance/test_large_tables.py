"""Tables several times as large as the memory they may take: what a training of one holds in memory stays small, and its
numbers are those of a training in memory."""

import gzip
import os
import random
import re
import struct
import subprocess
import sys

import pytest

ALLOWED = 4_000_000
SIDE = 64

CELLS = """
dataset d {place} split=[0.9, 0.1]
network n input=[{shape}] seed=3 {{ {flatten} innerProduct 2; softmax }}
train n on=d.train validate=d.test epochs=2 miniBatchSize=128 learningRate=0.01 seed=5
evaluate n on=d
check d labels=false
describe d
weights n
"""

MEASURED = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
sys.exit(code)
"""


def run(whet, folder, cells, memory):
    """Runs cells in a process of their own; gives what they say, and the most memory the process held, in bytes."""
    (folder / "script.whet").write_text(cells)
    env = {"PATH": os.environ["PATH"], "WHET_STATE": str(folder / "state"), "WHET_TABLE_MEMORY": memory}
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(whet), "run", "script.whet"], cwd=folder, env=env, capture_output=True,
        text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    text, peak = done.stdout.rsplit("peak ", 1)
    return text, int(peak)


def idx(folder, count, packed):
    """Pictures whose shade tells their class."""
    folder.mkdir()
    draw = random.Random(1)
    rows = [bytes(draw.choices(range(40 * label, 40 * label + 60), k=256)) * (SIDE * SIDE // 256) for label in (0, 1)]
    opened = gzip.open if packed else open
    ending = ".gz" if packed else ""
    with opened(folder / f"train-images-idx3-ubyte{ending}", "wb") as file:
        file.write(struct.pack(">IIII", 0x803, count, SIDE, SIDE))
        for number in range(count):
            # No two rows are the same, so that `check` has nothing to report.
            row = rows[number % 2]
            file.write(struct.pack(">I", number) + row[4:])
    with open(folder / "train-labels-idx1-ubyte", "wb") as file:
        file.write(struct.pack(">II", 0x801, count) + bytes(number % 2 for number in range(count)))


def table(file, count):
    """Rows of 1,024 numbers in text."""
    draw = random.Random(1)
    rows = [",".join(str(draw.randrange(0, 100 + 100 * label)) for _ in range(1023)) for label in (0, 1)]
    with open(file, "w") as out:
        for number in range(count):
            out.write(f"{number % 2},{number / 1000:.3f},{rows[number % 2]}\n")


@pytest.mark.parametrize("kind", ["idx", "packed", "csv"])
def test_memory_stays_small_however_large_the_table(whet, tmp_path, kind):
    def cells(count):
        if kind == "csv":
            table(tmp_path / f"{count}.csv", count)
            return CELLS.format(place=f'csv="{count}.csv" scale=1/255', shape="1024", flatten="")
        idx(tmp_path / str(count), count, kind == "packed")
        return CELLS.format(place=f'idx="{count}"', shape=f"1, {SIDE}, {SIDE}", flatten="flatten;")

    few, many = 500, 12_000
    bytes_of = (lambda count: count * 4096) if kind == "csv" else (lambda count: count * SIDE * SIDE)
    assert bytes_of(few) <= ALLOWED and bytes_of(many) > 10 * ALLOWED
    _, small = run(whet, tmp_path, cells(few), str(ALLOWED))
    streamed = cells(many)
    text, large = run(whet, tmp_path, streamed, str(ALLOWED))
    assert "are read from a file as needed" in text
    # Labels, places and answers of so many samples are held, and their numbers are not.
    assert large - small < 24_000_000, f"{small} and {large} bytes"
    assert list((tmp_path / "state/tables").iterdir()) == []

    told, _ = run(whet, tmp_path, streamed, "2G")
    assert "are read from a file" not in told

    def results(text):
        return re.findall(r"^(?:n on d: .*correct \(.*?\)|innerProduct0 .*)", text, re.MULTILINE)

    assert len(results(text)) == 3
    assert results(told) == results(text)
