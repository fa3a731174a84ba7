"""Breaks files at random and has the built program read them, under a limit of its address space: none may end it or make it
hang. `python3 Tests/Tools/mutations.py KIND… --count 20000 --whet .build/debug/whet` says what it found; without KIND all
kinds have their turn.

Files that a cell reads go to one kernel, many after each other; notebooks and scripts to a process each, `whet run`. What
ended the kernel is the file it was given last, which is then given to a kernel of its own, and kept in --keep."""

import argparse
import contextlib
import io
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests"), str(ROOT / "Tests/Conformance"), str(ROOT / "Tests/Tools")]

import wire  # noqa: E402
from breaking import damage, damage_text, repair_png  # noqa: E402
from waiting import Silence  # noqa: E402
from whole_pictures import modern, pictures, pillow  # noqa: E402

LIMIT = 500_000_000  # bytes of address space
PATIENT = 20  # seconds for a file, after which it is interrupted: a broken script may ask for long work, but ends when told to
MODERN = ("heif", "webp", "tiff", "gif", "bmp")
TARGETS = {"npy": " target=1 task=classification", "npz": " target=y", "db": " target=label"}
KINDS = ("models", "pictures", *MODERN, "tables", "archives", "notebooks", "scripts")

SCRIPT = """# a session of its own
dataset hands sample=digits count=20 seed=1
epochs = 2
network net input=[1, 28, 28] seed=7 {
  convolution 2 kernel=3 activation=relu
  maxPool 2
  flatten
  innerProduct 10
  softmax
}
train net on=hands.train epochs=$epochs miniBatchSize=8 optimizer=adam learningRate=1e-3 schedule=exponential(0.99)
evaluate net on=hands.train
confusion net on=hands.test
plot net y=[trainLoss, trainLossMean] logScale=true
history net last=1
save net path="net.mlmodel" updatable=true replace=true
describe "net.mlmodel"
print "done" 1/4 80% '\\n' ✊ $epochs
undo; runs; status; help train
"""


# What is broken


def archive(entries, compression=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as made:
        for name, data in entries:
            made.writestr(name, data)
    return stream.getvalue()


def foreign(rng):
    """Tables that are no text: an array, archives of two, and a database."""
    def array(kind, shape, content):
        head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
        return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + content
    numbers = array("<f4", (30, 9), struct.pack("<270f", *(rng.uniform(-9, 9) for _ in range(270))))
    names = array("<U3", (30,), "".join(rng.choice("ab").ljust(3, "\0") for _ in range(30)).encode("utf-32-le"))
    whole = [("x.npy", numbers), ("y.npy", names)]
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE TABLE t ({', '.join(f'x{place} REAL' for place in range(9))}, label TEXT)")
    rows = [[*(rng.uniform(-9, 9) for _ in range(9)), rng.choice("ab")] for _ in range(30)]
    database.executemany(f"INSERT INTO t VALUES ({', '.join('?' * 10)})", rows)
    database.commit()
    return [
        ("npy", numbers), ("npz", archive(whole)), ("npz", archive(whole, zipfile.ZIP_STORED)), ("db", database.serialize()),
        ("db", database.serialize()),
    ]


class Readers:
    """What a kernel is given: for each kind whole files, how they are broken, and the cells that read one."""

    def __init__(self, folder, whet):
        self.folder = folder
        photo = pillow("JPEG")
        for split in ("train", "test"):
            for label in ("a", "b"):
                place = folder / "photos" / split / label
                place.mkdir(parents=True)
                for number in range(2):
                    (place / f"{number}.jpg").write_bytes(pillow("JPEG", size=(16 + number, 16)))
        (folder / "photo.jpg").write_bytes(photo)
        self.start = (
            'dataset p path="photos"\nnetwork n input=[3, 16, 16] seed=1 { convolution 2 kernel=3; flatten; innerProduct 2; softmax }\n'
            "train n on=p.train epochs=1")
        make = self.start + (
            '\nsave n path="n.mlmodel"\nsave n path="n8.mlmodel" updatable=false precision=8\n'
            'save n path="n4.mlmodel" updatable=false precision=lookupTable4\nsave n path="n16.mlmodel" precision=float16\n'
            "network r input=[1, 6, 6] seed=2 { convolution 3 kernel=3 padding=1; batchnorm; relu; averagePool 2; dropout 0.5; flatten; "
            "innerProduct 2 activation=tanh; innerProduct 3; softmax }\n"
            'save r path="r.mlmodel" updatable=false\nknn k features=n.convolution0\ntrain k on=p.train\nsave k path="k.mlmodel"\n')
        (folder / "make.whet").write_text(make)
        environment = os.environ | {"WHET_STATE": str(folder / "made"), "WHET_DATA": str(folder / "none")}
        done = subprocess.run([whet, "run", "make.whet"], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr + done.stdout
        self.seeds = {
            "models": [("mlmodel", path.read_bytes()) for path in sorted(folder.glob("*.mlmodel"))],
            "pictures": pictures(),
            **{kind: modern(kind) for kind in MODERN},
            "tables": self.tables(),
            "archives": self.archives(photo),
        }

    @staticmethod
    def tables():
        rng = random.Random(5)
        rows = ["label," + ",".join(f"x{place}" for place in range(9))]
        rows += [f"{rng.choice('ab')}," + ",".join(f"{rng.uniform(-9, 9):.3f}" for _ in range(9)) for _ in range(30)]
        text = "\n".join(rows).encode()
        images = struct.pack(">4i", 0x803, 12, 5, 4) + rng.randbytes(12 * 20)
        labels = struct.pack(">2i", 0x801, 12) + bytes(rng.randrange(3) for _ in range(12))
        packed = zlib.compressobj(wbits=31)
        return [
            ("csv", text), ("csv", text.replace(b"\n", b"\r\n")), ("csv", text.replace(b"\na,", b'\n"a ""q"", b",')),
            ("csv", b"\xff\xfe" + text.decode().encode("utf-16-le")), ("csv.gz", packed.compress(text) + packed.flush()),
            ("images", images), ("images", images), ("labels", labels), *foreign(rng),
        ]

    @staticmethod
    def archives(photo):
        entries = [(f"{split}/{label}/{number}.jpg", photo) for split in ("train", "test") for label in "ab" for number in range(2)]
        labels = ("labels.json", b'["a","b"]')
        return [("zip", archive(entries)), ("zip", archive([labels] + entries)), ("zip", archive(entries, zipfile.ZIP_STORED))]

    def broken(self, kind, number):
        """The broken file of a number: its ending and its bytes, the same every time."""
        rng = random.Random(f"{kind} {number}")
        suffix, whole = rng.choice(self.seeds[kind])
        if kind == "archives" and rng.random() < 0.3:  # Entries of odd names and contents, in an archive that is whole.
            names = ("../../up.jpg", "/abs.jpg", "train/a/" + "n" * 300, "train/a/x\0.jpg", "train/a", "train/a/b/c/d.jpg", "/", ".")
            with zipfile.ZipFile(io.BytesIO(whole)) as opened:
                entries = [(name, opened.read(name)) for name in opened.namelist()]
            place = rng.randrange(len(entries))
            with contextlib.suppress(ValueError, UserWarning):
                name = rng.choice((entries[place][0], rng.choice(names)))
                entries[place] = (name, rng.choice((damage(entries[place][1], rng), bytes(rng.choice((0, 3_000_000))))))
                return suffix, archive(entries)
        data = damage_text(whole, rng) if suffix == "csv" else damage(whole, rng)
        if suffix == "png" and rng.random() < 0.7:
            data = repair_png(data)
        return suffix, data

    def write(self, kind, number):
        """Writes the broken file of a number; gives its path and the cells that read it."""
        suffix, data = self.broken(kind, number)
        rng = random.Random(number)
        if kind == "tables" and suffix in ("images", "labels"):
            place = self.folder / "idx"
            place.mkdir(exist_ok=True)
            for which, rank in (("images", 3), ("labels", 1)):
                whole = next(seed for name, seed in self.seeds[kind] if name == which)
                (place / f"train-{which}-idx{rank}-ubyte").write_bytes(data if which == suffix else whole)
            return place / f"train-{suffix}-idx{3 if suffix == 'images' else 1}-ubyte", [
                'dataset t idx="idx" split=[0.8, 0.2]', "show t", "network d input=[1, 5, 4] seed=1 { flatten; innerProduct 3; softmax }",
                "train d on=t.train epochs=1", "evaluate d on=t.test"]
        path = self.folder / f"broken.{suffix}"
        path.write_bytes(data)
        if kind == "models":
            cells = [f'load m "{path.name}"', f'describe "{path.name}"', f'check "{path.name}"', f'layers "{path.name}"']
            later = ['predict m image="photo.jpg"', "evaluate m on=p.test", "train m on=p.train epochs=1",
                     'save m path="out.mlmodel" replace=true', "weights m", "describe m parameters=true", "knn f features=m.convolution0"]
            return path, cells[:1] + rng.sample(cells[1:], 1) + rng.sample(later, 2)
        if kind == "pictures" or kind in MODERN:
            return path, rng.choice((
                [f'predict n image="{path.name}"'], [f'explain n photo="{path.name}" by=occlusion'],
                [f'dataset own path="photos" into="own{number}"', f'add own.train "{path.name}" label=a', "evaluate n on=own.train"]))
        if kind == "tables":
            key = {"npy": "npz", "npz": "npz", "db": "sqlite"}.get(suffix, "csv")
            return path, [f'dataset t {key}="{path.name}" split=[0.8, 0.2]{TARGETS.get(suffix, "")}', "show t",
                          "network d input=[9] seed=1 { innerProduct 2; softmax }", "train d on=t.train epochs=1", "evaluate d on=t.test"]
        return path, [f'dataset z path="{path.name}" into="own{number}"', "check z duplicates=true", "evaluate n on=z.train"]


# Reading


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


def limited(argv):
    """A command whose process may have so much address space."""
    return ["sh", "-c", f'ulimit -c 0; ulimit -v {LIMIT // 1000}; exec "$@"', "sh", *map(str, argv)]


def environment(folder):
    """Nothing of the user's is used, and nothing downloaded."""
    return {"WHET_STATE": str(folder / "state"), "WHET_DATA": str(folder / "none"), "WHET_MIRROR": "http://127.0.0.1:1",
            "HOME": str(folder), "TMPDIR": str(folder)}


class Session:
    """A kernel under the limit, in a folder, with the names the cells use."""

    def __init__(self, whet, folder, start):
        here = os.getcwd()
        os.chdir(folder)
        try:
            argv = limited([whet, "kernel", "-f", "{connection_file}"])
            self.kernel = wire.Kernel(argv, environment=environment(folder))
        finally:
            os.chdir(here)
        self.client = wire.Client(self.kernel)
        for cell in filter(None, start.split("\n")):
            reply, _ = self.client.run(cell)
            assert reply["status"] == "ok", reply

    def run(self, cell):
        """Whether a cell succeeded, what it said being in `said`; a sentence where it ended the kernel or could not be stopped."""
        self.said = ""
        request = self.client.execute(cell, stop_on_error=False)
        end, told, reply, idle = time.monotonic() + PATIENT, False, None, False
        while reply is None or not idle:
            if self.kernel.process.poll() is not None:
                return f"ended the kernel ({self.kernel.process.returncode}): {cell}"
            if time.monotonic() > end:
                if told:
                    return f"cannot be interrupted: {cell}"
                self.client.send("interrupt_request", channel="control")
                told, end = True, time.monotonic() + PATIENT
            if reply is None and (message := self.poll("shell", 0.05)) is not None and message.about == request:
                reply = message
            if reply is not None and (message := self.poll("iopub", 0.05)) is not None:
                if message.about == request:
                    idle = idle or message.state == "idle"
                    self.said += message.content.get("data", {}).get("text/plain", "") + message.content.get("evalue", "")
        if told:
            return f"took more than {PATIENT} s: {cell}"
        if reply.content["status"] == "error" and not reply.content["evalue"].strip():
            return f"failed without a sentence: {cell}"
        return reply.content["status"] == "ok"

    def poll(self, channel, seconds):
        try:
            return self.client.poll(channel, seconds)
        except Silence:
            return None

    def close(self):
        self.client.close()
        self.kernel.close()


def read_by_kernel(kind, numbers, whet, keep=None):
    """Has broken files of a kind read by kernels; gives the findings."""
    findings = Findings(kind, keep)
    with tempfile.TemporaryDirectory(prefix="mutations-") as scratch:
        folder = pathlib.Path(scratch)
        readers = Readers(folder, whet)
        session = Session(whet, folder, readers.start)
        for number in numbers:
            path, cells = readers.write(kind, number)
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
                session = Session(whet, folder, readers.start)
                alone = all(not isinstance(session.run(cell), str) for cell in cells)
                findings.blame(number, path, fault + (" (but not alone)" if alone else ""))
                session.close()
                session = Session(whet, folder, readers.start)
            shutil.rmtree(folder / f"own{number}", ignore_errors=True)
        findings.peak = peak(session.kernel.process.pid)
        session.close()
    return findings


def peak(process):
    """The most memory a process has held, in megabytes."""
    with contextlib.suppress(OSError):
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1000
    return None


def notebook():
    cells = [
        {"cell_type": "code", "execution_count": None, "id": str(place), "metadata": {}, "outputs": [], "source": line}
        for place, line in enumerate(("print 1", 'x = 5; print $x "é✊"', "help train", ["network n input=[4] {\n", "innerProduct 2; softmax\n", "}"]))
    ]
    cells[1]["metadata"] = {"tags": ["parameters"]}
    cells.insert(0, {"cell_type": "markdown", "id": "m", "metadata": {}, "source": ["# title\n", "text \\u00e9"]})
    return json.dumps({"cells": cells, "metadata": {"kernelspec": {"name": "whet"}}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def read_by_processes(kind, numbers, whet, keep=None):
    """Has broken notebooks or scripts run by a process each; gives the findings."""
    findings = Findings(kind, keep)
    suffix = {"notebooks": "ipynb", "scripts": "whet"}[kind]
    whole = (notebook() if kind == "notebooks" else SCRIPT).encode()
    with tempfile.TemporaryDirectory(prefix="mutations-") as scratch:
        folder = pathlib.Path(scratch)
        path = folder / f"broken.{suffix}"
        argv = limited([whet, "run", path.name] + (["-p", "x=7", "-o", "out.ipynb", "--replace"] if kind == "notebooks" else []))
        for number in numbers:
            path.write_bytes(damage_text(whole, random.Random(f"{kind} {number}")))
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


def run(argv, folder):
    """A process's exit code, whether it had to be interrupted, and what it said on standard error."""
    process = subprocess.Popen(
        argv, cwd=folder, env=os.environ | environment(folder), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    told = None
    try:
        error = process.communicate(timeout=PATIENT)[1]
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        told = "interrupted"
        try:
            error = process.communicate(timeout=PATIENT)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            told, error = "killed", process.communicate()[1]
    return process.returncode, told, error.decode("utf-8", "replace")


def read(kind, numbers, whet, keep=None):
    """Has broken files of a kind read; gives the findings."""
    by = read_by_processes if kind in ("notebooks", "scripts") else read_by_kernel
    return by(kind, numbers, pathlib.Path(whet).resolve(), keep)


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
