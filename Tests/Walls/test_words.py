"""The words of the dictionary: no text that a user reads has one that is not said."""

import pathlib

import pytest

from words import INSTEAD, found, literals, misnamed, prose, texts

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = sorted(path for path in (ROOT / "Sources").iterdir() if any(path.rglob("*.swift")) and not path.name.startswith("whet-"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "notebooks").glob("*.ipynb"))]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_messages_have_none(room):
    told = [
        f"{path.relative_to(room)}: {word!r} in {text!r}; say: {instead}"
        for path in sorted(room.rglob("*.swift")) for text in texts(path) for word, instead in found(text)]
    assert told == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_have_none(page):
    assert [f"{word!r}; say: {instead}" for text in texts(page) for word, instead in found(text)] == []


def test_each_is_found_where_it_stands():
    for text in (
        "the way back", "what it makes", "times and plus a number", "its first weights", "a twin of it", "one photo look",
        "labels in doubt", "stray settings", "feature shelf", "named things", "a contender", "a way of varying photos",
        "it answers with numbers", "divided by lot", "as it was written down", "The model is not here.", "Say it: train hand",
        "Nobody knows", "a list, each of it a name", "hand is no network", "behind the last value", "in front of this",
        "with blanks between them", "Mend it.",
    ):
        assert found(text), text
    assert {instead for text in INSTEAD for instead in [text]} == set(INSTEAD)
    for text in ("There is no network.", "It is no longer there.", "R² is 1 or is no better than the mean.", "the backward pass"):
        assert found(text) == [], text


def test_only_what_users_read_is_searched():
    swift = '/// Nobody reads this.\nlet a = "one \\(nobody ?? "x") two"  // nobody\nlet b = "some"\n  + "body"\nlet c = """\n  say \\\n  it\n  """\n'
    assert [text.strip() for text in literals(swift)] == ["one … two", "somebody", "say it"]
    assert prose("Read `nobody`.\n\n```\nnobody\n```\n") == "Read ."


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_types_have_none(room):
    assert [
        f"{path.relative_to(room)}: {name}; say: {instead}"
        for path in sorted(room.rglob("*.swift")) for name, instead in misnamed(path.read_text(encoding="utf-8"))] == []


def test_only_names_of_types_are_searched():
    swift = "/// A Walk.\npublic final class FrameWalk {\n  private enum Standing { case walk }\n  let fact: Walker\n}\n"
    assert misnamed(swift) == [("FrameWalk", "traversal, pass, scanner"), ("Standing", "status, state, snapshot")]
