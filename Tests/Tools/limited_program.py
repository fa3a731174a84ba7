"""The built program under a limit of its address space: as a kernel that cells are given to, or as a process of its own."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests"), str(ROOT / "Tests/Conformance")]

import wire  # noqa: E402
from waiting import Silence  # noqa: E402

LIMIT = 500_000_000  # bytes of address space
PATIENT = 20  # seconds for a file, after which it is interrupted: a broken script may ask for long work, but ends when told to


def limited(argv):
    """A command whose process may have so much address space."""
    return ["sh", "-c", f'ulimit -c 0; ulimit -v {LIMIT // 1000}; exec "$@"', "sh", *map(str, argv)]


def environment(folder):
    """Nothing of the user's is used, and nothing downloaded."""
    return {"WHET_STATE": str(folder / "state"), "WHET_DATA": str(folder / "none"), "WHET_MIRROR": "http://127.0.0.1:1",
            "HOME": str(folder), "TMPDIR": str(folder)}


class Session:
    """A kernel under the limit, in a folder, with the names the cells use."""

    def __init__(self, whet, folder, start):
        here = os.getcwd()
        os.chdir(folder)
        try:
            argv = limited([whet, "kernel", "-f", "{connection_file}"])
            self.kernel = wire.Kernel(argv, environment=environment(folder))
        finally:
            os.chdir(here)
        self.client = wire.Client(self.kernel)
        for cell in filter(None, start.split("\n")):
            reply, _ = self.client.run(cell)
            assert reply["status"] == "ok", reply

    def run(self, cell):
        """Whether a cell succeeded, what it said being in `said`; a sentence where it ended the kernel or could not be stopped."""
        self.said = ""
        request = self.client.execute(cell, stop_on_error=False)
        end, told, reply, idle = time.monotonic() + PATIENT, False, None, False
        while reply is None or not idle:
            if self.kernel.process.poll() is not None:
                return f"ended the kernel ({self.kernel.process.returncode}): {cell}"
            if time.monotonic() > end:
                if told:
                    return f"cannot be interrupted: {cell}"
                self.client.send("interrupt_request", channel="control")
                told, end = True, time.monotonic() + PATIENT
            if reply is None and (message := self.poll("shell", 0.05)) is not None and message.about == request:
                reply = message
            if reply is not None and (message := self.poll("iopub", 0.05)) is not None:
                if message.about == request:
                    idle = idle or message.state == "idle"
                    self.said += message.content.get("data", {}).get("text/plain", "") + message.content.get("evalue", "")
        if told:
            return f"took more than {PATIENT} s: {cell}"
        if reply.content["status"] == "error" and not reply.content["evalue"].strip():
            return f"failed without a sentence: {cell}"
        return reply.content["status"] == "ok"

    def poll(self, channel, seconds):
        try:
            return self.client.poll(channel, seconds)
        except Silence:
            return None

    def close(self):
        self.client.close()
        self.kernel.close()


def peak(process):
    """The most memory a process has held, in megabytes."""
    with contextlib.suppress(OSError):
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1000
    return None


def run(argv, folder):
    """A process's exit code, whether it had to be interrupted, and what it said on standard error."""
    process = subprocess.Popen(
        argv, cwd=folder, env=os.environ | environment(folder), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    told = None
    try:
        error = process.communicate(timeout=PATIENT)[1]
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        told = "interrupted"
        try:
            error = process.communicate(timeout=PATIENT)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            told, error = "killed", process.communicate()[1]
    return process.returncode, told, error.decode("utf-8", "replace")
