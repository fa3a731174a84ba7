"""notebooks/05-which-model.ipynb, run by nbclient against the built kernel: what can be said of 45 photos, and what not.

The figures are the reference's: 18 of 45 for the neighbours is exact, the others are ranges over many seeds.
"""

import re

from reading import cell, claim, html, only, plain, svgs

NAME = "05-which-model.ipynb"


def comparisons(text):
    """[(the better model or none, p)] of the verdicts of a comparison."""
    found = re.findall(r"^(?:Cannot tell|(\w+) is better than) .*?exact p = ([\d.e-]+\d|1)[);]", text, re.MULTILINE)
    return [(better, float(p)) for better, p in found]


@claim("Fifteen photos cannot tell the two apart.")
def test_fifteen_photos_cannot_tell(ran):
    text = plain(cell(ran, "which-test"))
    assert "Cannot tell near from hand" in text
    assert "is better than" not in text


@only("photographs")
def test_the_neighbours_are_right_as_often_as_the_reference(ran):
    assert "8 of 15" in plain(cell(ran, "which-test"))
    assert "18 of 45" in plain(cell(ran, "which-loo"))


@claim("On the photographs it is decided now, and not narrowly: the network is better.", where="photographs")
def test_every_photo_in_turn_decides_it(ran):
    ((better, p),) = comparisons(plain(cell(ran, "which-loo")))
    assert better == "hand" and p < 1e-3


@claim("The network goes on gaining by more photos.")
def test_learning_curves_have_bands_and_rise(ran):
    assert svgs(cell(ran, "which-curve"))
    means = [float(mean) for mean in re.findall(r"(\d+\.\d) % \[", plain(cell(ran, "which-curve")))]
    assert len(means) == 12
    assert means[6] < means[8] < means[11]


def accuracies(ran):
    """By layer and number of neighbours: the mean accuracy."""
    rows = re.findall(r"^ *(?:best|\d+) +(\S+) +(\d) +([\d.]+) %", plain(cell(ran, "which-layer")), re.MULTILINE)
    return {(layer.split(".")[1], int(count)): float(share) for layer, count, share in rows}


@claim("Which layer makes more of a difference than how many neighbours")
def test_the_layer_matters_more_than_the_number(ran):
    found = accuracies(ran)
    layers, counts = ({key[place] for key in found} for place in (0, 1))
    assert len(found) == len(layers) * len(counts) == 12

    def widest(groups):
        return max(max(group) - min(group) for group in groups)

    by_layer = widest([found[layer, count] for layer in layers] for count in counts)
    by_count = widest([found[layer, count] for count in counts] for layer in layers)
    assert by_layer > by_count


@claim("On the photographs an earlier layer is better by far", where="photographs")
def test_one_layer_earlier_is_better(ran):
    found = accuracies(ran)
    assert max(found[key] for key in found if key[0] == "fire9") > max(found[key] for key in found if key[0] == "pool10") + 15
    assert {better for better, _ in comparisons(plain(cell(ran, "which-fair")))} >= {"earlier", "hand"}


def test_the_sweep_ranks_by_loss_and_names_the_best_again(ran):
    text = plain(cell(ran, "which-sweep"))
    assert "320 trainings in " in text
    assert "To repeat the best, with the same bits:  sweep hand on=hands.train folds=5 repeats=8 epochs=" in text
    assert html(cell(ran, "which-sweep")).count("<img") == 8


def test_a_rate_is_suggested(ran):
    assert re.search(r"Suggested:  train hand learningRate=[\d.e-]+", plain(cell(ran, "which-find")))


def test_every_error_stands_beside_three_training_photos(ran):
    text = plain(cell(ran, "which-gallery"))
    wrong = 15 - int(re.search(r"\((\d+) of 15\)", text)[1])
    assert html(cell(ran, "which-gallery")).count("<img") == 4 * wrong


def test_the_confusion_matrix_holds_all_fifteen_photos(ran):
    assert html(cell(ran, "which-confusion")).count("<img") == 15


@claim("the *temperature*, that is above 1")
def test_a_temperature_makes_the_network_more_modest(ran):
    text = plain(cell(ran, "which-sure"))
    assert float(re.search(r"At temperature ([\d.]+)", text)[1]) > 1
    before, after = re.search(r"mean loss (\d+\.\d+) → (\d+\.\d+)", text).groups()
    assert float(after) < float(before)
