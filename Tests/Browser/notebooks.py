"""Notebooks for tests in JupyterLab and in Notebook 7: written, opened, run, and their kernels ended with the test."""

import json
import re
import subprocess

#: What Notebook 7 complains of without an extension as well: it has no settings' schemas and no file browser of JupyterLab's.
#: The last is jupyter-collaboration's, where it is installed.
NOTEBOOKS_OWN = ("schema", "Command 'filebrowser:open-path' not registered.", "@jupyter/docprovider-extension:statusBarTimeline")
#: What axe-core finds at fault in outputs alone; the rest of the page is Jupyter's.
AXE = """async () => (await axe.run({include: [['.jp-OutputArea-output']]}, {resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})).violations.flatMap(
    found => found.nodes.map(node => `${found.id}: ${node.html.slice(0, 160)} ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`))"""
DATA = "dataset hands sample=hands\nnetwork hand from=sketch classes=10 seed=42"


def write(folder, name, sources, kernel="whet", outputs=()):
    """Writes a notebook of code cells; `outputs` are those of its cells, where they have some."""
    cells = [{"cell_type": "code", "id": f"cell{number}", "metadata": {}, "source": source, "execution_count": None,
              "outputs": outputs[number] if number < len(outputs) else []} for number, source in enumerate(sources)]
    metadata = {"kernelspec": {"name": kernel, "display_name": "Whet", "language": "whet"},
                "language_info": {"name": "whet", "mimetype": "text/x-whet", "file_extension": ".whet"}}
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}))
    return name


def ran(whet, folder, name, sources, kernel="whet"):
    """A notebook run without a browser, one wrong cell or none among its cells: the file with its outputs."""
    write(folder, f"{name}-plain.ipynb", sources, kernel)
    done = subprocess.run([whet, "run", f"{name}-plain.ipynb", "-o", f"{name}.ipynb"], cwd=folder, capture_output=True, text=True, timeout=300)
    document = json.loads((folder / f"{name}.ipynb").read_text())
    wrong = ["".join(cell["source"]) for cell in document["cells"] for output in cell["outputs"] if output["output_type"] == "error"]
    assert done.returncode == len(wrong) <= 1, (done.stderr, wrong)
    return folder / f"{name}.ipynb"


def opened(desk, name, front, run=True):
    """The notebook open in a front end, run from top to bottom if wanted."""
    page = desk.open(name, front=front)
    if run:
        page.run_all()
    return page


def complaints(page, front):
    """What the page complained of, apart from what Notebook 7 always does and what a test has done to it."""
    own = () if front == "lab" else NOTEBOOKS_OWN
    return [
        text for text in page.complaints
        if not any(words in text for words in own) and not (page.excused and re.search(page.excused, text))
    ]  # fmt: skip


def faults(page, axe):
    """What axe-core finds at fault in the outputs."""
    page.page.evaluate(axe)
    return page.page.evaluate(AXE)


def end(page):
    """Ends the kernels and closes the page; what it then complains of is no fault of its own."""
    if not page.page.is_closed():
        before = list(page.complaints)
        page.page.evaluate("() => jupyterapp.serviceManager.sessions.shutdownAll()")
        page.page.close()
        page.complaints[:] = before
