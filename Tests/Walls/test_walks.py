"""The walks of docs/contributing.md: every step is where it says, and no walk is longer than forty steps."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEP = re.compile(r"^(\d+)\. `([\w+/.-]+\.swift)` `(\w+)`: ", re.MULTILINE)


def walks():
    """[[(file, symbol), …], …]: a walk begins with step 1."""
    found = []
    for number, path, symbol in STEP.findall((ROOT / "docs/contributing.md").read_text(encoding="utf-8")):
        if number == "1":
            found.append([])
        found[-1].append((path, symbol))
    return found


def test_there_are_two_walks_of_at_most_forty_steps():
    lengths = [len(walk) for walk in walks()]
    assert len(lengths) == 2 and all(10 <= length <= 40 for length in lengths)


@pytest.mark.parametrize("path, symbol", [step for walk in walks() for step in walk], ids="-".join)
def test_a_step_is_declared_where_it_says(path, symbol):
    code = (ROOT / "Sources" / path).read_text(encoding="utf-8")
    declaration = r"\binit\(" if symbol == "init" else rf"\b(func|var|let) {symbol}\b"
    assert re.search(declaration, code), f"{path} declares no {symbol}"
