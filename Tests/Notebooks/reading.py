"""Reading executed notebooks: a cell by its id, its outputs by kind, and the figures in them."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from nbclient import NotebookClient

# What a notebook can run with: nothing but what the program draws, or what was downloaded to ../shared.
SOURCES = ["samples", "photographs"]

CORRECT = re.compile(r"(\d+\.\d) % correct \(([\d,]+) of ([\d,]+)\)")
# The row of a model among several: `near  k-NN, k=3  8 of 15  53.3 %  30.1 % – 75.2 %`.
ROW = re.compile(r"^\S+ .*? ([\d,]+) of ([\d,]+) +(\d+\.\d) % +(\d+\.\d) % – (\d+\.\d) %", re.MULTILINE)


def claim(says, where="both"):
    """Marks the test of a sentence in the notebook: `says` and `where` are those of an entry of `claims` in a cell's metadata."""

    def mark(test):
        test.claim = (says, where)
        return test if where == "both" else only(where)(test)

    return mark


def only(source):
    """Marks a test that reads the notebook as it runs with one of SOURCES."""
    return pytest.mark.parametrize("ran", [source], indirect=True)


def execute(notebook, kernel, folder):
    """The notebook with its outputs, run in a folder; no cell may fail. What is patient here bears a machine that stalls."""
    NotebookClient(
        notebook, kernel_name=kernel, timeout=600, startup_timeout=120, iopub_timeout=60,
        resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


def cell(notebook, name):
    (found,) = [cell for cell in notebook.cells if cell.id == name]
    return found


def bundles(cell):
    """What the cell shows: MIME type to content, one dictionary per display or result."""
    return [output.data for output in cell.outputs if output.output_type in ("display_data", "execute_result")]


def plain(cell):
    """All its text, as a front end without pictures shows it."""
    return "\n".join(
        output.data.get("text/plain", "") if "data" in output else output.get("text", "") for output in cell.outputs
    )


def html(cell):
    return "\n".join(bundle.get("text/html", "") for bundle in bundles(cell))


def svgs(cell):
    """Every picture of the kind image/svg+xml, parsed: a picture that is not well-formed fails here."""
    return [
        ElementTree.fromstring(bundle["image/svg+xml"]) for bundle in bundles(cell) if "image/svg+xml" in bundle
    ]


def correct(text):
    """[(right, of)] for every `53.3 % correct (8 of 15)`, or for every row of a table of models where there is none; the
    percentage must be that of the fraction."""
    found = []
    rows = [(percentage, right, of) for right, of, percentage, *_ in ROW.findall(text)]
    for percentage, right, of in CORRECT.findall(text) or rows:
        right, of = right.replace(",", ""), of.replace(",", "")
        assert abs(float(percentage) - 100 * int(right) / int(of)) < 0.0501  # a half may go either way
        found.append((int(right), int(of)))
    return found


def without_times(text):
    """The text with durations and rates blanked, however long they are: all else must be the same every time."""
    text = re.sub(r" · [^·\n]* an epoch, [\d,]+ µs a sample", "", text)  # told from a second on
    text = re.sub(r"\d[\d.,]*\s*(min \d+ s|µs|ms|s|min|photos/s|/s)(?!\w)", "…", text)
    return re.sub(r"  +", " ", re.sub(r"--+", "-", text))
