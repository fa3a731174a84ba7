"""Kernel handshaking (JEP 66): a kernel whose connection file names no ports finds them and tells the launcher, which acknowledges."""

import hashlib
import hmac
import json
import uuid

import pytest
import wire
import zmq

KEY = "secret-key"


class Launcher:
    """The socket of a launcher that kernels register with."""

    def __init__(self):
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.REP)
        self.socket.linger = 0
        self.port = self.socket.bind_to_random_port("tcp://127.0.0.1")

    def receive(self):
        """The content of the request of a kernel; its signature is checked."""
        assert self.socket.poll(wire.PATIENCE * 1000), "no kernel registers"
        delimiter, signature, *parts = self.socket.recv_multipart()
        assert delimiter == wire.DELIMITER and signature == sign(parts, KEY)
        self.header = parts[0]
        header = json.loads(parts[0])
        assert header["msg_type"] == "handshake_request" and header["version"] == "5.5"
        return json.loads(parts[3])

    def reply(self, content, kind="handshake_reply", key=KEY):
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "l", "username": "l", "version": "5.5"}
        parts = [json.dumps(header).encode(), self.header, b"{}", json.dumps(content).encode()]
        self.socket.send_multipart([wire.DELIMITER, sign(parts, key), *parts])

    def close(self):
        self.socket.close()
        self.context.term()


def sign(parts, key):
    signature = hmac.new(key.encode(), digestmod=hashlib.sha256)
    for part in parts:
        signature.update(part)
    return signature.hexdigest().encode()


@pytest.fixture
def launcher():
    made = Launcher()
    yield made
    made.close()


def test_ports_are_told_and_serve(launcher, start, whet_argv):
    kernel = start(whet_argv, client=False, registration_port=launcher.port)
    ports = launcher.receive()
    assert set(ports) == {f"{channel}_port" for channel in wire.CHANNELS} and len(set(ports.values())) == 5
    assert all(1024 <= port <= 65535 for port in ports.values())
    launcher.reply({"status": "ok"})
    kernel.connection |= ports
    client = start.join(kernel)
    assert client.run('print "told"')[0]["status"] == "ok"
    assert client.reply(client.send("connect_request")).content == {"status": "ok"} | ports


def test_many_kernels_at_once_have_ports_of_their_own(launcher, start, whet_argv):
    kernels = [start(whet_argv, client=False, registration_port=launcher.port) for _ in range(8)]
    found = []
    for _ in kernels:
        found += launcher.receive().values()
        launcher.reply({"status": "ok"})
    assert len(set(found)) == 40


@pytest.mark.parametrize("how", [{"key": "another"}, {"kind": "kernel_info_reply"}, {"content": {"status": "error"}}])
def test_a_launcher_that_does_not_acknowledge_ends_the_kernel(launcher, start, whet_argv, how):
    kernel = start(whet_argv, client=False, registration_port=launcher.port)
    launcher.receive()
    launcher.reply(**{"content": {"status": "ok"}} | how)
    assert kernel.wait() == 1
    assert f"tcp://127.0.0.1:{launcher.port} has not acknowledged the kernel's ports" in kernel.process.stderr.read().decode()
