"""Kernels to test: the release build of whet, and scripted-kernel, whose language is made of verbs for tests."""

import json
import os
import shutil
import subprocess
import tempfile

import pytest

import rows
import standins
import wire


@pytest.fixture(scope="session", autouse=True)
def temporary(tmp_path_factory):
    """A temporary folder of these tests' own, which is everybody's, and in which nobody may leave anything behind."""
    tmp_path_factory.getbasetemp()  # pytest's own lie elsewhere
    before = tempfile.gettempdir()
    folder = tempfile.mkdtemp(prefix="whet-t-")
    os.chmod(folder, 0o1777)
    patch = pytest.MonkeyPatch()
    patch.setenv("TMPDIR", folder)
    patch.setattr(tempfile, "tempdir", folder)
    yield before
    patch.undo()
    left = os.listdir(folder)
    shutil.rmtree(folder, ignore_errors=True)
    assert not left, f"left behind in the temporary folder: {left}"


@pytest.fixture(scope="session")
def scripted(root, whet, temporary):
    """The command that starts scripted-kernel, built like whet; WHET_SCRIPTED_EXECUTABLE names another build."""
    if "WHET_SCRIPTED_EXECUTABLE" in os.environ:
        return [os.environ["WHET_SCRIPTED_EXECUTABLE"], "{connection_file}"]
    executable = root / ".build/release/scripted-kernel"
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", "scripted-kernel", "--quiet"],
        cwd=root, check=True, timeout=1200, env=os.environ | {"TMPDIR": temporary},  # SwiftPM leaves something there
    )
    return [str(executable), "{connection_file}"]


@pytest.fixture(scope="session")
def whet_argv(whet):
    """The command that starts whet's kernel."""
    return [str(whet), "kernel", "-f", "{connection_file}"]


@pytest.fixture
def start():
    """Starts kernels and front ends, and ends them after the test: `start(argv)` gives a client that is ready."""
    kernels, clients = [], []

    def begin(argv, client=True, **how):
        kernel = wire.Kernel(argv, **how)
        kernels.append(kernel)
        return join(kernel) if client else kernel

    def join(kernel, **how):
        clients.append(wire.Client(kernel, **how))
        return clients[-1]

    begin.join = join
    yield begin
    for client in clients:
        client.close()
    for kernel in kernels:
        kernel.close()


@pytest.fixture(scope="module")
def shared_kernel(scripted):
    """A scripted kernel for all tests of a file."""
    kernel = wire.Kernel(scripted)
    yield kernel
    kernel.close()


@pytest.fixture
def client(shared_kernel):
    """A front end of its own to the file's scripted kernel; the kernel must outlive the test, and be idle after it."""
    client = wire.Client(shared_kernel)
    yield client
    try:
        assert shared_kernel.process.poll() is None, "the kernel died"
        assert client.run("print still here")[0]["status"] == "ok"
    finally:
        client.close()


@pytest.fixture(scope="session")
def kernelspecs(kernel, scripted, tmp_path_factory):
    """Registers scripted-kernel beside whet."""
    folder = tmp_path_factory.mktemp("specs")
    spec = folder / "kernels/scripted"
    spec.mkdir(parents=True)
    description = {"argv": scripted, "display_name": "Scripted", "language": "scripted", "interrupt_mode": "message"}
    (spec / "kernel.json").write_text(json.dumps(description))
    patch = pytest.MonkeyPatch()
    patch.setenv("JUPYTER_PATH", str(folder), prepend=":")
    yield
    patch.undo()


@pytest.fixture(scope="session")
def photos(data):
    """The photos of which figures are told."""
    return rows.Photos(standins.is_real(data) and not (data / standins.MARK).exists())


@pytest.fixture
def place(whet, data, tmp_path):
    """An empty folder to run scripts in."""
    return rows.Place(whet, data, tmp_path)


@pytest.fixture(scope="session")
def trained(whet, data, tmp_path_factory):
    """A folder with the three models of the articles, trained; tests change nothing in it."""
    place = rows.Place(whet, data, tmp_path_factory.mktemp("trained"))
    place.run(rows.NEAR + "train near on=hands.train\nfit turi from=squeezenet solver=lbfgs l2=0.01 on=hands.train\n"
              "network hand from=squeezenet classes=10 init=kaiming seed=42\n"
              "train hand on=hands.train validate=hands.test epochs=50 learningRate=1e-4\n")
    return place
