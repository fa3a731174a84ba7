"""notebooks/06-any-numbers.ipynb, run by nbclient against the built kernel: tables with classes, with prices, and digits.

All data are drawn, so that every figure is the same on every machine.
"""

import re

from reading import cell, claim, correct, plain, svgs

NAME = "06-any-numbers.ipynb"


def rights(ran, name):
    """By model: the share that was answered rightly, of a table with a row a model."""
    rows = re.findall(r"^(\w+) .*? ([\d,.]+) of ([\d,]+) +[\d.]+ % ", plain(cell(ran, name)), re.MULTILINE)
    return {model: float(right.replace(",", "")) / float(of.replace(",", "")) for model, right, of in rows}


def better(ran, name):
    """{(the better model, the other)} of the pairs of a comparison that are decided."""
    return set(re.findall(r"^(\w+) is better than (\w+):", plain(cell(ran, name)), re.MULTILINE))


def measures(ran, name):
    """By model: RMSE, MAE and R²."""
    number = r"([\d,.]+) +-?[\d,.]+ – [\d,.]+"
    rows = re.findall(rf"^(\w+) .*? {number} +{number} +{number}", plain(cell(ran, name)), re.MULTILINE)
    return {model: tuple(float(each.replace(",", "")) for each in found) for model, *found in rows}


def test_the_table_says_how_it_was_read(ran):
    text = plain(cell(ran, "flowers"))
    assert "300 samples in 3 classes" in text and "Target: kind." in text
    assert "One-hot encoded: colour (3 texts)." in text


def test_sixty_flowers_are_asked_about(ran):
    assert [of for _, of in correct(plain(cell(ran, "flowers-test")))] == [60] * 6  # Two of them are baselines.


@claim("Standardising is worth more than any other choice here.")
def test_standardising_is_worth_most(ran):
    share = rights(ran, "flowers-folds")
    assert share["near"] - share["raw"] > 0.15
    assert max(share[name] for name in ("near", "line", "net")) - min(share[name] for name in ("near", "line", "net")) < 0.15


@claim("the network is better than the neighbours, and the neighbours are better than the line")
def test_folds_decide_what_sixty_flowers_do_not(ran):
    assert better(ran, "flowers-folds") >= {("net", "near"), ("near", "line"), ("near", "raw")}


@claim("More neighbours do not reach the network.")
def test_no_number_of_neighbours_reaches_the_network(ran):
    found = re.findall(r"^ *(?:best|\d+) +\d+ +(?:true|false) +([\d.]+) %", plain(cell(ran, "flowers-sweep")), re.MULTILINE)
    assert len(found) == 10
    assert max(map(float, found)) < 100 * rights(ran, "flowers-folds")["net"]


def test_houses_have_a_number_to_predict(ran):
    assert "300 samples with a number to predict" in plain(cell(ran, "houses"))
    assert set(measures(ran, "houses-test")) == {"street", "ridge", "price"}


def test_prices_are_drawn_against_what_was_predicted(ran):
    assert len(svgs(cell(ran, "houses-plot"))) == 1


@claim("The network explains most")
def test_the_network_explains_most(ran):
    found = measures(ran, "houses-folds")
    assert max(found, key=lambda name: found[name][2]) == "price"
    assert better(ran, "houses-folds") >= {("price", "street"), ("price", "ridge")}


@claim("neighbours and network cannot be told apart, and the network is better than the line")
def test_neighbours_are_enough_for_drawn_digits(ran):
    assert "Cannot tell pixels from lenet:" in plain(cell(ran, "digits-test"))
    assert better(ran, "digits-test") >= {("lenet", "weights")}


def test_every_model_says_how_long_it_took(ran):
    assert re.search(r"1,600 new\. [\d.]+ (?:ms|s)\.", plain(cell(ran, "digits-neighbors")))
    assert re.search(r"time +[\d.]+ (?:ms|s)", plain(cell(ran, "digits-line")))
    assert re.search(r"8 of 8 epochs · loss [\d.e-]+ · [\d.]+ (?:ms|s)", plain(cell(ran, "digits-net")))
