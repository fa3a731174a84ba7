"""The first notebook in a real JupyterLab, in headless Chromium: what a person would see, in both themes.

The pictures go to out/browser; look at them when a figure has changed.
"""

import re
import shutil

import pytest
import standins

NAME = "01-knn-versus-network.ipynb"


@pytest.fixture(scope="module")
def notebook(root, desk):
    """The notebook, open and run from top to bottom."""
    shutil.copy(root / "notebooks" / NAME, desk.folder)
    notebook = desk.open(NAME)
    notebook.finished = notebook.run_all()
    return notebook


@pytest.fixture(scope="module")
def cells(notebook):
    return notebook.cells()


def showing(cells, word):
    """The one cell whose code begins with this word."""
    return next(cell for cell in cells if cell["source"].startswith(word))


def test_run_all_ends_well(notebook, cells):
    assert [cell["errors"] for cell in cells if cell["errors"]] == []
    assert notebook.finished is not False
    assert [cell["count"] for cell in cells] == list(range(1, len(cells) + 1))


def test_the_page_has_nothing_to_complain_about(notebook, cells):
    assert notebook.complaints == []


def test_no_cell_is_taller_than_a_screen_unasked(notebook, cells):
    heights = notebook.page.evaluate("""() => jupyterapp.shell.currentWidget.content.widgets
      .filter(cell => cell.model.type === 'code').map(cell => cell.node.getBoundingClientRect().height)""")
    assert len(heights) == len(cells)
    # Row by row is what rows=true asks for.
    assert [cell["source"] for cell, height in zip(cells, heights) if height > 900 and "rows=true" not in cell["source"]] == []


def test_all_photos_are_drawn(cells):
    assert showing(cells, "show")["pictures"] == 45
    assert sum(cell["broken"] for cell in cells) == 0


@pytest.mark.parametrize("word", ["train hand", "plot hand"])
def test_curves_are_drawn(cells, word):
    assert showing(cells, word)["svgs"] >= 1


@pytest.mark.parametrize("word", ["train hand", "history hand", "evaluate near hand"])
def test_tables_are_drawn(cells, word):
    assert showing(cells, word)["tables"] >= 1


def test_the_figure_of_the_neighbours_can_be_read(cells, root):
    share = "53.3 % correct (8 of 15)" if standins.is_real(root.parent / "shared") else "73.3 % correct (11 of 15)"
    assert share in showing(cells, "train near")["text"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_word_can_be_read_in_the_theme(notebook, root, theme):
    notebook.theme(theme)
    notebook.shoot(root / f"out/browser/{theme}.png")
    ratio, text = notebook.least_contrast()
    assert ratio >= 3, text  # what WCAG asks of large letters and of graphics


def test_it_reads_the_same_when_it_is_opened_again(notebook, cells):
    notebook.command("docmanager:save")
    notebook.load()
    for before, after in zip(cells, notebook.cells(), strict=True):
        for key in ("outputs", "svgs", "tables", "pictures", "broken"):
            assert after[key] == before[key], (key, before["source"])


@pytest.fixture
def typed(notebook):
    """Types into a cell of its own at the end, which goes again afterwards; called with the text."""
    yield notebook.write_cell
    notebook.page.keyboard.press("Escape")
    notebook.page.keyboard.press("Escape")
    notebook.command("notebook:delete-cell")


@pytest.mark.parametrize(
    "text, offered",
    [
        ("pred", ["predict"]),
        ("train hand learning", ["learningRate"]),
        ("train hand optimizer=", ["sgd", "adam"]),
        ("evaluate hand on=hands.", ["hands.train", "hands.test"]),
    ],
)
def test_tab_completes(notebook, typed, text, offered):
    typed(text)
    notebook.page.keyboard.press("Tab")
    # A single match is put in without asking.
    found = notebook.page.wait_for_function(
        """text => {
          const matches = [...document.querySelectorAll('.jp-Completer .jp-Completer-match')].filter(
            node => node.getBoundingClientRect().height > 0);
          const written = jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.source;
          return matches.length ? matches.map(node => node.innerText) : written !== text && [written];
        }""", arg=text).json_value()
    assert all(word.removeprefix("hands.") in str(found) for word in offered), found


@pytest.mark.parametrize(
    "text, told", [("train", "learningRate"), ("train hand", "neural network"), ("train hand epochs", "passes over the training set")]
)
def test_shift_tab_explains(notebook, typed, text, told):
    typed(text)
    notebook.page.keyboard.press("Shift+Tab")
    tooltip = notebook.page.locator(".jp-Tooltip:visible")
    tooltip.wait_for()
    assert told in tooltip.inner_text()


def test_a_mistake_is_a_sentence_under_its_place(notebook, typed):
    typed("train hand epoch=50")
    notebook.command("notebook:run-cell")
    text = notebook.cells()[-1]["text"]
    assert "train hand epoch=50" in text and "^^^^^" in text
    assert 'train has no "epoch". Did you mean epochs?' in text
    for theme in ("dark", "light"):
        notebook.theme(theme)
        ratio, words = notebook.least_contrast('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"] *')
        assert ratio >= 4.5, (theme, words)


def test_the_stop_button_pauses_training(notebook, typed):
    typed("train hand on=hands.train from=start epochs=1000000 learningRate=1e-5")
    notebook.begin("notebook:run-cell")
    notebook.wait_until("busy")
    notebook.last_cell().locator(".jp-OutputArea-output").locator("svg, img, table").first.wait_for()
    notebook.page.locator(".jp-NotebookPanel [data-jp-item-name='interrupt']").click()
    # What is said of the pause may be seen only after the kernel was seen idle.
    notebook.last_cell().get_by_text(re.compile("stopped; the weights are kept")).first.wait_for()
    notebook.wait_until("idle")
    notebook.settle()
    paused = notebook.cells()[-1]
    assert paused["svgs"] >= 1 and paused["tables"] >= 1
    assert re.search(r"of 1,?000,?000 epochs", paused["text"])
    assert re.search(r"paused|stopped|interrupted", paused["text"], re.IGNORECASE)
