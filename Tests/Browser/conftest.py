"""One JupyterLab and one browser for all tests here; every file has a folder, a page and a kernel of its own."""

import importlib.util
import pathlib

import pytest
from lab import Chromium, Lab
from notebooks import complaints, end


def pytest_configure(config):
    config.addinivalue_line("markers", "lab_only: what only JupyterLab has, or what is enough to see there; not run in Notebook 7")


def pytest_collection_modifyitems(config, items):
    left_out = [item for item in items if item.get_closest_marker("lab_only") and item.callspec.params["front"] == "notebook"]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def lab(kernel, tmp_path_factory):
    """The server."""
    with Lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture(scope="session")
def chromium():
    """The browser."""
    with Chromium() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def desk(request, lab, chromium):
    """The file's own folder and how to open a notebook that lies in it: `desk.folder`, `desk.open(name)`."""
    desk = Desk(lab, chromium, request.module.__name__)
    yield desk
    desk.close()


class Desk:
    def __init__(self, lab, chromium, name):
        self.lab, self.chromium, self.name = lab, chromium, name
        self.folder = lab.folder / name
        self.folder.mkdir()
        self.opened = []

    def open(self, name, **how):
        notebook = self.chromium.open(self.lab, f"{self.name}/{name}", **how)
        self.opened.append((notebook, how.get("front", "lab")))
        return notebook

    def close(self):
        """Ends the kernels and closes the pages; none of them may have complained in its console, but of what a test has done to it."""
        found = []
        # All are asked before the first is ended, and all kernels with it.
        for notebook, front in self.opened:
            found += complaints(notebook, front)
        for notebook, _ in self.opened:
            end(notebook)
        assert found == [], "\n".join(found)


@pytest.fixture(scope="module", params=["lab", "notebook"])
def front(request):
    """The front end: JupyterLab, then Notebook 7."""
    if request.param == "notebook":
        pytest.importorskip("notebook", reason="Notebook 7 is not installed: pip install notebook")
    return request.param


@pytest.fixture(scope="session")
def axe():
    """The script of axe-core, the judge of accessibility."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None:
        pytest.skip("axe-core is not installed: pip install axe-playwright-python")
    return (pathlib.Path(found.origin).parent / "axe.min.js").read_text()
