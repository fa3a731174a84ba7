"""notebooks/08-features-of-today.ipynb, run by nbclient against the built kernel: two networks' features, by k-NN and a linear probe."""

import re

from reading import cell, claim, correct, only, plain, svgs

NAME = "08-features-of-today.ipynb"
MODELS = ["oldNear", "oldLine", "newNear", "newLine"]


def curves(ran):
    """By model: the mean accuracies with 1, 2, 5 and 10 photos of each class."""
    rows = re.findall(r"^(\w+) .*?((?:\d+\.\d % \[[^]]*\] *){4})$", plain(cell(ran, "today-curves")), re.MULTILINE)
    return {model: [float(mean) for mean in re.findall(r"(\d+\.\d) %", found)] for model, found in rows}


@only("samples")
def test_without_downloads_the_package_made_here_is_taken(ran):
    text = plain(cell(ran, "today-load"))
    assert "yesterday: neural network from sketch" in text
    assert "today: neural network from Small.mlpackage" in text
    assert "64 features per photo, from innerProduct0_relu of Small.mlpackage" in plain(cell(ran, "today-features"))


def test_four_models_are_asked_about_every_photo(ran):
    assert [of for _, of in correct(plain(cell(ran, "today-test")))] == [15] * 4
    asked = re.findall(r"^(\w+) .*? of 45 ", plain(cell(ran, "today-folds")), re.MULTILINE)
    assert [name for name in asked if name in MODELS] == MODELS


@claim("A line gains more from more photos than neighbours do")
def test_a_line_gains_more_from_more_photos(ran):
    assert svgs(cell(ran, "today-curves"))
    gains = {model: means[-1] - means[0] for model, means in curves(ran).items()}
    assert sorted(gains) == sorted(MODELS)
    assert gains["oldLine"] > gains["oldNear"] and gains["newLine"] > gains["newNear"]
