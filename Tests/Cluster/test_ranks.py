"""Trainings that ranks share, under Open MPI, MPICH and srun: the bits of one process, whatever fails meanwhile."""

import hashlib
import os
import re
import signal

import pytest
from conftest import MADE
from jupyter_client import KernelManager
from test_cluster import processes, wait

NETWORK = """
network lenet input=[1, 28, 28] seed=7 {
  convolution 6 kernel=5 activation=relu; maxPool 2; convolution 8 kernel=3; batchnorm; relu; maxPool 2; flatten
  innerProduct 32 activation=relu; dropout 0.3; innerProduct 10; softmax
}
dataset digits sample=digits count=40 seed=3 split=[0.8, 0.2]
"""
PHOTOS = """
dataset hands sample=hands count=8 seed=2 split=[0.7, 0.3]
network head from=sketch classes=3 seed=5
network pixels input=[3, 24, 24] seed=5 { convolution 4 kernel=5 activation=relu; maxPool 2; flatten; innerProduct 3; softmax }
"""
CASES = {
    "adam": "train lenet on=digits.train validate=digits.test epochs=3 miniBatchSize=40 optimizer=adam seed=5",
    "sgd": "train lenet on=digits.train epochs=3 miniBatchSize=40 learningRate=0.05 momentum=0.9 schedule=cosine seed=5",
    "weights": "train deep on=flowers.train epochs=4 miniBatchSize=60 learningRate=0.05 classWeights=balanced seed=4",
    "flips": "train head on=hands.train epochs=3 miniBatchSize=33 optimizer=adam augment=flipHorizontal seed=4",
    "varied": "train pixels on=hands.train epochs=2 miniBatchSize=33 optimizer=adam augment=[rotate(10), crop] seed=4",
}
LONG = "train lenet on=digits.train epochs=250 miniBatchSize=40 optimizer=adam learningRate=1e-5 seed=5"


def name(statement):
    return statement.split()[1]


def digest(folder, statement, before=""):
    """The digest of the network that a training comes to, as a file."""
    folder.run(f"{before}{NETWORK}{PHOTOS}{statement}\nsave {name(statement)} path=\"out.mlmodel\" updatable=false replace=true")
    return hashlib.sha256((folder.path / "out.mlmodel").read_bytes()).hexdigest()


KNOWN = {}


def digest_of_long(folder):
    """The digest that the long training comes to on one machine."""
    if "long" not in KNOWN:
        KNOWN["long"] = digest(folder, LONG)
    return KNOWN["long"]


@pytest.fixture
def alone(folder):
    """The digest of a case on one machine."""

    def find(case):
        if case not in KNOWN:
            KNOWN[case] = digest(folder, CASES[case])
        return KNOWN[case]

    return find


@pytest.mark.parametrize("case, ranks", [("adam", ranks) for ranks in [1, 2, 3, 4, 8]] + [(case, 3) for case in CASES if case != "adam"])
def test_open_mpi_has_the_bits_of_one_process(folder, alone, case, ranks):
    assert digest(folder, f"{CASES[case]} cluster=here ranks={ranks}") == alone(case)


@pytest.mark.parametrize("ranks", [1, 2, 3, 8])
def test_ranks_without_a_library_have_them_too(folder, alone, ranks):
    assert digest(folder, f"{CASES['adam']} cluster=own ranks={ranks}") == alone("adam")


@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 8])
def test_mpich_has_them_too(mpich, alone, ranks):
    assert digest(mpich, f"{CASES['adam']} cluster=here ranks={ranks}") == alone("adam")


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])  # Its two nodes have two processors each.
def test_slurm_has_them_too(folder, lab, alone, ranks):
    assert digest(folder, f"{CASES['adam']} cluster=lab ranks={ranks}") == alone("adam")
    lab.wait_until_idle()


@pytest.mark.parametrize("vectors", ["avx2", "plain"])
def test_ranks_of_unlike_processors_agree(folder, alone, vectors):
    mixed = f'cluster mixed launcher=mpi before="[ $OMPI_COMM_WORLD_RANK = 1 ] && export WHET_VECTORS={vectors}"\n'
    assert digest(folder, f"{CASES['adam']} cluster=mixed ranks=3", mixed) == alone("adam")


def test_a_lost_rank_costs_what_was_not_written_down(folder, lab):
    expected = digest_of_long(folder)
    for cluster in ["here", "lab", "own"]:
        process = folder.start(f"{NETWORK}{LONG} from=start cluster={cluster} ranks=3\nsave lenet path=\"lost.mlmodel\" updatable=false replace=true")
        standings = wait(lambda: sorted(folder.path.glob("state/jobs/job-*/standings/0*")))
        os.kill(wait(lambda: processes(["whet work ", "--ranks"]))[-1], signal.SIGKILL)
        output, errors = process.communicate(timeout=300)
        assert process.returncode == 0, output + errors
        assert "ranks were lost" in output and standings
        assert hashlib.sha256((folder.path / "lost.mlmodel").read_bytes()).hexdigest() == expected
        for job in folder.jobs:
            job.rename(job.with_name(f"old-{job.name}-{cluster}"))
        lab.wait_until_idle()


def test_an_interrupt_pauses_and_other_ranks_go_on(folder, lab):
    expected = digest_of_long(folder)
    process = folder.start(f"{NETWORK}{LONG} from=start cluster=here ranks=2")
    wait(lambda: list(folder.path.glob("state/jobs/job-*/standings/0*")))
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert re.search(r"stopped|paused", output + errors), output + errors
    wait(lambda: not processes(["whet work ", "--ranks"]), 30)
    folder.ask('train lenet cluster=lab ranks=3\nsave lenet path="on.mlmodel" updatable=false replace=true')
    assert hashlib.sha256((folder.path / "on.mlmodel").read_bytes()).hexdigest() == expected
    lab.wait_until_idle()


def test_a_killed_kernel_finds_its_training_again(folder):
    expected = digest_of_long(folder)
    text = f"{NETWORK}{LONG} from=start cluster=here ranks=2\nsave lenet path=\"again.mlmodel\" updatable=false replace=true"
    process = folder.start(text)
    wait(lambda: list(folder.path.glob("state/jobs/job-*/standings/0*")))
    process.kill()
    process.communicate()
    submission = (folder.jobs[0] / "submission").read_text()
    folder.run(text)
    assert hashlib.sha256((folder.path / "again.mlmodel").read_bytes()).hexdigest() == expected
    assert (folder.jobs[0] / "submission").read_text() == submission


def test_a_kernel_that_is_shut_down_leaves_its_ranks_at_work(folder, kernel):
    expected = digest_of_long(folder)
    manager = KernelManager(kernel_name=kernel)
    manager.start_kernel(cwd=str(folder.path), env=folder.environment)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    client.execute(f"{MADE}{NETWORK}{LONG} from=start cluster=here ranks=2")
    wait(lambda: list(folder.path.glob("state/jobs/job-*/standings/0*")))
    client.stop_channels()
    manager.shutdown_kernel()
    assert processes(["whet work ", "--ranks"])
    assert "running" in folder.ask("jobs")
    submission = (folder.jobs[0] / "submission").read_text()
    folder.ask('train lenet cluster=here ranks=2\nsave lenet path="left.mlmodel" updatable=false replace=true')
    assert hashlib.sha256((folder.path / "left.mlmodel").read_bytes()).hexdigest() == expected
    assert (folder.jobs[0] / "submission").read_text() == submission


def test_more_ranks_than_processors_are_refused(folder):
    said = folder.run(f"{NETWORK}{LONG} cluster=lab ranks=5", code=1)
    assert "lab has 4 processors, and 5 ranks need 5: they would wait for ever." in said and "ranks=4" in said


def test_small_batches_are_refused(folder):
    said = folder.run(f"{NETWORK}{LONG.replace('=40', '=8')} cluster=here ranks=4", code=1)
    assert "A mini-batch of 8 samples is too small for 4 ranks." in said
    fitting = int(re.search(r"For 4 ranks: miniBatchSize=(\d+)", said)[1])
    folder.run(f"train deep on=flowers.train epochs=1 miniBatchSize={fitting} cluster=here ranks=4")
