"""The controls of a training in JupyterLab and Notebook 7, with real mouse and keys: start, the rate moved on the way, pause, go
on, reset, undo, and the lines of all of it in a new cell.

The pictures go to out/browser; look at them when the controls have changed.
"""

import re

import pytest
from notebooks import complaints, end, faults, write

MAKE = "dataset hands sample=hands count=8\nnetwork hand from=sketch classes=10 seed=42"
CONTROLS = "controls hand on=hands.train validate=hands.test epochs=1000000 learningRate=1e-4"


@pytest.fixture(scope="module")
def notebook(kernel, desk, front):
    """A notebook with controls, open and run."""
    notebook = desk.open(write(desk.folder, f"controls-{front}.ipynb", [MAKE, CONTROLS], kernel), front=front)
    if front == "lab":
        assert notebook.run_all() is not False, notebook.cells()
    else:
        notebook.begin("notebook:run-all-cells")
    controls(notebook).wait_for()
    yield notebook
    end(notebook)


def controls(notebook):
    return notebook.page.locator(".whet-controls").first


def press(notebook, name):
    button = controls(notebook).get_by_role("button", name=name, exact=True)
    button.scroll_into_view_if_needed()
    button.click()


def wait_for_state(notebook, words):
    controls(notebook).get_by_text(re.compile(words)).first.wait_for()


def wait_for_button(notebook, name):
    """Waits until a button can be pressed."""
    notebook.page.wait_for_function(
        "name => [...document.querySelectorAll('.whet-controls button')].some(b => b.textContent === name && !b.disabled)",
        arg=name,
    )


def line(notebook):
    return controls(notebook).locator(".whet-touch-line code").inner_text()


def acts(notebook):
    return controls(notebook).locator(".whet-touch-acts code").all_text_contents()


def set_rate(notebook, text):
    field = controls(notebook).get_by_role("textbox", name="Learning rate")
    field.click()
    field.press("Control+a")
    field.press_sequentially(text)
    field.press("Enter")


def test_the_line_follows_what_is_set(notebook):
    wait_for_button(notebook, "Start")
    assert line(notebook) == (
        "train hand on=hands.train validate=hands.test epochs=1000000 learningRate=1e-4 miniBatchSize=8 background=true")
    set_rate(notebook, "0.00025")
    controls(notebook).get_by_label("flip left and right").check()
    slider = controls(notebook).get_by_role("slider")
    notebook.page.wait_for_function("() => /augment=\\[flipHorizontal\\]/.test(document.querySelector('.whet-touch-line code').textContent)")
    assert "learningRate=2.5e-4" in line(notebook) and "augment=[flipHorizontal]" in line(notebook)
    assert abs(float(slider.input_value()) - -3.6) < 0.011
    controls(notebook).get_by_label("flip left and right").uncheck()


def test_keys_move_the_rate_and_do_not_cut_the_cell(notebook):
    cells = len(notebook.cells())
    slider = controls(notebook).get_by_role("slider")
    slider.focus()
    before = float(slider.input_value())
    for key in ("ArrowRight", "d", "d", "x"):
        notebook.page.keyboard.press(key)
    assert float(slider.input_value()) > before and len(notebook.cells()) == cells
    set_rate(notebook, "0.0001")


def test_a_training_begins_and_its_curve_lives(notebook):
    press(notebook, "Start")
    wait_for_button(notebook, "Pause")
    figure = controls(notebook).locator(".whet-controls-figure")
    figure.locator("svg, img").first.wait_for()
    notebook.page.wait_for_function(
        "() => Number((/(\\d+) of 1,000,000 epochs/.exec(document.querySelector('.whet-controls-figure').innerText) ?? [])[1]) >= 3")
    assert figure.locator("table").count() >= 1


def test_the_rate_is_moved_while_it_trains(notebook):
    slider = controls(notebook).get_by_role("slider")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    # 1e-6 to 1: about a third of the way is 1e-4. The mouse takes the knob a little to the left.
    notebook.page.mouse.move(box["x"] + box["width"] * 0.33, box["y"] + box["height"] / 2)
    notebook.page.mouse.down()
    notebook.page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2, steps=4)
    notebook.page.mouse.up()
    controls(notebook).get_by_text("continues with learningRate=").wait_for()
    controls(notebook).locator(".whet-controls-figure").get_by_text("learningRate set to").first.wait_for()
    assert re.fullmatch(r"set hand learningRate=\S+", acts(notebook)[-1]), acts(notebook)


def test_it_pauses_and_goes_on_from_there(notebook):
    press(notebook, "Pause")
    wait_for_button(notebook, "Continue")
    wait_for_state(notebook, "stopped")
    assert controls(notebook).get_by_label("Epochs").is_disabled()
    press(notebook, "Continue")
    wait_for_button(notebook, "Pause")
    press(notebook, "Pause")
    wait_for_button(notebook, "Continue")
    assert acts(notebook)[-1] == "stop hand" and acts(notebook)[-2].startswith("train hand learningRate=")


@pytest.mark.lab_only
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_can_be_read_in_the_theme(notebook, root, theme, front):
    notebook.theme(theme)
    notebook.shoot(root / f"out/browser/controls-{theme}.png")
    ratio, text = notebook.least_contrast()
    assert ratio >= 3, text


def test_axe_finds_nothing(notebook, axe):
    assert faults(notebook, axe) == []


def test_it_is_reset_and_taken_back(notebook):
    press(notebook, "Reset")
    wait_for_button(notebook, "Start")
    wait_for_state(notebook, "not yet")
    press(notebook, "Undo")
    wait_for_button(notebook, "Continue")
    assert acts(notebook)[-2:] == ["reset hand", "undo"]


def test_what_was_done_is_copied_into_a_cell(notebook):
    lines = acts(notebook)
    controls(notebook).get_by_text("Done so far, as lines").click()
    controls(notebook).locator("details").get_by_role("button").click()
    notebook.page.wait_for_function("() => jupyterapp.shell.currentWidget.content.widgets.length === 3")
    assert notebook.cells()[-1]["source"].splitlines() == lines


def test_a_problem_is_a_sentence(notebook):
    notebook.page.evaluate("""() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.requestExecute(
      { code: 'forget hand' }).done.then(() => null)""")
    controls(notebook).get_by_text("There is no network called hand.").wait_for()
    notebook.page.evaluate("""() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.requestExecute(
      { code: 'undo' }).done.then(() => null)""")
    wait_for_button(notebook, "Continue")


def test_it_goes_on_in_a_reloaded_page_and_after_a_restart(notebook, front):
    notebook.command("docmanager:save")
    notebook.load()
    wait_for_button(notebook, "Continue")
    notebook.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.restartKernel()")
    controls(notebook).get_by_text("hand is from an earlier session").wait_for()
    wait_for_button(notebook, "Continue")
    press(notebook, "Continue")
    wait_for_button(notebook, "Pause")
    press(notebook, "Pause")
    wait_for_button(notebook, "Continue")


def test_without_a_kernel_it_says_so(notebook):
    notebook.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.shutdown()")
    controls(notebook).get_by_text("waiting for the kernel").wait_for()


def test_the_page_has_nothing_to_complain_about(notebook, front):
    assert complaints(notebook, front) == []
