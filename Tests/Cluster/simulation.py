"""Arrays of trainings on 1,000 nodes, simulated: how long they take, and what failures of nodes cost; and when ranks pay.

    python3 Tests/Cluster/simulation.py     prints the tables of docs/scaling.md

It follows what the program does: the workers of a submission share out its tasks by their numbers, a result that is there is never
computed again, and what is missing once all workers have ended is shared out by another submission. Random numbers come from a seed.
"""

import random

# Measured on the two-node Slurm of Tests/Cluster (AMD EPYC, 25 November 2026): what a task costs beside its training, what the start of
# a worker costs, and how many elements of an array Slurm starts in a second: 160 of `true` took 42 seconds.
TASK, START, PER_SECOND = 0.0108, 0.0097, 160 / 42
# Slurm's default (SlurmdTimeout): after so many seconds of silence a node is down, and its jobs have ended.
SILENCE = 300.0
NODES, WORKERS = 1000, 2000
# The kernel asks Slurm once a second.
LOOK = 1.0
RETRIES = 3
DAY = 86_400.0


def simulate(trainings, seconds, lifetime, seed=1):
    """The seconds until all results are there, the seconds of trainings computed in vain, the submissions, and what is missing."""
    draw = random.Random(seed)
    # Trainings are unlike: three quarters to five quarters of the usual length; nodes are, too.
    lengths = [seconds * draw.uniform(0.75, 1.25) + TASK for _ in range(trainings)]
    speeds = [draw.uniform(0.9, 1.1) for _ in range(NODES)]
    failures = [draw.expovariate(1 / lifetime) for _ in range(NODES)]
    missing, now, vain, submissions = list(range(trainings)), 0.0, 0.0, 0
    while missing and submissions <= RETRIES:
        submissions += 1
        end, left, computing = now, [], 0.0
        for worker in range(min(WORKERS, len(missing))):
            # A node that fails comes back, and fails again.
            node = worker % NODES
            clock = now + (worker + 1) / PER_SECOND + START
            while failures[node] < clock:
                failures[node] += draw.expovariate(1 / lifetime)
            own = missing[worker::WORKERS]
            for place, task in enumerate(own):
                length = lengths[task] / speeds[node]
                if clock + length > failures[node]:
                    vain += failures[node] - clock
                    left += own[place:]
                    clock = failures[node] + SILENCE
                    break
                clock += length
            end = max(end, clock)
        missing, now = sorted(left), end + LOOK
    return now, vain, submissions, len(missing)


def duration(seconds):
    """As people say it."""
    for size, unit in [(DAY, "days"), (3600, "h"), (60, "min")]:
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {unit}"
    return f"{seconds:.1f} s"


def rows():
    """The rows of the table: trainings, seconds, life of a node in days, and what came of them."""
    for trainings, seconds in [(2_000, 0.2), (2_000, 20), (2_000, 2_000), (100_000, 20), (100_000, 2_000)]:
        for days in [365, 3]:
            took, vain, submissions, missing = simulate(trainings, seconds, days * DAY)
            assert missing == 0
            one = trainings * seconds
            yield [
                f"{trainings:,}", duration(seconds), f"{days} days", duration(one), duration(took), f"{one / took:,.{0 if one > 10 * took else 1}f}",
                f"{100 * vain / one:.2f} %", f"{submissions}",
            ]


# LeNet in mini-batches of 128: seconds of a step on one thread, as in docs/performance.md. Of the numbers that are exchanged, those that grow with
# the samples (what fully connected layers read, and the gradients of what they make) and those that each rank adds (convolutions).
STEP, BY_SAMPLES, BY_RANK = 1.81 / 469, 128 * (1152 + 500 + 500 + 10 + 10), 32 * 9 + 32 * 32 * 4 + 2 * (32 + 16)
# The part of a step that every rank computes whole between machines: the weights' gradients of fully connected layers.
WHOLE = 74 / 365
NETWORKS = [("1 Gbit/s", 1e9), ("10 Gbit/s", 1e10), ("100 Gbit/s", 1e11)]
RANKS = [2, 4, 8, 16]


def speedup(ranks, bits_per_second, larger=1):
    """How many times faster a step is; of a network that computes so many times as much for each number it exchanges."""
    numbers = BY_SAMPLES * (ranks - 1) / ranks + BY_RANK * (ranks - 1)
    return 1 / (WHOLE + (1 - WHOLE) / ranks + 32 * numbers / bits_per_second / (STEP * larger))


def exchange_rows():
    """The rows of the table of ranks."""
    for name, bits in NETWORKS:
        for larger in [1, 10, 100]:
            yield [name, str(larger), *(f"{speedup(ranks, bits, larger):.1f}" for ranks in RANKS)]


HEAD = [
    "trainings", "each", "life of a node", "one processor", "1,000 nodes", "times faster", "computed in vain", "submissions"
]
EXCHANGE_HEAD = ["network", "computing for each number", *(f"{ranks} ranks" for ranks in RANKS)]


def table(head, found):
    """A table as docs/scaling.md has it."""
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *found])


def tables():
    """Both tables."""
    return [table(HEAD, rows()), table(EXCHANGE_HEAD, exchange_rows())]


if __name__ == "__main__":
    print("\n\n".join(tables()))
