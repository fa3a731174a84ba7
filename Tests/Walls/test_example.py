"""The lines of docs/experiments.md are those that a test of Experiments runs, and at most twenty-five."""

import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_page_shows_what_the_test_runs():
    page = (ROOT / "docs/experiments.md").read_text(encoding="utf-8")
    test = (ROOT / "Tests/ExperimentsTests/ExampleTests.swift").read_text(encoding="utf-8")
    shown = re.search(r"```swift\n(.*?)```", page, re.DOTALL).group(1)
    run = re.search(r"// begin\n(.*?) *// end", test, re.DOTALL).group(1)
    assert shown.strip() == textwrap.dedent(run).strip()
    assert len([line for line in shown.splitlines() if line.strip()]) <= 25
