#!/usr/bin/env python3
"""List the tests that were skipped: `skips.py RESULTS.xml…` prints each reason once, with its suites below it: of a suite
the test, or how many there are.

RESULTS.xml is the JUnit form that both swift test and pytest write. Nothing is printed where no test was skipped.
"""

import argparse
import collections
import pathlib
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
    arguments.add_argument("results", type=pathlib.Path, nargs="*")
    found = skips(arguments.parse_args().results)
    for reason, suites in found.items():
        print(f"skipped: {reason}")
        for suite, names in suites.items():
            what = names[0] if len(names) == 1 else f"{len(names)} tests"
            print("  " + ": ".join(filter(None, [suite, what])))


if __name__ == "__main__":
    main()
