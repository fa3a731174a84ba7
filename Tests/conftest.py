"""What the Python tests share: where the project is, the built kernel, and a Jupyter of their own."""

import os
import pathlib
import subprocess

import pytest
import standins

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared():
    """The folder of real photos and models beside the checkout; a test that asks for it is skipped without."""
    if not standins.is_real(SHARED):
        pytest.skip("../shared is not there")
    return SHARED


@pytest.fixture(scope="session")
def data(whet, tmp_path_factory):
    """That folder, or one with drawn photos and networks of random weights where it is not there."""
    if standins.is_real(SHARED):
        return SHARED
    return standins.make(whet, tmp_path_factory.mktemp("standins") / "shared")


@pytest.fixture(scope="session")
def whet():
    """The release build of the executable; WHET_EXECUTABLE names another."""
    executable = pathlib.Path(os.environ.get("WHET_EXECUTABLE", ROOT / ".build/release/whet"))
    if not executable.is_file():
        pytest.fail(f"{executable} is not built: ./Tests/run release")
    return executable


@pytest.fixture(scope="session")
def kernel(whet, tmp_path_factory):
    """Registers the kernel where only these tests find it, gives it an empty state folder, and returns its name."""
    prefix = tmp_path_factory.mktemp("jupyter")
    subprocess.run([whet, "install", "--prefix", prefix], check=True, capture_output=True, timeout=60)
    patch = pytest.MonkeyPatch()
    patch.setenv("JUPYTER_PATH", str(prefix / "share/jupyter"))
    patch.setenv("JUPYTER_RUNTIME_DIR", str(prefix / "runtime"))
    patch.setenv("JUPYTER_CONFIG_DIR", str(prefix / "config"))
    patch.setenv("WHET_STATE", str(prefix / "state"))
    patch.setenv("WHET_DATA", str(SHARED))
    yield "whet"
    patch.undo()
