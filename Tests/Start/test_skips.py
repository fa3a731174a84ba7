"""Tests/Tools/skips.py: every suite with skipped tests is listed once below each reason."""

import pathlib
import subprocess
import sys

SKIPS = pathlib.Path(__file__).resolve().parents[1] / "Tools/skips.py"


def skips(*files):
    ran = subprocess.run([sys.executable, SKIPS, *files], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_skipped_tests_are_listed_by_reason(tmp_path):
    swift, python = tmp_path / "swift.xml", tmp_path / "conformance.xml"
    swift.write_text(
        '<testsuites><testsuite><testcase classname="FilesTests.PlaceTests" name="`a file is read`(size:)">'
        "<skipped>root may read everything</skipped></testcase>"
        '<testcase classname="FilesTests.PlaceTests" name="`a file is written`()"/></testsuite></testsuites>'
    )
    case = '<testcase classname="Conformance.test_safety" name="test_folders{}"><skipped message="{}">x</skipped></testcase>'
    python.write_text(
        "<testsuite>"
        + case.format("[a]", "root may read everything") + case.format("[b]", "git is not here") + case.format("[b]", "git is not here")
        + '<testcase name="odd"><skipped/></testcase></testsuite>'
    )
    assert skips(swift, python).splitlines() == [
        "skipped: root may read everything",
        "  PlaceTests: a file is read",
        "  test_safety: test_folders[a]",
        "skipped: git is not here",
        "  test_safety: 2 tests",
        "skipped: without a reason",
        "  odd",
    ]


def test_more_skips_than_allowed_fail(tmp_path):
    results = tmp_path / "swift.xml"
    results.write_text("<testsuite>" + '<testcase name="t"><skipped message="nothing here"/></testcase>' * 3 + "</testsuite>")
    for most, code, last in ((3, 0, "  3 tests"), (2, 1, "3 tests were skipped; at most 2 may be.")):
        ran = subprocess.run([sys.executable, SKIPS, "--most", str(most), results], capture_output=True, text=True)
        assert ran.returncode == code and ran.stdout.splitlines()[-1] == last, ran


def test_where_none_is_skipped_nothing_is_said(tmp_path):
    good, broken = tmp_path / "good.xml", tmp_path / "broken.xml"
    good.write_text('<testsuite><testcase name="t"/></testsuite>')
    broken.write_text("<testsuites><testsuite")
    assert skips(good, broken, tmp_path / "missing.xml") == ""
