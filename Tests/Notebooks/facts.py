"""The facts of the pages of docs, and what holds each of them: Tests/Notebooks/facts/PAGE.txt, in the page's order.

    d41d8c The first words of a sentence
        NodeTests: the name of a test, or its beginning
        code Networks/Workspaces/Threads.swift: the line with the number

A sentence is named by a digest of its words, so one that changes is no longer held. An entry that begins with ## holds a whole
section. What may hold a fact:

    FILE: TEST              a test of Tests, by the name of its file without ending
    code PATH: TEXT         a file of Sources that contains the text
    command TEXT            a command that a page names; it shows the fact, at the length of its run
    others: SOURCE          a fact about other programs, and where it comes from
    untried                 the sentence says itself that it was not tried, or tried by hand
    nothing                 no fact: an introduction, an advice, the head of a table
"""

import functools
import hashlib
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(__file__).with_name("facts")


def pages():
    """The pages of docs whose sentences are held one by one: all but the changelog, whose lines tell what the others describe."""
    return sorted(path for path in (ROOT / "docs").glob("*.md") if path.name != "changelog.md")


def sections(page):
    """[(heading, text)] of a page; what stands before the first ## has the heading "". Cells, pictures and drawings are left out."""
    text = re.sub(r"^```.*?^```|^    .*?$", "", page, flags=re.MULTILINE | re.DOTALL)
    parts = re.split(r"^(##+ .*)$", text, flags=re.MULTILINE)
    return [("", parts[0]), *zip(parts[1::2], parts[2::2])]


def sentences(text):
    """The sentences of a section: of its paragraphs and lists, and the rows of its tables."""
    found = []
    for part in re.split(r"\n\s*\n|\n(?=\s*(?:- |\d+\. |\|))", text):
        line = re.sub(r"^(- |\d+\. )", "", " ".join(part.split()))
        if not line or line.startswith("#") or re.fullmatch(r"[|\s:-]+", line):
            continue
        found += [line] if line.startswith("|") else re.split(r"(?<=\.)\s+(?=[A-Z`*\[])", line)
    return found


def digest(text):
    """What a sentence is known by: six digits of its words."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:6]


def entry(text):
    """The line of a facts file that names a sentence or a section."""
    words = " ".join(text.split()).split(" ")
    return f"{digest(text)} {' '.join(words[:8])}"


def facts(page):
    """[(entry, [what holds it])] of a page's file."""
    path = FOLDER / f"{page.stem}.txt"
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        if line.startswith("    "):
            found[-1][1].append(line.strip())
        elif line:
            found.append((line, []))
    return found


def expected(page):
    """[(entry, text)] as the page is now; sections that the page's file names are whole."""
    whole = {line[7:] for line, _ in facts(page) if line[7:].startswith("##")}
    found = []
    for heading, text in sections(page.read_text(encoding="utf-8")):
        if heading in whole:
            found.append((f"{digest(text)} {heading}", text))
        else:
            found += [(entry(sentence), sentence) for sentence in sentences(text)]
    return found


@functools.cache
def tests():
    """{file without ending: the names of its tests}; files of one name together."""
    found = {}
    for path in [*(ROOT / "Tests").rglob("*Tests.swift"), *(ROOT / "Tests").rglob("test_*.py")]:
        if ".venv" in path.parts:  # the peers of the benchmark, installed below Tests
            continue
        text = path.read_text(encoding="utf-8")
        pattern = r"func `([^`]+)`|@Test\(\"([^\"]+)\"" if path.suffix == ".swift" else r"^ *def (test_\w+)(\()"
        found.setdefault(path.stem, []).extend(name or other for name, other in re.findall(pattern, text, re.MULTILINE))
    return found


def fault(held, text):
    """Why something does not hold the text of a fact; None where it does."""
    if held in ("nothing", "untried"):
        return None if held == "nothing" or re.search(r"\bnot\b|by hand|fault", text) else "does not say that it was not tried"
    if held.startswith("others: "):
        return None
    if held.startswith("command "):
        named = any(held.removeprefix("command ") in page.read_text(encoding="utf-8") for page in pages())
        return None if named else "is named by no page"
    if held.startswith("code "):
        path, _, needle = held.removeprefix("code ").partition(": ")
        path = ROOT / "Sources" / path
        return None if path.is_file() and needle in path.read_text(encoding="utf-8") else "is not in that file"
    file, _, name = held.partition(": ")
    if file == "stage":
        return None if f"stage_{name}()" in (ROOT / "Tests/run").read_text() else "is no stage of Tests/run"
    return None if any(test.startswith(name) for test in tests().get(file, [])) and name else "is no test"
