"""Tables: as text, packed or not, as IDX, as arrays of NumPy and as a database."""

import io
import json
import random
import sqlite3
import struct
import zipfile
import zlib

import breaking
import breaking_fields
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


def odd_database(rng):
    """A database whose definitions are odd: views, columns that are computed, values that are none of their column's kind."""
    database = sqlite3.connect(":memory:")
    database.executescript(rng.choice((
        "CREATE TABLE u (a, label); INSERT INTO u VALUES (1, 'a'), (2, 'b'); CREATE VIEW t AS SELECT a, a + 1 AS b, label FROM u",
        "CREATE VIEW t AS SELECT 1 AS a, 'x' AS label UNION ALL SELECT 2, 'y' UNION ALL SELECT * FROM missing",
        "CREATE VIEW t AS SELECT * FROM t2; CREATE VIEW t2 AS SELECT * FROM t",
        "CREATE VIEW t AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3000) SELECT x, x % 2 AS label FROM c",
        "CREATE TABLE t (x REAL, y AS (x * 2), label TEXT); INSERT INTO t (x, label) VALUES (1, 'a'), (2, 'b'), ('three', 'b')",
        "CREATE TABLE t (x BLOB, label); INSERT INTO t VALUES (zeroblob(3000000), 'a'), (x'00ff', 'b'), (NULL, NULL), (1e999, -1e999)",
        "CREATE TABLE t (label TEXT)", "CREATE TABLE t (x REAL, label TEXT)", "CREATE TABLE [a b] (\"x\"\"y\" REAL, [label] TEXT)",
        "CREATE TABLE t (x REAL, label TEXT); INSERT INTO t VALUES (9223372036854775807, replace(hex(zeroblob(20000)), '00', '👩‍👩‍👧'))",
        f"CREATE TABLE t ({', '.join(f'x{place} REAL' for place in range(1900))}, label TEXT); INSERT INTO t (x1, label) VALUES (1, 'a'), (2, 'b')",
        "CREATE VIRTUAL TABLE t USING fts5(x, label); INSERT INTO t VALUES (1, 'a'), (2, 'b')",
    )))
    database.commit()
    return database.serialize()


def packed(text, rng):
    """A text packed with LZFSE as what cannot be packed: blocks of plain bytes."""
    made, place = b"", 0
    while place < len(text):
        length = rng.randrange(1, 400)
        block = text[place:place + length]
        made, place = made + b"bvx-" + struct.pack("<I", len(block)) + block, place + length
    return made + b"bvx$"


def whole(folder, whet):
    rng = random.Random(5)
    rows = ["label," + ",".join(f"x{place}" for place in range(9))]
    rows += [f"{rng.choice('ab')}," + ",".join(f"{rng.uniform(-9, 9):.3f}" for _ in range(9)) for _ in range(30)]
    text = "\n".join(rows).encode()
    images = struct.pack(">4i", 0x803, 12, 5, 4) + rng.randbytes(12 * 20)
    labels = struct.pack(">2i", 0x801, 12) + bytes(rng.randrange(3) for _ in range(12))
    gzip = zlib.compressobj(wbits=31)
    return [
        ("csv", text), ("csv", text.replace(b"\n", b"\r\n")), ("csv", text.replace(b"\na,", b'\n"a ""q"", b",')),
        ("csv", text.replace(b",", b";").replace(b".", b",")), ("tsv", text.replace(b",", b"\t")), *(("utf16", ("\ufeff" + text.decode()).encode(order)) for order in ("utf-16-le", "utf-16-be")),
        ("csv.gz", gzip.compress(text) + gzip.flush()), ("csv.lzfse", packed(text, rng)), ("images", images), ("images", images),
        ("labels", labels), *foreign(rng),
    ]


def arrays(whole, rng):
    """An archive of arrays of which one says something else in its header."""
    with zipfile.ZipFile(io.BytesIO(whole)) as opened:
        entries = [(name, opened.read(name)) for name in opened.namelist()]
    place = rng.randrange(len(entries))
    entries[place] = (entries[place][0], breaking_fields.array(entries[place][1], rng))
    return archive(entries, rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)))


def broken(whole, suffix, rng):
    chance = rng.random()
    match suffix:
        case "utf16":
            order = "utf-16-le" if whole[:2] == b"\xff\xfe" else "utf-16-be"
            text = breaking.damage_text(whole.decode(order).encode(), rng).decode("utf-8", "replace").encode(order, "surrogatepass")
            return breaking.damage(text, rng) if chance < 0.5 else text
        case "csv" | "tsv" if chance < 0.03:  # JSON is taken for a table, too.
            return json.dumps([{"label": "a", "x0": rng.random()} for _ in range(30)], indent=rng.choice((None, 1))).encode()
        case "csv" | "tsv": return breaking.damage_text(whole, rng)
        case "npy" if chance < 0.6: return breaking_fields.array(whole, rng)
        case "npz" if chance < 0.4: return arrays(whole, rng)
        case "npz" if chance < 0.7: return breaking_fields.zip_fields(whole, rng)
        case "db" if chance < 0.1: return odd_database(rng)
        case "db" if chance < 0.7: return breaking_fields.database(whole, rng)
    return breaking.damage(whole, rng)


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
    path = folder / f"broken.{'csv' if suffix == 'utf16' else suffix}"
    path.write_bytes(data)
    return path, [f'dataset t {KEYS.get(suffix, "csv")}="{path.name}" split=[0.8, 0.2]{TARGETS.get(suffix, "")}', "show t",
                  "network d input=[9] seed=1 { innerProduct 2; softmax }", "train d on=t.train epochs=1", "evaluate d on=t.test"]
