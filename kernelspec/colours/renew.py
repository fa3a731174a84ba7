#!/usr/bin/env python3
"""Write the kernel's words into what colours the language outside of JupyterLab: the Pygments lexer beside this file, and
docs/whet.tmLanguage.json for editors and code hosts. Read from docs/reference, which `whet reference docs/reference` renews.

    kernelspec/colours/renew.py            writes both
    kernelspec/colours/renew.py --check    says whether they are what it would write
"""

import json
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEXER = ROOT / "kernelspec/colours/whet_pygments.py"
GRAMMAR = ROOT / "docs/whet.tmLanguage.json"
WORD = r"[^\s=,;\[\](){}\"'#$\\]"


def words():
    """The commands, and the parts of blocks."""
    commands = sorted(page.stem for page in (ROOT / "docs/reference").glob("*.md") if page.stem != "README")
    layers = sorted(set(re.findall(r"^### (\w+)$", (ROOT / "docs/reference/network.md").read_text(), re.MULTILINE)))
    return [*commands, "export"], layers


def lexer(commands, layers):
    """The lexer's text with these words."""
    listed = lambda name, some: f"{name} = (\n" + textwrap.fill(
        ", ".join(f'"{word}"' for word in some) + ",", 118, initial_indent="    ", subsequent_indent="    ") + "\n)\n"
    block = "# The words of docs/reference.\n" + listed("COMMANDS", commands) + listed("LAYERS", layers) + "# The end of the words."
    return re.sub(r"# The words of docs/reference\..*?# The end of the words\.", lambda _: block, LEXER.read_text(), flags=re.DOTALL)


def grammar(commands, layers):
    """A TextMate grammar with these words."""
    end = rf"(?!{WORD})"
    number = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?%?"
    start = r"(^|[;{])\s*"
    return json.dumps({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Whet", "scopeName": "source.whet", "fileTypes": ["whet"],
        "patterns": [
            {"name": "comment.line.number-sign.whet", "match": "#.*$"},
            {"name": "string.quoted.double.whet", "begin": '"', "end": '"|$',
             "patterns": [{"name": "constant.character.escape.whet", "match": r"\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|.)"}]},
            {"name": "string.quoted.single.whet", "begin": "'", "end": "'|$"},
            {"name": "variable.other.whet", "match": r"\$[\p{L}_][\p{L}\p{N}_]*"},
            {"match": rf"{start}({WORD}+)\s*(=)",
             "captures": {"2": {"name": "variable.parameter.whet"}, "3": {"name": "keyword.operator.assignment.whet"}}},
            {"match": rf"{start}({'|'.join(commands)}){end}", "captures": {"2": {"name": "keyword.control.whet"}}},
            {"match": rf"{start}({'|'.join(layers)}){end}", "captures": {"2": {"name": "support.type.whet"}}},
            {"match": rf"({WORD}+)\s*(=)",
             "captures": {"1": {"name": "variable.parameter.whet"}, "2": {"name": "keyword.operator.assignment.whet"}}},
            {"name": "constant.language.whet", "match": rf"(?<!{WORD})(?:true|false|none|True|False|None|nothing){end}"},
            {"name": "constant.numeric.whet", "match": rf"(?<!{WORD}){number}(?:/{number})?{end}"},
            {"match": rf"({WORD}+)(?=\()", "captures": {"1": {"name": "entity.name.function.whet"}}},
            {"name": "punctuation.section.whet", "match": r"[\[\](){},;]"},
        ],
    }, indent=2, ensure_ascii=False) + "\n"


def main():
    some = words()
    wanted = {LEXER: lexer(*some), GRAMMAR: grammar(*some)}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} lacks words of docs/reference: kernelspec/colours/renew.py")
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
