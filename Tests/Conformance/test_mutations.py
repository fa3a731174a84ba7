"""Broken files under a limit of the address space, and a damaged state folder: a small share of what Tests/Tools/mutations.py
and Tests/Tools/state_damage.py try. WHET_MUTATIONS says how many files of a kind, WHET_DAMAGES how many places; a few are, unless
said."""

import os
import pathlib
import struct
import subprocess
import sys
import zlib

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

import limited_program  # noqa: E402
import mutations  # noqa: E402
import state_damage  # noqa: E402

COUNT = int(os.environ.get("WHET_MUTATIONS", "40"))
DAMAGES = int(os.environ.get("WHET_DAMAGES", "8"))


@pytest.mark.parametrize("kind", mutations.KINDS)
def test_no_broken_file_ends_the_program(whet, kind, tmp_path):
    findings = mutations.read(kind, range(COUNT), whet, tmp_path / "keep")
    assert not findings.faults
    assert findings.read + findings.refused == COUNT and findings.refused > 0


@pytest.mark.parametrize("kind", mutations.KINDS)
def test_the_whole_file_is_read(whet, kind, tmp_path):
    """What is broken is read when it is whole: else the tests above would try nothing."""
    findings = mutations.read(kind, range(3), whet, tmp_path / "keep", breaks=False)
    assert not findings.faults and findings.read == 3


def test_a_picture_larger_than_the_memory_that_is_left_is_refused(whet, tmp_path):
    """A few kilobytes that say they are a picture of 49 million pixels."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = zlib.compress(bytes(7000 * (1 + 7000 // 8)), 9)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 7000, 7000, 1, 0, 0, 0, 0)) + chunk(b"IDAT", rows)
    (tmp_path / "huge.png").write_bytes(png + chunk(b"IEND", b""))
    (tmp_path / "look.whet").write_text(
        "network n input=[3, 8, 8] seed=1 { flatten; innerProduct 2; softmax }\n" + 'predict n image="huge.png"\n')
    code, _, error = limited_program.run(limited_program.limited([whet, "run", "look.whet"]), tmp_path)
    assert code == 1 and "7,000 × 7,000" in error, error


def sparse(path, size, beginning=b""):
    with path.open("wb") as file:
        file.write(beginning)
        file.truncate(size)


@pytest.mark.parametrize("size", [300_000_000, 2_000_000_000])
def test_a_file_larger_than_the_memory_that_is_left_is_refused(whet, tmp_path, size):
    """Each is read whole: none may be asked for that there is no memory for."""
    head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (%d, 9), }" % (size // 36)
    size = len(head) + 10 + size // 36 * 36
    for name in ("big.json", "big.mlmodel", "big.ipynb"):
        sparse(tmp_path / name, size)
    sparse(tmp_path / "big.npy", size, b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head)
    for label in "ab":
        (tmp_path / "photos/train" / label).mkdir(parents=True)
    sparse(tmp_path / "photos/labels.json", size)
    network = "network n input=[3, 8, 8] seed=1 { flatten; innerProduct 2; softmax }\n"
    for line in ('load m "big.json"', 'delta n apply=["big.json"]', 'describe n format=json path="big.json"', 'load m "big.mlmodel"',
                 'save n path="big.mlmodel"', 'dataset t npz="big.npy" target=1 task=classification', 'dataset p path="photos"'):
        (tmp_path / "try.whet").write_text(network + line)
        code, told, error = limited_program.run(limited_program.limited([whet, "run", "try.whet"]), tmp_path)
        assert code == 1 and told is None and ("big." in error or "labels.json" in error), (line, code, error)
    code, _, error = limited_program.run(limited_program.limited([whet, "run", "big.ipynb"]), tmp_path)
    assert code == 2 and "big.ipynb" in error, error


@pytest.mark.parametrize("precision", ["float32", "1"])
def test_a_model_that_there_is_no_memory_for_is_refused(whet, tmp_path, precision):
    """Its file can be read, but not all that becomes of it, also where its numbers of one bit are 3 MB."""
    (tmp_path / "make.whet").write_text(
        'network w input=[3000] seed=1 { innerProduct 8000 activation=relu; innerProduct 3; softmax }\n'
        f'save w path="w.mlmodel" updatable=false precision={precision}')
    subprocess.run([whet, "run", "make.whet"], cwd=tmp_path, env=os.environ | limited_program.environment(tmp_path), check=True,
                   stdout=subprocess.DEVNULL)
    for line, sentence in [('load w "w.mlmodel"', "w.mlmodel would need"), ('layers "w.mlmodel"', None),
                           ('weights "w.mlmodel"', None), ('knn k features="w.mlmodel.innerProduct0"', "memory")]:
        (tmp_path / "try.whet").write_text(line)
        code, told, error = limited_program.run(limited_program.limited([whet, "run", "try.whet"]), tmp_path)
        # Whether there is memory for one look at the file depends on the machine.
        worked = code == 0 if sentence is None else False
        assert told is None and (worked or code == 1 and (sentence or "Cannot allocate memory") in error), (line, code, error)


def test_a_packed_line_without_an_end_is_refused(whet, tmp_path):
    """40 MiB of one field, packed into 40 kB."""
    pack = zlib.compressobj(9, wbits=31)
    packed = pack.compress(b'x,label\n1,a\n2,"') + b"".join(pack.compress(b"x" * (1 << 20)) for _ in range(40)) + pack.flush()
    (tmp_path / "line.csv.gz").write_bytes(packed)
    (tmp_path / "try.whet").write_text('dataset t csv="line.csv.gz"')
    code, _, error = limited_program.run(limited_program.limited([whet, "run", "try.whet"]), tmp_path)
    assert code == 1 and "Line 3 of line.csv.gz is longer than 16.8 MB" in error, error


def test_nothing_readable_of_a_damaged_state_folder_is_lost(whet):
    assert state_damage.try_places(DAMAGES, whet) == []
