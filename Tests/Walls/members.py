"""Members of the types of a room: instance properties, methods, initialisers and subscripts.

A type's members are those of its declaration and of its extensions, in all files of the room. Cases and static members
are not counted, and a nested type has members of its own.
"""

import collections
import re

from circles import NO_CODE

ATTRIBUTE = r"@\w+(?:\([^()]*\))?"
MODIFIER = r"(?:[a-z]+(?:\([a-z]+\))?|" + ATTRIBUTE + r")"
TYPE = r"(?<!import\s)\b(?P<kind>struct|class|enum|protocol|actor|extension)\s+(?P<name>[A-Z][\w.]*)"
MEMBER = r"(?<![.\w`])(?P<modifiers>(?:" + MODIFIER + r"\s+)*)(?P<word>var|let|func|init|subscript)\b"
TOKEN = re.compile(TYPE + "|" + MEMBER + r"|[{}]")
BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>")
PROPERTY = re.compile(r"\s*\w+\s*(?:[:=]|$)")


def members(room):
    """{type: its number of members}, by the names of types inside the room; a nested type is "Outer.Inner"."""
    found = collections.Counter()
    for path in sorted(room.rglob("*.swift")):
        count(NO_CODE.sub('""', path.read_text(encoding="utf-8")), found)
    return found


def count(code, found):
    """Adds the members of a file's code; every brace that is open has its type, or None for any other braces."""
    open_braces, opening = [], None
    for token in TOKEN.finditer(code):
        inside = open_braces[-1] if open_braces else None
        if token["kind"]:
            opening = token["name"] if token["kind"] == "extension" or not inside else f"{inside}.{token['name']}"
        elif token["word"]:
            if inside and not {"static", "class"} & set(token["modifiers"].split()):
                found[inside] += properties(code[token.end() :]) if token["word"] in ("var", "let") else 1
        elif token[0] == "{":
            open_braces.append(opening)
            opening = None
        elif open_braces:
            open_braces.pop()


def properties(code):
    """How many properties the line after a `var` or `let` declares: two in `let rows, columns: Int`."""
    line = re.split(r"[\n{}]", code, maxsplit=1)[0]
    while (outside := BRACKETS.sub("", line)) != line:
        line = outside
    return max(1, sum(bool(PROPERTY.match(part)) for part in line.split(",")))
