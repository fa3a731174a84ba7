"""Long lives and many of them: cells, trainings, restarts and kills leave no process, no open file, no memory behind.

`WHET_ENDURE` says how long: 1 is 1,000 cells, 200 trainings and 200 restarts; the usual run is a short one, 0.1.
"""

import os
import signal
import sqlite3
import time

import pytest
import wire
from footprint import hold_flat
from test_endings import NETWORK, begin_training, places  # noqa: F401

SHARE = float(os.environ.get("WHET_ENDURE", "0.1"))
CELLS = [
    "x = 1", 'print "a line" $x', "help train", "describe small", "show points", "no such command", "print $nothing",
    'words = ["✊", "✋"]\nprint $words', "evaluate small on=points.test", "history small last=3", "x = [",
]
SHORT_TRAINING = "train small on=points.train validate=points.test epochs=20 miniBatchSize=8 from=start learningRate=0.01"


def times(count):
    return max(1, round(count * SHARE))


def test_cells(whet_argv, start, places, record_property):  # noqa: F811
    client = start(whet_argv, environment=places)
    client.run(NETWORK)

    def work(turn):
        code = CELLS[turn % len(CELLS)]
        assert client.run(code)[0]["status"] in ("ok", "error")
        client.ask("complete", {"code": code, "cursor_pos": len(code)})
        client.ask("inspect", {"code": code, "cursor_pos": 2, "detail_level": 0})

    hold_flat(client, work, times(1000), record_property)


def test_trainings(whet_argv, start, places, record_property):  # noqa: F811
    client = start(whet_argv, environment=places)
    client.run(NETWORK)

    def work(_):
        assert client.run(SHORT_TRAINING)[0]["status"] == "ok"

    hold_flat(client, work, times(200), record_property)


def test_interrupted_trainings(whet_argv, start, places, record_property):  # noqa: F811
    client = start(whet_argv, environment=places)
    client.run(NETWORK)

    def work(turn):
        request = client.execute("train small on=points.train from=start epochs=1000000 miniBatchSize=1")
        client.wait_for("execute_input", request)
        time.sleep(turn % 10 / 1000)
        client.outputs(client.send("interrupt_request", channel="control"))
        assert client.reply(request).content["status"] == "error"

    hold_flat(client, work, times(200), record_property)


@pytest.mark.parametrize("how", ["shutdown", "terminate", "kill"])
def test_restarts(whet_argv, start, places, how):  # noqa: F811
    """A kernel that is ended, while it trains or not, leaves no process and a state folder the next one can use."""
    ends = []
    for turn in range(times(200)):
        client = start(whet_argv, environment=places)
        if turn % 2 == 0:
            begin_training(client)
        else:
            client.run("x = 1")
        process = client.kernel.process
        begin = time.monotonic()
        if how == "shutdown":
            client.send("shutdown_request", {"restart": True}, channel="control")
        else:
            process.send_signal(signal.SIGTERM if how == "terminate" else signal.SIGKILL)
        assert process.wait(wire.PATIENCE) == (-signal.SIGKILL if how == "kill" else 0)
        ends.append(time.monotonic() - begin)
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)
        client.close()
        client.kernel.kill()
    # Most are gone at once, of those that trained and of those that did not; a machine that others use may stall for some.
    for kind in (ends[::2], ends[1::2]):
        assert sorted(kind)[len(kind) // 4] < 1, ends
    with sqlite3.connect(os.path.join(places["WHET_STATE"], "whet.sqlite")) as store:
        assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert store.execute("SELECT count(*) FROM commands").fetchone()[0] > 0
