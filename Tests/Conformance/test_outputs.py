"""What a page asks that has missed outputs: those of the session's cells, and what became of figures an ended session left.

Whatever a front end asks, the kernel goes on, and holds no more than it should.
"""

import re
import signal
import uuid

import pytest
from footprint import Footprint
from test_endings import NETWORK, TRAINING, places  # noqa: F401
from waiting import wait_until


@pytest.fixture
def page(whet_argv, start, places):  # noqa: F811
    """A page of a kernel; `page.again()` is another page of the same kernel."""
    client = start(whet_argv, environment=places)
    client.again = lambda: start.join(client.kernel)
    return client


def send(page, code, cell):
    content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
    return page.send("execute_request", content, metadata={"cellId": cell})


def run(page, code, cell):
    """Runs a cell of a notebook to its end; what was published."""
    request = send(page, code, cell)
    page.reply(request)
    return page.outputs(request)


def ask(page, **question):
    """The answers to a question, the last one first."""
    opened = {"comm_id": uuid.uuid4().hex, "target_name": "whet.outputs", "data": question}
    answers = [answer.content["data"] for answer in page.outputs(page.send("comm_open", opened))]
    page.outputs(page.send("comm_close", {"comm_id": opened["comm_id"], "data": {}}))
    return answers[-1], answers[:-1]


def records(page, **question):
    last, answers = ask(page, ask="outputs", **question)
    assert last["done"]
    return last, {answer["cell"]["cell"]: answer["cell"] for answer in answers}


def figure(record):
    """The plain text of a cell's last figure."""
    return [output["data"]["text/plain"] for output in record["outputs"] if "display" in output][-1]


def test_another_page_is_told_what_was_published(page):
    published = run(page, 'print "one"\nprint "two"\nhelp train\nno such command', "cell")
    last, cells = records(page.again())
    assert set(cells) == {"cell"}
    shown = cells["cell"]["outputs"]
    others = [message for message in published if message.type not in ("execute_input", "stream")]
    assert [output["output_type"] for output in shown] == ["stream"] + [message.type for message in others]
    assert shown[0] == {"output_type": "stream", "name": "stdout", "text": "one\ntwo\n"}
    assert shown[1]["data"] == others[0].content["data"]
    assert shown[-1]["evalue"] == others[-1].content["evalue"]
    assert not cells["cell"]["isRunning"] and cells["cell"]["count"] == 1
    assert last["change"] > 0


def test_only_changes_are_told_to_whom_knows_the_rest(page):
    run(page, 'print "one"', "a")
    last, _ = records(page)
    assert records(page, session=last["session"], since=last["change"])[1] == {}
    run(page, 'print "two"', "b")
    assert set(records(page, session=last["session"], since=last["change"])[1]) == {"b"}
    assert set(records(page, session="another", since=last["change"])[1]) == {"a", "b"}


def test_a_figure_is_told_in_its_last_state_while_its_cell_runs(page):
    assert page.run(NETWORK)[0]["status"] == "ok"
    training = send(page, TRAINING, "train")
    page.wait_for("update_display_data", training)
    other = page.again()
    first = records(other)[1]["train"]
    assert first["isRunning"] and "of 1,000,000 epochs" in figure(first)
    wait_until(lambda: figure(records(other)[1]["train"]) != figure(first))
    page.ask("interrupt", channel="control")
    page.reply(training)
    wait_until(lambda: not records(other)[1]["train"]["isRunning"])
    ended = records(other)[1]["train"]
    assert "stopped; the weights are kept" in figure(ended)


def test_removed_outputs_do_not_come_back(page):
    run(page, 'print "one"', "a")
    assert ask(page, ask="forget", cells=["a", "b", 7, None])[0]["done"]
    assert records(page)[1] == {}


@pytest.mark.parametrize(
    "question",
    [
        {}, {"ask": None}, {"ask": 5}, {"ask": "dance"}, {"ask": "outputs", "since": "x"}, {"ask": "outputs", "since": -1e300},
        {"ask": "outputs", "session": ["x"], "since": 2**63 - 1}, {"ask": "forget"}, {"ask": "forget", "cells": "a"},
        {"ask": "forget", "cells": [["a"]] * 100_000}, {"ask": "endings"}, {"ask": "endings", "figures": {"run": 1}},
        {"ask": "endings", "figures": [None, 5, "x", [], {}, {"run": "1"}, {"run": -(2**63)}, {"run": 2**63 - 1}]},
        {"ask": "endings", "figures": [{"run": 1, "session": "../" * 1000, "epochsBefore": 1e300}] * 3000},
    ],
)
def test_a_question_that_makes_no_sense_is_answered(page, question):
    run(page, 'print "one"', "a")
    answer, _ = ask(page, **question)
    assert answer["done"] in (True, False)
    assert len(answer.get("endings", [])) <= 1000
    assert page.run('print "still here"')[0]["status"] == "ok"


@pytest.mark.parametrize("data", [None, [], "outputs", 5])
def test_data_that_is_no_object_does_no_harm(page, data):
    page.outputs(page.send("comm_open", {"comm_id": "e", "target_name": "whet.outputs", "data": data}))
    assert records(page)[0]["done"]


@pytest.mark.parametrize("cell", [None, 7, "", ["a"], "c" * 100_000])
def test_cells_without_a_proper_identifier_are_not_kept(page, cell):
    run(page, 'print "one"', cell)
    assert records(page)[1] == {}


def test_it_holds_no_more_than_it_should_whatever_is_asked(page):
    page.run(f'x = "{"x" * 20_000}"')
    big = "print" + " $x" * 100
    for number in range(30):  # 60 MB, of which 32 are kept
        run(page, big, f"cell {number}")
    _, cells = records(page)
    kept = [int(name.split()[1]) for name in cells]
    assert kept == list(range(30 - len(kept), 30)) and 10 <= len(kept) <= 16
    footprint = Footprint(page.kernel.process)
    before = footprint.resident()
    def opening(number, ask):
        return "comm_open", {"comm_id": f"{number}", "target_name": "whet.outputs", "data": {"ask": ask}}

    requests = page.send_all([opening(number, "outputs") for number in range(12)])  # 384 MB, which this front end reads
    wait_until(lambda: page.outputs(requests[-1]) is not None)
    assert footprint.resident() - before < 400 << 20
    requests = page.send_all([opening(number, "nothing") for number in range(100, 1600)])
    wait_until(lambda: page.outputs(requests[-1]) is not None)
    assert len(page.ask("comm_info")["comms"]) <= 1000
    assert page.run('print "still here"')[0]["status"] == "ok"


def test_a_killed_training_is_told_with_the_command_that_goes_on(page, start, whet_argv, places):  # noqa: F811
    assert page.run(NETWORK)[0]["status"] == "ok"
    training = send(page, TRAINING, "train")
    page.wait_for("update_display_data", training)
    # The model is kept from the training's first second on.
    wait_until(lambda: re.search(r"· [2-9](\.\d)? s", figure(records(page)[1]["train"])))
    (output,) = [output for output in records(page)[1]["train"]["outputs"] if "display" in output]
    mark = output["metadata"]["whet"]["unfinished"]
    assert ask(page, ask="endings", figures=[mark])[0]["endings"] == [None]
    page.kernel.process.send_signal(signal.SIGKILL)
    page.kernel.wait()
    later = start(whet_argv, environment=places)
    (ending,) = ask(later, ask="endings", figures=[mark])[0]["endings"]
    text = ending["data"]["text/plain"]
    found = re.search(r"Stopped at epoch ([\d,]+) of 1,000,000; (train small) continues\.", text)
    assert found, text
    assert ending["metadata"] == {} and "training loss" in text and 'class="whet-figure"' in ending["data"]["text/html"]
    going = send(later, found[2], "again")
    shown = later.wait_for("update_display_data", going).content["data"]["text/plain"]
    assert int(re.search(r"([\d,]+) of 1,000,000", shown)[1].replace(",", "")) > 0, shown
    later.ask("interrupt", channel="control")
    later.reply(going)
