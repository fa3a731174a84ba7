"""README.md claims only what is so: its cells run as they stand there, and its table lists the commands there are."""

import re
import subprocess

import nbformat
import pytest
import standins
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


def cell(readme, title):
    """The first cell of a section."""
    return re.search(r"```text\n(.*?)```", section(readme, title), re.DOTALL)[1]


def test_the_first_cell_runs_without_a_download(readme, kernel, tmp_path, monkeypatch):
    monkeypatch.setenv("WHET_DATA", str(tmp_path / "empty"))
    ran = run(cell(readme, "Start"), kernel, tmp_path)
    assert "45 photos" in plain(ran)
    assert "50 epochs" in plain(ran)


def test_the_tour_runs_as_it_is_written(readme, data, kernel, tmp_path, monkeypatch):
    monkeypatch.setenv("WHET_DATA", str(data))
    tour = cell(readme, "Tour")
    photo = next((data / "data/gestures/test").glob("*/*.jpg"))
    ran = run(tour.replace("me.jpg", str(photo)), kernel, tmp_path)
    right = r"\d+\.\d % correct \(\d+ of 15\)" if (data / standins.MARK).exists() else r"53\.3 % correct \(8 of 15\)"
    assert re.search(right, plain(ran))
    assert len(bundles(ran)) >= 10
    assert (tmp_path / "Hands.mlmodel").stat().st_size > 1_000_000


def test_a_mistake_is_answered_as_it_is_written(readme, whet, tmp_path):
    shown = re.search(r"```text\n(train hand epoch=50\n.*?)```", section(readme, "Tour"), re.DOTALL)[1]
    (tmp_path / "mistake.whet").write_text(shown.splitlines()[0] + "\n")
    ran = subprocess.run(
        [whet, "run", "mistake.whet"], cwd=tmp_path, env={"HOME": str(tmp_path)}, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (1, shown)


def commands(readme):
    """The commands of the table: each stands in the first column, once, as a link to its page."""
    firsts = re.findall(r"^\| (\[.*?) \|", section(readme, "Commands"), re.MULTILINE)
    named = [name for first in firsts for name in re.findall(r"\[`(\w+)`\]\(docs/reference/\1\.md\)", first)]
    assert len(named) == len(set(named)) == sum(first.count("](") for first in firsts)
    return set(named)


def test_the_table_has_every_command_with_a_page(readme, root):
    assert commands(readme) == {page.stem for page in (root / "docs/reference").glob("*.md")} - {"README"}


def test_the_table_lists_the_commands_that_help_lists(readme, kernel, tmp_path):
    rows = re.search(r"^--.*\n((?:.+\n)+)", plain(run("help", kernel, tmp_path)), re.MULTILINE)[1]
    listed = {row.split()[0] for row in rows.splitlines()}
    assert commands(readme) == listed


def test_it_names_every_notebook(readme, root):
    named = set(re.findall(r"\]\((notebooks/[\w-]+\.ipynb)\)", readme))
    assert named == {str(path.relative_to(root)) for path in (root / "notebooks").glob("*.ipynb")}
