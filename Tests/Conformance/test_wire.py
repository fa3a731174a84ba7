"""What is no message of a trusted sender is dropped, on every channel, without a word and without harm."""

import json
import os

import pytest
import wire

HEADER = {"msg_id": "1", "session": "s", "username": "u", "date": "2026-01-01T00:00:00Z", "msg_type": "kernel_info_request", "version": "5.3"}
DEEP = b"[" * 200_000


def with_part(index, part):
    """Frames, properly signed, in which one of the four JSON parts is something else."""
    def make(client):
        parts = [json.dumps(HEADER).encode(), b"{}", b"{}", b"{}"]
        parts[index] = part
        return [wire.DELIMITER, client.sign(parts), *parts]
    return make


def with_signature(signature):
    def make(client):
        frames = client.frames(HEADER, {})
        frames[1] = signature(frames[1])
        return frames
    return make


UNTRUSTED = {
    "no signature": with_signature(lambda _: b""),
    "a zero signature": with_signature(lambda _: b"0" * 64),
    "another message's signature": with_signature(lambda right: right[::-1]),
    "half a signature": with_signature(lambda right: right[:32]),
    "a signature and more": with_signature(lambda right: right + b"0"),
    "a signature in capitals": with_signature(lambda right: right.upper()),
    "a signature of bytes": with_signature(lambda right: bytes.fromhex(right.decode())),
}
SHAPELESS = {
    "one empty frame": lambda client: [b""],
    "bytes of all kinds": lambda client: [bytes(range(256))],
    "text": lambda client: [b"hello"],
    "no delimiter": lambda client: client.frames(HEADER, {})[1:],
    "a delimiter alone": lambda client: [wire.DELIMITER],
    "a delimiter and a signature": lambda client: client.frames(HEADER, {})[:2],
    "one part": lambda client: client.frames(HEADER, {})[:3],
    "two parts": lambda client: client.frames(HEADER, {})[:4],
    "three parts": lambda client: client.frames(HEADER, {})[:5],
    "parts in reverse": lambda client: client.frames(HEADER, {})[::-1],
    "six thousand empty frames": lambda client: [b""] * 6000,
    "sixteen megabytes": lambda client: [b"A" * (16 << 20)],
    "a megabyte of random bytes": lambda client: [wire.DELIMITER, *[os.urandom(1 << 18)] * 4, b"{}"],
}
PARTS = ["header", "parent header", "metadata", "content"]
GARBLED = {
    "nothing": b"", "half an object": b'{"a":', "an object and more": b"{}{}", "a list": b"[]", "null": b"null",
    "a number": b"1", "a text": b'"x"', "not UTF-8": b'{"a":"\xff"}', "UTF-16": '{"a":1}'.encode("utf-16"),
    "a bare word": b"{a:1}", "a line end in a text": b'{"a":"\n"}', "deep lists": DEEP, "deep objects": b'{"a":' * 100_000,
    "NaN": b'{"a":NaN}', "a comma too many": b'{"a":1,}',
}
HEADERS = {
    "an empty header": {}, "no identifier": {"msg_type": "kernel_info_request"}, "no type": {"msg_id": "1"},
    "a number as identifier": HEADER | {"msg_id": 1}, "a list as type": HEADER | {"msg_type": ["x"]},
}


def expect_dropped(client, frames, channel):
    """Nothing is said about the frames: what comes next is about what is asked next, on the same channel."""
    client.send_raw(frames, channel)
    if channel == "stdin":  # where nothing can be asked
        client.silent(channel, 0.05)
        client.silent("iopub", 0.05)
        return
    request = client.send("kernel_info_request", channel=channel)
    assert client.next(channel).about == request
    assert [(each.about, each.state) for each in (client.iopub(), client.iopub())] == [(request, "busy"), (request, "idle")]


@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
@pytest.mark.parametrize("what", UNTRUSTED)
def test_untrusted(client, what, channel):
    expect_dropped(client, UNTRUSTED[what](client), channel)


@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
@pytest.mark.parametrize("what", SHAPELESS)
def test_shapeless(client, what, channel):
    expect_dropped(client, SHAPELESS[what](client), channel)


@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
@pytest.mark.parametrize("what", GARBLED)
@pytest.mark.parametrize("part", range(4), ids=PARTS)
def test_garbled(client, part, what, channel):
    expect_dropped(client, with_part(part, GARBLED[what])(client), channel)


@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
@pytest.mark.parametrize("what", HEADERS)
def test_header(client, what, channel):
    expect_dropped(client, with_part(0, json.dumps(HEADERS[what]).encode())(client), channel)


@pytest.mark.parametrize("payload", [b"", b"\0", b"\xff\xfe" * 1000, os.urandom(1 << 20)], ids=["nothing", "NUL", "no UTF-8", "1 MB"])
def test_heartbeat_returns_whatever_it_is_given(client, payload):
    client.beat(payload)


@pytest.mark.parametrize("frames", [[b"\1topic"], [b"\0"], [b""], [b"\1" * 100_000], [b"\xff", b"x"]], ids=["a topic", "a farewell", "nothing", "a long topic", "two frames"])
def test_what_subscribers_send_does_no_harm(client, shared_kernel, frames):
    """IOPub hears who subscribes; whatever else comes there is no concern of the kernel's."""
    import zmq

    stranger = client.context.socket(zmq.XSUB)
    stranger.linger = 0
    stranger.connect(shared_kernel.url("iopub"))
    stranger.send_multipart(frames)
    assert client.ask("kernel_info")["status"] == "ok"
    stranger.close()


def test_the_same_message_twice_is_answered_twice(client):
    """An identifier is the sender's business; none is refused for having been seen."""
    header = client.header("is_complete_request")
    for _ in range(2):
        request = client.send("is_complete_request", {"code": "print"}, header=header)
        assert client.reply(request).content["status"] == "complete"
        client.outputs(request)


def test_another_key(client, shared_kernel):
    stranger = wire.Client(shared_kernel, key="a guess", ready=False)
    stranger.execute("print from a stranger")
    stranger.send("shutdown_request", {"restart": False}, channel="control")
    stranger.silent("shell", 0.2)
    client.silent("iopub", 0.1)
    stranger.close()


def test_empty_key(scripted, start):
    client = start(scripted, key="")
    reply, outputs = client.run("print unsigned")
    assert reply["status"] == "ok" and outputs[-1].content["text"] == "unsigned\n"
    frames = client.frames(client.header("kernel_info_request"), {})
    frames[1] = b"any signature"
    client.send_raw(frames)
    assert client.next("shell").type == "kernel_info_reply"


def test_identities_lead_back(client):
    """Routing frames before the delimiter come back with the reply."""
    header = client.header("kernel_info_request")
    client.sockets["shell"].send_multipart([b"hop", b"", *client.frames(header, {})])
    frames = client.sockets["shell"].recv_multipart()
    assert frames[:3] == [b"hop", b"", wire.DELIMITER]
    assert json.loads(frames[5]) == header


@pytest.mark.parametrize("text", ["✋ é 😀", "\u0000\u001f\u007f", "\\\"/", "\u2028</script>", "e\u0301"])
def test_texts_come_back(client, text):
    reply, outputs = client.run("write " + text.replace("\n", " "))
    assert outputs[-1].content["text"] == text


def test_unknown_header_fields_come_back(client):
    header = client.header("kernel_info_request", subshell_id=None, extra={"deep": [1, 2.5, None]})
    request = client.send("kernel_info_request", header=header)
    assert client.reply(request).parent == header
    client.outputs(request)


def test_great_header(client):
    header = client.header("kernel_info_request", extra="x" * (4 << 20))
    request = client.send("kernel_info_request", header=header)
    assert client.reply(request).parent == header
    client.outputs(request)
