"""A front end with as little of its own as possible, so that what is timed is the kernel: frames are signed and sent, and
of what comes back only the headers are read until the clock has stopped."""

import hashlib
import hmac
import json
import os
import signal
import socket
import subprocess
import tempfile
import time

import zmq

DELIMITER = b"<IDS|MSG>"
CHANNELS = ("shell", "control", "stdin", "iopub", "hb")
PATIENCE = 60
now = time.perf_counter


class Silence(Exception):
    """Something that should have come did not."""


class Process:
    """A kernel: a connection file, and, once started, the process that listens as it says."""

    def __init__(self, argv, environment=None):
        self.folder = tempfile.TemporaryDirectory(prefix="bench-")
        self.key = os.urandom(16).hex()
        self.ports = dict(zip(CHANNELS, free_ports(len(CHANNELS))))
        path = os.path.join(self.folder.name, "connection.json")
        connection = {"transport": "tcp", "ip": "127.0.0.1", "key": self.key, "signature_scheme": "hmac-sha256"}
        connection |= {f"{channel}_port": port for channel, port in self.ports.items()}
        with open(path, "w") as file:
            json.dump(connection, file)
        self.argv = [word.replace("{connection_file}", path) for word in argv]
        self.environment = os.environ | {"JPY_PARENT_PID": str(os.getpid())} | (environment or {})
        self.popen = None

    def start(self):
        self.popen = subprocess.Popen(
            self.argv, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )
        return self

    def resident(self):
        """MiB in memory."""
        with open(f"/proc/{self.popen.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    def kill(self):
        if self.popen and self.popen.poll() is None:
            os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.wait()
        self.folder.cleanup()


class Client:
    """One front end. Messages on IOPub are kept by the request they are about."""

    def __init__(self, process):
        self.process = process
        self.mac = hmac.new(process.key.encode(), digestmod=hashlib.sha256)
        self.context = zmq.Context()
        self.sockets = {channel: self.connect(channel, port) for channel, port in process.ports.items()}
        self.poller = zmq.Poller()
        for channel in ("shell", "control", "iopub"):
            self.poller.register(self.sockets[channel], zmq.POLLIN)
        self.count = 0

    def connect(self, channel, port):
        made = self.context.socket({"iopub": zmq.SUB, "hb": zmq.REQ}.get(channel, zmq.DEALER))
        made.linger = made.rcvhwm = made.sndhwm = 0
        made.reconnect_ivl = 1
        if channel == "iopub":
            made.subscribe(b"")
        elif channel != "hb":
            made.identity = b"bench"
        made.connect(f"tcp://127.0.0.1:{port}")
        return made

    def close(self):
        self.context.destroy(linger=0)

    def frames(self, kind, content):
        self.count += 1
        request = f"r{self.count}"
        header = (
            f'{{"msg_id":"{request}","session":"bench","username":"bench","date":"2026-01-01T00:00:00.000000Z",'
            f'"msg_type":"{kind}","version":"5.3"}}'
        ).encode()
        parts = [header, b"{}", b"{}", json.dumps(content).encode()]
        mac = self.mac.copy()
        mac.update(b"".join(parts))
        return request, [DELIMITER, mac.hexdigest().encode(), *parts]

    def send(self, kind, content=None, channel="shell"):
        request, frames = self.frames(kind, content or {})
        self.sockets[channel].send_multipart(frames)
        return request

    def receive(self, deadline):
        """The next message: when it came, its channel, its type, what it is about, and its content unread."""
        for channel in ("shell", "control", "iopub"):
            try:
                frames = self.sockets[channel].recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                continue
            moment = now()
            place = frames.index(DELIMITER)
            kind = json.loads(frames[place + 2])["msg_type"]
            return moment, channel, kind, (json.loads(frames[place + 3]) or {}).get("msg_id"), frames[place + 5]
        rest = deadline - now()
        if rest <= 0 or not self.poller.poll(rest * 1000):
            raise Silence(f"nothing came in {PATIENCE} s")
        return self.receive(deadline)

    def until(self, request, *, reply=True, idle=True, patience=PATIENCE):
        """Everything up to a request's reply and its `idle`."""
        deadline = now() + patience
        messages = []
        while reply or idle:
            message = self.receive(deadline)
            _, channel, kind, about, content = message
            if about != request:
                continue
            messages.append(message)
            if channel != "iopub":
                reply = False
            elif kind == "status" and b'"idle"' in content:
                idle = False
        return messages

    def ready(self):
        """Waits until every channel is connected."""
        deadline = now() + PATIENCE
        while now() < deadline:
            request = self.send("kernel_info_request")
            try:
                self.until(request, patience=1)
                return
            except Silence:
                continue
        raise Silence("the kernel does not answer")

    def execute(self, code):
        return self.send("execute_request", execution(code))

    def run(self, code):
        """Runs a cell to its end, and returns its messages."""
        messages = self.until(self.execute(code))
        failures = [content for _, channel, _, _, content in messages if channel == "shell" and b'"ok"' not in content]
        if failures:
            raise AssertionError(f"{code[:80]!r} failed: {failures[0][:500]!r}")
        return messages

    def beat(self):
        """Milliseconds to the heartbeat's echo."""
        start = now()
        self.sockets["hb"].send(b"ping")
        if not self.sockets["hb"].poll(PATIENCE * 1000):
            raise Silence("no heartbeat")
        self.sockets["hb"].recv()
        return (now() - start) * 1000


def execution(code):
    return {
        "code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
        "stop_on_error": True,
    }


def free_ports(count):
    made = [socket.socket() for _ in range(count)]
    for each in made:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in made]
    for each in made:
        each.close()
    return ports
