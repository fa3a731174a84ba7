"""The extension in a real JupyterLab, and in Notebook 7: a digit drawn with the mouse, its prediction, Clear, a reloaded page, and coloured cells.

The pictures go to out/browser; look at them when the canvas has changed.
"""

import pytest
from notebooks import complaints, end, opened, write

TRAINING = """\
# a small network, taught in a few seconds
dataset digits idx="data/mnist" sample=digits split=[0.1, 0.02]
rate = 0.002
network lenet input=[1, 28, 28] seed=7 {
  convolution 8 kernel=3 activation=relu
  maxPool 2
  flatten
  innerProduct 32 activation=relu
  innerProduct 10
  softmax
}
train lenet on=digits.train epochs=2 miniBatchSize=32 optimizer=adam learningRate=$rate seed=1 shuffle=true"""

ONE = [[(113, 30), (111, 95), (112, 195)]]
ZERO = [[(112, 30), (80, 45), (62, 90), (62, 135), (80, 180), (112, 196), (145, 180), (163, 135), (163, 90), (145, 45), (112, 30)]]


@pytest.fixture(scope="module")
def notebook(kernel, desk, front):
    """A notebook with a taught network and a canvas, open and run."""
    name = write(desk.folder, f"{front}/draw.ipynb", [TRAINING, "draw lenet keep=mine.train"], kernel)
    notebook = opened(desk, name, front)
    assert [cell["errors"] for cell in notebook.cells() if cell["errors"]] == []
    yield notebook
    end(notebook)


def board(notebook):
    return notebook.page.locator(".whet-drawing").first


def draw(notebook, strokes):
    """Draw with the mouse; places are those of the sheet."""
    canvas = board(notebook).locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    mouse = notebook.page.mouse
    for (x, y), *rest in strokes:
        mouse.move(box["x"] + 1 + x, box["y"] + 1 + y)
        mouse.down()
        for x, y in rest:
            mouse.move(box["x"] + 1 + x, box["y"] + 1 + y, steps=6)
        mouse.up()


def inked(notebook):
    """How many pixels of the canvas are not black."""
    return board(notebook).locator("canvas").evaluate(
        "c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.filter((v, i) => i % 4 === 3 && v > 0).length"
    )


def press(notebook, name):
    board(notebook).get_by_role("button", name=name).click()


def answer(notebook):
    """The most probable class, as soon as there is one."""
    first = board(notebook).locator(".whet-drawing-answer span").first
    first.wait_for()
    return first.inner_text()


@pytest.mark.parametrize("strokes, digit", [(ONE, "1"), (ZERO, "0")])
def test_a_drawn_digit_is_recognised(notebook, strokes, digit):
    press(notebook, "Clear")
    draw(notebook, strokes)
    assert inked(notebook) > 1000
    press(notebook, "Predict")
    assert answer(notebook) == digit


def test_clear_empties_the_canvas_and_the_answer(notebook):
    draw(notebook, ONE)
    press(notebook, "Predict")
    answer(notebook)
    press(notebook, "Clear")
    assert inked(notebook) == 0 and board(notebook).locator(".whet-drawing-answer").count() == 0


def test_nothing_drawn_is_a_sentence(notebook):
    press(notebook, "Clear")
    press(notebook, "Predict")
    board(notebook).get_by_text("Nothing is drawn yet.").wait_for()


def test_keys_predict_and_clear_and_do_not_cut_the_cell(notebook):
    cells = len(notebook.cells())
    press(notebook, "Clear")
    draw(notebook, ONE)
    notebook.page.keyboard.press("Enter")
    assert answer(notebook) == "1"
    for key in ("Delete", "d", "d", "x"):
        notebook.page.keyboard.press(key)
    assert inked(notebook) == 0 and len(notebook.cells()) == cells


def test_a_drawing_is_kept(notebook):
    press(notebook, "Clear")
    draw(notebook, ONE)
    board(notebook).get_by_label("Class to keep the drawing under").fill("1")
    press(notebook, "Keep")
    board(notebook).get_by_text("The drawing was saved to mine.train as 1; mine.csv has 1 drawing now.").wait_for()


# A stroke of a finger or a pen, and a palm that rests on the canvas meanwhile.
POINTERS = """([places, kind]) => {
  const canvas = document.querySelector('.whet-drawing canvas');
  canvas.setPointerCapture = () => {};
  const box = canvas.getBoundingClientRect();
  const send = (name, [x, y], pointerId, pointerType) => canvas.dispatchEvent(new PointerEvent(name, {
    bubbles: true, cancelable: true, pointerId, pointerType, isPrimary: pointerId === 7, button: name === 'pointermove' ? -1 : 0,
    buttons: 1, pressure: 0.5, clientX: box.left + 1 + x, clientY: box.top + 1 + y }));
  send('pointerdown', places[0], 7, kind);
  send('pointerdown', [5, 215], 8, 'touch');
  for (const place of places.slice(1)) {
    send('pointermove', place, 7, kind);
    send('pointermove', [10, 220], 8, 'touch');
  }
  send('pointerup', [10, 220], 8, 'touch');
  send('pointerup', places.at(-1), 7, kind);
}"""


@pytest.mark.parametrize("kind", ["touch", "pen"])
def test_a_finger_or_a_pen_draws_and_a_palm_does_not(notebook, kind):
    press(notebook, "Clear")
    between = [(113, 30), (112, 60), (112, 90), (111, 120), (111, 150), (112, 195)]
    notebook.page.evaluate(POINTERS, [between, kind])
    assert inked(notebook) > 1000
    press(notebook, "Predict")
    assert answer(notebook) == "1"
    board(notebook).get_by_text("As a line to run").click()
    line = board(notebook).locator("code").inner_text()
    assert line.count("M") == 1 and "220" not in line, line


def test_the_page_does_not_scroll_under_a_finger(notebook):
    assert board(notebook).locator("canvas").evaluate("c => getComputedStyle(c).touchAction") == "none"


@pytest.mark.lab_only
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_can_be_read_in_the_theme(notebook, root, theme, front):
    notebook.theme(theme)
    press(notebook, "Clear")
    draw(notebook, ZERO)
    press(notebook, "Predict")
    answer(notebook)
    notebook.shoot(root / f"out/browser/drawing-{theme}.png")
    ratio, text = notebook.least_contrast()
    assert ratio >= 3, text


# The colour of each word of the first cell, as it is seen.
COLOURS = """() => Object.fromEntries([...document.querySelectorAll('.jp-Cell .cm-line span')]
  .map(span => [span.textContent, getComputedStyle(span).color]))"""


@pytest.mark.lab_only
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_words_of_a_cell_have_their_colours(notebook, theme, front):
    notebook.theme(theme)
    colours = notebook.page.evaluate(COLOURS)
    kinds = {
        "command": ["dataset", "network", "train"], "layer": ["maxPool", "flatten", "softmax"],
        "key": ["idx", "split", "kernel", "miniBatchSize"], "text": ['"data/mnist"'], "number": ["0.02", "28", "32"],
        "comment": ["# a small network, taught in a few seconds"], "variable": ["$rate"],
    }
    found = {kind: {colours[word] for word in words} for kind, words in kinds.items()}
    assert all(len(colour) == 1 for colour in found.values()), found
    distinct = {kind: colour.copy().pop() for kind, colour in found.items()}
    assert distinct["command"] == distinct["layer"]
    del distinct["layer"]
    assert len(set(distinct.values())) == len(distinct), distinct


def test_it_goes_on_in_a_reloaded_page_and_after_a_restart(notebook):
    notebook.command("docmanager:save")
    notebook.load()
    draw(notebook, ONE)
    press(notebook, "Predict")
    assert answer(notebook) == "1"
    # A request that the front end waits for when its kernel goes is cancelled by itself.
    notebook.excused = "Canceled future for create_subshell_request"
    notebook.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.restartKernel()")
    press(notebook, "Predict")
    board(notebook).get_by_text("lenet is from an earlier session").wait_for()
    assert answer(notebook) == "1"


def test_without_a_kernel_it_says_so(notebook):
    notebook.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.shutdown()")
    press(notebook, "Predict")
    board(notebook).get_by_text("Drawing needs a running kernel.").wait_for()


def test_the_page_has_nothing_to_complain_about(notebook, front):
    assert complaints(notebook, front) == []
