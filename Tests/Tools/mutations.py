"""Breaks files at random and has the built program read them, under a limit of its address space: none may end it or make it
hang. `python3 Tests/Tools/mutations.py KIND… --count 20000 --whet .build/debug/whet` says what it found; without KIND all
kinds have their turn.

Files that a cell reads go to one kernel, many after each other; notebooks and scripts to a process each, `whet run`. What
ended the kernel is the file it was given last, which is then given to a kernel of its own, and kept in --keep."""

import argparse
import pathlib
import random
import shutil
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent))

import broken_archives  # noqa: E402
import broken_models  # noqa: E402
import broken_packages  # noqa: E402
import broken_pictures  # noqa: E402
import broken_programs  # noqa: E402
import broken_tables  # noqa: E402
import broken_texts  # noqa: E402
import shared_scene  # noqa: E402
from limited_program import ROOT, Session, limited, peak, run  # noqa: E402

# What cells read, by kind: `whole` files by their endings, how one is `broken`, and how it is `write`n, with the cells that read it.
READ_BY_CELLS = {
    "models": broken_models, "pictures": broken_pictures.Kind(), **{name: broken_pictures.Kind(name) for name in broken_pictures.MODERN},
    "tables": broken_tables, "archives": broken_archives, "texts": broken_texts, "programs": broken_packages,
}
READ_BY_PROCESSES = {"notebooks": broken_programs.NOTEBOOKS, "scripts": broken_programs.SCRIPTS}
KINDS = (*READ_BY_CELLS, *READ_BY_PROCESSES)


class Findings:
    """What was found of a kind: files that ended the program or made it hang, and the slowest."""

    def __init__(self, kind, keep):
        self.kind, self.keep = kind, keep
        self.read = self.refused = 0
        self.faults = []
        self.slowest = (0.0, None)

    def note(self, number, seconds, accepted):
        if accepted:
            self.read += 1
        else:
            self.refused += 1
        self.slowest = max(self.slowest, (seconds, number), key=lambda pair: pair[0])

    def blame(self, number, path, what):
        self.faults.append((number, what))
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, self.keep / f"{self.kind}-{number}-{path.name}")
        print(f"  {self.kind} {number}: {what}", flush=True)

    def __str__(self):
        seconds, number = self.slowest
        return (f"{self.kind}: {self.read + self.refused} broken files, {self.read} read, {self.refused} refused, "
                f"{len(self.faults)} faults; slowest {seconds:.2f} s (number {number})")


def read_by_kernel(name, numbers, whet, keep=None, breaks=True):
    """Has broken files of a kind read by kernels; gives the findings."""
    findings, kind = Findings(name, keep), READ_BY_CELLS[name]
    with tempfile.TemporaryDirectory(prefix="mutations-") as scratch:
        folder = pathlib.Path(scratch)
        shared_scene.make(folder)
        whole = kind.whole(folder, whet)
        session = Session(whet, folder, shared_scene.START)
        for number in numbers:
            rng = random.Random(f"{name} {number}")
            suffix, data = rng.choice(whole)
            data = kind.broken(data, suffix, rng) if breaks else data
            path, cells = kind.write(folder, suffix, data, random.Random(number), number)
            began = time.monotonic()
            fault, outcomes = None, []
            for cell in cells:
                outcomes.append(session.run(cell))
                if isinstance(outcomes[-1], str):
                    fault = outcomes[-1]
                    break
            findings.note(number, time.monotonic() - began, outcomes[0] is True)
            if fault:
                session.close()
                session = Session(whet, folder, shared_scene.START)
                alone = all(not isinstance(session.run(cell), str) for cell in cells)
                findings.blame(number, path, fault + (" (but not alone)" if alone else ""))
                session.close()
                session = Session(whet, folder, shared_scene.START)
            shutil.rmtree(folder / f"own{number}", ignore_errors=True)
        findings.peak = peak(session.kernel.process.pid)
        session.close()
    return findings


def read_by_processes(name, numbers, whet, keep=None, breaks=True):
    """Has broken notebooks or scripts run by a process each; gives the findings."""
    findings = Findings(name, keep)
    suffix, whole, options = READ_BY_PROCESSES[name]
    with tempfile.TemporaryDirectory(prefix="mutations-") as scratch:
        folder = pathlib.Path(scratch)
        path = folder / f"broken.{suffix}"
        argv = limited([whet, "run", path.name] + options)
        for number in numbers:
            data = whole().encode()
            path.write_bytes(broken_programs.broken(data, suffix, random.Random(f"{name} {number}")) if breaks else data)
            began = time.monotonic()
            code, told, error = run(argv, folder)
            findings.note(number, time.monotonic() - began, code == 0)
            if code not in (0, 1, 2):
                findings.blame(number, path, f"ended with {code}: {error[-300:]}")
            elif code and not error.strip():
                findings.blame(number, path, "failed without a sentence")
            elif told == "killed":
                findings.blame(number, path, "cannot be interrupted")
            if number % 500 == 499:
                shutil.rmtree(folder / "state", ignore_errors=True)
    return findings


def read(kind, numbers, whet, keep=None, breaks=True):
    """Has broken files of a kind read, or whole ones where it breaks none; gives the findings."""
    by = read_by_processes if kind in READ_BY_PROCESSES else read_by_kernel
    return by(kind, numbers, pathlib.Path(whet).resolve(), keep, breaks)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=KINDS)
    parser.add_argument("--count", type=int, default=1000, help="broken files of each kind")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--whet", default=ROOT / ".build/release/whet", help="the program")
    parser.add_argument("--keep", type=pathlib.Path, default=ROOT / "out/mutations", help="folder for files that were faults")
    options = parser.parse_args()
    faults = 0
    for kind in options.kinds:
        began = time.monotonic()
        findings = read(kind, range(options.first, options.first + options.count), options.whet, options.keep)
        print(f"{findings}; {time.monotonic() - began:.0f} s", flush=True)
        faults += len(findings.faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
