"""README.md claims only what is so: its tour runs as it stands there, and its table lists the commands there are."""

import re

import nbformat
import pytest
from reading import bundles, execute, plain


@pytest.fixture(scope="session")
def readme(root):
    return (root / "README.md").read_text(encoding="utf-8")


def section(readme, title):
    return re.search(rf"^## {title}$(.*?)(?=^## |\Z)", readme, re.MULTILINE | re.DOTALL)[1]


def run(code, kernel, folder):
    """The code as one cell, executed."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    return execute(notebook, kernel, folder).cells[0]


def test_the_tour_runs_as_it_is_written(readme, shared, kernel, tmp_path):
    tour = re.search(r"```text\n(.*?)```", section(readme, "A tour in twelve cells"), re.DOTALL)[1]
    photo = next((shared / "data/gestures/test").glob("*/*.jpg"))
    ran = run(tour.replace("me.jpg", str(photo)), kernel, tmp_path)
    assert "53.3% correct (8 of 15)" in plain(ran)
    assert len(bundles(ran)) >= 10
    assert (tmp_path / "Hands.mlmodel").stat().st_size > 1_000_000


def test_the_table_lists_the_commands_that_help_lists(readme, kernel, tmp_path):
    table = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section(readme, "Commands"), re.MULTILINE)
    named = {name for row in table for name in re.findall(r"\w+", row)}
    rows = re.search(r"^--.*\n((?:.+\n)+)", plain(run("help", kernel, tmp_path)), re.MULTILINE)[1]
    listed = {row.split()[0] for row in rows.splitlines()}
    assert named == listed


def test_the_notebook_it_names_is_there(readme, root):
    for path in re.findall(r"notebooks/[\w-]+\.ipynb", readme):
        assert (root / path).is_file()
