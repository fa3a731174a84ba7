"""notebooks/03-relabel-and-retrain.ipynb, run by nbclient against the built kernel: a correction, its effect, its price."""

import re

import pytest
from reading import cell, claim, correct, html, plain

NAME = "03-relabel-and-retrain.ipynb"


def shares(text):
    """Before and after, in per cent: the probability of the true class of the one photo in the queue."""
    (row,) = re.findall(r"^ +\S+\s+✌️\s+\S+\s+[<>]?([\d.]+) %\s+\S+\s+[<>]?([\d.]+) %", text, re.MULTILINE)
    return float(row[0]), float(row[1])


def answers(text, model):
    """What a model said to each photo of an examination."""
    table = text.split(f"\n{model} on signs.test: ")[1]
    return re.findall(r"^ +\S+\s+\S+\s+(\S+)\s+[\d.]+ %\s", table, re.MULTILINE)


def test_the_file_says_what_a_phone_may_do(ran):
    text = re.sub(" +", " ", plain(cell(ran, "relabel-file")))
    for line in ["epochs 2 10 2", "miniBatchSize 5 5 5", "learningRate 1e-6 1e-4 0 to 1"]:
        assert line in text


@claim("The model takes it for a fist, and has hardly a doubt")
def test_the_photo_is_answered_wrongly(ran):
    text = plain(cell(ran, "relabel-ask"))
    assert text.startswith("pets: ✊")
    assert float(re.search(r"✊ +([\d.]+) %", text)[1]) > 99


def test_the_correction_waits_in_the_queue(ran):
    assert re.search(r"\S+ shows ✌️, while pets predicted ✊\. 1 photo in the queue", plain(cell(ran, "relabel-correct")))


@claim("one photo, two epochs and small steps lower the loss of the photo, but the answer stays what it was")
def test_small_steps_leave_the_answer_unchanged_and_that_is_said(ran):
    text = plain(cell(ran, "relabel-train"))
    before, after = shares(text)
    assert before <= after < 50
    assert "0 right now, every prediction unchanged" in text and "The queue is empty." in text
    first, last = re.search(r"^training, mean +([\d.]+) +([\d.]+)", text, re.MULTILINE).groups()
    assert float(last) < float(first)
    assert "data:image/" in html(cell(ran, "relabel-train"))


@claim("Now the model is convinced.")
def test_large_steps_change_the_answer(ran):
    before, after = shares(plain(cell(ran, "relabel-larger")))
    assert before < 50 and after > 99


@claim("it says ✌️ to every photo")
def test_large_steps_have_a_price(ran):
    text = plain(cell(ran, "relabel-price"))
    assert answers(text, "pets") == ["✌️"] * 10
    first, corrected = correct(text)
    assert corrected == (5, 10) and first[0] > 5


@claim("Convinced again, and not so sure of it.")
def test_steps_in_between_change_the_answer(ran):
    text = plain(cell(ran, "relabel-middle")) + "\n" + plain(cell(ran, "relabel-middle-train"))
    assert "epochs of training are forgotten" in text
    before, after = shares(text)
    assert before < 50 < after < shares(plain(cell(ran, "relabel-larger")))[1]


@claim("the examination goes worse than before the correction")
def test_steps_in_between_have_a_price_too(ran):
    first, corrected = correct(plain(cell(ran, "relabel-kept")))
    assert corrected[0] < first[0]


@claim("What is loaded from it answers with the same bits")
def test_saved_and_loaded_it_gives_the_same_answer(ran):
    text = plain(cell(ran, "relabel-save"))
    figures = re.findall(r"([\d.]+) %", text)
    assert re.findall(r"^(?:pets|again): (\S+)$", text, re.MULTILINE) == ["✌️", "✌️"]
    assert figures[:2] == figures[2:] and len(figures) == 4
    assert plain(cell(ran, "relabel-check")).startswith("Core ML accepts Signs.mlmodel and calls it updatable.")


def test_core_ml_s_own_tools_read_the_file(ran):
    coremltools = pytest.importorskip("coremltools")
    spec = coremltools.utils.load_spec(ran.metadata["folder"] + "/Signs.mlmodel")
    update = spec.neuralNetworkClassifier.updateParams
    assert spec.isUpdatable and update.epochs.set.values == [2]
    assert update.optimizer.sgdOptimizer.miniBatchSize.set.values == [5]
    assert spec.description.metadata.author == "a notebook"
