"""Everything a front end can ask but to run a cell."""

import time

import pytest
import wire

CHANNELS = ["shell", "control"]


@pytest.mark.parametrize("channel", CHANNELS)
def test_kernel_info(client, channel):
    info = client.ask("kernel_info", channel=channel)
    assert info["protocol_version"] == "5.5" and info["status"] == "ok"
    assert info["implementation"] == "scripted-kernel" and info["banner"]
    assert {"name", "version", "mimetype", "file_extension"} <= set(info["language_info"])
    assert info["supported_features"] == ["kernel subshells"] and info["debugger"] is False


def test_kernel_info_of_whet(whet_argv, start):
    info = start(whet_argv).kernel_info.content
    language = info["language_info"]
    assert info["implementation"] == "whet"
    assert (language["name"], language["mimetype"], language["file_extension"]) == ("whet", "text/x-whet", ".whet")
    assert (language["codemirror_mode"], language["pygments_lexer"]) == ("shell", "bash")


def test_connect(client, shared_kernel):
    reply = client.ask("connect")
    ports = {key: value for key, value in shared_kernel.connection.items() if key.endswith("_port")}
    assert reply == {"status": "ok"} | ports


@pytest.mark.parametrize("code, cursor, matches, start", [
    ("pri", 3, ["print"], 0), ("print\npri", 9, ["print"], 6), ("😀 pri", 5, ["print"], 2), ("e\u0301 pri", 6, ["print"], 3),
    ("pri xyz", 3, ["print"], 0), ("zz", 2, [], 0),
])
def test_complete(client, code, cursor, matches, start):
    reply = client.ask("complete", {"code": code, "cursor_pos": cursor})
    assert reply["status"] == "ok" and reply["matches"] == matches
    assert (reply["cursor_start"], reply["cursor_end"]) == (start, cursor)


def test_complete_tells_types(client):
    metadata = client.ask("complete", {"code": "pri", "cursor_pos": 3})["metadata"]
    assert metadata["_jupyter_types_experimental"] == [
        {"start": 0, "end": 3, "text": "print", "type": "verb", "signature": ""}
    ]


@pytest.mark.parametrize("cursor", [-1, 99, None])
def test_complete_keeps_the_cursor_inside(client, cursor):
    assert client.ask("complete", {"code": "pri", "cursor_pos": cursor})["status"] == "ok"


def test_inspect(client):
    reply = client.ask("inspect", {"code": "print x", "cursor_pos": 2, "detail_level": 1})
    assert reply == {"status": "ok", "found": True, "data": {"text/plain": "print at 2, detail 1"}, "metadata": {}}


def test_inspect_finds_nothing(client):
    reply = client.ask("inspect", {"code": "zz", "cursor_pos": 2, "detail_level": 0})
    assert reply == {"status": "ok", "found": False, "data": {}, "metadata": {}}


@pytest.mark.parametrize("code, reply", [
    ("print", {"status": "complete"}), ("print \\", {"status": "incomplete", "indent": "  "}),
    ("]", {"status": "invalid"}), ("", {"status": "unknown"}),
])
def test_is_complete(client, code, reply):
    assert client.ask("is_complete", {"code": code}) == reply


@pytest.fixture(scope="module")
def past(scripted):
    """A front end to a kernel that has run seven cells, five of them stored."""
    kernel = wire.Kernel(scripted)
    client = wire.Client(kernel)
    for code in ["result one", "print two", "result one", "fail", "print ✋"]:
        client.run(code)
    client.run("print unstored", store_history=False)
    client.run("print silent", silent=True)
    yield client
    client.close()
    kernel.close()


class TestHistory:
    def history(self, past, kind, **how):
        content = {"hist_access_type": kind, "output": False, "raw": True} | how
        reply = past.ask("history", content)
        assert reply["status"] == "ok"
        return reply["history"]

    def test_tail(self, past):
        assert self.history(past, "tail", n=2) == [[1, 4, "fail"], [1, 5, "print ✋"]]

    def test_tail_of_more_than_there_is(self, past):
        assert len(self.history(past, "tail", n=99)) == 5

    def test_output(self, past):
        assert self.history(past, "range", start=1, stop=3, output=True) == [
            [1, 1, ["result one", "one"]], [1, 2, ["print two", None]],
        ]

    @pytest.mark.parametrize("how, lines", [
        (dict(start=2, stop=4), [2, 3]), (dict(start=4), [4, 5]), (dict(start=4, stop=None), [4, 5]),
        (dict(session=1, start=5), [5]), (dict(session=7), []), (dict(start=9), []),
    ])
    def test_range(self, past, how, lines):
        assert [entry[1] for entry in self.history(past, "range", **how)] == lines

    @pytest.mark.parametrize("how, lines", [
        (dict(pattern="result*"), [1, 3]), (dict(pattern="result*", unique=True), [3]), (dict(pattern="*", n=2), [4, 5]),
        (dict(pattern="print ?"), [5]), (dict(pattern="nothing"), []), (dict(pattern="*✋"), [5]),
    ])
    def test_search(self, past, how, lines):
        assert [entry[1] for entry in self.history(past, "search", **how)] == lines

    def test_unknown_kind(self, past):
        reply = past.ask("history", {"hist_access_type": "all"})
        assert reply["status"] == "error" and reply["evalue"] == "the field hist_access_type cannot be all"


def test_history_of_whet_survives(whet_argv, start, tmp_path):
    state = {"WHET_STATE": str(tmp_path)}
    first = start(whet_argv, environment=state)
    first.run('print "once"')
    first.ask("history", {"hist_access_type": "tail", "n": 1})
    first.kernel.kill()
    second = start(whet_argv, environment=state)
    second.run('print "twice"')
    history = second.ask("history", {"hist_access_type": "tail", "n": 2})["history"]
    assert [entry[2] for entry in history] == ['print "once"', 'print "twice"']
    assert history[0][0] != history[1][0]


@pytest.fixture(scope="module")
def second_life(whet_argv, tmp_path_factory):
    """A front end to the second of two kernels with one state folder: four cells before, two since."""
    state = {"WHET_STATE": str(tmp_path_factory.mktemp("state"))}
    cells = ['print "a"', 'print "b"', 'print "a"', "x = 1"], ['print "a"', 'print "c"']
    for sources in cells:
        kernel = wire.Kernel(whet_argv, environment=state)
        client = wire.Client(kernel)
        for code in sources:
            client.run(code)
        if sources is cells[0]:
            client.send("shutdown_request", {"restart": True}, channel="control")
            kernel.wait()
            client.close()
            kernel.close()
    yield client
    client.close()
    kernel.close()


@pytest.mark.parametrize("how, sources", [
    (dict(hist_access_type="tail", n=3), ["x = 1", 'print "a"', 'print "c"']),
    (dict(hist_access_type="search", pattern='print "a"'), ['print "a"'] * 3),
    (dict(hist_access_type="search", pattern='print "a"', unique=True), ['print "a"']),
    (dict(hist_access_type="search", pattern="print*", unique=True), ['print "b"', 'print "a"', 'print "c"']),
    (dict(hist_access_type="search", pattern="*", n=2), ['print "a"', 'print "c"']),
    (dict(hist_access_type="search", pattern="' OR 1=1; --"), []),
    (dict(hist_access_type="range", session=0, start=1), ['print "a"', 'print "c"']),
    (dict(hist_access_type="range", session=0, start=2, stop=3), ['print "c"']),
    (dict(hist_access_type="range", session=-1, start=2, stop=4), ['print "b"', 'print "a"']),
    (dict(hist_access_type="range", session=-9), []),
], ids=str)
def test_history_across_restarts(second_life, how, sources):
    reply = second_life.ask("history", {"output": False, "raw": True} | how)
    assert reply["status"] == "ok" and [entry[2] for entry in reply["history"]] == sources


def test_comm_of_an_unknown_target_is_closed(client):
    request = client.send("comm_open", {"comm_id": "c1", "target_name": "nobody", "data": {}})
    (closing,) = client.outputs(request)
    assert closing.type == "comm_close" and closing.content == {"comm_id": "c1", "data": {}}
    client.silent("shell", 0.05)


def test_comm_life(client):
    opening = client.send("comm_open", {"comm_id": "c2", "target_name": "echo", "data": {"x": 1}})
    assert client.outputs(opening)[0].content == {"comm_id": "c2", "data": {"opened": {"x": 1}}}
    assert client.ask("comm_info")["comms"] == {"c2": {"target_name": "echo"}}
    message = client.send("comm_msg", {"comm_id": "c2", "data": {"y": [2]}}, metadata={"m": 1}, buffers=[b"\x00\xff", b""])
    (echo,) = client.outputs(message)
    assert echo.content == {"comm_id": "c2", "data": {"echo": {"y": [2]}}}
    assert echo.metadata == {"m": 1} and echo.buffers == [b"\x00\xff", b""]
    assert client.outputs(client.send("comm_close", {"comm_id": "c2", "data": {}})) == []
    assert client.ask("comm_info")["comms"] == {}


@pytest.mark.parametrize("target, found", [(None, 1), ("echo", 1), ("other", 0)])
def test_comm_info_by_target(client, target, found):
    client.outputs(client.send("comm_open", {"comm_id": "c3", "target_name": "echo", "data": {}}))
    assert len(client.ask("comm_info", {"target_name": target})["comms"]) == found
    client.outputs(client.send("comm_close", {"comm_id": "c3", "data": {}}))


@pytest.mark.parametrize("kind", ["comm_msg", "comm_close"])
def test_comm_nobody_opened(client, kind):
    assert client.outputs(client.send(kind, {"comm_id": "nobody", "data": {}})) == []


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("kind", ["usage_request", "x", "", "execute_reply", "💥" * 1000])
def test_unknown_types(client, kind, channel):
    assert client.outputs(client.send(kind, {"code": "print x"}, channel=channel)) == []
    client.silent(channel, 0.05)


def test_debugger_is_refused(client):
    reply = client.ask("debug", {"type": "request", "seq": 7, "command": "initialize"}, channel="control")
    assert reply["type"] == "response" and reply["success"] is False and reply["request_seq"] == 7
    assert reply["command"] == "initialize" and "no debugger" in reply["message"]


@pytest.mark.parametrize("kind, content", [
    ("complete", {}), ("inspect", {"code": 5}), ("is_complete", {"code": None}), ("history", {"hist_access_type": 1}),
])
def test_wrong_contents_are_answered(client, kind, content):
    reply = client.ask(kind, content)
    assert reply["status"] == "error" and reply["ename"] == "InvalidRequest" and reply["traceback"] == []


class TestInput:
    @pytest.mark.parametrize("verb, password", [("ask", False), ("secret", True)])
    def test_answer(self, client, verb, password):
        request = client.execute(f"print first\n{verb} name?", allow_stdin=True)
        question = client.next("stdin")
        assert question.type == "input_request" and question.about == request
        assert question.content == {"prompt": "name?", "password": password}
        client.send("input_reply", {"value": "Ada ✋"}, channel="stdin", parent=question.header)
        assert client.reply(request).content["status"] == "ok"
        assert [m.content["text"] for m in client.outputs(request)[1:]] == ["first\n", "got Ada ✋\n"]

    def test_two_questions(self, client):
        request = client.execute("ask one\nask two", allow_stdin=True)
        for answer in ["1", "2"]:
            client.next("stdin")
            client.send("input_reply", {"value": answer}, channel="stdin")
        assert client.reply(request).content["status"] == "ok"

    def test_nobody_is_asked_who_cannot_be(self, client):
        assert client.run("ask name?", allow_stdin=False)[0]["ename"] == "InputNotSupported"
        client.silent("stdin", 0.05)

    def test_interrupt(self, client):
        request = client.execute("ask name?", allow_stdin=True)
        client.next("stdin")
        client.send("interrupt_request", channel="control")
        assert client.reply(request).content["ename"] == "Interrupted"
        client.send("input_reply", {"value": "too late"}, channel="stdin")
        assert client.run("print on")[0]["status"] == "ok"

    def test_front_end_that_left(self, client, shared_kernel):
        for milliseconds in (300, 3000, 30_000):
            leaver, begin = wire.Client(shared_kernel), time.monotonic()
            leaver.execute(f"sleep {milliseconds}\nask anybody?", allow_stdin=True)
            leaver.next("iopub")
            leaver.close()
            if time.monotonic() - begin < milliseconds / 3000:
                break  # It left in time, long before anybody is asked.
            client.ask("interrupt", channel="control")
        assert client.reply(client.execute("print free")).content["status"] in ("ok", "aborted")
