"""Editing in JupyterLab and in Notebook 7, typed with real keys: indentation, completion, mistakes underlined while typing, words
explained under the pointer, cells put into form."""

import pytest
from notebooks import DATA, complaints, opened, write


@pytest.fixture(scope="module")
def page(kernel, desk, front):
    for name in ["Pets/train/cat", "Pets/train/dog", "Empty"]:
        (desk.folder / name).mkdir(parents=True, exist_ok=True)
    for name in ["cat", "dog"]:
        (desk.folder / f"Pets/train/{name}/1.jpg").write_bytes(b"")
    return opened(desk, write(desk.folder, f"editing-{front}.ipynb", [DATA + "\nrate = 1e-4"], kernel), front)


@pytest.fixture
def typed(page):
    """Types a cell at the end, and gives it; the cell goes with the test."""
    def typed(text):
        page.write_cell(text)
        return page.last_cell().locator(".cm-content")

    yield typed
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Escape")
    page.command("notebook:delete-cell")


def source(page):
    return page.page.evaluate("() => jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.getSource()")


def marked(page):
    return page.last_cell().locator(".whet-mistake").all_inner_texts()


def wait_for_marks(page, count):
    page.page.wait_for_function(
        "count => [...document.querySelectorAll('.jp-Notebook .jp-Cell')].at(-1).querySelectorAll('.whet-mistake').length === count",
        arg=count)


def offered(page, typed, text):
    """What Tab offers behind a text."""
    typed(text)
    page.page.keyboard.press("Tab")
    page.page.locator(".jp-Completer .jp-Completer-match").first.wait_for()
    found = page.page.locator(".jp-Completer .jp-Completer-match").all_inner_texts()
    page.page.keyboard.press("Escape")
    return found


def test_a_block_is_indented_and_its_end_comes_back(page, typed):
    typed("train hand on=hands.train {")
    page.page.keyboard.press("Enter")
    page.page.keyboard.type("epochs = 3")
    page.page.keyboard.press("Enter")
    page.page.keyboard.type("augment = [")
    page.page.keyboard.press("Enter")
    page.page.keyboard.type("flipHorizontal")
    for closer in "]}":
        page.page.keyboard.press("Enter")
        page.page.keyboard.type(closer)
    assert source(page).split("\n") == [
        "train hand on=hands.train {", "  epochs = 3", "  augment = [", "    flipHorizontal", "  ]", "}"]


def test_a_closing_brace_goes_back(page, typed):
    # As it is pasted or typed where brackets are not closed by themselves.
    typed("")
    page.page.evaluate("""() => { const cell = jupyterapp.shell.currentWidget.content.activeCell;
      cell.model.sharedModel.setSource('train hand {\\n  epochs = 3\\n  ');
      const editor = cell.editor.editor; editor.dispatch({selection: {anchor: editor.state.doc.length}}); }""")
    page.page.keyboard.type("}")
    assert source(page) == "train hand {\n  epochs = 3\n}"


@pytest.mark.parametrize("text, wanted", [
    ("weights hand layer=", "dense"), ("dataset p path=Pe", "Pets/"), ("dataset p path=\"Pe", "Pets/"),
    ("dataset p path=Pets labels=[", "cat"), ("plot run=", None),
])
def test_tab_knows_what_could_stand_there(page, typed, text, wanted):
    if text == "plot run=":
        page.write_cell("train hand on=hands.train epochs=2")
        page.command("notebook:run-cell")
        page.command("notebook:delete-cell")
    found = offered(page, typed, text)
    if wanted == "dense":
        assert len(found) > 5 and all("=" not in word for word in found)
    elif wanted is None:
        assert any(word.split("\n")[0].strip().isdigit() for word in found), found
    else:
        assert any(word.startswith(wanted) for word in found), found


def test_folders_with_photos_come_first(page, typed):
    found = [word.split("\n")[0].strip() for word in offered(page, typed, "dataset p path=\"")]
    assert found.index("Pets/") < found.index("Empty/") < next(place for place, word in enumerate(found) if word.endswith(".ipynb"))


def test_an_unknown_command_is_underlined_and_told(page, front, typed):
    editor = typed("datset p path=\"Pets\"")
    wait_for_marks(page, 1)
    assert marked(page) == ["datset"]
    page.last_cell().locator(".whet-mistake").hover()
    tip = page.page.locator(".whet-tip")
    tip.wait_for()
    assert 'There is no command "datset". Did you mean dataset?' in tip.inner_text()
    page.page.mouse.move(5, 5)
    editor.click()
    page.page.keyboard.press("Home")
    for _ in range(3):
        page.page.keyboard.press("ArrowRight")
    page.page.keyboard.type("a")
    wait_for_marks(page, 0)
    assert source(page).startswith("dataset p")
    assert complaints(page, front) == []


def test_what_cannot_be_parsed_is_underlined_with_the_kernels_sentence(page, typed):
    typed("print 1")
    page.page.keyboard.press("Enter")
    page.page.evaluate("() => jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.setSource('b = 1\\nprint ]')")
    wait_for_marks(page, 1)
    assert marked(page) == ["]"]
    page.last_cell().locator(".whet-mistake").hover()
    page.page.locator(".whet-tip .whet-said").wait_for()
    assert len(page.page.locator(".whet-tip .whet-said").inner_text()) > 10
    page.page.mouse.move(5, 5)


def test_an_unfinished_cell_is_no_mistake(page, typed):
    typed("train hand on=hands.train {")
    page.page.wait_for_timeout(1200)
    assert marked(page) == []


def test_mistakes_are_marked_while_the_kernel_works(page, typed):
    typed("train hand on=hands.train epochs=1000000 learningRate=1e-6")
    page.begin("notebook:run-cell")
    page.wait_until("busy")
    page.write_cell("plott hand ")
    wait_for_marks(page, 1)
    # Questions have a busy and an idle of their own; the cell's prompt tells that it still runs.
    assert "*" in page.page.locator(".jp-Notebook .jp-Cell").nth(-2).locator(".jp-InputPrompt").inner_text()
    page.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.interrupt()")
    page.wait_until("idle")
    page.command("notebook:delete-cell")


def test_what_another_cell_has_brought_is_no_mistake_any_more(page, typed):
    typed("print $later ")
    wait_for_marks(page, 1)
    assert marked(page) == ["$later"]
    page.command("notebook:insert-cell-above")
    page.page.evaluate("() => jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.setSource('later = 3')")
    # The cell was looked at when it lost the focus, and is not again for that.
    page.page.wait_for_timeout(1000)
    assert marked(page) == ["$later"]
    page.command("notebook:run-cell")
    wait_for_marks(page, 0)
    page.command("notebook:delete-cell")


def test_resting_on_a_word_explains_it(page, typed):
    typed("train hand on=hands.train epochs=3")
    page.page.wait_for_timeout(600)
    box = page.last_cell().locator(".cm-line").bounding_box()
    width = page.last_cell().locator(".cm-line").evaluate("""line => { const range = document.createRange();
      range.selectNodeContents(line); return range.getBoundingClientRect().width; }""")
    # The word epochs is from 26 to 32 of 34 characters.
    page.page.mouse.move(box["x"] + 4 + width * 28 / 34, box["y"] + box["height"] / 2)
    tip = page.page.locator(".whet-tip")
    tip.wait_for()
    assert "Number of passes over the training set" in tip.inner_text()
    page.page.mouse.move(5, 5)


def test_a_command_puts_the_cell_into_form(page, front, typed):
    typed("")
    page.page.evaluate("""() => jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.setSource(
      'train   hand on = hands.train{\\nepochs=3   # few\\n}')""")
    assert page.command("whet:format-cell")
    assert source(page) == "train hand on=hands.train {\n  epochs = 3   # few\n}"
    page.page.evaluate("() => jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel.setSource('train [')")
    assert page.command("whet:format-cell") is False
    assert source(page) == "train ["
    assert complaints(page, front) == []
