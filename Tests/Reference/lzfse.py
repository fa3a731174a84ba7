"""Writes Tests/Goldens/DataFiles/lzfse.json: bytes made by a rule, packed by Apple's reference implementation.

    pip install pyliblzfse && python3 Tests/Reference/lzfse.py
"""

import base64
import json
import pathlib
import struct
import zlib

import liblzfse


def noise(count, seed=1):
    """Bytes that do not pack."""
    out = bytearray()
    state = seed
    while len(out) < count:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        out.append(state >> 56)
    return bytes(out)


def table(rows):
    """A table like a digit's: a label, and numbers most of which are 0."""
    random = noise(rows * 40, 7)
    lines = []
    for row in range(rows):
        cells = random[row * 40:(row + 1) * 40]
        lines.append(",".join([str(row % 10)] + [str(cell) if cell > 190 else "0" for cell in cells]))
    return ("\n".join(lines) + "\n").encode()


CASES = {
    "one byte": b"w",
    "a word": b"whet whet whet your knives",
    "a run": b"a" * 1000,
    "noise": noise(300),
    "much noise": noise(9000),
    "a small table": table(20),
    "a table": table(400),
    "a long run": b"0,255," * 20000,
    "runs and noise": b"".join(noise(200, seed) + b"x" * (seed * 37) for seed in range(1, 60)),
    "several blocks": bytes(b"0123456789abcdef"[cell & 15] for cell in noise(60000, 3)),
}


def plain(packed):
    """The same file with its first block's header unpacked, which the format allows and no tool writes."""
    first, second, third = struct.unpack_from("<3Q", packed, 8)
    field = lambda word, offset, width: word >> offset & (1 << width) - 1
    size = field(third, 0, 32)
    bits, frequencies = int.from_bytes(packed[32:size], "little"), []
    for _ in range(360):
        for mask, mark, skip, width, base in [
            (15, 15, 4, 10, 24), (15, 7, 4, 4, 8), (7, 3, 3, 2, 4), (3, 1, 2, 1, 2), (1, 0, 1, 1, 0),
        ]:
            if bits & mask == mark:
                frequencies.append(base + field(bits, skip, width))
                bits >>= skip + width
                break
    header = b"bvx1" + packed[4:8] + struct.pack(
        "<5Ii4Hi3H360H", field(first, 20, 20) + field(second, 40, 20), field(first, 0, 20), field(first, 40, 20),
        field(first, 20, 20), field(second, 40, 20), field(first, 60, 3) - 7,
        *(field(second, 10 * index, 10) for index in range(4)), field(second, 60, 3) - 7,
        field(third, 32, 10), field(third, 42, 10), field(third, 52, 10), *frequencies)
    return header + bytes(2) + packed[size:]


cases = []
for name, data in {**CASES, "a table, plainly": CASES["a table"]}.items():
    packed = liblzfse.compress(data)
    if name == "a table, plainly":
        packed = plain(packed)
    assert liblzfse.decompress(packed) == data
    case = {"name": name, "length": len(data), "crc32": zlib.crc32(data)}
    if len(packed) <= 60000:
        case["packed"] = base64.b64encode(packed).decode()
        cases.append(case)
        print(name, len(data), len(packed), packed[:4])
    else:
        print("left out:", name, len(packed), packed[:4])

out = pathlib.Path(__file__).resolve().parent.parent / "Goldens/DataFiles/lzfse.json"
out.parent.mkdir(exist_ok=True)
out.write_text(json.dumps({"cases": cases}, indent=1) + "\n")
