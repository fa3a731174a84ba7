"""Tables: as text, packed or not, as IDX, as arrays of NumPy and as a database."""

import random
import sqlite3
import struct
import zipfile
import zlib

import breaking
from broken_archives import archive

TARGETS = {"npy": " target=1 task=classification", "npz": " target=y", "db": " target=label"}
KEYS = {"npy": "npz", "npz": "npz", "db": "sqlite"}


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


def whole(folder, whet):
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


def broken(whole, suffix, rng):
    return breaking.damage_text(whole, rng) if suffix == "csv" else breaking.damage(whole, rng)


def write(folder, suffix, data, rng, number):
    if suffix in ("images", "labels"):
        place = folder / "idx"
        place.mkdir(exist_ok=True)
        for which, rank in (("images", 3), ("labels", 1)):
            other = next(seed for name, seed in whole(folder, None) if name == which)
            (place / f"train-{which}-idx{rank}-ubyte").write_bytes(data if which == suffix else other)
        return place / f"train-{suffix}-idx{3 if suffix == 'images' else 1}-ubyte", [
            'dataset t idx="idx" split=[0.8, 0.2]', "show t", "network d input=[1, 5, 4] seed=1 { flatten; innerProduct 3; softmax }",
            "train d on=t.train epochs=1", "evaluate d on=t.test"]
    path = folder / f"broken.{suffix}"
    path.write_bytes(data)
    return path, [f'dataset t {KEYS.get(suffix, "csv")}="{path.name}" split=[0.8, 0.2]{TARGETS.get(suffix, "")}', "show t",
                  "network d input=[9] seed=1 { innerProduct 2; softmax }", "train d on=t.train epochs=1", "evaluate d on=t.test"]
