"""What colours the language outside of JupyterLab: the Pygments lexer of the wheel and the TextMate grammar in docs."""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, String

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def lexer():
    spec = importlib.util.spec_from_file_location("whet_pygments", ROOT / "kernelspec/colours/whet_pygments.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.WhetLexer()


def tokens(lexer, text):
    return [(kind, word) for kind, word in lexer.get_tokens(text) if word.strip()]


def test_their_words_are_the_kernels():
    ran = subprocess.run([sys.executable, ROOT / "kernelspec/colours/renew.py", "--check"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_each_kind_of_word_has_its_colour(lexer):
    text = 'rate = 1e-4  # slow\ntrain hand on=hands.train learningRate=$rate {\n  epochs = 50\n}\nnetwork n {\n  innerProduct 10\n}'
    seen = tokens(lexer, text)
    for kind, word in [
        (Name.Attribute, "rate"), (Number, "1e-4"), (Comment.Single, "# slow"), (Keyword, "train"), (Name.Attribute, "on"),
        (Name.Variable, "$rate"), (Name.Attribute, "epochs"), (Number, "50"), (Keyword, "network"), (Keyword.Type, "innerProduct"),
    ]:
        assert (kind, word) in seen, (kind, word)
    assert (Keyword, "hand") not in seen
    seen = tokens(lexer, "dataset p path=\"a # b\" labels=['x', true]; datset q; print train")
    assert (String.Double, '"a # b"') in seen and (String.Single, "'x'") in seen and (Keyword.Constant, "true") in seen
    assert (Name, "datset") in seen, "no command is coloured as none"
    assert [kind for kind, word in seen if word == "train"] != [Keyword]


def cells():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in json.loads(path.read_text())["cells"]:
            if cell["cell_type"] == "code":
                yield "".join(cell["source"])


def test_every_cell_of_the_notebooks_is_read_whole_and_without_error(lexer):
    count = 0
    for source in cells():
        seen = list(lexer.get_tokens(source))
        assert "".join(word for _, word in seen).strip() == source.strip()
        assert not [word for kind, word in seen if kind is Error], source
        first = next(word for kind, word in seen if kind in (Keyword, Name.Attribute, Name))
        assert (Keyword, first) in seen or (Name.Attribute, first) in seen, source
        count += 1
    assert count > 50


def test_the_grammar_is_one():
    grammar = json.loads((ROOT / "docs/whet.tmLanguage.json").read_text())
    assert grammar["scopeName"] == "source.whet" and grammar["fileTypes"] == ["whet"]
    for pattern in grammar["patterns"]:
        for key in ("match", "begin", "end"):
            if key in pattern:
                # Oniguruma, which editors use, knows classes that Python does not.
                re.compile(pattern[key].replace(r"\p{L}\p{N}_", r"\w").replace(r"\p{L}_", r"^\W\d"))
    commands = next(pattern["match"] for pattern in grammar["patterns"] if pattern.get("captures", {}).get("2", {}).get("name") == "keyword.control.whet")
    assert re.search(commands, "x = 1; train hand")[2] == "train" and not re.search(commands, "training hand")
