#!/usr/bin/env python3
"""Count the tests of one stage: `tally.py --status EXIT_CODE RESULTS.xml` prints `passed failed skipped`.

RESULTS.xml is the JUnit form that both swift test and pytest write. A stage without such a file counts as one test,
which passed when its exit code was 0. A stage that failed without saying which test failed counts one failure more,
and so does one that ran no test at all.
"""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def tally(results, status):
    """(passed, failed, skipped) of the file's test cases, made to agree with the exit code."""
    if results is None:
        return (1, 0, 0) if status == 0 else (0, 1, 0)
    passed = failed = skipped = 0
    for case in results.iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    if failed == 0 and (status != 0 or passed + skipped == 0):
        failed = 1
    return passed, failed, skipped


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--status", type=int, required=True)
    arguments.add_argument("results", type=pathlib.Path)
    arguments = arguments.parse_args()
    results = None
    if arguments.results.exists():
        try:
            results = ElementTree.parse(arguments.results).getroot()
        except ElementTree.ParseError:  # the tests died while they wrote it
            arguments.status = arguments.status or 1
    print(*tally(results, arguments.status))


if __name__ == "__main__":
    sys.exit(main())
