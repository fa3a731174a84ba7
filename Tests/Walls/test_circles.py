"""Inside a room the folders are floors: no circle of folders, and no circle of more than ten files."""

import pathlib

import pytest

from circles import circles, file_needs, folder_needs

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = sorted(path for path in (ROOT / "Sources").iterdir() if any(path.rglob("*.swift")))

MOST_FILES, MOST_FOLDERS = 10, 0


def largest(needs):
    return max(map(len, circles(needs)), default=0)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_few_files_of_a_room_need_each_other(room):
    found = circles(file_needs(room))
    assert not found or len(found[0]) <= MOST_FILES, sorted(found[0])


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_the_folders_of_a_room_are_floors(room):
    found = circles(folder_needs(file_needs(room)))
    assert not found or len(found[0]) <= MOST_FOLDERS, sorted(found[0])


def test_circles_are_found_by_the_names_of_types(tmp_path):
    for path, text in {
        "Low/Base.swift": "struct Base {}\n",
        "Low/There.swift": "struct There { var back: Back }\n",
        "High/Back.swift": "// Base\nstruct Back { var there: [There], text = \"Top\" }\n",
        "Top.swift": "enum Top { case base(Base), back(Back) }\n",
        "Twice.swift": "struct Same {}\n",
        "Again.swift": "struct Same { var twice: Top }\n",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    needs = file_needs(tmp_path)
    assert needs["High/Back.swift"] == {"Low/There.swift"}
    assert needs["Top.swift"] == {"Low/Base.swift", "High/Back.swift"}
    assert circles(needs) == [{"Low/There.swift", "High/Back.swift"}]
    assert circles(folder_needs(needs)) == [{"Low", "High"}]
    assert largest({"a": {"b"}, "b": {"c"}, "c": set()}) == 0
