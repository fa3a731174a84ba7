"""notebooks/03-relabel-and-retrain.ipynb, run by nbclient against the built kernel: a correction, its effect, its price."""

import re

import nbformat
import pytest
from reading import cell, correct, execute, html, plain

NAME = "03-relabel-and-retrain.ipynb"


@pytest.fixture(scope="session")
def relabel(root, shared, kernel, tmp_path_factory):
    notebook = nbformat.read(root / "notebooks" / NAME, as_version=4)
    folder = tmp_path_factory.mktemp("relabel")
    execute(notebook, kernel, folder)
    notebook.metadata["folder"] = str(folder)
    return notebook


def shares(text):
    """Before and after: the probability of the true class of the one photo in the queue."""
    (row,) = re.findall(r"E2062F5D….jpg\s+✊\s+\S+\s+([\d.]+)%\s+\S+\s+([\d.]+)%", text)
    return float(row[0]), float(row[1])


def test_the_file_says_what_a_phone_may_do(relabel):
    text = re.sub(" +", " ", plain(cell(relabel, "relabel-file")))
    for line in ["epochs 2 10 2", "miniBatchSize 5 5 5", "learningRate 1e-6 1e-4 0 to 1"]:
        assert line in text


def test_the_correction_waits_in_the_queue(relabel):
    assert "E2062F5D….jpg shows ✊, where pets said ✌️. 1 photo in the queue" in plain(cell(relabel, "relabel-correct"))


def test_small_steps_leave_the_answer_unchanged_and_that_is_said(relabel):
    text = plain(cell(relabel, "relabel-train"))
    before, after = shares(text)
    assert before < after < 50
    assert "0 right now, every answer unchanged" in text and "The queue is empty." in text
    assert "data:image/jpeg;base64," in html(cell(relabel, "relabel-train"))


def test_large_steps_change_it_at_a_price(relabel):
    before, after = shares(plain(cell(relabel, "relabel-larger")))
    assert before < 50 and after > 99
    first, corrected = correct(plain(cell(relabel, "relabel-price")))
    assert corrected[0] < first[0]


def test_steps_in_between_change_it_and_keep_the_rest(relabel):
    assert "epochs of training are forgotten" in plain(cell(relabel, "relabel-middle"))
    before, after = shares(plain(cell(relabel, "relabel-middle")))
    assert before < 50 < after < 99
    first, corrected = correct(plain(cell(relabel, "relabel-kept")))
    assert corrected[0] > first[0]


def test_saved_and_loaded_it_gives_the_same_answer(relabel):
    answers = re.findall(r"^(?:pets|again): (\S+)$", plain(cell(relabel, "relabel-save")), re.MULTILINE)
    figures = re.findall(r"([\d.]+) %", plain(cell(relabel, "relabel-save")))
    assert answers == ["✊", "✊"]
    assert figures[:2] == figures[2:] and len(figures) == 4
    assert plain(cell(relabel, "relabel-check")).startswith("Core ML accepts Signs.mlmodel and calls it updatable.")


def test_core_ml_s_own_tools_read_the_file(relabel):
    coremltools = pytest.importorskip("coremltools")
    spec = coremltools.utils.load_spec(relabel.metadata["folder"] + "/Signs.mlmodel")
    update = spec.neuralNetworkClassifier.updateParams
    assert spec.isUpdatable and update.epochs.set.values == [2]
    assert update.optimizer.sgdOptimizer.miniBatchSize.set.values == [5]
    assert spec.description.metadata.author == "a notebook"
