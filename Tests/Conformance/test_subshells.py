"""Shells beside the main one (JEP 91, "Kernel subshells"), over raw sockets: cells of a subshell answer while the notebook
trains, and nothing that is learnt is lost or changed by it."""

import pytest
from waiting import wait_until

NETWORK = "input=[2] seed=1 { innerProduct 2; softmax }"
TRAIN = "train hand on=points epochs=1000000"


class Shell:
    """A shell beside the main one of a front end."""

    def __init__(self, client):
        self.client = client
        reply = client.ask("create_subshell", channel="control")
        assert reply["status"] == "ok" and isinstance(reply["subshell_id"], str)
        self.id = reply["subshell_id"]

    def send(self, kind, content):
        return self.client.send(kind, content, header=self.client.header(kind, subshell_id=self.id))

    def execute(self, code, **more):
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}}
        return self.send("execute_request", content | {"allow_stdin": False, "stop_on_error": True} | more)

    def run(self, code):
        """Runs a cell to its end: the reply's content, and all its text."""
        request = self.execute(code)
        reply = self.client.reply(request).content
        return reply, text(self.client.outputs(request))

    def delete(self):
        return self.client.ask("delete_subshell", {"subshell_id": self.id}, channel="control")


def text(outputs):
    """What outputs say, as plain text."""
    found = [each.content.get("text") or each.content.get("data", {}).get("text/plain", "") for each in outputs]
    return "\n".join(filter(None, found))


@pytest.fixture
def notebook(whet_argv, start, tmp_path):
    """A front end to a kernel whose main shell is training `hand`, and the request of that cell."""
    rows = [f"{row % 2},{row / 40},{row % 7}" for row in range(40)]
    (tmp_path / "points.csv").write_text("\n".join(rows) + "\n")
    client = start(whet_argv, environment={"WHET_STATE": str(tmp_path / "state")})
    making = f'dataset points csv="{tmp_path}/points.csv"\nnetwork hand {NETWORK}'
    assert client.run(making)[0]["status"] == "ok"
    request = client.execute(TRAIN)
    client.wait_for("display_data", request)
    return client, request


def test_kernel_info_says_so(notebook):
    assert "kernel subshells" in notebook[0].kernel_info.content["supported_features"]


def test_a_subshell_asks_about_the_training_of_the_notebook(notebook):
    client, training = notebook
    shell = Shell(client)
    reply, said = shell.run("print 1")
    assert (reply["status"], reply["execution_count"], said) == ("ok", 3, "1\n")
    while shell.run("history hand")[0]["status"] == "error":
        pass  # The first epoch that ends now is the first one that others see.
    for code, expected in [
        ("status", "running"), ("jobs", "cell"), ("history hand last=3", "epoch"), ("evaluate hand on=points", "correct"),
        ("describe hand", "hand"), ("runs", "hand"), ("plot hand", "lowest"), ("layers hand", "innerProduct"),
    ]:
        reply, said = shell.run(code)
        assert reply["status"] == "ok" and expected in said, (code, reply, said)
    client.send("interrupt_request", channel="control")
    assert client.reply(training).content["ename"] == "Interrupted"


def test_the_model_being_trained_is_its_cells_own(notebook):
    client, training = notebook
    shell = Shell(client)
    for code in ["reset hand", "train hand on=points", "set hand epochs=3"]:
        reply, _ = shell.run(code)
        assert reply["status"] == "error"
        assert reply["evalue"] == "hand is in training in another cell, and nothing else can change it meanwhile."
    reply, said = shell.run("network other " + NETWORK + "; train other on=points epochs=2")
    assert reply["status"] == "ok", reply
    reply, said = shell.run("stop hand")
    assert reply["status"] == "ok" and "Its weights are kept; train hand continues from there." in said
    assert client.reply(training).content["status"] == "error"
    reply, _ = client.run("history hand")
    assert reply["status"] in ("ok", "error")
    assert "2" in client.run("print 2")[1][1].content["text"]
    assert shell.run("history other")[0]["status"] == "ok"


def test_an_interrupt_stops_both(notebook):
    client, training = notebook
    shell = Shell(client)
    assert shell.run(f"network other {NETWORK}")[0]["status"] == "ok"
    beside = shell.execute("train other on=points epochs=1000000")
    client.wait_for("display_data", beside)
    client.send("interrupt_request", channel="control")
    replies = [client.reply(request).content for request in (training, beside)]
    assert [reply["ename"] for reply in replies] == ["Interrupted", "Interrupted"]
    assert "hand was stopped" in replies[0]["evalue"] and "other was stopped" in replies[1]["evalue"]


def test_a_deleted_subshell_answers_what_waits_and_keeps_what_it_learnt(notebook):
    client, training = notebook
    shell = Shell(client)
    assert shell.run(f"network other {NETWORK}")[0]["status"] == "ok"
    running = shell.execute("train other on=points epochs=1000000")
    client.wait_for("display_data", running)
    waiting = [shell.execute("print never") for _ in range(3)]
    client.ask("is_complete", {"code": ""})
    assert shell.delete() == {"status": "ok"}
    assert [client.reply(request).content["status"] for request in waiting] == ["aborted"] * 3
    assert "other was stopped" in client.reply(running).content["evalue"]
    reply = client.reply(shell.execute("print gone")).content
    assert reply["status"] == "error" and reply["evalue"] == f"there is no subshell {shell.id}"
    assert client.ask("list_subshell", channel="control") == {"status": "ok", "subshell_id": []}
    client.send("interrupt_request", channel="control")
    assert client.reply(training).content["ename"] == "Interrupted"
    said = text(client.run("status")[1])
    assert said.count("suspended") == 2


def test_shutdown_keeps_what_all_shells_learnt(notebook, whet_argv, start):
    client, training = notebook
    shell = Shell(client)
    assert shell.run(f"network other {NETWORK}")[0]["status"] == "ok"
    beside = shell.execute("train other on=points epochs=1000000")
    client.wait_for("display_data", beside)
    client.send("shutdown_request", {"restart": True}, channel="control")
    assert client.kernel.wait() == 0
    environment = {"WHET_STATE": client.kernel.environment["WHET_STATE"]}
    said = text(start(whet_argv, environment=environment).run("runs")[1])
    assert said.count("suspended") == 2


def test_what_a_subshell_does_is_in_history(notebook):
    client, training = notebook
    Shell(client).run("print 1")
    history = client.ask("history", {"hist_access_type": "tail", "n": 2, "output": False, "raw": True})["history"]
    assert [entry[1:] for entry in history] == [[2, TRAIN], [3, "print 1"]]
    client.send("interrupt_request", channel="control")
    client.reply(training)


def test_many_subshells_come_and_go(scripted, start, count=50):
    client = start(scripted)
    process = f"/proc/{client.kernel.process.pid}"

    def threads():
        with open(f"{process}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Threads:"))

    before = threads()
    shells = [Shell(client) for _ in range(count)]
    for _ in range(3):
        requests = [shell.execute(f"lines 10\nprint {index}\nsleep 5") for index, shell in enumerate(shells)]
        requests.append(client.execute("print main"))
        assert [client.reply(request).content["status"] for request in requests] == ["ok"] * (count + 1)
        for index, request in enumerate(requests[:-1]):
            lines = "".join(each.content["text"] for each in client.outputs(request) if each.type == "stream")
            assert lines.split() == [*map(str, range(10)), str(index)]
        client.outputs(requests[-1])
    numbers = {client.reply(shell.execute("count")).content["execution_count"] for shell in shells}
    assert numbers == {3 * (count + 1) + number for number in range(1, count + 1)}
    assert all(shell.delete()["status"] == "ok" for shell in shells)
    wait_until(lambda: threads() == before)


def test_subshells_are_deleted_and_interrupted_while_they_work(scripted, start):
    client = start(scripted)
    for turn in range(10):
        shells = [Shell(client) for _ in range(8)]
        requests = [shell.execute("sleep 60000") for shell in shells for _ in range(3)]
        requests.append(client.execute("sleep 60000"))
        for shell in shells[:4]:
            assert shell.delete()["status"] == "ok"
        awaited = {requests[-1], *requests[12:-1:3]}
        while awaited:
            message = client.iopub()
            if message.type == "execute_input":
                awaited.discard(message.about)
        client.send("interrupt_request", channel="control")
        assert {client.reply(request).content["status"] for request in requests} <= {"error", "aborted"}
        for shell in shells[4:]:
            assert shell.delete()["status"] == "ok"
        assert client.run(f"print {turn}")[0]["status"] == "ok"


def test_front_ends_share_the_shells(scripted, start):
    one = start(scripted)
    two = start.join(one.kernel)
    shell = Shell(one)
    assert two.ask("list_subshell", channel="control")["subshell_id"] == [shell.id]
    request = two.send(
        "execute_request", {"code": "print 1"}, header=two.header("execute_request", subshell_id=shell.id))
    assert two.reply(request).content["status"] == "ok"
