"""notebooks/07-many-machines.ipynb, run by nbclient against the built kernel: trainings shared by processes of this machine."""

import re

from reading import cell, claim, plain, svgs

NAME = "07-many-machines.ipynb"


def ranked(ran, name):
    """The rows of a sweep's table."""
    rows = re.findall(r"^.*\d\.\d+ .*%.*$", plain(cell(ran, name)), re.MULTILINE)
    assert len(rows) == 4
    return rows


def test_this_machine_has_a_launcher_without_a_package(ran):
    assert re.search(r"local +processes of this machine", plain(cell(ran, "machines-list")))
    assert "slurm" in plain(cell(ran, "machines-list"))


@claim("Both tables show the same numbers")
def test_both_tables_show_the_same_numbers(ran):
    assert ranked(ran, "machines-sweep") == ranked(ran, "machines-alone")


def test_the_job_is_listed(ran):
    assert re.search(r"job-\w+ .*here .*12 of 12 tasks", plain(cell(ran, "machines-jobs")))


@claim("Every epoch has the same losses")
def test_every_epoch_has_the_same_losses(ran):
    def epochs(name):
        assert svgs(cell(ran, name))
        return re.findall(r"^ +\d+ +\d\.\d+ .*\d$", plain(cell(ran, name)), re.MULTILINE)

    assert len(epochs("machines-train")) == 8
    assert epochs("machines-train") == epochs("machines-train-alone")
    assert "2 ranks" in plain(cell(ran, "machines-train"))


@claim("slower than the central training beside it")
def test_rounds_learn_slower_than_central_training(ran):
    text = plain(cell(ran, "machines-federate"))
    found = dict(re.findall(r"^(federated|central) .*? (\d+\.\d) %", text, re.MULTILINE))
    assert 10 < float(found["federated"]) < float(found["central"])
