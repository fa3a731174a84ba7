"""A cluster for the tests, and a notebook's folder with a table to learn from."""

import os
import random
import re
import subprocess

import pytest
import slurm


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Slurm on this machine."""
    if slurm.program("slurmctld") is None:
        pytest.fail("Slurm is not here: ./Tests/run cluster installs it")
    cluster = slurm.Slurm(tmp_path_factory.mktemp("slurm"))
    yield cluster
    cluster.end()


MADE = """
dataset flowers csv="flowers.csv" target=kind split=[0.7, 0.3] seed=1
knn near standardize=true
network deep input=[8] seed=7 { innerProduct 24 activation=relu; dropout 0.2; innerProduct 3; softmax }
train deep on=flowers.train epochs=2 learningRate=0.05 seed=4
fit line on=flowers.train
cluster lab launcher=slurm tasks=4 time="00:10:00"
cluster own launcher=local ranks=2
cluster here launcher=mpi ranks=3
"""


class Folder:
    """A folder with a table, a state folder of its own, and the program."""

    def __init__(self, whet, path, environment):
        self.whet, self.path = whet, path
        self.environment = {**environment, "WHET_STATE": str(path / "state")}
        generator = random.Random(3)
        rows = []
        for number in range(600):
            kind = number % 3
            numbers = [f"{generator.gauss(kind * 0.7 + place * 0.2, 0.9):.3f}" for place in range(8)]
            rows.append(",".join([*numbers, "xyz"[kind]]))
        header = ",".join([*"abcdefgh", "kind"])
        (path / "flowers.csv").write_text("\n".join([header, *rows]) + "\n")

    def start(self, text):
        """Starts a script."""
        script = self.path / "cells.whet"
        script.write_text(MADE + text)
        return subprocess.Popen(
            [self.whet, "run", script], cwd=self.path, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )

    def run(self, text, code=0):
        """Runs a script to its end; what it printed behind the making of models, without times."""
        process = self.start(text)
        output, errors = process.communicate(timeout=300)
        assert process.returncode == code, output + errors
        if code:
            return errors
        return self.shown(output)

    @staticmethod
    def shown(output):
        """What a script printed behind the making of models and clusters, without times."""
        output = output[output.rindex("For example: sweep hand cluster=") :].partition("\n")[2]
        return re.sub(r"trainings in .*$|^took .*\n|seed=\d+\. .*$", "", output, flags=re.MULTILINE)

    def ask(self, text):
        """What statements show where the models are those of the last script, by a process of its own."""
        script = self.path / "asked.whet"
        script.write_text(text)
        done = subprocess.run(
            [self.whet, "run", script], cwd=self.path, env=self.environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def tell(self, text):
        """The same without times, and without how far photos were."""
        said = re.sub(r"\d[\d,.]* (s|ms|µs|min)\b|\(?[\d,]+(/s| photos/s)[^)]*\)?", "", self.ask(text))
        return "\n".join(line for line in said.splitlines() if not line.startswith(("features by ", "took "))).strip()

    @property
    def jobs(self):
        """The job folders."""
        return sorted((self.path / "state/jobs").glob("job-*"))

    @property
    def results(self):
        """The results of all jobs."""
        return [result for job in self.jobs for result in sorted((job / "results").glob("[0-9]*"))]


@pytest.fixture
def folder(whet, lab, tmp_path):
    """A folder of its own for each test."""
    return Folder(whet, tmp_path, lab.environment)


@pytest.fixture
def mpich(folder, tmp_path):
    """MPICH in the place of Open MPI, where both are installed."""
    programs = tmp_path / "programs"
    programs.mkdir()
    target = slurm.program("mpirun.mpich")
    if target is None:
        pytest.fail("MPICH is not here: ./Tests/run cluster installs it")
    (programs / "mpirun").write_text(f'#!/bin/sh\nexec {target} "$@"\n')
    (programs / "mpirun").chmod(0o755)
    folder.environment["PATH"] = f"{programs}:{os.environ['PATH']}"
    return folder
