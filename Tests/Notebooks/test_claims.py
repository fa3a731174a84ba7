"""Every result that a notebook's text states is named in the metadata of its cell and held by a test, and every cell runs.

A cell's metadata say `{"claims": [{"says": "a piece of the text", "where": "both"}]}`; `where` is `both`, `samples` or
`photographs`. The test of the notebook marks what holds it with `@claim` and the same words.
"""

import importlib
import re

import nbformat
import pytest
from reading import SOURCES, cell, plain
from test_committed import NOTEBOOKS

TESTS = {
    "01-knn-versus-network.ipynb": "test_knn_versus_network",
    "02-lenet-from-scratch.ipynb": "test_lenet_from_scratch",
    "03-relabel-and-retrain.ipynb": "test_relabel_and_retrain",
    "04-inside-a-model-file.ipynb": "test_inside_a_model_file",
    "05-which-model.ipynb": "test_which_model",
    "06-any-numbers.ipynb": "test_any_numbers",
    "07-many-machines.ipynb": "test_many_machines",
    "08-features-of-today.ipynb": "test_features_of_today",
}
NAMES = [notebook.name for notebook in NOTEBOOKS]


def claims(name):
    """[(cell, what it says, where)] of a notebook."""
    (path,) = [notebook for notebook in NOTEBOOKS if notebook.name == name]
    notebook = nbformat.read(path, as_version=4)
    return [(cell, each["says"], each["where"]) for cell in notebook.cells for each in cell.metadata.get("claims", [])]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_claimed_stands_in_the_text(name):
    named = claims(name)
    assert named
    for where, says, source in named:
        assert says in " ".join(where.source.split())
        assert source in ("both", *SOURCES)


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_has_its_test(name):
    tests = vars(importlib.import_module(TESTS[name])).values()
    held = [test.claim for test in tests if hasattr(test, "claim")]
    assert sorted(held) == sorted((says, where) for _, says, where in claims(name))


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs_and_shows_something(name, source, run_of, request):
    if source == "photographs":
        request.getfixturevalue("shared")
    ran = run_of(name, source)
    for code in ran.cells:
        if code.cell_type == "code" and not assigns(code):
            kinds = [output.output_type for output in code.outputs]
            assert kinds and "error" not in kinds, code.source
    cells = [code for code in ran.cells if code.cell_type == "code"]
    named = any(re.search(r"^dataset \w+ (path|idx)=", code.source, re.MULTILINE) for code in cells)
    told = "was not found; these are generated." in "".join(map(plain, cells))
    assert told == (source == "samples" and named)


def assigns(code):
    """Whether every line gives a variable its value, which shows nothing."""
    return all(re.match(r"\w+ = ", line) for line in code.source.splitlines())
