"""A front end that does not read costs the kernel little, and the others nothing."""

import contextlib
import json
import signal
import time

import pytest
import wire
import zmq
from footprint import Footprint

#: 50 MB of text.
FLOOD = f's = "{"x" * 10_000}"\n' + "print $s\n" * 5000
#: What the kernel may hold while it floods somebody who does not read: bytes.
MOST = 200 << 20


@pytest.fixture
def sleeper():
    """Subscribes to a kernel's outputs and reads none of them until it is asked to."""
    with contextlib.ExitStack() as stack:

        def join(kernel):
            context = stack.enter_context(zmq.Context())
            socket = context.socket(zmq.SUB)
            stack.callback(context.destroy, linger=0)
            socket.rcvhwm, socket.rcvbuf = 1, 4096
            socket.subscribe(b"")
            socket.connect(kernel.url("iopub"))
            assert socket.poll(wire.PATIENCE * 1000), "it is welcomed"
            socket.recv_multipart()
            return socket

        yield join


def read_all(client, socket):
    """All messages that come to a socket within three seconds of each other."""
    messages = []
    while socket.poll(3000):
        frames = socket.recv_multipart()
        client.seen.discard(json.loads(frames[frames.index(wire.DELIMITER) + 2])["msg_id"])  # The client has seen it, too.
        messages.append(client.check("iopub", frames))
    return messages


def finish(client, code):
    """Runs a cell; gives its outputs, all of them."""
    request = client.execute(code)
    outputs = []
    while not outputs or outputs[-1].state != "idle":
        outputs.append(client.iopub())
        assert outputs[-1].about == request
    client.reply(request)
    return outputs


def test_one_that_never_reads_is_bounded_and_the_others_get_all(whet, start, sleeper, tmp_path):
    client = start([str(whet), "kernel", "-f", "{connection_file}"], environment={"WHET_STATE": str(tmp_path)})
    finish(client, "print 1")
    footprint = Footprint(client.kernel.process)
    sleeping = sleeper(client.kernel)
    sizes = []
    for _ in range(4):
        outputs = finish(client, FLOOD)
        assert sum(len(output.content["text"]) for output in outputs if output.type == "stream") == 5000 * 10_001
        sizes.append(footprint.resident())
    print([size >> 20 for size in sizes])
    assert max(sizes) < MOST
    # Once it reads, it hears that something is missing, where, and that the kernel is idle.
    messages = read_all(client, sleeping)
    assert messages[-1].state == "idle"
    assert any("were left out here" in message.content.get("text", "") for message in messages)
    assert finish(client, "print 2")[2].content["text"] == "2\n"
    assert [message.state or message.content.get("text") for message in read_all(client, sleeping) if message.type != "execute_input"] == [
        "busy", "2\n", "idle"]


def test_the_newest_state_of_a_figure_is_kept(scripted, start, sleeper):
    client = start(scripted)
    sleeping = sleeper(client.kernel)
    finish(client, "display #figure 0")
    flood = "print " + "x" * 100_000
    for number in range(1, 6):
        finish(client, "\n".join([flood] * 200 + [f"update #figure {number}"]))
    states = [message for message in read_all(client, sleeping) if message.type == "update_display_data"]
    assert "5" in states[-1].content["data"]["text/plain"]
    assert finish(client, "count")[2].content["text"] == "7\n"


def test_those_that_come_and_go_leave_nothing(scripted, start, sleeper):
    client = start(scripted)
    for _ in range(200):
        with zmq.Context() as context, context.socket(zmq.SUB) as socket:
            socket.linger = 0
            socket.subscribe(b"")
            socket.connect(client.kernel.url("iopub"))
            assert socket.poll(wire.PATIENCE * 1000)
    assert [message.type for message in finish(client, "print x")] == ["status", "execute_input", "stream", "status"]


def test_one_who_says_what_front_ends_do_not_say_disturbs_nobody(scripted, start):
    client = start(scripted)
    with zmq.Context() as context, context.socket(zmq.XSUB) as stranger:
        stranger.linger = 0
        stranger.connect(client.kernel.url("iopub"))
        for number in range(300):
            stranger.send(b"\xffnonsense")
            if number % 100 == 0:
                late = start.join(client.kernel)
                assert [message.type for message in finish(late, "print x")] == ["status", "execute_input", "stream", "status"]
                while client.next("iopub").state != "idle":
                    pass


@pytest.mark.parametrize("transport", ["tcp", "ipc"])
def test_whoever_subscribes_behind_such_words_misses_nothing_after_the_welcome(scripted, start, transport):
    client = start(scripted, transport=transport)
    for _ in range(6):
        with zmq.Context() as context, context.socket(zmq.XSUB) as stranger, context.socket(zmq.XSUB) as late:
            for socket in stranger, late:
                socket.linger, socket.reconnect_ivl = 0, 200
                socket.connect(client.kernel.url("iopub"))
            stranger.send(b"\x01about me alone")
            assert stranger.poll(wire.PATIENCE * 1000), "both are connected"
            # What both say waits for the kernel, which takes it in one turn.
            client.kernel.process.send_signal(signal.SIGSTOP)
            stranger.send(b"\xffnonsense")
            time.sleep(0.02)
            late.send(b"\x01")
            time.sleep(0.02)
            client.kernel.process.send_signal(signal.SIGCONT)
            assert late.poll(wire.PATIENCE * 1000), "it is welcomed"
            assert b"iopub_welcome" in b"".join(late.recv_multipart())
            finish(client, "print x")
            kinds = []
            while len(kinds) < 4 and late.poll(wire.PATIENCE * 1000):
                kinds.append(late.recv_multipart()[0])
            assert kinds == [b"status", b"execute_input", b"stream.stdout", b"status"]
