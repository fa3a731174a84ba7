"""A subshell console beside a notebook that trains, in a real JupyterLab."""

import json
import re

import pytest

CELLS = [
    "dataset hands sample=hands\nnetwork hand from=sketch classes=10 seed=42",
    "train hand on=hands.train epochs=1000000 learningRate=1e-5",
]


@pytest.fixture(scope="module")
def notebook(kernel, desk):
    """A notebook whose last cell is training."""
    cells = [{"cell_type": "code", "id": f"cell{number}", "metadata": {}, "source": source, "outputs": [],
              "execution_count": None} for number, source in enumerate(CELLS)]
    metadata = {"kernelspec": {"name": kernel, "display_name": "Whet", "language": "whet"}}
    (desk.folder / "beside.ipynb").write_text(
        json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}))
    notebook = desk.open("beside.ipynb")
    notebook.begin("notebook:run-all-cells")
    notebook.page.wait_for_function(
        "() => jupyterapp.shell.currentWidget.content.widgets[1].model.outputs.length > 0")
    return notebook


@pytest.fixture(scope="module")
def console(notebook):
    """The subshell console; called with a line, it types and runs it, and gives the text of its answer."""
    notebook.begin("notebook:create-subshell-console")
    panel = notebook.page.locator(".jp-CodeConsole")
    panel.wait_for()
    # The console has asked for its shell once the panel's kernel knows one.
    notebook.page.wait_for_function(
        """() => [...jupyterapp.shell.widgets('main')].some(
             widget => widget.console?.sessionContext?.session?.kernel?.subshellId)""")

    def run(line):
        before = panel.locator(".jp-CodeConsole-content .jp-CodeCell").count()
        panel.locator(".jp-CodeConsole-promptCell .cm-content").click()
        notebook.page.keyboard.type(line)
        notebook.page.keyboard.press("Shift+Enter")
        cell = panel.locator(".jp-CodeConsole-content .jp-CodeCell").nth(before)
        cell.locator(".jp-InputPrompt").get_by_text(re.compile(r"^\[\d+\]:$")).wait_for()  # it has ended
        cell.locator(".jp-OutputArea-output").first.wait_for()
        return cell.locator(".jp-Cell-outputArea").inner_text()

    return run


def outputs(notebook):
    return notebook.page.evaluate(
        """() => [...jupyterapp.shell.widgets('main')].find(widget => widget.content?.widgets)
             .content.widgets[1].model.outputs.toJSON()""")


def test_the_console_answers_while_the_notebook_trains(notebook, console, root):
    assert "running" in console("status")
    assert "5" in console("print 5")
    assert "correct" in console("evaluate hand on=hands.test")
    assert not [output for output in outputs(notebook) if output["output_type"] == "error"]
    notebook.page.screenshot(path=root / "out/browser/subshell.png")


def test_the_kernel_is_busy_all_the_while(notebook, console):
    console("print 6")
    kernel = """[...jupyterapp.shell.widgets('main')].find(widget => widget.content?.widgets)
        .context.sessionContext.session.kernel"""
    notebook.page.wait_for_function(f"() => {kernel}.status === 'busy'")
    told = notebook.page.evaluate(
        f"""async () => {{
          const kernels = jupyterapp.serviceManager.kernels;
          await kernels.refreshRunning();
          return [...kernels.running()].find(model => model.id === {kernel}.id).execution_state;
        }}""")
    assert told == "busy"  # of the server, which may be told to end idle kernels


def test_the_console_stops_it_and_nothing_is_lost(notebook, console):
    assert "hand is in training in another cell" in console("reset hand")
    assert "Its weights are kept; train hand continues from there." in console("stop hand")
    notebook.page.wait_for_function(
        """() => [...jupyterapp.shell.widgets('main')].find(widget => widget.content?.widgets)
             .content.widgets[1].model.outputs.toJSON().some(output => output.output_type === 'error')""")
    (failure,) = [output for output in outputs(notebook) if output["output_type"] == "error"]
    assert "hand was stopped" in failure["evalue"]
    assert "suspended" in console("status")
