"""What comes from files, labels, names and metadata is text on the page, never a part of it: in JupyterLab, where a
notebook that was run here is trusted and its HTML shown as it is."""

import html.parser
import json
import xml.etree.ElementTree

import pytest
from PIL import Image

SCRIPT = "<script>window.hacked=1</script>"
IMAGE = "<img src=x onerror=window.hacked=2>"
QUOTE = "\"'><svg onload=window.hacked=3>"
#: Of a model's name, which has neither dot nor slash.
MODEL = "<img src=x onerror=hacked=6>"
#: Of a folder's name, which has no slash.
FOLDER = "<svg onload=window.hacked=4>"
FILE = "<img src=x onerror=window.hacked=5>&amp;.png"

CELLS = [
    'dataset t csv="t.csv" split=[1, 0]',
    "describe t",
    "show t details=true",
    f"network n input=[2] seed=1 {{\n  innerProduct 3 name='{IMAGE}'\n  softmax\n}}",
    "train n on=t epochs=30 learningRate=0.1",
    "evaluate n on=t metrics=all",
    "confusion n on=t",
    "confusion n on=t normalize=true",
    "gallery n on=t",
    "describe n",
    "layers n",
    "weights n",
    "plot n",
    "history n",
    f"save n path='{IMAGE[:-1]}.mlmodel' author='{SCRIPT}' license='{IMAGE}' description='{SCRIPT}'",
    f"describe '{IMAGE[:-1]}.mlmodel'",
    f"check '{IMAGE[:-1]}.mlmodel'",
    'dataset p path="photos"',
    "show p details=true",
    "show p.train columns=2",
    'dataset b path="broken"',
    "show b",
    f"network '{MODEL}' input=[3, 8, 8] seed=1 {{ flatten; innerProduct 2; softmax }}",
    f"train '{MODEL}' on=p.train epochs=30",
    f"evaluate '{MODEL}' on=p.train",
    f"predict '{MODEL}' on=p.train",
    f"gallery '{MODEL}' on=p.train neighbors=1",
    f"confusion '{MODEL}' on=p.train thumbnails=true",
    f"plot '{MODEL}'",
    f"print '{SCRIPT}'",
    "runs",
    "ledger",
    "status",
]
MISTAKES = [
    IMAGE.split("=")[0] + '"x',
    f"train '{SCRIPT}' on=t",
    f"help '{IMAGE}'",
    f"dataset q path='{IMAGE}'",
    f"dataset q path=\"photos\" labels=['{SCRIPT}']",
    f"train n on=t optimizer='{IMAGE}'",
    "print $nobody",
]


def write_notebook(folder):
    cells = [
        {"cell_type": "code", "source": source, "metadata": {"tags": tags}, "outputs": [], "execution_count": None, "id": f"c{number}"}
        for number, (source, tags) in enumerate(
            [(cell, []) for cell in CELLS] + [(cell, ["raises-exception"]) for cell in MISTAKES]
        )
    ]
    spec = {"name": "whet", "display_name": "Whet", "language": "whet"}
    document = {"cells": cells, "metadata": {"kernelspec": spec}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "safety.ipynb").write_text(json.dumps(document))


@pytest.fixture(scope="module")
def page(desk):
    """The notebook, run from top to bottom beside files with such names."""
    folder = desk.folder
    labels = [SCRIPT, IMAGE, QUOTE.replace('"', '""')]
    (folder / "t.csv").write_text("".join(f'"{labels[row % 3]}",{row % 3},{row % 7}\n' for row in range(60)))
    for number, label in enumerate((FOLDER, "plain")):
        (folder / "photos/train" / label).mkdir(parents=True)
        for photo in range(3):
            picture = Image.new("RGB", (16, 16), (40 * photo, 200 * number, 90))
            picture.save(folder / "photos/train" / label / f"{photo}{FILE}")
    (folder / "broken/train" / FOLDER).mkdir(parents=True)
    (folder / "broken/train" / FOLDER / FILE).write_bytes(b"\x89PNG\r\n\x1a\n")
    write_notebook(folder)
    notebook = desk.open("safety.ipynb")
    notebook.run_all()
    return notebook


@pytest.fixture(scope="module")
def outputs(page):
    """Every output there is: the cell's source, and the output as the notebook keeps it."""
    return page.page.evaluate(
        """() => jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code')
          .flatMap(cell => cell.model.outputs.toJSON().map(output => [cell.model.sharedModel.source, output]))"""
    )


def test_the_cells_ran(page):
    errors = {cell["source"]: cell["errors"] for cell in page.cells() if cell["errors"]}
    assert set(errors) == set(MISTAKES), [cell for cell in errors if cell not in MISTAKES]


def test_nothing_was_executed(page):
    assert page.page.evaluate("() => window.hacked ?? null") is None


def test_no_element_has_come_of_a_name(page):
    found = page.page.evaluate(
        """() => [...document.querySelectorAll('.jp-OutputArea-output *')].filter(
             node => node.tagName.toLowerCase() === 'script' || node.getAttributeNames().some(name => name.startsWith('on'))
               || node.getAttribute('src') === 'x').map(node => node.outerHTML.slice(0, 200))"""
    )
    assert found == []


@pytest.mark.parametrize("text", [SCRIPT, IMAGE, QUOTE, FOLDER, MODEL], ids=["script", "image", "quote", "folder", "model"])
def test_the_names_can_be_read(page, text):
    shown = page.page.evaluate("() => document.querySelector('.jp-Notebook').innerText")
    assert text in shown or text in " ".join(shown.split())


class Elements(html.parser.HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def test_html_has_no_scripts_and_no_handlers(outputs):
    pages = [output["data"]["text/html"] for _, output in outputs if "text/html" in output.get("data", {})]
    assert len(pages) > 20
    for text in pages:
        for tag, attributes in Elements("".join(text)).found:
            assert tag not in ("script", "iframe", "object", "embed", "form", "link", "meta")
            assert not any(name.startswith("on") for name in attributes), (tag, attributes)
            source = attributes.get("src", "data:image/")
            assert source.startswith("data:image/"), source


def test_svg_has_no_scripts_and_no_handlers(outputs):
    drawings = [output["data"]["image/svg+xml"] for _, output in outputs if "image/svg+xml" in output.get("data", {})]
    assert drawings
    for text in drawings:
        for node in xml.etree.ElementTree.fromstring("".join(text)).iter():
            assert node.tag.split("}")[-1] not in ("script", "foreignObject", "a", "image", "use"), node.tag
            assert not any(name.startswith("on") for name in node.attrib)


def test_it_is_the_same_when_it_is_opened_again(page):
    page.command("docmanager:save")
    page.load()
    page.page.wait_for_timeout(1000)  # more than enough for a script or a handler, if there were one
    assert page.page.evaluate("() => window.hacked ?? null") is None
