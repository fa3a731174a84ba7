"""A page that is closed during a training and opened again, in JupyterLab and in Notebook 7: nothing is missing, the figure
goes on living, and after the end of its kernel nothing claims to be running.

WHET_TRIES says how often each is tried; once, unless said.
"""

import os
import re
import signal
import time

import psutil
import pytest
import notebooks
from lab import PATIENCE
from notebooks import DATA

TRIES = range(int(os.environ.get("WHET_TRIES", "1")))
LONG = "train hand on=hands.train epochs=1000000 learningRate=1e-5"
EVALUATE = "evaluate hand on=hands.test"
SHORT = "train hand on=hands.train validate=hands.test epochs=600 learningRate=1e-4"


@pytest.fixture
def book(request, kernel, desk, front):
    """Writes a notebook and opens it; `book()` opens it once more, in another browser. Its kernels end with the test."""
    pages = []

    def write(*sources):
        name = re.sub(r"\W", "-", request.node.name) + ".ipynb"
        notebooks.write(desk.folder, name, sources, kernel)

        def open_again(statuses=("idle", "busy"), script=None):
            pages.append(desk.open(name, front=front, statuses=statuses, script=script))
            return pages[-1]

        open_again.complaints = lambda: [text for page in pages for text in notebooks.complaints(page, front)]
        return open_again

    yield write
    for page in pages:
        notebooks.end(page)


def begin(open_page):
    """Opens the notebook, runs it, and waits for the figure of its training."""
    page = open_page(("idle",))
    page.begin("notebook:run-all-cells")
    page.page.wait_for_function("() => /of [\\d,]+ epochs/.test(document.querySelector('.jp-Notebook').innerText)")
    return page


def training(page):
    return page.cells()[1]


def epoch(page):
    """How many epochs the figure of the training shows."""
    found = re.search(r"([\d,]+) of [\d,]+ epochs", training(page)["text"])
    return int(found[1].replace(",", "")) if found else 0


def prompts(page):
    return page.page.evaluate(
        "() => [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(node => node.innerText.trim())")


def wait_until(page, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"it was not so in time: {prompts(page)}, {[cell['text'] for cell in page.cells()]}"
        time.sleep(0.05)


@pytest.mark.parametrize("attempt", TRIES)
def test_the_figure_goes_on_living_in_a_page_opened_again(book, attempt):
    again = book(DATA, LONG)
    begin(again).page.close()
    time.sleep(0.5)
    page = again()
    wait_until(page, lambda: epoch(page) > 0)
    first = epoch(page)
    wait_until(page, lambda: epoch(page) > first)
    assert prompts(page) == ["[1]:", "[*]:"]
    assert training(page)["svgs"] >= 1 and training(page)["tables"] >= 1
    page.command("kernelmenu:interrupt" if page.page.evaluate(
        "() => jupyterapp.commands.hasCommand('kernelmenu:interrupt')") else "notebook:interrupt-kernel")
    wait_until(page, lambda: "stopped; the weights are kept" in training(page)["text"])
    wait_until(page, lambda: prompts(page) == ["[1]:", "[2]:"])
    assert "train hand continues from there" in training(page)["text"]
    assert training(page)["outputs"] == 2
    assert again.complaints() == []


@pytest.mark.parametrize("attempt", TRIES)
def test_a_training_that_ended_meanwhile_is_whole(book, attempt):
    again = book(DATA, SHORT, EVALUATE)
    begin(again).page.close()
    page = again()
    wait_until(page, lambda: prompts(page) == ["[1]:", "[2]:", "[3]:"])
    wait_until(page, lambda: "600 of 600 epochs" in training(page)["text"] and "correct" in page.cells()[2]["text"])
    assert training(page)["svgs"] >= 1 and training(page)["tables"] >= 1
    assert training(page)["text"].count("600 of 600 epochs") == 1
    page.page.close()
    page = again(("idle",))
    wait_until(page, lambda: "600 of 600 epochs" in training(page)["text"])
    assert prompts(page) == ["[1]:", "[2]:", "[3]:"] and page.cells()[2]["tables"] >= 1
    assert again.complaints() == []


@pytest.mark.parametrize("attempt", TRIES)
@pytest.mark.parametrize("how", ["restart", "kill"])
def test_after_a_restart_nothing_claims_to_be_running(book, desk, how, attempt):
    again = book(DATA, LONG)
    page = begin(again)
    # What the front end asked the kernel for stays without an answer when that ends.
    page.excused = "Canceled future"
    time.sleep(2.5)  # The model is kept from the training's first second on.
    if how == "restart":
        page.command("docmanager:save")
        page.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.restart()")
    else:
        page.command("docmanager:save")
        kernel = page.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.id")
        page.page.close()
        (process,) = [child for child in psutil.Process(desk.lab.process.pid).children(recursive=True)
                      if any(kernel in word for word in child.cmdline())]
        process.send_signal(signal.SIGKILL)
        page = again()
        page.excused = "Canceled future"
    wait_until(page, lambda: re.search(r"[Ss]topped", training(page)["text"]))
    wait_until(page, lambda: "*" not in "".join(prompts(page)))
    if how == "kill":
        found = re.search(r"Stopped at epoch ([\d,]+) of 1,000,000; (train hand) continues\.", training(page)["text"])
        assert found, training(page)["text"]
        assert training(page)["svgs"] >= 1 and training(page)["tables"] >= 1 and training(page)["outputs"] == 1
    page.page.wait_for_function(
        "() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.status === 'idle'")
    before = epoch(page)
    page.write_cell("train hand")
    page.begin("notebook:run-cell")
    wait_until(page, lambda: "of 1,000,000 epochs" in page.cells()[2]["text"])
    shown = int(re.search(r"([\d,]+) of 1,000,000", page.cells()[2]["text"])[1].replace(",", ""))
    assert 0 < before and 0 < shown
    assert again.complaints() == []


# Connections of the page, which `cut()` breaks and keeps from coming back, as a sleeping laptop's, until `mend()`. Of those of
# later the replies to cells are lost where it is asked for: a server that has given up the old connection sends them nowhere.
CUT = """(() => {
  const [Real, open] = [window.WebSocket, new Set()];
  let [isCut, losesReplies] = [false, false];
  window.WebSocket = class extends Real {
    constructor(...words) {
      super(...words);
      if (isCut) this.close();
      open.add(this);
      this.addEventListener('close', () => open.delete(this));
    }
    set onmessage(hear) {
      super.onmessage = hear && (event => {
        const text = typeof event.data === 'string' ? event.data : new TextDecoder().decode(event.data);
        if (!losesReplies || !text.includes('"execute_reply"')) hear(event);
      });
    }
  };
  window.cut = () => { isCut = true; open.forEach(socket => socket.close()); };
  window.mend = (isLosing) => { [isCut, losesReplies] = [false, isLosing]; };
})();"""


@pytest.mark.parametrize("attempt", TRIES)
@pytest.mark.parametrize(
    "sources, replies",
    [((DATA, LONG), "come"), ((DATA, SHORT, EVALUATE), "come"), ((DATA, SHORT, EVALUATE), "are lost")],
    ids=["living", "ended", "without-replies"],
)
def test_after_a_broken_connection_nothing_is_missing(book, sources, replies, attempt):
    again = book(*sources)
    page = again(("idle",), CUT)
    page.begin("notebook:run-all-cells")
    page.page.wait_for_function("() => /of [\\d,]+ epochs/.test(document.querySelector('.jp-Notebook').innerText)")
    page.page.evaluate("() => window.cut()")
    page.page.wait_for_function(
        "() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.connectionStatus !== 'connected'")
    time.sleep(1)
    before = epoch(page)
    time.sleep(2)
    assert epoch(page) == before, "nothing comes through"
    page.page.evaluate("isLosing => window.mend(isLosing)", replies == "are lost")
    page.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.reconnect()")
    if len(sources) == 3:
        wait_until(page, lambda: prompts(page) == ["[1]:", "[2]:", "[3]:"])
        wait_until(page, lambda: "600 of 600 epochs" in training(page)["text"] and "correct" in page.cells()[2]["text"])
        assert training(page)["text"].count("600 of 600 epochs") == 1
    else:
        wait_until(page, lambda: epoch(page) > before)
        assert prompts(page) == ["[1]:", "[*]:"] and training(page)["outputs"] == 1
    # What broke is the page's to complain of, and nothing else.
    page.excused = "WebSocket|onnection|disconnected|Canceled|aborted"
    assert [text for text in again.complaints() if not re.search(page.excused, text)] == []


def test_outputs_a_user_has_removed_do_not_come_back(book):
    again = book(DATA, 'print "one"')
    page = again(("idle",))
    page.run_all()
    assert [cell["outputs"] for cell in page.cells()] == [2, 1]
    empty(page)
    page.page.close()
    page = again(("idle",))
    time.sleep(1.5)
    assert [cell["outputs"] for cell in page.cells()] == [0, 0]
    assert again.complaints() == []


# The kernel's answers to the extension's questions come only when the test lets them.
LATE = """(() => {
  const Real = window.WebSocket, asked = [], late = [];
  const text = data => typeof data === 'string' ? data : new TextDecoder('latin1').decode(data);
  window.isLate = true;
  window.WebSocket = class extends Real {
    send(data) {
      if (window.isLate && text(data).includes('whet.outputs')) asked.push(text(data).match(/"msg_id": ?"([^"]+)"/)[1]);
      super.send(data);
    }
    set onmessage(hear) {
      super.onmessage = event => {
        if (window.isLate && asked.some(id => text(event.data).includes(id))) late.push(() => hear.call(this, event));
        else hear?.call(this, event);
      };
    }
    get onmessage() { return super.onmessage; }
  };
  window.answers = () => late.length;
  window.deliver = () => { window.isLate = false; late.forEach(hear => hear()); };
})();"""


@pytest.mark.parametrize("late", ["first", "later"])
def test_outputs_removed_before_an_answer_do_not_come_back_with_it(book, late):
    again = book(DATA, 'print "one"')
    page = again(("idle",), LATE if late == "first" else LATE.replace("isLate = true", "isLate = false"))
    page.run_all()
    if late == "later":
        time.sleep(1)
        page.page.evaluate("() => { window.isLate = true; }")
        page.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.reconnect()")
    page.page.wait_for_function("() => window.answers() > 0")
    empty(page)
    page.page.evaluate("() => window.deliver()")
    time.sleep(1.5)
    assert [cell["outputs"] for cell in page.cells()] == [0, 0]
    page.page.close()
    page = again(("idle",))
    time.sleep(1.5)
    assert [cell["outputs"] for cell in page.cells()] == [0, 0]


def empty(page):
    """Removes all outputs and saves the notebook."""
    page.command("notebook:clear-all-cell-outputs")
    page.command("docmanager:save")
    time.sleep(0.5)
