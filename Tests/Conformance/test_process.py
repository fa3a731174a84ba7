"""The process: interrupts, the end, transports, several front ends, the heartbeat, a dead parent."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import pytest
import wire
import zmq
from footprint import hold_flat
from waiting import is_alive, wait_until


def wait_until_running(client, request):
    client.wait_for("execute_input", request)


def timed(do, *words, **more):
    """How long something takes."""
    begin = time.monotonic()
    do(*words, **more)
    return time.monotonic() - begin


class TestInterrupt:
    @pytest.mark.parametrize("how", ["message", "signal"])
    @pytest.mark.parametrize("code", ["sleep 60000", "busy 60000"])
    def test_running(self, client, shared_kernel, code, how):
        def attempt():
            request = client.execute(code)
            wait_until_running(client, request)
            start = time.monotonic()
            if how == "message":
                interrupt = client.send("interrupt_request", channel="control")
                assert client.reply(interrupt, "control").content == {"status": "ok"}
            else:
                shared_kernel.interrupt()
            reply = client.reply(request).content
            took = time.monotonic() - start
            assert reply["status"] == "error" and reply["ename"] == "Interrupted"
            assert client.run("print on")[0]["status"] == "ok"
            return took

        wire.best_within(1, attempt)

    def test_waiting_cells_are_aborted(self, client):
        running, waiting = client.execute("sleep 60000"), client.execute("print no")
        wait_until_running(client, running)
        client.reply(client.send("is_complete_request", {"code": "print"}))  # What was sent before has arrived.
        client.send("interrupt_request", channel="control")
        assert client.reply(running).content["status"] == "error"
        assert client.reply(waiting).content["status"] == "aborted"

    @pytest.mark.parametrize("how", ["message", "signal"])
    def test_idle(self, client, shared_kernel, how):
        # On a machine that stalls a signal may take its time, and then rightly stops what runs by now.
        for moment in (0.05, 1, 10):
            client.ask("interrupt", channel="control") if how == "message" else shared_kernel.interrupt()
            time.sleep(moment)
            if client.run("sleep 50")[0]["status"] == "ok":
                return
        pytest.fail("an interrupt that came while nothing ran stopped the next cell")

    def test_many(self, client, shared_kernel):
        for _ in range(200):
            shared_kernel.interrupt()
            client.send("interrupt_request", channel="control")
        assert client.ask("kernel_info")["status"] == "ok"


class TestBusy:
    @pytest.fixture
    def busy(self, client):
        request = client.execute("busy 60000")
        wait_until_running(client, request)
        yield client
        client.send("interrupt_request", channel="control")
        assert client.reply(request).content["status"] == "error"

    @pytest.mark.parametrize("kind, content", [
        ("kernel_info", {}), ("complete", {"code": "pr"}), ("inspect", {"code": "print"}), ("is_complete", {"code": "x"}),
        ("history", {"hist_access_type": "tail", "n": 1}), ("comm_info", {}), ("connect", {}),
    ])
    def test_shell_answers(self, busy, kind, content):
        wire.best_within(1, lambda: timed(busy.ask, kind, content))

    @pytest.mark.parametrize("kind", ["kernel_info", "debug"])
    def test_control_answers(self, busy, kind):
        wire.best_within(1, lambda: timed(busy.ask, kind, channel="control"))

    def test_state_is_busy_again_after_an_answer(self, busy):
        request = busy.send("comm_info_request")
        states = []
        while len(states) < 3:
            message = busy.next("iopub")
            states += [(message.state, message.about)] if message.type == "status" else []
        assert states == [("busy", request), ("idle", request), ("busy", None)]

    def test_last_word_is_idle_when_the_cell_has_ended(self, client):
        cell = client.execute("sleep 300")
        wait_until_running(client, cell)
        for _ in range(20):
            client.send("comm_info_request")
        client.reply(cell)
        states = []
        while message := client.poll("iopub", 1):
            states += [message.state] if message.type == "status" else []
        assert states.count("busy") > 20 and states[-1] == "idle"

    def test_comms_are_served(self, busy):
        request = busy.send("comm_open", {"comm_id": "b", "target_name": "echo", "data": {}})
        assert [message.type for message in busy.outputs(request)] == ["comm_msg"]
        busy.outputs(busy.send("comm_close", {"comm_id": "b", "data": {}}))

    def test_heart_beats(self, busy):
        wire.best_within(1, lambda: max(timed(busy.beat) for _ in range(100)))


class TestShutdown:
    @pytest.mark.parametrize("restart", [False, True])
    @pytest.mark.parametrize("channel", ["control", "shell"])
    @pytest.mark.parametrize("state", ["idle", "busy 60000", "sleep 60000", "deaf 5000", "lines 3000000"])
    def test_gone(self, scripted, start, state, channel, restart):
        def attempt():
            client = start(scripted)
            if state != "idle":
                wait_until_running(client, client.execute(state))
                client.execute("print never")
            request = client.send("shutdown_request", {"restart": restart}, channel=channel)
            assert client.reply(request, channel).content == {"status": "ok", "restart": restart}
            begin = time.monotonic()
            assert client.kernel.wait() == 0
            return time.monotonic() - begin

        wire.best_within(1, attempt)

    def test_everybody_is_told(self, scripted, start):
        client = start(scripted)
        other = start.join(client.kernel)
        request = client.send("shutdown_request", {"restart": False}, channel="control")
        assert other.wait_for("shutdown_reply", request).content == {"status": "ok", "restart": False}

    @pytest.mark.parametrize("restart", [False, True])
    def test_language_can_save(self, scripted, start, tmp_path, restart):
        saved = tmp_path / "saved"
        client = start(scripted + [str(saved)])
        client.send("shutdown_request", {"restart": restart}, channel="control")
        client.kernel.wait()
        assert saved.read_text() == f"restart={str(restart).lower()}\n"

    def test_waiting_for_input(self, scripted, start):
        client = start(scripted)
        client.execute("ask name?", allow_stdin=True)
        client.next("stdin")
        client.send("shutdown_request", {"restart": False}, channel="control")
        assert client.kernel.wait() == 0

    @pytest.mark.parametrize("code", ["print", "busy 60000"])
    def test_sigterm(self, scripted, start, tmp_path, code):
        saved = tmp_path / "saved"
        client = start(scripted + [str(saved)])
        wait_until_running(client, client.execute(code))
        client.kernel.process.send_signal(signal.SIGTERM)
        assert client.kernel.wait() == 0 and saved.exists()

    def test_sockets_are_removed(self, scripted, start):
        client = start(scripted, transport="ipc")
        assert len(os.listdir(client.kernel.folder)) == 6
        client.send("shutdown_request", {"restart": False}, channel="control")
        client.kernel.wait()
        assert os.listdir(client.kernel.folder) == ["connection.json"]

    def test_restart_on_the_same_ports(self, scripted, start):
        client = start(scripted)
        sessions = set()
        for _ in range(5):
            client.run("print x")
            request = client.send("shutdown_request", {"restart": True}, channel="control")
            sessions.add(client.reply(request, "control").header["session"])
            client.kernel.wait()
            argv = scripted[:-1] + [client.kernel.connection_file]
            client.kernel.process.communicate()
            client.kernel.process = subprocess.Popen(argv, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
            client = start.join(client.kernel)
        assert len(sessions) == 5


class TestTransport:
    @pytest.mark.parametrize("how", [
        dict(transport="tcp"), dict(transport="ipc"), dict(curve=True), dict(transport="ipc", key=""), dict(ip="::1"),
    ], ids=["tcp", "ipc", "curve", "ipc without key", "IPv6"])
    @pytest.mark.parametrize("which", ["scripted", "whet"])
    def test_cell_and_heartbeat(self, scripted, whet_argv, start, how, which):
        client = start(scripted if which == "scripted" else whet_argv, **how)
        assert client.welcome.type == "iopub_welcome" and client.welcome.content == {"subscription": ""}
        assert client.welcome.parent == {}
        assert client.run('print "x"')[0]["status"] == "ok"
        client.beat(b"\x00\xff")

    def test_starting_is_heard_once(self, scripted, start):
        kernel = start(scripted, client=False)
        first = start.join(kernel, ready=False)
        assert [first.next("iopub").type for _ in range(2)] == ["iopub_welcome", "status"]
        second = start.join(kernel, ready=False)
        assert second.next("iopub").type == "iopub_welcome"
        assert second.poll("iopub", 0.1) is None

    def test_first_cell_is_heard_by_whoever_listens_later(self, scripted, start):
        client = start.join(start(scripted, client=False), ready=False, channels=["shell"])
        request = client.execute("write heard")
        client.reply(client.send("kernel_info_request"))
        client.sockets["iopub"] = client.connect("iopub")
        assert [message.type for message in client.outputs(request)] == ["execute_input", "stream"]

    def test_cells_run_where_nobody_listens(self, scripted, start):
        client = start.join(start(scripted, client=False), ready=False, channels=["shell"])
        requests = [client.execute("write alone") for _ in range(20)]
        assert [client.reply(request).content["status"] for request in requests] == ["ok"] * 20

    def test_without_curve_nobody_gets_in(self, scripted, start):
        kernel = start(scripted, client=False, curve=True)
        kernel.curve_keys, keys = None, kernel.curve_keys
        stranger = start.join(kernel, ready=False)
        stranger.execute("print hacked")
        stranger.silent("shell", 0.3)
        kernel.curve_keys = keys
        assert start.join(kernel).run("count")[1][-1].content["text"] == "1\n"

    def test_listens_only_where_told(self, scripted, start):
        client = start(scripted)
        ports = {client.kernel.connection[f"{channel}_port"] for channel in wire.CHANNELS}
        listening = listening_sockets(client.kernel.process.pid)
        assert {port for _, port in listening} == ports and {ip for ip, _ in listening} == {"127.0.0.1"}

    def test_topics(self, client):
        request = client.execute("print x")
        topics = [client.next("iopub").identities[0] for _ in range(4)]
        assert topics == [b"status", b"execute_input", b"stream.stdout", b"status"]
        client.reply(request)

    def test_welcome_names_the_topic(self, client, shared_kernel):
        narrow = client.context.socket(zmq.SUB)
        narrow.linger = 0
        narrow.connect(shared_kernel.url("iopub"))
        narrow.subscribe(b"stat")
        assert narrow.poll(wire.PATIENCE * 1000)
        topic, *rest = narrow.recv_multipart()
        assert topic == b"stat" and json.loads(rest[-1]) == {"subscription": "stat"}


class TestSeveralFrontEnds:
    def test_replies_to_one_outputs_to_all(self, client, shared_kernel):
        other = wire.Client(shared_kernel)
        request = client.execute("print x")
        assert client.reply(request).content["status"] == "ok"
        assert [m.type for m in other.outputs(request)] == [m.type for m in client.outputs(request)]
        other.silent("shell", 0.05)
        other.close()

    def test_one_counter(self, client, shared_kernel):
        other = wire.Client(shared_kernel)
        numbers = [each.run("count")[0]["execution_count"] for each in (client, other, client)]
        assert numbers == list(range(numbers[0], numbers[0] + 3))
        other.close()

    def test_one_that_does_not_read(self, client, shared_kernel):
        sleeper = wire.Client(shared_kernel)
        sleeper.execute("lines 200000")
        for _ in range(5000):
            sleeper.send("kernel_info_request")
        assert client.reply(client.execute("print x")).content["status"] == "ok"
        sleeper.close()

    def test_one_that_comes_back(self, client, shared_kernel):
        """A front end that reconnects under its old address takes it over."""
        again = wire.Client(shared_kernel, ready=False)
        again.sockets["shell"].close(0)
        again.session = client.session
        again.sockets["shell"] = again.connect("shell")
        request = again.send("kernel_info_request")
        assert again.reply(request).content["status"] == "ok"
        again.close()
        client.sockets["shell"].close(0)
        client.sockets["shell"] = client.connect("shell")


class TestParent:
    def test_dies_with_its_parent(self, scripted, start, tmp_path):
        pids = tmp_path / "pid"
        kernel = start(scripted, client=False)
        kernel.kill()
        parent = subprocess.Popen([sys.executable, "-c", PARENT, str(pids), *scripted[:-1], kernel.connection_file])
        client = start.join(kernel)
        assert client.run("print x")[0]["status"] == "ok"
        parent.kill()
        parent.wait()
        wait_until(lambda: not is_alive(int(pids.read_text())))

    def test_lives_without_a_number(self, scripted, start, tmp_path):
        kernel = start(scripted, client=False, environment={"JPY_PARENT_PID": ""})
        time.sleep(1.5)  # It looks for its parent every second.
        assert start.join(kernel).run("print x")[0]["status"] == "ok"


PARENT = """
import os, subprocess, sys, time
child = subprocess.Popen(sys.argv[2:], env=os.environ | {"JPY_PARENT_PID": str(os.getpid())}, start_new_session=True)
with open(sys.argv[1], "w") as file:
    file.write(str(child.pid))
time.sleep(600)
"""


def listening_sockets(pid):
    """The addresses a process listens at."""
    inodes = set()
    for number in os.listdir(f"/proc/{pid}/fd"):
        target = os.readlink(f"/proc/{pid}/fd/{number}")
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    found = set()
    for table, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        with open(f"/proc/{pid}/net/{table}") as file:
            for line in list(file)[1:]:
                fields = line.split()
                if fields[3] == "0A" and fields[9] in inodes:
                    address, port = fields[1].split(":")
                    packed = b"".join(bytes.fromhex(address[i:i + 8])[::-1] for i in range(0, len(address), 8))
                    found.add((socket.inet_ntop(family, packed), int(port, 16)))
    return found


class TestEndurance:
    def test_a_thousand_cells_leave_nothing(self, scripted, start, record_property):
        client = start(scripted)
        hold_flat(client, lambda _: client.run("print x\ndisplay #a y"), 1000, record_property)
