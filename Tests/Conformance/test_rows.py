"""Every row of the list of features has a test that bears its number, here or in a room's own tests; so has every idea
beyond the articles that was built."""

import re

ROWS = range(1, 127)
BEYOND = [*range(1, 14), 15, 16, 18, 20, 21, 22, 23, 25, 26, 27, 29]


def numbers(title, word):
    """The numbers in a title: "row 8", "rows 10 and 50", "rows 120 to 122"."""
    found = set()
    for match in re.finditer(rf"\b{word}s? (\d+)(?: to (\d+))?((?:,? (?:and )?\d+\b)*)", title):
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
        found.update(int(number) for number in re.findall(r"\d+", match[3]))
    return found


def sources(root, pattern):
    """Files of ours: the environment in which the peers of a benchmark lie has tests, too."""
    return sorted(path for path in (root / "Tests").rglob(pattern) if ".venv" not in path.parts)


def titles(root):
    for path in sources(root, "*.swift"):
        yield from re.findall(r"func `([^`]+)`", path.read_text())
    for path in sources(root, "test_*.py"):
        yield from (name.replace("_", " ") for name in re.findall(r"^def test_(\w+)", path.read_text(), re.M))


def test_every_row_has_a_test_named_after_it(root):
    named = set().union(*(numbers(title, "row") for title in titles(root)))
    assert sorted(set(ROWS) - named) == []


def test_every_idea_that_was_built_has_a_test_named_after_it(root):
    named = set().union(*(numbers(title, "beyond") for title in titles(root)))
    assert sorted(set(BEYOND) - named) == []
