#!/usr/bin/env python3
"""List the tests that were skipped: `skips.py [--most N] RESULTS.xml…` prints each reason once, with its suites below it: of a
suite the test, or how many there are.

RESULTS.xml is the JUnit form that both swift test and pytest write. Nothing is printed where no test was skipped. With --most the
exit code is 1 where more than N tests were skipped: a test that is skipped holds nothing.
"""

import argparse
import collections
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def skips(files):
    """The skipped tests: reason to suite to names, in the order of the files."""
    reasons = collections.defaultdict(lambda: collections.defaultdict(list))
    for file in files:
        try:
            cases = ElementTree.parse(file).getroot().iter("testcase")
        except (ElementTree.ParseError, OSError):  # the tests died while they wrote it
            continue
        for case in cases:
            skipped = case.find("skipped")
            if skipped is None:
                continue
            reason = skipped.get("message") or (skipped.text or "").strip() or "without a reason"
            suite = case.get("classname", "").replace("Tests.", ".", 1).rpartition(".")[2]
            # Swift writes names that are sentences between backticks, and parameters behind them.
            name = case.get("name", "").replace("`", "").partition("(")[0]
            reasons[reason][suite].append(name)
    return reasons


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--most", type=int, help="how many tests may be skipped")
    arguments.add_argument("results", type=pathlib.Path, nargs="*")
    arguments = arguments.parse_args()
    found = skips(arguments.results)
    for reason, suites in found.items():
        print(f"skipped: {reason}")
        for suite, names in suites.items():
            what = names[0] if len(names) == 1 else f"{len(names)} tests"
            print("  " + ": ".join(filter(None, [suite, what])))
    count = sum(len(names) for suites in found.values() for names in suites.values())
    if arguments.most is not None and count > arguments.most:
        print(f"{count} tests were skipped; at most {arguments.most} may be.")
        sys.exit(1)


if __name__ == "__main__":
    main()
