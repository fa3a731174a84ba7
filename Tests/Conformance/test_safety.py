"""What a kernel touches: the addresses it was told, the files it was told, and its own state folder."""

import os
import pathlib
import stat

import pytest
import wire
from PIL import Image
from test_process import listening_sockets

SESSION = """dataset p path="photos" into="copy"
network n input=[3, 8, 8] seed=1 { flatten; innerProduct 2; softmax }
train n on=p.train epochs=3
evaluate n on=p.train
remove p.train 0
undo
save n path="named.mlmodel"
archive p path="named.zip"
dataset q path="named.zip" into="unpacked"
describe "named.mlmodel"
set n learningRate=0.1
train n on=p.train epochs=2 background=true
jobs"""


@pytest.fixture
def places(tmp_path):
    """A home, a working folder with photos, a state folder and a folder for the time being, none used by others."""
    for name in ("home", "work", "state", "time"):
        (tmp_path / name).mkdir()
    for label in ("a", "b"):
        folder = tmp_path / "work/photos/train" / label
        folder.mkdir(parents=True)
        for number in range(3):
            Image.new("RGB", (16, 16), (80 * number, 40, 200)).save(folder / f"{number}.png")
    return tmp_path


def environment(places):
    return {
        "HOME": str(places / "home"), "WHET_STATE": str(places / "state"), "TMPDIR": str(places / "time"),
        "XDG_DATA_HOME": str(places / "home/data"), "XDG_STATE_HOME": str(places / "home/state"),
        "XDG_CACHE_HOME": str(places / "home/cache"), "WHET_DATA": str(places / "home/nothing"),
    }


def files(folder):
    return {str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*")}


def test_only_what_was_named_is_written(whet_argv, places, monkeypatch):
    monkeypatch.chdir(places / "work")
    kernel = wire.Kernel(whet_argv, environment=environment(places))
    client = wire.Client(kernel)
    try:
        for line in SESSION.split("\n"):
            reply, _ = client.run(line)
            assert reply["status"] == "ok", (line, reply)
        client.send("shutdown_request", {"restart": False}, channel="control")
        assert kernel.wait() == 0
    finally:
        client.close()
        kernel.close()
    assert {path.split("/")[0] for path in files(places / "work")} == {
        "photos", "copy", "named.mlmodel", "named.zip", "unpacked",
    }
    assert len(files(places / "work/photos")) == 9
    assert files(places / "home") == set() and files(places / "time") == set()
    assert "whet.sqlite" in files(places / "state")


def test_the_state_folder_is_its_users_alone(whet_argv, places, start):
    """History and models are nobody else's business."""
    state = places / "new/state"
    client = start(whet_argv, environment=environment(places) | {"WHET_STATE": str(state)})
    client.run('print "a secret"')
    client.ask("history", {"hist_access_type": "tail", "n": 1})
    assert stat.S_IMODE(state.stat().st_mode) == 0o700


def test_the_connection_file_is_only_read(whet_argv, start):
    client = start(whet_argv)
    path = pathlib.Path(client.kernel.connection_file)
    before = path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    client.run("print 1")
    assert path.read_bytes() == before and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(path.parent) == ["connection.json"]


def test_a_connection_file_of_others_is_refused_in_words(whet, tmp_path):
    import subprocess

    path = tmp_path / "connection.json"
    path.write_text("{}")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("the superuser may read everything")
    ended = subprocess.run([whet, "kernel", "-f", path], capture_output=True, text=True, timeout=30)
    assert ended.returncode != 0 and "Permission denied" in ended.stderr


def test_listens_only_where_it_was_told(whet_argv, start):
    client = start(whet_argv)
    told = {("127.0.0.1", client.kernel.connection[f"{channel}_port"]) for channel in wire.CHANNELS}
    client.run('print "x"')
    assert listening_sockets(client.kernel.process.pid) == told


def test_sockets_in_the_file_system_are_its_users_alone(whet_argv, start):
    client = start(whet_argv, transport="ipc")
    sockets = [path for path in pathlib.Path(client.kernel.folder).iterdir() if path.is_socket()]
    assert len(sockets) == 5
    for path in sockets:
        assert stat.S_IMODE(path.stat().st_mode) & 0o022 == 0, path


BAD_ARCHIVES = {
    "a path upwards": [("../escaped.png", None)],
    "an absolute path": [("/tmp/escaped.png", None)],
    "a path upwards within": [("train/a/../../../escaped.png", None)],
    "a path of another system": [("train\\..\\..\\escaped.png", None)],
    "a link": [("train/a/x.png", "link")],
    "a bomb": [("train/a/x.png", "bomb")],
}


@pytest.mark.parametrize("what", BAD_ARCHIVES)
def test_archives_stay_in_their_folder(whet_argv, places, start, monkeypatch, what):
    import zipfile

    monkeypatch.chdir(places / "work")
    with zipfile.ZipFile("bad.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, kind in BAD_ARCHIVES[what]:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            if kind == "link":
                entry.external_attr = 0o120777 << 16
                archive.writestr(entry, "/etc/passwd")
            else:
                archive.writestr(entry, b"\0" * ((600 << 20) if kind == "bomb" else 100))
    before = files(places)
    client = start(whet_argv, environment=environment(places))
    reply, _ = client.run('dataset d path="bad.zip" into="unpacked"')
    assert reply["status"] == "error" and reply["ename"] == "Mistake", reply
    assert files(places / "work") == {path.removeprefix("work/") for path in before if path.startswith("work/")}
    assert files(places / "time") == set() and not pathlib.Path("/tmp/escaped.png").exists()


def bomb(kind, side):
    """A picture of a few bytes that says it has so many pixels on each side."""
    if kind == "png":
        import struct
        import zlib

        def chunk(name, content):
            return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

        head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    import io

    file = io.BytesIO()
    Image.new("RGB", (16, 16)).save(file, "JPEG")
    content = bytearray(file.getvalue())
    frame = content.index(b"\xff\xc0")
    content[frame + 5:frame + 9] = min(side, 65_500).to_bytes(2, "big") * 2
    return bytes(content)


@pytest.mark.parametrize("kind", ["png", "jpg"])
def test_picture_bombs_are_refused_by_their_size(whet_argv, places, start, monkeypatch, kind):
    monkeypatch.chdir(places / "work")
    (places / f"work/photos/train/a/bomb.{kind}").write_bytes(bomb(kind, 100_000))
    client = start(whet_argv, environment=environment(places))
    client.run('dataset p path="photos"\nnetwork n input=[3, 8, 8] { flatten; innerProduct 2; softmax }')
    reply, _ = client.run("train n on=p.train epochs=1")
    assert reply["status"] == "error" and "pixels" in reply["evalue"], reply
    reply, outputs = client.run("show p")
    assert reply["status"] == "ok" and "pixels" in str(outputs[-1].content)
    with open(f"/proc/{client.kernel.process.pid}/status") as file:
        peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    assert peak < 300_000, f"{peak} kB"
