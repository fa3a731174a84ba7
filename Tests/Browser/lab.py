"""A JupyterLab of our own, and a notebook open in it in headless Chromium.

    with Lab(folder) as lab, Chromium() as chromium:
        notebook = chromium.open(lab, "01.ipynb")
        notebook.run_all()
        notebook.cells()        # what the page shows, cell by cell
        notebook.theme("dark")
        notebook.shoot(path)

The server keeps its settings, configuration and tokens in a temporary folder; kernels are found as Jupyter finds them
(JUPYTER_PATH). The browser is the system's Chromium, driven by Playwright; CHROMIUM names another.
"""

import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

#: Seconds to wait for what should come at once: the machine may be slow, or stall.
PATIENCE = 90

SETTINGS = {
    # Every cell stays in the page, so that a picture of the whole notebook can be taken.
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none", "scrollPastEnd": False},
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/completer-extension/manager": {"autoCompletion": False},
}


class Lab:
    """A JupyterLab server on a folder, on this machine's loopback alone; `with` starts and stops it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.token = secrets.token_hex(16)
        self.own = pathlib.Path(tempfile.mkdtemp(prefix="whet-lab-"))
        self.log = self.own / "log"

    def __enter__(self):
        for plugin, values in SETTINGS.items():
            file = self.own / "settings" / f"{plugin}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/"
        places = {"CONFIG_DIR": "config", "RUNTIME_DIR": "runtime", "DATA_DIR": "data"}
        environment = dict(os.environ, **{f"JUPYTER_{name}": str(self.own / place) for name, place in places.items()})
        environment["JUPYTERLAB_SETTINGS_DIR"] = str(self.own / "settings")
        environment["JUPYTERLAB_WORKSPACES_DIR"] = str(self.own / "workspaces")
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
            f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.folder}",
            "--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly",
            "--JupyterNotebookApp.expose_app_in_browser=True",
        ]  # fmt: skip
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        try:
            self.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def wait(self):
        deadline = time.monotonic() + 2 * PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                return urllib.request.urlopen(f"{self.address}api/status?token={self.token}", timeout=PATIENCE)
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text()[-3000:]}")

    def page(self, name, front="lab"):
        """The address of a notebook in JupyterLab, or in Notebook 7 (`front="notebook"`)."""
        place = {"lab": "lab/tree", "notebook": "notebooks"}[front]
        return f"{self.address}{place}/{urllib.parse.quote(name)}?token={self.token}&reset"

    def __exit__(self, *_):
        """An interrupt makes the server shut its kernels down; what is left after ten seconds is ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        shutil.rmtree(self.own, ignore_errors=True)


class Chromium:
    """The system's Chromium without a window."""

    def __init__(self, width=1200):
        self.width = width

    def __enter__(self):
        self.playwright = sync_playwright().start()
        self.browser = self.launch()
        return self

    def launch(self, *arguments):
        """Start a browser with these arguments; whoever asks for another one closes it."""
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        if program is None:
            raise RuntimeError("Chromium was not found: apt-get install -y chromium, or name one in CHROMIUM.")
        return self.playwright.chromium.launch(
            executable_path=program, headless=True, args=["--no-sandbox", "--disable-gpu", *arguments],
            timeout=PATIENCE * 1000,
        )

    def open(self, lab, name, front="lab", statuses=("idle",), script=None, browser=None):
        """Open a notebook in a context of its own, and wait until its kernel has one of these statuses. A script runs first."""
        page = (browser or self.browser).new_page(viewport={"width": self.width, "height": 900})
        if script:
            page.add_init_script(script)
        page.set_default_timeout(PATIENCE * 1000)
        return Notebook(page, lab.page(name, front), statuses)

    def __exit__(self, *_):
        self.browser.close()
        self.playwright.stop()


# What the page shows of each code cell. Sizes are asked for, because what is there but 0 pixels high is not seen.
CELLS = """() => jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code').map(cell => {
  const area = cell.node.querySelector('.jp-Cell-outputArea');
  const seen = selector => [...area.querySelectorAll(selector)].filter(
    node => node.closest('.jp-OutputArea-output') && node.getBoundingClientRect().height > 1);
  const outputs = cell.model.outputs.toJSON();
  return {
    source: cell.model.sharedModel.source,
    count: cell.model.executionCount,
    outputs: outputs.length,
    errors: outputs.filter(output => output.output_type === 'error').map(output => output.traceback.join('\\n')),
    svgs: seen('svg').filter(node => !node.parentElement.closest('svg')).length
        + seen('img').filter(node => node.src.startsWith('data:image/svg') && node.naturalWidth > 0).length,
    tables: seen('table').length + area.querySelectorAll('details:not([open]) table').length,
    pictures: seen('img').filter(node => node.complete && node.naturalWidth > 0).length,
    broken: seen('img').filter(node => node.complete && node.naturalWidth === 0).length,
    text: area.innerText,
  };
})"""

# Whether all that was published is in the page, and every picture of it decoded.
SHOWN = """() => jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code').every(
  cell => cell.outputArea.widgets.length === cell.model.outputs.length
    && [...cell.node.querySelectorAll('img')].every(picture => picture.complete)
    && [...cell.node.querySelectorAll('.jp-OutputArea-output')].every(output => output.childNodes.length > 0))"""

NO_SPLASH = "() => !document.getElementById('jupyterlab-splash')"

# The next two pictures on the screen, and the end of what changes by and by from one to the next.
CALM = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const changes = document.getAnimations().filter(animation => animation instanceof CSSTransition);
  await Promise.allSettled(changes.map(change => change.finished));
}"""

# The least contrast (WCAG, 1 to 21) between a text in an output and what is behind it, and that text.
CONTRAST = """selector => {
  const channels = colour => colour.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => {
    for (; node; node = node.parentElement) {
      const colour = channels(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.5) return colour;
    }
    return [255, 255, 255];
  };
  const opacity = node => {
    let product = 1;
    for (; node; node = node.parentElement) product *= getComputedStyle(node).opacity;
    return product;
  };
  let least = { ratio: 21, text: '' };
  for (const node of document.querySelectorAll(selector)) {
    const text = [...node.childNodes].filter(n => n.nodeType === 3).map(n => n.data.trim()).join('');
    if (!text || ['STYLE', 'TITLE', 'DESC', 'SCRIPT'].includes(node.tagName.toUpperCase())) continue;
    if (node.getBoundingClientRect().height < 1) continue;
    const style = getComputedStyle(node);
    const drawn = node.closest('svg') !== null;
    const front = channels(drawn ? style.fill : style.color), back = behind(node);
    // Tools that come with the pointer are not seen before.
    if (opacity(node) < 0.05) continue;
    const cover = (front[3] ?? 1) * (drawn ? style.fillOpacity : 1) * opacity(node);
    const mixed = [0, 1, 2].map(i => front[i] * cover + back[i] * (1 - cover));
    const pair = [luminance(mixed), luminance(back)].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < least.ratio) least = { ratio, text };
  }
  return least;
}"""


class Notebook:
    """A notebook open in JupyterLab. `complaints` collects what the page writes to its console as an error.

    `excused` is a pattern of complaints of what a test has done to the page.
    """

    excused = None

    def __init__(self, page, address, statuses=("idle",)):
        self.page, self.address, self.statuses = page, address, statuses
        self.complaints = []
        page.on("console", lambda message: message.type == "error" and self.complaints.append(
            f"{message.text} {message.location.get('url', '')}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.load()

    def load(self):
        """Open the page, anew if need be, and wait for its kernel."""
        self.page.goto(self.address)
        self.page.wait_for_function(
            """statuses => {
              const panel = window.jupyterapp?.shell?.currentWidget;
              const session = panel?.context?.sessionContext;
              return panel?.content?.widgets?.length && panel.context.isReady && session.isReady
                && session.session?.kernel?.connectionStatus === 'connected'
                && statuses.includes(session.session.kernel.status);
            }""",
            arg=list(self.statuses),
        )
        self.settle()

    def settle(self):
        """Wait until the page shows what the notebook holds."""
        self.page.wait_for_function(SHOWN)
        self.page.evaluate(CALM)

    def command(self, name, seconds=PATIENCE, **arguments):
        """Run one of JupyterLab's commands and wait for its end; what it answers."""
        return self.page.evaluate(
            """([name, args, ms]) => Promise.race([
              jupyterapp.commands.execute(name, args),
              new Promise((_, fail) => setTimeout(() => fail(new Error(`${name} took more than ${ms} ms`)), ms)),
            ]).then(answer => typeof answer === 'boolean' ? answer : null)""",
            [name, arguments, seconds * 1000],
        )

    def begin(self, name):
        """Start one of JupyterLab's commands without waiting for it."""
        self.page.evaluate("name => { jupyterapp.commands.execute(name).catch(() => null); }", name)

    def run_all(self, seconds=300):
        """Run every cell and wait for the last; false when one failed."""
        done = self.command("notebook:run-all-cells", seconds=seconds)
        self.settle()
        return done

    def cells(self):
        return self.page.evaluate(CELLS)

    def least_contrast(self, selector=".jp-OutputArea-output *"):
        found = self.page.evaluate(CONTRAST, selector)
        return found["ratio"], found["text"]

    def theme(self, name):
        """Switch to the light or the dark theme, and the system's own preference with it.

        JupyterLab shows its splash meanwhile and takes it away 200 ms later; of two it would take one away twice, and complain.
        """
        self.page.wait_for_function(NO_SPLASH)
        self.page.emulate_media(color_scheme=name)
        self.command("apputils:change-theme", theme=f"JupyterLab {name.capitalize()}")
        self.page.wait_for_function(
            "name => document.body.dataset.jpThemeLight === String(name === 'light')", arg=name
        )
        self.page.wait_for_function(NO_SPLASH)
        self.page.evaluate(CALM)

    def write_cell(self, text):
        """Add a code cell at the end, with this text typed into it and the cursor after it."""
        self.page.evaluate(
            """() => { const notebook = jupyterapp.shell.currentWidget.content;
              notebook.activeCellIndex = notebook.widgets.length - 1; notebook.mode = 'command'; }"""
        )
        self.command("notebook:insert-cell-below")
        editor = self.last_cell().locator(".cm-content")
        editor.click()
        editor.press_sequentially(text)

    def last_cell(self):
        return self.page.locator(".jp-Notebook .jp-Cell").last

    def status(self):
        return self.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.status")

    def wait_until(self, status):
        self.page.wait_for_function(
            "s => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.status === s",
            arg=status,
        )

    def wait_for_cell(self, index):
        """Wait until the code cell of this index, from 0, has run, whoever started it, and the page shows what it left.

        A kernel that is idle may be one that has not heard of the cell yet.
        """
        self.page.wait_for_function(
            """index => {
              const cell = jupyterapp.shell.currentWidget.content.widgets[index];
              return cell?.model.executionCount > 0; }""",
            arg=index,
        )
        self.wait_until("idle")
        self.settle()

    def shoot(self, path):
        """A picture of the whole notebook, however long."""
        size = self.page.viewport_size
        height = self.page.evaluate(
            "() => document.querySelector('.jp-Notebook .jp-WindowedPanel-outer').scrollHeight"
        )
        self.page.set_viewport_size({"width": size["width"], "height": min(max(height + 200, 900), 16_000)})
        self.settle()
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path)
        self.page.set_viewport_size(size)

    def shoot_cells(self, folder):
        """One picture of each code cell that shows something: cell-01.png and so on."""
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        for number, cell in enumerate(self.page.locator(".jp-Notebook .jp-CodeCell").all(), start=1):
            if cell.locator(".jp-OutputArea-output").count():
                cell.screenshot(path=f"{folder}/cell-{number:02}.png")
