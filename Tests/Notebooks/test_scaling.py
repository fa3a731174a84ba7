"""The tables of docs/scaling.md are those that the simulation prints."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/scaling.md").read_text(encoding="utf-8")


def test_its_tables_are_those_of_the_simulation():
    program = [sys.executable, ROOT / "Tests/Cluster/simulation.py"]
    printed = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    first, second = printed.strip().split("\n\n")
    assert first in PAGE and second in PAGE


def test_what_is_said_of_them_holds():
    sys.path.insert(0, str(ROOT / "Tests/Cluster"))
    import simulation

    rows = list(simulation.rows())
    # Short trainings gain nothing, the last row needs four submissions, and little is computed in vain.
    assert all(float(row[5]) < 1 for row in rows if row[1] == "0.2 s")
    assert rows[-1][-1] == "4" and simulation.RETRIES == 3
    assert all(float(row[6].split()[0]) < 1 for row in rows)
    assert simulation.speedup(2, 1e9) < 1 < 1.3 < simulation.speedup(2, 1e9, 10)
    assert round(simulation.BY_SAMPLES * 4 / 1e6, 1) == 1.1 and round(simulation.BY_RANK * 4 / 1e6, 2) == 0.02
    assert 0.19 < simulation.WHOLE < 0.21
