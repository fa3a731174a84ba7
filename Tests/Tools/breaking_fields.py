"""How a file is broken field by field, so that the change is met far inside: lengths and numbers of Protocol Buffers, values of
JSON, fields of ZIP archives, headers of NumPy's arrays, pages of SQLite. What does not have the form comes back as it was."""

import ast
import json
import struct

import breaking

WHOLE = (0, 1, 2, 3, 7, 255, 4096, 1 << 20, (1 << 31) - 1, 1 << 31, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
REAL = ("0.0", "-0.0", "1e300", "-1e300", "1e-320", "inf", "-inf", "nan", "0.5", "-1", "1e38")


# Protocol Buffers

def varint(number):
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    return bytes(made) + bytes((number,))


def read_varint(data, place):
    number, shift = 0, 0
    while place < len(data) and shift < 70:
        byte = data[place]
        number |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return number & (1 << 64) - 1, place
    raise ValueError("no number")


def read_message(data):
    """The fields of a message: number, kind and value. ValueError where the bytes are none."""
    fields, place = [], 0
    while place < len(data):
        tag, place = read_varint(data, place)
        number, kind = tag >> 3, tag & 7
        if number == 0:
            raise ValueError("no field")
        if kind == 0:
            value, place = read_varint(data, place)
        else:
            if kind == 2:
                length, place = read_varint(data, place)
            elif kind in (1, 5):
                length = 8 if kind == 1 else 4
            else:
                raise ValueError("no kind")
            if place + length > len(data):
                raise ValueError("too short")
            value, place = data[place:place + length], place + length
        fields.append((number, kind, value))
    return fields


def write_message(fields):
    made = bytearray()
    for number, kind, value in fields:
        made += varint(number << 3 | kind)
        if kind == 0:
            made += varint(value)
        else:
            made += (varint(len(value)) if kind == 2 else b"") + value
    return bytes(made)


def message(data, rng):
    """A message with one field, at any depth, changed, its lengths being right."""
    try:
        fields = read_message(data)
    except ValueError:
        return value_bytes(data, rng)
    if not fields:
        return write_message([field(rng)])
    place = rng.randrange(len(fields))
    number, kind, value = fields[place]
    if kind == 2 and value and rng.random() < 0.88:
        fields[place] = (number, kind, message(value, rng))
        return write_message(fields)
    match rng.randrange(8):
        case 0: del fields[place]
        case 1: fields[place:place] = [fields[place]] * rng.choice((1, 2, 1000 if len(data) < 300 else 3))
        case 2: fields[place] = (rng.randrange(1, 60), kind, value)
        case 3: fields[place] = (number, *rng.choice(fields)[1:])
        case 4: fields.insert(place, field(rng))
        case 5: rng.shuffle(fields)
        case _:
            match kind:
                case 0: fields[place] = (number, kind, rng.choice(WHOLE))
                case 1: fields[place] = (number, kind, struct.pack("<d", float(rng.choice(REAL))))
                case 5: fields[place] = (number, kind, struct.pack("<f", min(max(float(rng.choice(REAL)), -3e38), 3e38)))
                case 2: fields[place] = (number, kind, value_bytes(value, rng))
    return write_message(fields)


def field(rng):
    number = rng.choice((rng.randrange(1, 60), rng.randrange(60, 4000)))
    return rng.choice(((number, 0, rng.choice(WHOLE)), (number, 2, rng.randbytes(rng.randrange(24))), (number, 5, b"\0\0\xc0\x7f")))


def value_bytes(data, rng):
    """A text, or packed numbers, changed: JSON as such."""
    if data[:1] in (b"{", b"[") and rng.random() < 0.9:
        return text_json(data, rng)
    match rng.randrange(6):
        case 0: return data[:rng.randrange(len(data) + 1)]
        case 1: return rng.randbytes(rng.randrange(24))
        case 2: return b"".join(varint(rng.choice(WHOLE)) for _ in range(rng.randrange(1, 7)))
        case 3: return data * rng.choice((2, 3))
        case 4: return b""
        case _: return breaking.damage(data, rng)


def cyclic(data, rng):
    """A message within itself, many times."""
    for _ in range(rng.choice((3, 60, 2000))):
        data = write_message([(rng.choice((1, 2, 200, 202, 403, 500)), 2, data)])
        if len(data) > 2_000_000:
            break
    return data


# JSON

# What a reader may meet although a writer of JSON says none of it.
ODD = ("1e999", "-1e999", "1" * 400, "NaN", "00", "[" * 5000, "1.5e-999", '"\\ud800"', "")


def nodes(value, at=()):
    yield at
    if isinstance(value, dict):
        for key in value:
            yield from nodes(value[key], (*at, key))
    elif isinstance(value, list):
        for place in range(len(value)):
            yield from nodes(value[place], (*at, place))


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key in value:
            yield key
            yield from texts(value[key])
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def text_json(data, rng):
    """JSON with some of its values changed; as text where it is none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return breaking.damage_text(data, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        value = changed_json(value, rng)
    made = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    for mark in ('"\ue000"', '"\\ue000"'):
        made = made.replace(mark, rng.choice(ODD))
    return made.encode("utf-8", "surrogatepass")


def changed_json(value, rng):
    places = list(nodes(value))
    at = rng.choice(places)
    if not at:
        return rng.choice(({}, [], None, 0, "", value, [value], {"kind": value}))
    parent = value
    for key in at[:-1]:
        parent = parent[key]
    old, key = parent[at[-1]], at[-1]
    match rng.randrange(10):
        case 0: del parent[key]
        case 1 if isinstance(parent, list): parent[key:key] = [old] * rng.choice((1, 2, 500))
        case 1: parent[rng.choice([*parent, "x"])] = old
        case 2:
            other = value
            for step in rng.choice(places):
                other = other[step]
            parent[key] = json.loads(json.dumps(other))
        case 3: parent[key] = "\ue000"
        case 4: parent[key] = rng.choice((None, [], {}, "", True, [[]], [old], {"_0": old}))
        case _: parent[key] = like(old, list(texts(value)), rng)
    return value


def like(old, words, rng):
    match old:
        case bool(): return not old
        case int(): return rng.choice((*WHOLE, -1, -2, -(1 << 63), old + 1, old - 1, old * 2))
        case float(): return rng.choice((0, -1.0, 1e300, 1e-320, 1e39, 7, old * 1e6))
        case str():
            return rng.choice((old[:rng.randrange(len(old) + 1)], old * 2, "", "\0", "A" * 4, "//8AAA==", *rng.choices(words or [""], k=3)))
        case list(): return rng.choice((old[:rng.randrange(len(old) + 1)], old * 2, old[::-1], [like(item, words, rng) for item in old[:50]]))
        case _: return rng.choice((0, "", [], {}))


# ZIP: what stands where, in the three kinds of records

LOCAL = {"version": (4, 2), "flags": (6, 2), "method": (8, 2), "time": (10, 4), "checksum": (14, 4), "packed": (18, 4), "size": (22, 4),
         "name": (26, 2), "extra": (28, 2)}
CENTRAL = {"flags": (8, 2), "method": (10, 2), "checksum": (16, 4), "packed": (20, 4), "size": (24, 4), "name": (28, 2), "extra": (30, 2),
           "comment": (32, 2), "disk": (34, 2), "attributes": (38, 4), "offset": (42, 4)}
END = {"disk": (4, 2), "entriesHere": (8, 2), "entries": (10, 2), "length": (12, 4), "offset": (16, 4), "comment": (20, 2)}
RECORDS = ((b"PK\x03\x04", LOCAL), (b"PK\x01\x02", CENTRAL), (b"PK\x05\x06", END))


def zip_fields(data, rng):
    """An archive with a few fields of its records changed."""
    data = bytearray(data)
    places = [(at, fields) for mark, fields in RECORDS for at in every(data, mark)]
    for _ in range(rng.choice((1, 1, 2, 5))):
        if not places:
            break
        at, fields = rng.choice(places)
        offset, length = fields[rng.choice(list(fields))]
        if at + offset + length <= len(data):
            old = int.from_bytes(data[at + offset:at + offset + length], "little")
            number = rng.choice((0, 1, old + 1, old - 1, old * 2, 8, 12, 14, 99, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, 0x0800, rng.getrandbits(32)))
            data[at + offset:at + offset + length] = (number & (1 << 8 * length) - 1).to_bytes(length, "little")
    return bytes(data)


def every(data, mark):
    at = data.find(mark)
    while at >= 0:
        yield at
        at = data.find(mark, at + 1)


# NumPy

KINDS = ("<f4", ">f4", "<f8", "<f2", "<i8", ">i2", "|u1", "|b1", "<U3", "<U999999999", "|S5", "|O", "<c8", "<f16", "<M8[s]", "|V8",
         [("a", "<f4"), ("b", "<f4")], "", "<f0", "<U0", "f4")
SHAPES = ((), (0,), (30, 0), (270,), (30, 9, 1), (9, 30), (1 << 62, 4), (-1, 9), (1 << 63, 0), (3, 1 << 40), (30, 9.0), ("30", 9), (True, 9),
          (1,) * 200, (270, 1), (1, 270))


def array(data, rng):
    """An array whose header says something else."""
    try:
        (length,) = struct.unpack("<H", data[8:10])
        head = ast.literal_eval(data[10:10 + length].decode("latin-1"))
    except (ValueError, SyntaxError, struct.error):
        return data
    for _ in range(rng.choice((1, 1, 2))):
        match rng.randrange(6):
            case 0 | 1: head["descr"] = rng.choice(KINDS)
            case 2 | 3: head["shape"] = rng.choice(SHAPES)
            case 4: head["fortran_order"] = rng.choice((True, 1, None, "False"))
            case 5: head[rng.choice(("shape", "descr", "fortran_order", "x", 1))] = rng.choice((None, 0, "'", [], {}, ("(" * 300,)))
    if rng.random() < 0.1:
        head.pop(rng.choice(list(head)))
    text = repr(head).encode()
    if rng.random() < 0.1:
        text = breaking.damage_text(text, rng)
    text = text.ljust(rng.choice((len(text), 117, 5000))) + b"\n"
    version = rng.choice((1, 1, 1, 2, 3, 0, 4, 255))
    said = rng.choice((len(text), len(text), len(text), 0, 65535, len(text) - 1)) & 0xFFFF
    size = struct.pack("<H", said) if version == 1 else struct.pack("<I", rng.choice((len(text), len(text), 0xFFFFFFFF)))
    return b"\x93NUMPY" + bytes((version, 0)) + size + text + data[10 + length:]


# SQLite: numbers of the file's header and of its pages' heads

FILE = ((16, 2), (18, 1), (20, 1), (28, 4), (32, 4), (36, 4), (44, 4), (52, 4), (56, 4), (64, 4))
PAGE = ((0, 1), (1, 2), (3, 2), (5, 2), (7, 1), (8, 4), (8, 2), (10, 2), (12, 2))


def database(data, rng):
    """A database with a few numbers of its header, of its pages' heads and of its cells changed, or words of its definitions."""
    data = bytearray(data)
    size = int.from_bytes(data[16:18], "big") or 4096
    size = 65536 if size == 1 else size
    for _ in range(rng.choice((1, 1, 2, 5))):
        page = rng.randrange(max(1, len(data) // size))
        start = page * size + (100 if page == 0 else 0)
        match rng.randrange(5):
            case 0: at, length = rng.choice(FILE)
            case 1 | 2:
                at, length = rng.choice(PAGE)
                at += start
            case 3:
                count = int.from_bytes(data[start + 3:start + 5], "big")
                pointer = start + 8 + 2 * rng.randrange(max(1, min(count, 200)))
                at, length = page * size + int.from_bytes(data[pointer:pointer + 2], "big") + rng.randrange(12), 1
            case 4:
                old, new = rng.choice(((b"REAL", b"BLOB"), (b"TEXT", b"ROWI"), (b"TABLE", b"INDEX"), (b"CREATE", b"SELECT"), (b"x1", b"x2"),
                                       (b"label", b"x0   "), (b"CREATE TABLE t", b"CREATE VIEW  t"), (b", x3", b"); x")))
                data = data.replace(old, new, rng.choice((1, 2, -1)))
                continue
        if at + length <= len(data):
            number = rng.choice((0, 1, 2, 5, 10, 13, 0x7F, 0x80, 0xFF, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, rng.getrandbits(32)))
            data[at:at + length] = (number & (1 << 8 * length) - 1).to_bytes(length, "big")
    return bytes(data)
