"""The same sweep on the same Slurm of two nodes: Whet's `sweep … cluster=`, and scikit-learn's MLPClassifier under dask-jobqueue.

    sweep_dask.py [--whet PROGRAM] [--rounds N] [--epochs N]

160 trainings (four learning rates, two lengths, four times five folds) of a network of 24 hidden units on a table of 1,200 rows and 8
numbers. Tells of each: the seconds from the question to the answer, everything included; the most memory of a worker, of all
workers, and of the process that asks; and the same when one of two nodes is lost after a third of the results, and is back two
seconds later. Beside it the seconds that Slurm takes for as many elements of nothing. It needs Debian's slurmctld and slurmd, and the
packages of requirements.txt, dask-jobqueue and psutil.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import psutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Cluster"))
import slurm  # noqa: E402

WORKERS = 4
RATES = [0.01, 0.02, 0.05, 0.1]

# What asks Dask: it prints the accuracies in the order of the grid.
DASK = """
import json, pathlib, sys
import numpy as np
from dask.distributed import Client, as_completed
from dask_jobqueue import SLURMCluster
table, epochs, workers, finished = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), pathlib.Path(sys.argv[4])
rates = json.loads(sys.argv[5])
rows = [line.split(",") for line in open(table).read().split()[1:]]
inputs = np.array([row[:-1] for row in rows], np.float32)
classes = np.array([row[-1] for row in rows])

def train(rate, length, part, seed, inputs, classes):
    import warnings
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.model_selection import StratifiedKFold
    from sklearn.neural_network import MLPClassifier
    warnings.simplefilter("ignore", ConvergenceWarning)
    learn, ask = list(StratifiedKFold(5, shuffle=True, random_state=seed).split(inputs, classes))[part]
    model = MLPClassifier((24,), solver="sgd", momentum=0.9, batch_size=32, learning_rate_init=rate, max_iter=length, tol=0,
                          n_iter_no_change=10**6, alpha=0, random_state=seed)
    return model.fit(inputs[learn], classes[learn]).score(inputs[ask], classes[ask])

with SLURMCluster(queue="short", cores=1, processes=1, memory="1GB", walltime="00:10:00", interface="lo",
                  job_extra_directives=["--oversubscribe"], job_directives_skip=["--mem"], nanny=False,
                  job_script_prologue=["export OMP_NUM_THREADS=1"], log_directory=str(finished.parent / "logs")) as cluster:
    cluster.scale(jobs=workers)
    with Client(cluster) as client:
        data = client.scatter([inputs, classes], broadcast=True)
        grid = [(rate, length, part, seed) for rate in rates for length in (epochs, epochs + 1) for seed in range(4) for part in range(5)]
        asked = [client.submit(train, *case, *data, pure=False) for case in grid]
        for number, _ in enumerate(as_completed(asked)):
            finished.write_text(str(number + 1))
        print(json.dumps(client.gather(asked)))
"""


class Memory(threading.Thread):
    """The most memory, in megabytes, of a worker, of all workers and of the process that asks."""

    def __init__(self, asking, words):
        super().__init__(daemon=True)
        self.asking, self.words = asking, words
        self.worker = self.workers = self.own = 0.0
        self.start()

    def run(self):
        while self.asking.poll() is None:
            sizes = []
            for process in psutil.process_iter(["cmdline", "memory_info"]):
                line = " ".join(process.info["cmdline"] or [])
                if all(word in line for word in self.words) and "slurm_script" not in line:
                    sizes.append(process.info["memory_info"].rss / 1e6)
                elif process.pid == self.asking.pid:
                    self.own = max(self.own, process.info["memory_info"].rss / 1e6)
            self.worker, self.workers = max([self.worker, *sizes]), max(self.workers, sum(sizes))
            time.sleep(0.05)


def kill(words, node):
    """Ends the workers on a node."""
    for process in psutil.process_iter(["cmdline"]):
        try:
            if all(word in " ".join(process.info["cmdline"] or []) for word in words) and process.environ().get("SLURMD_NODENAME") == node:
                process.send_signal(signal.SIGKILL)
        except psutil.Error:
            pass


def lose_node(lab, words):
    """A node's daemon and its workers end at once; its daemon is back two seconds later."""
    lab.stop("slurmd", "-D", "-N", "n2")
    kill(words, "n2")
    time.sleep(2)
    lab.start("slurmd", "-D", "-N", "n2")


def run(lab, command, folder, words, finished, is_losing):
    """Runs it to its end, losing a node on the way if asked."""
    began = time.perf_counter()
    asking = subprocess.Popen(command, cwd=folder, env=lab.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    memory = Memory(asking, words)
    if is_losing:
        while finished() < 160 // 3 and asking.poll() is None:
            time.sleep(0.01)
        lose_node(lab, words)
    output, errors = asking.communicate()
    seconds = time.perf_counter() - began
    # What a lost node has begun again ends by itself only after a minute.
    for node in ["n1", "n2"]:
        kill(words, node)
    if asking.returncode:
        sys.exit(output + errors)
    memory.join()
    lab.wait_until_idle(120)
    return {"seconds": seconds, "worker": memory.worker, "workers": memory.workers, "asking": memory.own}


def table(folder):
    generator = random.Random(3)
    lines = ["a,b,c,d,e,f,g,h,kind"]
    for number in range(1200):
        lines.append(",".join([f"{generator.gauss(number % 3 * 0.7 + place * 0.2, 0.9):.3f}" for place in range(8)] + ["xyz"[number % 3]]))
    (folder / "flowers.csv").write_text("\n".join(lines) + "\n")


def whet(lab, options, folder, is_losing):
    table(folder)
    (folder / "sweep.whet").write_text(
        'dataset flowers csv="flowers.csv" target=kind\n'
        "network deep input=[8] seed=7 { innerProduct 24 activation=relu; innerProduct 3; softmax }\n"
        f'cluster lab launcher=slurm tasks={WORKERS} time="00:10:00" retries=3\n'
        f"sweep deep on=flowers folds=5 repeats=4 learningRate={RATES} epochs=[{options.epochs}, {options.epochs + 1}]"
        " miniBatchSize=32 momentum=0.9 cluster=lab\n")
    lab.environment["WHET_STATE"] = str(folder / "state")
    return run(lab, [options.whet, "run", "sweep.whet"], folder, ["whet", " work "],
               lambda: len(list(folder.glob("state/jobs/job-*/results/[0-9]*"))), is_losing)


def dask(lab, options, folder, is_losing):
    table(folder)
    finished = folder / "finished"
    command = [sys.executable, "-c", DASK, "flowers.csv", str(options.epochs), str(WORKERS), str(finished), json.dumps(RATES)]
    return run(lab, command, folder, ["distributed.cli.dask_worker"],
               lambda: int(finished.read_text() or 0) if finished.exists() else 0, is_losing)


def floor(lab, folder):
    """The seconds until as many elements have run that only leave a file each."""
    folder.mkdir()
    began = time.perf_counter()
    lab.ask("sbatch", f"--array=1-{WORKERS}", "--output=/dev/null", "--oversubscribe", f"--wrap=touch {folder}/$SLURM_ARRAY_TASK_ID")
    while len(list(folder.iterdir())) < WORKERS:
        time.sleep(0.02)
    seconds = time.perf_counter() - began
    lab.wait_until_idle(60)
    return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--whet", default=ROOT / ".build/release/whet")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        (place / "slurm").mkdir()
        lab = slurm.Slurm(place / "slurm")
        os.environ["SLURM_CONF"] = str(lab.configuration)
        try:
            floors = [floor(lab, place / f"floor-{number}") for number in range(options.rounds)]
            print(f"{WORKERS} elements of an array: {statistics.median(floors):.2f} s")
            for is_losing in [False, True]:
                results = {"Whet": [], "Dask": []}
                for number in range(options.rounds):
                    for name, ask in [("Whet", whet), ("Dask", dask)]:
                        folder = place / f"{name}-{is_losing}-{number}"
                        folder.mkdir()
                        results[name].append(ask(lab, options, folder, is_losing))
                for name, measured in results.items():
                    middle = {key: statistics.median(each[key] for each in measured) for key in measured[0]}
                    spread = f"{min(each['seconds'] for each in measured):.1f} to {max(each['seconds'] for each in measured):.1f}"
                    print(f"{name}{', a node lost' if is_losing else ''}: {middle['seconds']:.1f} s ({spread}), a worker {middle['worker']:.0f} MB,"
                          f" all {middle['workers']:.0f} MB, the process that asks {middle['asking']:.0f} MB", flush=True)
        finally:
            lab.end()


if __name__ == "__main__":
    main()
