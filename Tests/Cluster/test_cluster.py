"""Trainings on a real Slurm, and under Open MPI and MPICH: the same answers as on one machine, whatever fails meanwhile."""

import json
import os
import pathlib
import signal
import subprocess
import time

import pytest

SWEEP = "sweep deep on=flowers.train folds=3 repeats=2 learningRate=[0.01, 0.05] epochs=[2, 5]"
COMPARE = "compare near deep line on=flowers by=folds folds=4 seed=2"
CURVES = "compare near deep on=flowers examplesPerClass=[3, 9] draws=6 seed=5"
LONG = "sweep deep on=flowers.train folds=4 learningRate=[0.01, 0.02, 0.05, 0.1] epochs=[1500, 1501]"


def processes(words):
    """The numbers of the processes whose command line holds all of these words."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = place.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if all(word in line for word in words):
            found.append(int(place.parent.name))
    return found


def wait(condition, seconds=90):
    """Waits for something, and answers what it became."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError("waited in vain")


@pytest.mark.parametrize("statement", [SWEEP, COMPARE, CURVES], ids=["sweep", "compare", "curves"])
@pytest.mark.parametrize("cluster", ["lab", "here", "own"], ids=["slurm", "openmpi", "local"])
def test_the_answers_are_those_of_one_machine(folder, statement, cluster):
    assert folder.run(f"{statement} cluster={cluster}") == folder.run(statement)
    assert folder.results


HANDS = """
dataset hands sample=hands count=20 seed=2 split=[0.7, 0.3]
knn close features=sketch numberOfNeighbors=3
train close on=hands.train
network head from=sketch classes=3 seed=5
train head on=hands.train epochs=2
"""
PHOTOS = {
    "features": "features hands from=sketch",
    "evaluate": "evaluate close head on=hands.test rows=true",
    "check": "check hands features=sketch",
    "find": "find head learningRate on=hands.train steps=20",
    "compare": "compare close head on=hands by=folds folds=3 seed=2",
}

@pytest.fixture(scope="session")
def shown():
    """What statements about photos show on one machine."""
    return {}


@pytest.mark.parametrize("case, cluster", [(case, "lab") for case in PHOTOS] + [("features", "here")])
def test_photos_are_shared_with_the_same_answers(folder, shown, case, cluster):
    folder.run(HANDS)
    if case not in shown:
        shown[case] = folder.tell(PHOTOS[case])
    said = folder.tell(f"{PHOTOS[case]} cluster={cluster}")
    assert said == shown[case]
    job = next(job for job in folder.jobs if (job / "photos").is_dir())
    assert len(list((job / "photos").iterdir())) > 10 and list((job / "results").iterdir())
    before = {result: result.stat().st_mtime_ns for result in folder.results}
    assert folder.tell(f"{PHOTOS[case]} cluster={cluster}") == said
    assert {result: result.stat().st_mtime_ns for result in folder.results} == before


def test_clients_of_a_federation_are_shared(folder):
    def digest(words):
        folder.run(f'{words}\nsave deep path="rounds.mlmodel" updatable=false replace=true')
        return (folder.path / "rounds.mlmodel").read_bytes()

    rounds = "federate deep on=flowers.train clients=equal(6) rounds=2 learningRate=0.05 seed=4"
    assert digest(f"{rounds} cluster=lab") == digest(rounds)
    assert len(folder.jobs) == 2 and len(folder.results) == 12


def test_mpich_gives_them_too(mpich):
    assert mpich.run(f"{SWEEP} cluster=here") == mpich.run(SWEEP)
    assert "MPICH" in mpich.run("cluster")


def test_both_nodes_work(folder, lab):
    folder.run(f"{SWEEP} cluster=lab")
    number = folder.jobs[0].joinpath("submission").read_text().split('"number":')[1].split(",")[0].rstrip("}")
    said = lab.ask("scontrol", "show", "job", number)
    assert "NodeList=n1" in said and "NodeList=n2" in said


def test_cluster_lists_what_this_machine_reaches(folder):
    said = folder.run("cluster")
    assert "short (default)" in said and "slurm-wlm" in said and "Open MPI" in said


def test_what_is_done_is_not_done_again(folder, lab):
    folder.run(f"{SWEEP} cluster=lab")
    before = {result: result.stat().st_mtime_ns for result in folder.results}
    folder.run(f"{SWEEP} cluster=lab")
    assert {result: result.stat().st_mtime_ns for result in folder.results} == before


def killed_worker(job):
    os.kill(wait(lambda: processes([" work ", str(job.folder.path)]))[0], signal.SIGKILL)


def cancelled_job(job):
    job.lab.ask("scancel", "--name", "whet")


def passed_time_limit(job):
    """Slurm counts minutes, and looks twice in one: the end is brought forward."""
    job.lab.ask("scontrol", "update", f"JobId={job.number}", "EndTime=now+1")
    wait(lambda: not processes([" work ", str(job.folder.path)]), 60)


def lost_node(job):
    """Its daemon and its workers end at once; it is up again when Slurm has noticed, or before."""
    job.lab.stop("slurmd", "-D", "-N", "n2")
    for number in processes([" work ", str(job.folder.path)])[:2]:
        os.kill(number, signal.SIGKILL)
    time.sleep(2)
    job.lab.start("slurmd", "-D", "-N", "n2")


def restarted_controller(job):
    # It writes its state down; one that has lost it would give numbers of jobs a second time, which slurmd refuses.
    job.lab.stop("slurmctld", "-D", sign=signal.SIGTERM)
    time.sleep(1)
    job.lab.start("slurmctld", "-D")


def killed_kernel(job):
    job.process.kill()
    job.process.communicate()
    job.process = job.folder.start(job.statement)


def torn_result(job):
    job.finished.pop(job.folder.results[0])
    job.folder.results[0].write_text("[{")


def full_disk(job):
    """Nothing can be written to the job's folder for a while; what is told names the reason, and the same statement goes on."""
    ballast = job.jobs / "ballast"
    file = os.open(ballast, os.O_CREAT | os.O_WRONLY)
    try:
        while os.write(file, b"0" * 4096):
            pass
    except OSError:
        os.close(file)
    output, errors = job.process.communicate(timeout=120)
    ballast.unlink()
    assert job.process.returncode == 1 and "No space left on device" in output + errors, output + errors
    job.process = job.folder.start(job.statement)


FAULTS = [
    killed_worker, cancelled_job, passed_time_limit, lost_node, restarted_controller, killed_kernel, torn_result, full_disk
]
# How often each fault is tried; more often by hand: WHET_TRIES=50.
ROUNDS = range(int(os.environ.get("WHET_TRIES", "1")))
FAULTY = "sweep deep on=flowers.train folds=4 learningRate=[0.01, 0.02, 0.05, 0.1] epochs=[300, 301]"


class Job:
    """A sweep under way that has its first results."""

    def __init__(self, folder, lab, jobs):
        self.folder, self.lab, self.jobs = folder, lab, jobs
        place = f' folder="{jobs}"' if jobs else ""
        self.statement = f"cluster faulty launcher=slurm tasks=4 retries=3{place}\n{FAULTY} cluster=faulty"
        self.process = folder.start(self.statement)
        results = wait(lambda: folder.results)
        self.finished = {result: result.stat().st_mtime_ns for result in results}

    @property
    def number(self):
        return json.loads((self.folder.jobs[0] / "submission").read_text())["number"]


@pytest.fixture(scope="session")
def shown_here():
    """What sweeps show on one machine; computed once."""
    return {}


@pytest.fixture
def small_disk(folder):
    """A file system of two mebibytes for job folders."""
    place = folder.path / "state/jobs"
    place.mkdir(parents=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "whet", place], capture_output=True)
    if mounted.returncode:
        pytest.skip("only the superuser mounts a small file system")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


@pytest.mark.parametrize("tried", ROUNDS)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_faults_cost_nothing_that_was_finished(folder, lab, shown_here, request, fault, tried):
    if FAULTY not in shown_here:
        shown_here[FAULTY] = folder.run(FAULTY)
    jobs = request.getfixturevalue("small_disk") if fault is full_disk else None
    job = Job(folder, lab, jobs)
    fault(job)
    output, errors = job.process.communicate(timeout=300)
    assert job.process.returncode == 0, output + errors
    assert folder.shown(output) == shown_here[FAULTY]
    assert {result: result.stat().st_mtime_ns for result in job.finished} == job.finished
    lab.wait_until_idle(120)


def test_an_interrupt_ends_the_workers(folder, lab):
    process = folder.start(f"{LONG} cluster=lab")
    wait(lambda: folder.results)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    wait(lambda: not processes([" work ", str(folder.path)]), 30)
    assert folder.run(f"{LONG} cluster=lab") == folder.run(LONG)


def test_jobs_are_listed_and_stopped_from_another_kernel(folder, lab):
    process = folder.start(f"{LONG} cluster=lab")
    wait(lambda: folder.results)
    name = folder.jobs[0].name[:12]
    assert all(word in folder.ask("jobs") for word in [name, "lab", "running", "of 32 tasks", LONG])
    assert name in folder.ask("status")
    assert f"{name} ends. To continue it: {LONG} cluster=lab" in folder.ask(f"stop {name}")
    output, errors = process.communicate(timeout=60)
    assert "Stopped after" in output + errors, output + errors
    wait(lambda: not processes([" work ", str(folder.path)]), 30)
    assert "suspended" in folder.ask("jobs") and name not in folder.ask("status")
    assert folder.run(f"{LONG} cluster=lab") == folder.run(LONG)
    assert "completed" in folder.ask("jobs")


def test_what_fails_again_is_told_with_its_reason(folder):
    (folder.path / "cells.whet").touch()
    said = folder.run(
        'cluster broken launcher=slurm tasks=2 before="echo no such module >&2; exit 7" retries=1\n'
        f"{SWEEP} cluster=broken", code=1)
    assert "24 of 24 trainings have failed on broken" in said
    assert "exit code 7:0" in said and "no such module" in said


def test_a_missing_launcher_is_told_with_its_package(folder):
    folder.environment["PATH"] = str(folder.path)
    said = folder.run(f"{SWEEP} cluster=lab", code=1)
    assert "sbatch" in said and "slurm-client" in said
