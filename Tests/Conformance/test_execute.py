"""Cells: outputs, replies, numbers, errors and what is aborted after them."""

import time

import pytest


#: How often cells are sent that should be there before the one in front of them is answered, which takes a moment in which
#: a machine that is used by others as well may stall.
TRIES = 5


def kinds(outputs):
    return [message.type for message in outputs]


def text(outputs, name="stdout"):
    return "".join(m.content["text"] for m in outputs if m.type == "stream" and m.content["name"] == name)


def test_outputs_then_reply_then_idle(client):
    request = client.execute("print a\ndisplay b\nresult c")
    assert client.reply(request).content["status"] == "ok"
    assert kinds(client.outputs(request)) == ["execute_input", "stream", "display_data", "execute_result"]


def test_execute_input(client):
    code = "print ✋\n# not run, the cell fails before"
    reply, outputs = client.run(code)
    assert outputs[0].content == {"code": code, "execution_count": reply["execution_count"]}


def test_reply_of_a_cell_that_ran(client):
    reply, _ = client.run("print x")
    assert set(reply) == {"status", "execution_count", "payload", "user_expressions"}
    assert reply["payload"] == [] and reply["user_expressions"] == {}


def test_reply_of_a_cell_that_failed(client):
    reply, outputs = client.run("fail thoroughly")
    number = reply.pop("execution_count")
    assert reply.pop("status") == "error" and number >= 1
    assert reply == {"ename": "Failure", "evalue": "thoroughly", "traceback": ["first line", "Failure: thoroughly"]}
    assert kinds(outputs) == ["execute_input", "error"] and outputs[1].content == reply


def test_result(client):
    reply, outputs = client.run("result 42")
    assert outputs[1].content == {
        "execution_count": reply["execution_count"], "data": {"text/plain": "42"}, "metadata": {}, "transient": {},
    }


def test_display(client):
    _, outputs = client.run("display x")
    assert outputs[1].content == {"data": {"text/plain": "x"}, "metadata": {}, "transient": {}}


def test_display_with_an_identifier_and_its_update(client):
    _, outputs = client.run("display #d one\nupdate #d two")
    assert kinds(outputs)[1:] == ["display_data", "update_display_data"]
    assert [m.content["transient"] for m in outputs[1:]] == [{"display_id": "d"}] * 2
    assert outputs[2].content["data"] == {"text/plain": "two", "text/html": "<b>two</b>"}


def test_update_from_a_later_cell(client):
    client.run("display #e one")
    assert kinds(client.run("update #e two")[1]) == ["execute_input", "update_display_data"]


@pytest.mark.parametrize("how, wait", [("clear", False), ("clear wait", True)])
def test_clear(client, how, wait):
    assert client.run(how)[1][1].content == {"wait": wait}


def test_streams_keep_their_order(client):
    _, outputs = client.run("write a\nwrite b\nwarn c\nwrite d\ndisplay e\nwrite f")
    assert [(m.type, m.content.get("text")) for m in outputs[1:]] == [
        ("stream", "ab"), ("stream", "c\n"), ("stream", "d"), ("display_data", None), ("stream", "f"),
    ]


def test_text_comes_while_the_cell_runs(client):
    request = client.execute("print early\nsleep 600000\nprint late")
    assert client.wait_for("stream", request).content["text"] == "early\n"
    client.send("interrupt_request", channel="control")
    assert client.reply(request).content["ename"] == "Interrupted"


def test_ten_thousand_lines(client):
    _, outputs = client.run("lines 10000")
    assert text(outputs) == "".join(f"{number}\n" for number in range(10_000))
    assert len(outputs) < 30


def test_twenty_megabytes_of_output(client):
    line = "write " + "0123456789" * 10_000
    reply, outputs = client.run("\n".join([line] * 200))
    assert reply["status"] == "ok" and len(text(outputs)) == 20_000_000


def test_five_megabytes_of_source(client):
    code = "print " + "✋" * 1_666_666
    reply, outputs = client.run(code)
    assert reply["status"] == "ok" and outputs[0].content["code"] == code and text(outputs) == code[6:] + "\n"


def test_ten_thousand_updates(client):
    _, outputs = client.run("\n".join(f"update #many {number}" for number in range(10_000)))
    assert [m.content["data"]["text/plain"] for m in outputs[1:]] == [str(number) for number in range(10_000)]


@pytest.mark.parametrize("code", ["print a\nwarn b\ndisplay #f c\nresult d\nclear", "fail", "nonsense", ""])
def test_silent_cells_show_nothing(client, code):
    _, outputs = client.run(code, silent=True, store_history=True)
    assert outputs == []


def test_silent_cells_fail_in_their_reply(client):
    assert client.run("fail softly", silent=True)[0]["evalue"] == "softly"


def test_numbers(scripted, start):
    client = start(scripted)
    numbers = [
        client.run(code, **how)[0]["execution_count"]
        for code, how in [
            ("", dict(silent=True)), ("print", {}), ("print", dict(store_history=False)), ("print", dict(silent=True)),
            ("fail", {}), ("print", {}), ("count", dict(store_history=False)),
        ]
    ]
    assert numbers == [0, 1, 1, 1, 2, 3, 3]


def test_number_in_the_cell(client):
    reply, outputs = client.run("count")
    assert text(outputs) == f"{reply['execution_count']}\n"


def test_defaults_of_a_request(client):
    request = client.send("execute_request", {"code": "print x"})
    assert client.reply(request).content["status"] == "ok"
    assert kinds(client.outputs(request)) == ["execute_input", "stream"]


def test_expressions(client):
    reply, _ = client.run("print", user_expressions={"good": "upper ✋x", "bad": "lower"})
    assert reply["user_expressions"] == {
        "good": {"status": "ok", "data": {"text/plain": "✋X"}, "metadata": {}},
        "bad": {"status": "error", "ename": "BadExpression", "evalue": "lower", "traceback": ["no: lower"]},
    }


def test_expressions_of_a_failed_cell(client):
    assert "user_expressions" not in client.run("fail", user_expressions={"x": "upper x"})[0]


@pytest.mark.parametrize("content", [{}, {"code": 1}, {"code": None}, {"code": "", "silent": "no"}, {"code": "", "user_expressions": {"a": 1}}])
def test_wrong_content_is_answered(client, content):
    request = client.send("execute_request", content)
    reply = client.reply(request).content
    assert reply["status"] == "error" and reply["ename"] == "InvalidRequest" and "execution_count" in reply
    assert client.outputs(request) == []


def test_queued_cells_run_in_order(client):
    requests = [client.execute(f"print {number}") for number in range(1000)]
    replies = [client.reply(request).content for request in requests]
    numbers = [reply["execution_count"] for reply in replies]
    assert numbers == list(range(numbers[0], numbers[0] + 1000))
    for number, request in enumerate(requests):
        assert text(client.outputs(request)) == f"{number}\n"


def are_aborted(client, failing, others):
    """Whether the cells behind a failing one are aborted: all, or else some of them came when it was answered already."""
    number = client.reply(failing).content["execution_count"]
    assert kinds(client.outputs(failing)) == ["execute_input", "error"]
    replies, outputs = [client.reply(request).content for request in others], [client.outputs(each) for each in others]
    if any(reply["status"] == "ok" for reply in replies):
        return False
    assert replies == [{"status": "aborted", "execution_count": number}] * len(others)
    assert outputs == [[]] * len(others)
    assert client.run("print yes")[0]["execution_count"] == number + 1
    return True


@pytest.mark.parametrize("code, count", [("fail", 1), ("fail", 3), ("fail", 20), ("sleep 500\nfail", 300)])
def test_an_error_aborts_the_cells_sent_with_it(client, code, count):
    def attempt():
        cells = [code] + ["print no"] * count
        failing, *others = client.send_all([("execute_request", {"code": cell}) for cell in cells])
        return are_aborted(client, failing, others)

    assert any(attempt() for _ in range(TRIES))


def test_cells_that_arrive_slowly_are_aborted_too(client):
    """A notebook's cells take a moment each on their way through the server, while the first has failed already."""
    def attempt():
        failing = client.execute("fail")
        time.sleep(0.005)
        return are_aborted(client, failing, [client.execute("print no")])

    assert any(attempt() for _ in range(TRIES))


def test_a_cell_sent_after_the_reply_is_never_aborted(client):
    for _ in range(50):
        failing = client.execute("fail")
        client.reply(failing)
        request = client.execute("print yes")
        assert client.reply(request).content["status"] == "ok"


def test_without_stop_on_error_nothing_is_aborted(client):
    failing = client.execute("fail", stop_on_error=False)
    request = client.execute("print yes")
    assert client.reply(failing).content["status"] == "error"
    assert client.reply(request).content["status"] == "ok"


def test_a_silent_error_aborts_nothing(client):
    client.execute("fail", silent=True)
    assert client.reply(client.execute("print yes")).content["status"] == "ok"


def test_questions_between_are_not_aborted(client):
    def attempt():
        failing = client.execute("fail")
        request = client.send("complete_request", {"code": "pr", "cursor_pos": 2})
        other = client.execute("print no")
        assert client.reply(request).content["matches"] == ["print"]
        return are_aborted(client, failing, [other])

    assert any(attempt() for _ in range(TRIES))


def test_late_output_belongs_to_its_cell(client):
    for delay in (150, 1500, 15_000):
        first = client.execute(f"late {delay} tardy")
        was_late = text(client.outputs(first)) == ""  # unless the machine stalled meanwhile
        second = client.execute("print prompt")
        assert text(client.outputs(second)) == "prompt\n"
        if was_late:
            break
    late = client.iopub()
    assert late.about == first and late.content["text"] == "tardy\n"
