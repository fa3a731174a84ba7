"""The notebooks run for their tests: each at most once with the samples and once with the photographs."""

import pathlib

import nbformat
import pytest
import standins
from reading import SOURCES, execute

SHARED = pathlib.Path(__file__).resolve().parents[2].parent / "shared"


def pytest_collection_modifyitems(config, items):
    """Where ../shared is not there, a test that runs with the samples is not made for the photographs as well."""
    if standins.is_real(SHARED):
        return
    names = {item.nodeid for item in items}
    twins = [
        item for item in items if "photographs" in item.nodeid and item.nodeid.replace("photographs", "samples") in names
    ]
    config.hook.pytest_deselected(items=twins)
    items[:] = [item for item in items if item not in twins]


@pytest.fixture(scope="session")
def run_of(root, kernel, tmp_path_factory):
    """A function of a notebook's name and `samples` or `photographs`: the notebook with its outputs, run at the first call.

    With samples its data folder is empty. `metadata.folder` is where it ran.
    """
    finished = {}

    def run(name, source):
        if (name, source) not in finished:
            notebook = nbformat.read(root / "notebooks" / name, as_version=4)
            folder = tmp_path_factory.mktemp(f"{name[:2]}-{source}")
            with pytest.MonkeyPatch.context() as patch:
                if source == "samples":
                    patch.setenv("WHET_DATA", str(tmp_path_factory.mktemp("empty")))
                execute(notebook, kernel, folder)
            notebook.metadata["folder"] = str(folder)
            finished[name, source] = notebook
        return finished[name, source]

    return run


@pytest.fixture(params=SOURCES)
def ran(request, run_of):
    """The notebook that the test file calls NAME, once with samples and once with photographs, where ../shared is there."""
    if request.param == "photographs":
        request.getfixturevalue("shared")
    return run_of(request.module.NAME, request.param)
