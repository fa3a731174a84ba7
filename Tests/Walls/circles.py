"""Circles inside a room: files, or folders, that need each other directly or through others.

A file needs another file of its room when it names a type that the other alone declares. Members and functions are not
followed: this finds what a reader finds by the names of types.
"""

import re

# What is no code: comments, and the text of string literals.
NO_CODE = re.compile(r'//.*|/\*[\s\S]*?\*/|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"')
TYPE = re.compile(r"\b(?:class|struct|enum|protocol|actor|typealias)\s+([A-Z]\w*)")
NAME = re.compile(r"\b[A-Z]\w*")


def file_needs(room):
    """{file: the files of the room that it needs}, by their paths inside the room."""
    code = {
        str(path.relative_to(room)): NO_CODE.sub(" ", path.read_text(encoding="utf-8"))
        for path in sorted(room.rglob("*.swift"))
    }
    declaring = {}
    for path, text in code.items():
        for name in set(TYPE.findall(text)):
            declaring.setdefault(name, []).append(path)
    owner = {name: paths[0] for name, paths in declaring.items() if len(paths) == 1}
    return {path: {owner[name] for name in NAME.findall(text) if name in owner} - {path} for path, text in code.items()}


def folder_needs(needs):
    """The same by folders; the room's own folder is ""."""
    folders = {}
    for path, others in needs.items():
        mine = folders.setdefault(folder(path), set())
        mine |= {folder(other) for other in others} - {folder(path)}
    return folders


def folder(path):
    return path.rpartition("/")[0]


def circles(needs):
    """The sets of those that reach each other, the largest first; whoever needs nobody who needs it is in none."""
    reached = {start: reach(start, needs) for start in needs}
    found = {frozenset(other for other in reached[start] if start in reached[other]) for start in needs}
    return sorted((circle for circle in found if len(circle) > 1), key=len, reverse=True)


def reach(start, needs):
    """Everything that is needed from here on."""
    seen, waiting = set(), [start]
    while waiting:
        for other in needs[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return seen
