"""What is true of every notebook in the repository before anybody runs it."""

import json
import pathlib
import re
import shutil
import subprocess

import nbformat
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def committed(notebook):
    """The notebook as git has it staged or committed: whoever ran it in place has outputs only in the working copy."""
    if shutil.which("git"):
        staged = ["git", "show", f":notebooks/{notebook.name}"]
        shown = subprocess.run(staged, cwd=ROOT, capture_output=True, encoding="utf-8")
        if shown.returncode == 0:
            return shown.stdout
    return notebook.read_text(encoding="utf-8")


@pytest.fixture(params=NOTEBOOKS, ids=[notebook.name for notebook in NOTEBOOKS])
def text(request):
    return committed(request.param)


@pytest.fixture
def notebook(text):
    return nbformat.reads(text, as_version=4)


def test_it_is_valid_and_written_the_way_jupyter_writes_it(text, notebook):
    nbformat.validate(notebook)
    assert text == json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"


def test_no_output_no_photo_and_no_count_is_in_it(text, notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None), cell.source
        assert not cell.get("attachments")
    assert not re.search(r"base64|/9j/|iVBOR", text)


def test_cells_have_names_that_stay(notebook):
    names = [cell.id for cell in notebook.cells]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", name) for name in names)


def test_it_asks_for_our_kernel(notebook):
    assert notebook.metadata.kernelspec == {"name": "whet", "display_name": "Whet", "language": "whet"}


def test_no_line_of_code_is_longer_than_the_page(notebook):
    lines = [line for cell in notebook.cells if cell.cell_type == "code" for line in cell.source.splitlines()]
    assert [line for line in lines if len(line) > 100] == []


def test_nothing_else_is_committed_beside_them():
    """A notebook that was run in place has saved models there, and those carry weights that are not ours."""
    if not shutil.which("git"):
        pytest.skip("git is not here")
    listed = subprocess.run(["git", "ls-files", "notebooks"], cwd=ROOT, capture_output=True, encoding="utf-8")
    if listed.returncode != 0:
        pytest.skip("this is no clone")
    assert [name for name in listed.stdout.splitlines() if not name.endswith(".ipynb")] == []


def test_the_first_notebook_is_there():
    assert "01-knn-versus-network.ipynb" in [notebook.name for notebook in NOTEBOOKS]
