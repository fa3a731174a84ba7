"""Damages a state folder at random places (bytes zeroed or changed, files cut off or removed) and has the built program work
with it: nothing that can still be read may be lost, nothing may be answered otherwise than before without a word, and whatever
is gone has its sentence. `python3 Tests/Tools/state_damage.py --count 1000 --whet .build/debug/whet` says what it found.

The judge is Python's own SQLite: a row that it reads from the damaged database as it was must be in the database afterwards, and
content that is whole must still be there."""

import argparse
import contextlib
import hashlib
import pathlib
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time

from limited_program import ROOT, Session
from whole_pictures import pillow

MAKE = """dataset pets path="photos" into="work"
network one input=[3, 16, 16] seed=1 { flatten; innerProduct 2; softmax }
train one on=pets.train validate=pets.test epochs=3
network two input=[3, 16, 16] seed=2 { convolution 2 kernel=3; flatten; innerProduct 2; softmax }
train two on=pets.train validate=pets.test epochs=2
train two on=pets.train epochs=1
set two learningRate=0.5
remove pets.train 0
relabel pets.train 1 to=b"""
LOOK = ["status", "runs", "history one", "evaluate one on=pets.test", "evaluate two on=pets.test", "undo", "undo"]
TABLES = {"runs": "id, model, command, settings, seed, fingerprint", "epochs": "run, epoch, record", "remembered": "scope, name, value",
          "changes": "id, place, statement, files", "commands": "session, line, source"}


def photos(folder):
    for split in ("train", "test"):
        for place, label in enumerate("ab"):
            target = folder / "photos" / split / label
            target.mkdir(parents=True)
            for number in range(3):
                (target / f"{label}{number}.jpg").write_bytes(pillow("JPEG", size=(16 + number, 16 + place)))


def rows(database):
    """The rows of a database that can be read, one by one, by table."""
    found = {table: set() for table in TABLES}
    for table, columns in TABLES.items():
        for order in ("", " ORDER BY 1 DESC"):  # A broken page stops one direction, not the other.
            with contextlib.suppress(sqlite3.Error, OverflowError):
                with contextlib.closing(sqlite3.connect(database)) as connection:
                    connection.text_factory = bytes
                    for row in connection.execute(f"SELECT {columns} FROM {table}{order}"):
                        found[table].add(row)
    return found


def whole(state):
    """The stored contents that are what their names say."""
    found = set()
    for path in (state / "contents").glob("??/*"):
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == path.parent.name + path.name:
            found.add(path.parent.name + path.name)
    return found


def answer(answers, cell):
    """What a model answers, without what is said of where it and its photos come from."""
    said = answers[cell][1]
    return [line for line in said[said.find(" on pets.test: "):].split("\n") if ".jpg" in line or "correct" in line]


def age(answers, model):
    """What a session has said of a model of an earlier one when it came back: how many epochs it was trained."""
    return re.findall(rf"\b{model} is from an earlier session: [^\n]*? (\d+ epochs?)", " ".join(said for _, said in answers.values()))


def damage(state, rng):
    """Damages one file; says which and how."""
    files = sorted(path for path in state.rglob("*") if path.is_file())
    stores = [path for path in files if path.name.startswith("whet.sqlite")]
    path = rng.choice(stores) if rng.random() < 0.6 else rng.choice(files)
    data = bytearray(path.read_bytes())
    how = rng.choice(("zeroed", "zeroed", "changed", "cut off", "removed"))
    place = rng.randrange(len(data)) if data else 0
    length = rng.choice((1, 16, 64, 512, 4096, 20_000))
    if how == "removed":
        path.unlink()
    else:
        if how == "zeroed":
            data[place:place + length] = bytes(min(length, len(data) - place))
        elif how == "changed":
            data[place:place + length] = rng.randbytes(min(length, len(data) - place))
        else:
            del data[place:]
        path.write_bytes(data)
    return path.relative_to(state), f"{how} at {place}, {length} bytes" if how in ("zeroed", "changed") else f"{how} at {place}"


class Trial:
    """A folder with photos and a state folder, as a session left it, which is damaged again and again."""

    def __init__(self, folder, whet, ends):
        self.folder, self.whet = folder, whet
        self.state, self.kept = folder / "state", folder.parent / f"{folder.name}-kept"
        folder.mkdir()
        photos(folder)
        session = self.begin(MAKE)
        if not ends:  # What only the log has.
            self.end(session, kills=True)
        else:
            self.end(session)
        shutil.copytree(folder, self.kept)
        self.rows, self.whole = rows(self.copied_database()), whole(self.state)
        self.answers = self.look()[0]
        self.staying = whole(self.state)
        assert all(ok for ok, _ in self.answers.values()), self.answers

    def begin(self, cells=""):
        return Session(self.whet, self.folder, cells)

    @staticmethod
    def end(session, kills=False):
        if kills:
            session.kernel.process.kill()
        else:
            session.client.send("shutdown_request", {"restart": False}, channel="control")
        session.kernel.process.wait(60)
        session.close()

    def reset(self):
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder)

    def copied_database(self):
        """A copy of the database with its log, so that reading it changes nothing."""
        copy = self.folder.parent / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for path in self.state.glob("whet.sqlite*"):
            if path.name in ("whet.sqlite", "whet.sqlite-wal"):
                shutil.copy(path, copy)
        return copy / "whet.sqlite"

    def look(self):
        """What every cell answers in a new session: whether it ran, and what it said; and a fault, where there was one."""
        session = self.begin()
        answers = {}
        try:
            for place, cell in enumerate(LOOK):
                outcome = session.run(cell)
                if isinstance(outcome, str):
                    return answers, outcome
                # How long it took is the machine's affair.
                said = re.sub(r"[^\n]*\b(took|answers in) [^\n]*", "", session.said).strip()
                answers[f"{place} {cell}"] = (outcome, said)
            self.end(session)
        finally:
            session.close()
        return answers, None

    def fault(self, number):
        """What is wrong after the damage of a number; None where all is well."""
        self.reset()
        rng = random.Random(number)
        path, how = damage(self.state, rng)
        before, kept = rows(self.copied_database()), whole(self.state)
        readable = {table: self.rows[table] & before[table] for table in TABLES}
        answers, fault = self.look()
        after = rows(self.copied_database())
        remaining = whole(self.state)
        told = f"{path} {how}: "
        if fault:
            return told + fault
        for table in ("runs", "epochs", "commands"):
            lost = readable[table] - after[table]
            if lost:
                return told + f"{len(lost)} of {len(readable[table])} readable rows of {table} are lost: {sorted(lost)[0]}"
        lost = (self.staying & kept) - remaining
        if lost:
            return told + f"{len(lost)} whole contents were removed"
        for cell in [f"{place} {cell}" for place, cell in enumerate(LOOK) if cell.startswith("evaluate")]:
            model = cell.split()[2]
            if answers[cell][0] and answer(answers, cell) != answer(self.answers, cell) and age(answers, model) == age(self.answers, model):
                return told + f"{cell} answers otherwise without a word: {answers[cell][1]} instead of {self.answers[cell][1]}"
        told_of = "damaged" in answers["0 status"][1] or "is missing" in answers["0 status"][1]
        gone = {table: len(self.rows[table] - before[table]) for table in TABLES}
        # Nothing tells changed bytes within a row of the database from others; the log has checksums.
        is_seen = path.name == "whet.sqlite-wal" or how.startswith(("removed", "cut off"))
        if any(gone.values()) and is_seen and not told_of:
            return told + f"rows are gone without a word: {gone}"
        isSetAside = any("damaged" in item.name for item in self.state.iterdir())
        if isSetAside and "damaged" not in answers["0 status"][1]:
            return told + "the store was set aside without a word"
        return None


def try_places(count, whet, first=0):
    """Damages state folders so many times; gives the faults by number."""
    faults = []
    with tempfile.TemporaryDirectory(prefix="damage-") as scratch:
        trials = [Trial(pathlib.Path(scratch) / name, whet, ends) for name, ends in (("ended", True), ("killed", False))]
        for number in range(first, first + count):
            fault = trials[number % 2].fault(number)
            if fault:
                faults.append((number, fault))
                print(f"  {number}: {fault}", flush=True)
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--whet", default=ROOT / ".build/release/whet")
    options = parser.parse_args()
    began = time.monotonic()
    faults = try_places(options.count, pathlib.Path(options.whet).resolve(), options.first)
    print(f"{options.count} places damaged, {len(faults)} faults; {time.monotonic() - began:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
