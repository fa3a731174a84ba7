"""Tests/Tools/tally.py: a stage can not pass by running nothing, nor by dying before it wrote its results."""

import pathlib
import subprocess
import sys

import pytest

TALLY = pathlib.Path(__file__).resolve().parents[1] / "Tools/tally.py"
GOOD, BAD, BROKEN, SKIPPED = (
    f'<testcase name="t">{inside}</testcase>' for inside in ("", "<failure/>", "<error/>", "<skipped/>")
)


@pytest.mark.parametrize(
    "results, status, counted",
    [
        (f"<testsuites><testsuite>{GOOD}{GOOD}{SKIPPED}</testsuite></testsuites>", 0, "2 0 1"),
        (f"<testsuites><testsuite>{GOOD}{BAD}{BROKEN}</testsuite></testsuites>", 1, "1 2 0"),
        (f"<testsuite>{GOOD}</testsuite>", 139, "1 1 0"),  # died after its last result
        (f"<testsuite>{SKIPPED}</testsuite>", 0, "0 0 1"),
        ("<testsuites/>", 0, "0 1 0"),  # ran nothing
        ("<testsuites><testsuite", 0, "0 1 0"),  # died while it wrote
        (None, 0, "1 0 0"),
        (None, 3, "0 1 0"),
    ],
)
def test_tests_are_counted_and_the_exit_code_is_believed(tmp_path, results, status, counted):
    file = tmp_path / "results.xml"
    if results is not None:
        file.write_text(results)
    ran = subprocess.run([sys.executable, TALLY, "--status", str(status), file], capture_output=True, text=True)
    assert ran.stdout == f"{counted}\n", ran.stderr
