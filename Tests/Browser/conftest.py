"""One JupyterLab and one browser for all tests here; every file has a folder, a page and a kernel of its own."""

import pytest
from lab import Chromium, Lab


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
        self.opened.append(self.chromium.open(self.lab, f"{self.name}/{name}", **how))
        return self.opened[-1]

    def close(self):
        """Ends the kernels and closes the pages."""
        for notebook in self.opened:
            if notebook.page.is_closed():
                continue
            notebook.page.evaluate("() => jupyterapp.serviceManager.sessions.shutdownAll()")
            notebook.page.close()
