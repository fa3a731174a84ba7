"""notebooks/05-which-model.ipynb, run by nbclient against the built kernel: what can be said of 45 photos, and what not.

The figures are the reference's: 18 of 45 for the neighbours is exact, the others are ranges over many seeds.
"""

import re

import nbformat
import pytest
from reading import cell, execute, html, plain, svgs

NAME = "05-which-model.ipynb"


@pytest.fixture(scope="session")
def which(root, shared, kernel, tmp_path_factory):
    notebook = nbformat.read(root / "notebooks" / NAME, as_version=4)
    folder = tmp_path_factory.mktemp("which")
    execute(notebook, kernel, folder)
    return notebook


def test_fifteen_photos_cannot_tell(which):
    text = plain(cell(which, "which-test"))
    assert "8 of 15" in text
    assert "Cannot tell near from hand" in text
    assert "is better than" not in text


def test_every_photo_in_turn_decides_it(which):
    text = plain(cell(which, "which-loo"))
    assert "18 of 45" in text
    assert "hand is better than near" in text
    assert float(re.search(r"exact p = ([\d.e-]+\d)", text)[1]) < 1e-3


def test_learning_curves_have_bands_and_rise(which):
    assert svgs(cell(which, "which-curve"))
    means = [float(mean) for mean in re.findall(r"(\d+\.\d) % \[", plain(cell(which, "which-curve")))]
    assert len(means) == 12
    assert means[0] < means[5] and means[6] < means[11]


def test_one_layer_earlier_is_better(which):
    lines = plain(cell(which, "which-layer")).splitlines()
    best = next(line for line in lines if line.startswith("best"))
    assert "pool10" not in best
    accuracy = {line.split()[1]: float(re.search(r"([\d.]+)%", line)[1]) for line in reversed(lines) if "%" in line}
    assert accuracy["fire9"] > accuracy["pool10"] + 15


def test_the_better_neighbours_beat_the_others(which):
    text = plain(cell(which, "which-fair"))
    assert "near9 is better than near" in text
    assert "hand is better than near:" in text


def test_the_sweep_ranks_by_loss_and_names_the_best_again(which):
    text = plain(cell(which, "which-sweep"))
    assert "320 trainings in " in text
    assert "The best again, with the same bits:  sweep hand on=hands.train folds=5 repeats=8 epochs=" in text
    assert html(cell(which, "which-sweep")).count("<img") == 8


def test_a_rate_is_suggested(which):
    assert re.search(r"Suggested:  train hand learningRate=[\d.e-]+", plain(cell(which, "which-find")))


def test_every_error_stands_beside_three_training_photos(which):
    text = plain(cell(which, "which-gallery"))
    wrong = 15 - int(re.search(r"\((\d+) of 15\)", text)[1])
    assert html(cell(which, "which-gallery")).count("<img") == 4 * wrong


def test_the_confusion_matrix_holds_all_fifteen_photos(which):
    assert html(cell(which, "which-confusion")).count("<img") == 15


def test_a_temperature_makes_the_network_more_modest(which):
    text = plain(cell(which, "which-sure"))
    assert float(re.search(r"At temperature ([\d.]+)", text)[1]) > 1
    before = float(re.search(r"calibration error ([\d.]+)%", text)[1])
    after = float(re.search(r"photos: error ([\d.]+)%", text)[1])
    assert after < before
