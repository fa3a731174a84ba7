"""The notebooks run for their tests: each at most once with the samples and once with the photographs."""

import nbformat
import pytest
from reading import SOURCES, execute


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
    """The notebook that the test file calls NAME, once with samples and once with photographs; the latter are skipped where
    ../shared is not there."""
    if request.param == "photographs":
        request.getfixturevalue("shared")
    return run_of(request.module.NAME, request.param)
