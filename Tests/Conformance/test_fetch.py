"""`fetch` from outside: the real files from a server on this machine, servers that fail, interrupts and kills.

Servers that lie, stall, redirect and truncate are met one by one in Tests/DownloadsTests."""

import hashlib
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest
from loopback import Server
from waiting import wait_until

MODEL = "models/SqueezeNetFP16.mlmodel"
#: Within how many seconds an interrupt is heeded at the latest; a silent server is given up after thirty.
HEED = 10


@pytest.fixture
def serve():
    servers = []

    def begin(*folder, **how):
        servers.append(Server(*folder, **how))
        return servers[-1]

    yield begin
    for server in servers:
        server.close()


@pytest.fixture(scope="session")
def others(root, tmp_path_factory):
    """A folder with a file of the model's name and listed size, and other bytes in it."""
    manifest = (root / "Sources/Downloads/Manifest.swift").read_text()
    size = int(re.search(r"[0-9a-f]{64} (\d+) SqueezeNetFP16\.mlmodel", manifest)[1])
    folder = tmp_path_factory.mktemp("others")
    (folder / MODEL).parent.mkdir()
    (folder / MODEL).write_bytes(bytes(place % 251 for place in range(size)))
    return folder


@pytest.fixture
def place(tmp_path):
    """A folder for the data, its name not easy."""
    return tmp_path / "Daten ✊"


@pytest.fixture
def fetch(whet, tmp_path, place):
    """Starts a script of one line; what it says comes from `communicate`."""
    def begin(line, **environment):
        (tmp_path / "script.whet").write_text(line)
        env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "WHET_STATE": str(tmp_path / "state"), "WHET_DATA": str(place)}
        return subprocess.Popen(
            [whet, "run", "script.whet"], cwd=tmp_path, env=env | environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return begin


def finished(process):
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_photos_and_a_model_come_as_they_are_and_only_once(fetch, serve, shared, place):
    server = serve(shared)
    code, out, err = finished(fetch(f'fetch gestures squeezenet url="{server.address}/"'))
    assert code == 0, err
    assert "46 files, 0.4 MB" in out or "46 files, " in out
    assert len(files(place)) == 47 and MODEL in files(place)
    for file in files(place):
        assert digest(place / file) == digest(shared / file)
    asked = len(server.requests)
    code, out, _ = finished(fetch("fetch gestures squeezenet", WHET_MIRROR=server.address))
    assert code == 0 and "nothing: already there" in out
    assert asked == 47 and len(server.requests) == asked


def test_what_was_fetched_is_what_the_commands_read(fetch, serve, shared, place):
    line = 'fetch gestures squeezenet; dataset hands path="data/gestures"; describe hands; describe squeezenet'
    code, out, err = finished(fetch(line, WHET_MIRROR=serve(shared).address))
    assert code == 0, err
    assert "45" in out


def test_a_program_that_was_killed_goes_on_where_it_was(fetch, serve, shared, place):
    half = serve(shared, silent_after=1_000_000)
    process = fetch("fetch squeezenet", WHET_MIRROR=half.address)
    part = place / "models/.squeezenet.fetch/SqueezeNetFP16.mlmodel.part"
    wait_until(lambda: part.exists() and part.stat().st_size == 1_000_000)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    assert files(place) == ["models/.squeezenet.fetch/SqueezeNetFP16.mlmodel.part"]
    whole = serve(shared)
    code, out, err = finished(fetch("fetch squeezenet", WHET_MIRROR=whole.address))
    assert code == 0, err
    assert whole.requests == [(f"/{MODEL}", "bytes=1000000-")]
    assert "1.5 MB in" in out
    assert files(place) == [MODEL] and digest(place / MODEL) == digest(shared / MODEL)


def test_ctrl_c_ends_a_script_that_waits_for_a_silent_server(fetch, serve, others, place):
    server = serve(others, silent_after=1000)
    process = fetch("fetch squeezenet", WHET_MIRROR=server.address)
    part = place / "models/.squeezenet.fetch/SqueezeNetFP16.mlmodel.part"
    wait_until(lambda: part.exists() and part.stat().st_size == 1000)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    code, _, err = finished(process)
    assert code == 1 and time.monotonic() - began < HEED
    assert "are kept: fetch squeezenet continues from there." in err


def test_a_file_that_was_changed_on_the_way_is_refused(fetch, serve, others, place):
    server = serve(others)
    code, _, err = finished(fetch("fetch squeezenet", WHET_MIRROR=server.address))
    assert code == 1
    assert (
        f"squeezenet was not downloaded: the file from 127.0.0.1:{server.http.server_port} is another one"
        " (its SHA-256 is not the listed one); it was deleted." in err)
    assert not (place / MODEL).exists()
    assert all((place / file).stat().st_size == 0 for file in files(place))


def test_where_nobody_listens_it_says_what_can_be_done(fetch, place):
    code, _, err = finished(fetch("fetch gestures", WHET_MIRROR="http://127.0.0.1:1"))
    assert code == 1
    assert "gestures was not downloaded: 127.0.0.1:1 cannot be reached (" in err
    assert "By hand: put LICENSE, test and train into Daten ✊/data/gestures, from https://github.com/hollance/" in err
    assert not (place / "data/gestures").exists()


def test_a_proxy_is_asked_and_no_proxy_is_heeded(fetch, serve, others, place):
    mirror, proxy = serve(others), serve(others)
    code, _, err = finished(fetch("fetch squeezenet", WHET_MIRROR="http://example.invalid/whet", http_proxy=proxy.address))
    assert code == 1 and "answered with status 404" in err  # it looks for /whet/models, which is not there
    assert proxy.requests == [(f"http://example.invalid/whet/{MODEL}", None)]
    code, _, err = finished(
        fetch("fetch squeezenet", WHET_MIRROR=mirror.address, http_proxy=proxy.address, no_proxy="127.0.0.1"))
    assert code == 1 and "is another one" in err
    assert len(proxy.requests) == 1 and len(mirror.requests) == 1


@pytest.mark.parametrize("line, environment, sentence", [
    ('fetch squeezenet url="file:///etc"', {}, 'This is not a web address: "file:///etc".'),
    ("fetch squeezenet", {"WHET_MIRROR": "nonsense"}, 'WHET_MIRROR is not a web address: "nonsense".'),
    ("fetch squeezenett", {}, "cannot be squeezenett. Did you mean squeezenet?"),
    ('fetch gestures mnist into="x"', {}, "into= names one folder, and gestures and mnist have one each."),
    ("fetch mnist timeout=0", {}, "timeout takes a whole number from 1 to 3,600, not 0."),
])
def test_what_is_wrong_is_said_before_anything_is_asked_for(fetch, place, line, environment, sentence):
    code, _, err = finished(fetch(line, **environment))
    assert code == 1 and sentence in err
    assert not place.exists()


def test_a_data_folder_that_cannot_be_written_is_said(fetch, serve, others, tmp_path):
    (tmp_path / "file").write_text("in the way")
    code, _, err = finished(fetch("fetch squeezenet", WHET_MIRROR=serve(others).address, WHET_DATA=str(tmp_path / "file")))
    assert code == 1
    assert f"squeezenet was not downloaded: {tmp_path}/file/models cannot be written (Not a directory)." in err
    assert "Make it writable, or name another folder: fetch squeezenet into=" in err


def test_a_notebook_sees_it_come_and_can_interrupt_it(start, whet_argv, serve, others, place, monkeypatch, tmp_path):
    slow = serve(others, pause=0.1, silent_after=1_500_000)
    monkeypatch.setenv("WHET_DATA", str(place))
    monkeypatch.setenv("WHET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("WHET_MIRROR", slow.address)
    client = start(whet_argv)
    begun = time.monotonic()
    request = client.execute("fetch squeezenet")
    part = place / "models/.squeezenet.fetch/SqueezeNetFP16.mlmodel.part"
    wait_until(lambda: part.exists() and part.stat().st_size == 1_500_000)
    interrupted = time.monotonic()
    client.ask("interrupt", channel="control")
    reply = client.reply(request).content
    ended = time.monotonic()
    assert ended - interrupted < HEED
    assert reply["ename"] == "Interrupted"
    assert "1.5 MB of squeezenet are kept: fetch squeezenet continues from there." in reply["evalue"]
    outputs = client.outputs(request)
    shown = [m for m in outputs if m.type in ("display_data", "update_display_data")]
    assert len(shown) <= 10 * (ended - begun) + 3, "at most ten times a second"
    assert len({m.content["data"]["text/plain"] for m in shown}) >= 3, "it is seen to come"
    assert "<progress" in shown[-1].content["data"]["text/html"]
    reply, _ = client.run("print still here")
    assert reply["status"] == "ok"


def test_libcurl_is_loaded_by_the_first_download(start, whet_argv, serve, others, place, monkeypatch, tmp_path):
    monkeypatch.setenv("WHET_DATA", str(place))
    monkeypatch.setenv("WHET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("WHET_MIRROR", serve(others).address)
    kernel = start(whet_argv, client=False)
    client = start.join(kernel)

    def has_loaded():
        return "/libcurl" in pathlib.Path(f"/proc/{kernel.process.pid}/maps").read_text()

    assert client.run("fetch")[0]["status"] == "ok"
    assert not has_loaded()
    assert "is another one" in client.run("fetch squeezenet")[0]["evalue"]
    assert has_loaded()
