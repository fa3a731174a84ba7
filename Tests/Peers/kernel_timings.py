"""Times kernels from outside, over their own sockets, one beside the other in one run, and writes what it measured as JSON:
for every kernel and figure the single values. `whet-bench kernel` calls this and draws up the table.

    kernel_timings.py --whet PROGRAM [--rounds N] [--only FIGURE,…]

The rounds take the kernels in turn, so that whatever else the machine does hits all of them alike.
"""

import argparse
import gzip
import json
import os
import random
import signal
import struct
import sys
import tempfile
import time

from kernel_client import Client, Process, Silence, execution, now

LINES = 10_000
QUEUED = 1_000


class Subject:
    """A kernel that is timed: how it is started and interrupted, and what it is asked in its own language."""

    def __init__(self, name, argv, *, trivial, lines, busy, complete, inspect, prepare="", message=False, environment=None):
        self.name, self.argv, self.environment, self.message = name, argv, environment, message
        self.trivial, self.lines, self.busy, self.prepare = trivial, lines, busy, prepare
        self.complete, self.inspect = complete, inspect

    def process(self):
        return Process(self.argv, self.environment)


def python_subject(name, argv):
    return Subject(
        name, argv, trivial="x = 1", lines=f'for i in range({LINES}): print("line", i)', busy="while True: pass",
        complete="impor", inspect="zip",
    )


def subjects(whet, folder):
    write_digits(folder)
    environment = {"WHET_DATA": folder, "WHET_STATE": os.path.join(folder, "state")}
    python = [sys.executable, "-m"]
    return [
        Subject(
            "whet", [whet, "kernel", "-f", "{connection_file}"], trivial="x = 1",
            lines="\n".join(f'print "line" {index}' for index in range(LINES)), busy=TRAINING, complete="tra",
            inspect="train", prepare=LENET, message=True, environment=environment,
        ),
        python_subject("xeus-python, raw", [*python, "xpython_launcher", "-f", "{connection_file}", "--raw"]),
        python_subject("ipykernel", [*python, "ipykernel_launcher", "-f", "{connection_file}"]),
    ]


LENET = """dataset digits idx="digits" split=[0.8, 0.2]
network lenet input=[1, 28, 28] seed=7 {
  convolution 32 kernel=3 activation=relu
  maxPool 2
  convolution 32 kernel=2 activation=relu
  maxPool 2
  flatten
  innerProduct 500 activation=relu
  innerProduct 10
  softmax
}"""
TRAINING = "train lenet on=digits.train from=start epochs=10000 miniBatchSize=128 optimizer=adam learningRate=1e-3"


def write_digits(folder, count=10_000):
    """A table of noise in the form of MNIST's files: what is learnt does not matter to a clock."""
    os.makedirs(os.path.join(folder, "digits"))
    noise = random.Random(1)
    pixels = b"".join(noise.randbytes(784) for _ in range(count))
    labels = bytes(noise.randrange(10) for _ in range(count))
    for name, head, body in [
        ("images-idx3", struct.pack(">IIII", 0x803, count, 28, 28), pixels),
        ("labels-idx1", struct.pack(">II", 0x801, count), labels),
    ]:
        with gzip.open(os.path.join(folder, "digits", f"t10k-{name}-ubyte.gz"), "wb", 1) as file:
            file.write(head + body)


class Running:
    """A started kernel and a front end that is connected to it."""

    def __init__(self, subject):
        self.subject = subject
        self.process = subject.process().start()
        self.client = Client(self.process)
        self.client.ready()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()
        self.process.kill()

    def begin_work(self):
        """Lets it learn, or a peer run around in circles; returns the request."""
        if self.subject.prepare:
            self.client.run(self.subject.prepare)
        request = self.client.execute(self.subject.busy)
        time.sleep(0.7)
        return request

    def interrupt(self):
        if self.subject.message:
            self.client.send("interrupt_request", channel="control")
        else:
            self.process.popen.send_signal(signal.SIGINT)


def milliseconds(work):
    start = now()
    work()
    return (now() - start) * 1000


# Figures: each takes a subject and gives named values.

def start(subject):
    """From the start of the process to the answer who it is; and what is in memory a moment later."""
    process = subject.process()
    client = Client(process)
    try:
        request = client.send("kernel_info_request")
        took = milliseconds(lambda: (process.start(), client.until(request, idle=False)))
        time.sleep(0.5)
        return {"start": [took], "memory": [process.resident()]}
    finally:
        client.close()
        process.kill()


def cells(subject):
    """A cell that does next to nothing, one at a time."""
    with Running(subject) as running:
        client = running.client
        for _ in range(50):
            client.run(subject.trivial)
        before = processor_seconds(running.process)
        values = [milliseconds(lambda: client.run(subject.trivial)) for _ in range(200)]
        after = processor_seconds(running.process)
        used = {name: (after[name] - before.get(name, 0)) / 200 * 1e6 for name in after}
        found = {f"processor {name}": [value] for name, value in used.items() if value >= 1}
        beats = [client.beat() for _ in range(200)]
        return found | {"execute": values, "executeProcessor": [sum(used.values())], "beat": beats}


def queued(subject):
    """A thousand such cells sent at once: how many a second. The front end only listens until the last is idle."""
    with Running(subject) as running:
        client = running.client
        client.run(subject.trivial)
        requests = [client.frames("execute_request", execution(subject.trivial)) for _ in range(QUEUED)]
        last = f'"{requests[-1][0]}"'.encode()
        begin = now()
        for _, frames in requests:
            client.sockets["shell"].send_multipart(frames)
        idle = False
        while not idle:  # A topic, the delimiter, the signature; then header, parent header, metadata and content.
            _, _, _, _, parent, _, content = client.sockets["iopub"].recv_multipart()[:7]
            idle = b'"idle"' in content and last in parent
        took = now() - begin
        for _ in requests:
            assert b'"ok"' in client.sockets["shell"].recv_multipart()[-1]
        return {"queued": [QUEUED / took]}


def lines(subject):
    """A cell that prints ten thousand lines: how many arrive a second, and when the first."""
    with Running(subject) as running:
        running.client.run(subject.trivial)
        begin = now()
        messages = running.client.run(subject.lines)
        end = messages[-1][0]
        streams = [(moment, json.loads(content)["text"]) for moment, _, kind, _, content in messages if kind == "stream"]
        count = sum(text.count("\n") for _, text in streams)
        if count != LINES:
            print(f"{subject.name}: {count} lines of {LINES} arrived", file=sys.stderr)
            return {}
        return {"lines": [count / (end - begin)], "firstLine": [(streams[0][0] - begin) * 1000]}


def questions(subject):
    """Completion and inspection, while nothing else is to do."""
    with Running(subject) as running:
        return ask(running, "complete", "inspect", 100)


def ask(running, complete, inspect, count):
    client, subject = running.client, running.subject

    def values(kind, code):
        content = {"code": code, "cursor_pos": len(code), "detail_level": 0}
        took = [milliseconds(lambda: client.until(client.send(kind, content), idle=False)) for _ in range(count + 5)]
        return took[5:]

    return {complete: values("complete_request", subject.complete), inspect: values("inspect_request", subject.inspect)}


def busy(subject):
    """What is answered while the kernel learns, and how soon it stops learning."""
    found = {}
    with Running(subject) as running:
        client = running.client
        request = running.begin_work()
        client.beat()
        found["busyBeat"] = [client.beat() for _ in range(200)]
        found["busyControl"] = [
            milliseconds(lambda: client.until(client.send("kernel_info_request", channel="control"), idle=False))
            for _ in range(100)
        ]
        if subject.message:
            found |= ask(running, "busyComplete", "busyInspect", 100)
        for _ in range(7):
            begin = now()
            running.interrupt()
            try:
                messages = client.until(request, patience=5)
            except Silence:
                if subject.message:
                    raise
                break  # This peer cannot be interrupted.
            took = next(message[0] for message in messages if message[1] == "shell") - begin
            found.setdefault("interrupt", []).append(took * 1000)
            request = running.begin_work()
    return found


def shutdown(subject):
    """From the request to end to the end of the process."""
    with Running(subject) as running:
        running.client.run(subject.trivial)
        time.sleep(0.1)
        begin = now()
        running.client.send("shutdown_request", {"restart": False}, channel="control")
        os.waitid(os.P_PID, running.process.popen.pid, os.WEXITED | os.WNOWAIT)
        return {"shutdown": [(now() - begin) * 1000]}


def processor_seconds(process):
    """By the names of threads, those of one name together."""
    total = {}
    for task in os.listdir(f"/proc/{process.popen.pid}/task"):
        folder = f"/proc/{process.popen.pid}/task/{task}"
        with open(f"{folder}/comm") as name, open(f"{folder}/schedstat") as file:
            name = name.read().strip()
            total[name] = total.get(name, 0) + int(file.read().split()[0]) / 1e9
    return total


FIGURES = {"start": (start, 4), "cells": (cells, 1), "queued": (queued, 1), "lines": (lines, 1), "questions": (questions, 1),
           "busy": (busy, 0), "shutdown": (shutdown, 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(FIGURES))
    options = parser.parse_args()
    results = {}
    with tempfile.TemporaryDirectory(prefix="bench-data-") as folder:
        everyone = subjects(os.path.abspath(options.whet), folder)
        for turn in range(options.rounds):
            for name in options.only.split(","):
                figure, repeats = FIGURES[name]
                for _ in range(repeats if repeats else turn == 0):
                    for subject in everyone:
                        note(results, subject, figure)
                print(f"round {turn + 1} of {options.rounds}: {name}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    json.dump({"load": os.getloadavg()[0], "results": results}, sys.stdout)
    print()


def note(results, subject, figure):
    """Adds what a figure gave. A peer that fails is left out of it, with a word; Whet may not fail."""
    try:
        found = figure(subject)
    except (Silence, OSError) as problem:
        if subject.name == "whet":
            raise
        print(f"{subject.name}: {figure.__name__} failed: {problem}", file=sys.stderr)
        return
    for key, values in found.items():
        results.setdefault(key, {}).setdefault(subject.name, []).extend(values)


if __name__ == "__main__":
    main()
