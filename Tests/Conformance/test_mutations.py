"""Broken files under a limit of the address space, and a damaged state folder: a small share of what Tests/Tools/mutations.py
and Tests/Tools/state_damage.py try. WHET_MUTATIONS says how many files of a kind, WHET_DAMAGES how many places; a few are, unless
said."""

import os
import pathlib
import struct
import sys
import zlib

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

import breaking  # noqa: E402
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
def test_the_whole_file_is_read(whet, kind, monkeypatch, tmp_path):
    """What is broken is read when it is whole: else the tests above would try nothing."""
    monkeypatch.setattr(breaking, "damage", lambda data, rng: data)
    monkeypatch.setattr(breaking, "damage_text", lambda data, rng: data)
    findings = mutations.read(kind, range(3), whet, tmp_path / "keep")
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


def test_nothing_readable_of_a_damaged_state_folder_is_lost(whet):
    assert state_damage.try_places(DAMAGES, whet) == []
