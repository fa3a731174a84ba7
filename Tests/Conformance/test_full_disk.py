"""A full disk and a folder that became read-only: a sentence, and all that is in memory stays; when there is room again,
work goes on.

The disk is a small one of the test's own, which takes a mount namespace; where there can be none the tests are skipped."""

import pathlib
import random
import shutil
import subprocess

import pytest
import wire
from test_killed_work import png

BEGIN = [
    'dataset pets path="Pets" into="work"',
    "network net input=[3, 24, 24] seed=7 { flatten; innerProduct 64 activation=relu; innerProduct 2; softmax }",
    "train net on=pets.train epochs=2 seed=5",
    'save net path="net.mlmodel"',
]


def can_mount():
    """Whether this user may have a mount namespace with a disk in it."""
    return shutil.which("unshare") and shutil.which("nsenter") and subprocess.run(
        ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=1m tmpfs /mnt"], capture_output=True).returncode == 0


class Disk:
    """A disk of 4 MB that a kernel works on."""

    def __init__(self, place, state, start, argv):
        self.place, self.state, self.start, self.argv = place, state, start, argv
        self.client = None

    def begin(self):
        """Starts a kernel on the disk; it is mounted by the first, in a namespace of its own."""
        # A kernel that ends takes its namespace along, so a sleeper holds it.
        self.holder = subprocess.Popen(
            ["unshare", "-rm", "sh", "-c", f"mount -t tmpfs -o size=4m tmpfs '{self.place}' && echo ready && exec sleep 600"],
            stdout=subprocess.PIPE, text=True)
        assert self.holder.stdout.readline() == "ready\n"
        self.inside("mkdir -p Pets/train/cat Pets/train/dog")
        for label in ("cat", "dog"):
            for index in range(3):
                self.write(f"Pets/train/{label}/{index}.png", png(f"{label} {index}"))
        self.write("new.png", png("new"))

    def inside(self, command, data=None):
        """Runs a command on the disk."""
        words = ["nsenter", "-t", str(self.holder.pid), "-U", "-m", "--preserve-credentials",
                 "sh", "-c", f"cd '{self.place}' && {command}"]
        return subprocess.run(words, check=True, input=data, capture_output=True, timeout=60).stdout

    def write(self, name, data):
        self.inside(f"cat > '{name}'", data)

    def kernel(self):
        """A kernel on the disk."""
        self.client = self.start([
            "nsenter", "-t", str(self.holder.pid), "-U", "-m", "--preserve-credentials", "sh", "-c",
            f"cd '{self.place}' && exec {' '.join(self.argv)}"], environment={"WHET_STATE": str(self.state)})

    def run(self, cell):
        """What a cell shows, that must end well."""
        reply, outputs = self.client.run(cell)
        assert reply["status"] == "ok", (cell, reply)
        return told(outputs)

    def fail(self, cell):
        """The sentence of a cell that must not end well, by a mistake that was foreseen."""
        reply, _ = self.client.run(cell)
        assert reply["status"] == "error" and reply["ename"] == "Mistake", (cell, reply)
        return reply["evalue"]

    def fill(self):
        """Leaves no room."""
        self.inside("cat /dev/zero > filling 2>/dev/null || true")

    def empty(self):
        self.inside("rm -f filling")


def told(outputs):
    """The text of what was published."""
    return "\n".join(
        message.content.get("text") or message.content.get("data", {}).get("text/plain", "") for message in outputs)


@pytest.fixture
def disk(request, whet_argv, start, tmp_path):
    if not can_mount():
        pytest.skip("there can be no mount namespace here")
    place = pathlib.Path("/tmp") / f"whet-disk-{random.getrandbits(40):x}"
    place.mkdir()
    # A disk with a database open on it cannot be made read-only, so that the state folder lies elsewhere then.
    state = place / "state" if request.node.callspec.params["trouble"] == "full" else tmp_path / "state"
    disk = Disk(place, state, start, whet_argv)
    disk.begin()
    disk.kernel()
    for cell in BEGIN:
        disk.run(cell)
    yield disk
    disk.client.kernel.kill()
    disk.holder.kill()
    disk.holder.wait()
    place.rmdir()


def answer(disk):
    return disk.run('predict net image="new.png"')


def check_memory(disk, before, epochs=2):
    """Model, photos and file are what they were."""
    assert answer(disk) == before
    assert f"net: {epochs} epochs" in disk.run("history net last=1")
    assert "dog  3 pictures" in disk.run("show pets.train")
    assert "Core ML accepts net.mlmodel" in disk.run('check "net.mlmodel"')


@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_nothing_can_be_written(disk, trouble):
    before = answer(disk)
    saved = disk.inside("cat net.mlmodel")
    word = {"full": "No space left on device", "read-only": "Read-only file system"}[trouble]
    disk.fill() if trouble == "full" else disk.inside(f"mount -o remount,ro '{disk.place}'")
    # What writes files says that it cannot, and why.
    assert word in disk.fail('save net path="net.mlmodel"')
    assert word in disk.fail('save net path="other.mlmodel"')
    sentence = disk.fail('add pets.train "new.png" label=dog')
    assert word in sentence or "cannot be written" in sentence, sentence
    assert disk.fail("remove pets.train 0")
    assert disk.fail("class pets add=fox")
    check_memory(disk, before)
    assert disk.inside("cat net.mlmodel") == saved
    # What needs no disk goes on: a training learns, and says once that it will not outlive the kernel.
    first = disk.run("train net on=pets.train epochs=2 seed=5 from=here")
    second = disk.run("set net learningRate=0.002")
    assert sum("net" in line and word in line for line in (first + "\n" + second).splitlines()) <= 1, first + second
    check_memory(disk, answer(disk), epochs=4)
    trained = answer(disk)
    # With room again everything works, and what was learnt meanwhile is there after a restart.
    disk.empty() if trouble == "full" else disk.inside(f"mount -o remount,rw '{disk.place}'")
    disk.run('save net path="net.mlmodel"')
    disk.run('add pets.train "new.png" label=dog')
    disk.run("undo")
    disk.run("set net learningRate=0.003")
    check_memory(disk, trained, epochs=4)
    disk.client.kernel.kill()
    disk.kernel()
    assert "net: 4 epochs" in disk.run("history net last=1")
    # In a new session the names come back with a remark, so only the answer itself is compared.
    assert answer(disk).splitlines()[-2:] == trained.splitlines()[-2:]
