"""However the process is made to end, what a training has learnt until then is written down, and the last cells too."""

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
import wire
from test_process import PARENT
from waiting import is_alive, wait_until

NETWORK = """dataset points csv="points.csv" split=[0.8, 0.2]
network small input=[4] seed=1 {
  innerProduct 8 activation=relu
  innerProduct 2
  softmax
}"""
TRAINING = "train small on=points.train epochs=1000000 miniBatchSize=1 learningRate=0.01"


@pytest.fixture
def places(tmp_path):
    """An environment with a table to learn from, and an empty state folder."""
    (tmp_path / "data").mkdir()
    noise = random.Random(1)
    lines = [",".join([str(row % 2), *(f"{noise.random():.3f}" for _ in range(4))]) for row in range(80)]
    (tmp_path / "data/points.csv").write_text("\n".join(lines) + "\n")
    return {"WHET_DATA": str(tmp_path / "data"), "WHET_STATE": str(tmp_path / "state")}


def begin_training(client):
    """Begins a training that has no end, and has finished an epoch or more."""
    assert client.run(NETWORK)[0]["status"] == "ok"
    request = client.execute(TRAINING)
    shown = ""
    while not re.search(r" [1-9][\d,]* of 1,000,000 epochs", shown):
        shown = client.wait_for("update_display_data", request).content["data"]["text/plain"]


def remembered(places, question):
    with sqlite3.connect(os.path.join(places["WHET_STATE"], "whet.sqlite")) as store:
        return store.execute(question).fetchall()


def check_training(places):
    assert remembered(places, "SELECT model, state FROM runs") == [("small", "paused")]
    (epochs,), = remembered(places, "SELECT count(*) FROM epochs")
    assert epochs > 0
    assert (TRAINING,) in remembered(places, "SELECT source FROM commands")


class TestTraining:
    @pytest.mark.parametrize("restart", [False, True])
    def test_shutdown(self, whet_argv, start, places, restart):
        client = start(whet_argv, environment=places)
        begin_training(client)
        request = client.send("shutdown_request", {"restart": restart}, channel="control")
        assert client.reply(request, "control").content["status"] == "ok"
        assert client.kernel.wait() == 0
        check_training(places)

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
    def test_a_signal(self, whet_argv, start, places, number):
        client = start(whet_argv, environment=places)
        begin_training(client)
        client.kernel.process.send_signal(number)
        assert client.kernel.wait() == 0
        check_training(places)

    def test_death_of_the_parent(self, whet_argv, start, places, tmp_path):
        kernel = start(whet_argv, client=False, environment=places)
        kernel.kill()
        argv = [word.replace("{connection_file}", kernel.connection_file) for word in whet_argv]
        pids = tmp_path / "pid"
        parent = subprocess.Popen([sys.executable, "-c", PARENT, str(pids), *argv], env=os.environ | places)
        begin_training(start.join(kernel))
        parent.kill()
        parent.wait()
        wait_until(lambda: not is_alive(int(pids.read_text())))
        check_training(places)


@pytest.mark.parametrize("how", ["message", "signal"])
def test_the_last_cells_are_in_history(whet_argv, start, places, how):
    client = start(whet_argv, environment=places)
    requests = [client.execute(f"x = {number}") for number in range(100)]
    client.reply(requests[-1])
    if how == "message":
        client.send("shutdown_request", {"restart": False}, channel="control")
    else:
        client.kernel.process.send_signal(signal.SIGTERM)
    assert client.kernel.wait() == 0
    assert remembered(places, "SELECT count(*) FROM commands") == [(100,)]


def test_an_idle_kernel_is_gone_at_once(whet_argv, start, places):
    def end():
        client = start(whet_argv, environment=places)
        client.run("x = 1")
        begin = time.monotonic()
        client.send("shutdown_request", {"restart": False}, channel="control")
        assert client.kernel.wait() == 0
        return time.monotonic() - begin

    wire.best_within(1, end)
