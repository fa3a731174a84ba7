"""The program itself: what it installs, and what it says."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import pytest
from jupyter_client.kernelspec import KernelSpecManager

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def call(whet, tmp_path):
    """Calls the program in an environment of nothing but what is given."""
    def run(*words, **environment):
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(tmp_path / "state")} | environment
        return subprocess.run([whet, *words], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    return run


class TestInstall:
    @pytest.mark.parametrize("words, environment, place", [
        (["--prefix", "{here}/p"], {}, "p/share/jupyter"), (["--prefix={here}/p"], {}, "p/share/jupyter"),
        (["--prefix", "p"], {}, "p/share/jupyter"),
        (["--user"], {"HOME": "{here}/h"}, "h/.local/share/jupyter"), ([], {"HOME": "{here}/h"}, "h/.local/share/jupyter"),
        ([], {"HOME": "{here}/h", "XDG_DATA_HOME": "{here}/x"}, "x/jupyter"),
        ([], {"HOME": "{here}/h", "XDG_DATA_HOME": "{here}/x", "JUPYTER_DATA_DIR": "{here}/j"}, "j"),
        (["--sys-prefix"], {"VIRTUAL_ENV": "{here}/v", "CONDA_PREFIX": "{here}/c"}, "v/share/jupyter"),
        (["--sys-prefix"], {"CONDA_PREFIX": "{here}/c"}, "c/share/jupyter"),
    ])
    def test_place(self, call, tmp_path, words, environment, place):
        fill = lambda text: text.replace("{here}", str(tmp_path))  # noqa: E731
        done = call("install", *map(fill, words), **{name: fill(value) for name, value in environment.items()})
        folder = tmp_path / place / "kernels/whet"
        assert done.returncode == 0, done.stderr
        assert sorted(os.listdir(folder)) == ["kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"]
        assert f"{place}/kernels/whet" in done.stdout

    def test_what_jupyter_reads(self, call, tmp_path, whet):
        call("install", "--prefix", str(tmp_path))
        manager = KernelSpecManager(kernel_dirs=[str(tmp_path / "share/jupyter/kernels")])
        spec = manager.get_kernel_spec("whet")
        assert spec.display_name == "Whet" and spec.language == "whet" and spec.interrupt_mode == "message"
        assert spec.argv == [os.path.realpath(whet), "kernel", "-f", "{connection_file}"]
        assert os.path.isabs(spec.argv[0]) and spec.metadata["supported_encryption"] == ["curve"]

    def test_logos(self, call, tmp_path):
        call("install", "--prefix", str(tmp_path))
        folder = tmp_path / "share/jupyter/kernels/whet"
        for size in (32, 64):
            picture = (folder / f"logo-{size}x{size}.png").read_bytes()
            assert picture.startswith(PNG)
            assert [int.from_bytes(picture[place:place + 4], "big") for place in (16, 20)] == [size, size]
            assert picture[25] == 6, "colours with transparency"
        svg = (folder / "logo-svg.svg").read_text()
        assert svg.startswith("<svg") and "viewBox" in svg and "<script" not in svg and "http://www.w3.org/2000/svg" in svg

    def test_name(self, call, tmp_path):
        assert call("install", "--prefix", str(tmp_path), "--name", "whet-2.0_x").returncode == 0
        assert (tmp_path / "share/jupyter/kernels/whet-2.0_x/kernel.json").is_file()

    @pytest.mark.parametrize("name", ["", "a b", "../up", "a/b", ".", "..", "✋"])
    def test_bad_name(self, call, tmp_path, name):
        done = call("install", "--prefix", str(tmp_path), "--name", name)
        assert done.returncode == 1 and f'A kernel cannot be named "{name}"' in done.stderr
        assert not (tmp_path / "share").exists()

    def test_again(self, call, tmp_path):
        folder = tmp_path / "share/jupyter/kernels/whet"
        for _ in range(2):
            assert call("install", "--prefix", str(tmp_path)).returncode == 0
            assert len(os.listdir(folder)) == 4
            (folder / "kernel.json").write_text("damaged")
        assert call("install", "--prefix", str(tmp_path)).returncode == 0
        assert json.loads((folder / "kernel.json").read_text())["display_name"] == "Whet"

    def test_no_environment(self, call):
        done = call("install", "--sys-prefix")
        assert done.returncode == 1 and "neither VIRTUAL_ENV nor CONDA_PREFIX is set" in done.stderr

    def test_no_home(self, call):
        done = call("install")
        assert done.returncode == 1 and "Neither HOME nor JUPYTER_DATA_DIR is set" in done.stderr

    def test_file_in_the_way(self, call, tmp_path):
        (tmp_path / "share").write_text("in the way")
        done = call("install", "--prefix", str(tmp_path))
        assert done.returncode == 1 and done.stderr == f"The folder {tmp_path}/share/jupyter cannot be made: Not a directory.\n"

    def test_folder_in_the_way(self, call, tmp_path):
        (tmp_path / "share/jupyter/kernels/whet/kernel.json").mkdir(parents=True)
        done = call("install", "--prefix", str(tmp_path))
        assert done.returncode == 1 and "kernel.json cannot be written: Is a directory." in done.stderr
        assert not [name for name in os.listdir(tmp_path / "share/jupyter/kernels/whet") if name.endswith(".new")]

    def test_two_places(self, call, tmp_path):
        done = call("install", "--user", "--prefix", str(tmp_path))
        assert done.returncode == 2 and "--user and --prefix cannot be given together." in done.stderr


class TestLabExtension:
    @pytest.fixture
    def folder(self, call, tmp_path):
        assert call("install", "--prefix", str(tmp_path)).returncode == 0
        return tmp_path / "share/jupyter/labextensions/whet"

    def test_what_jupyterlab_reads(self, folder):
        package = json.loads((folder / "package.json").read_text())
        assert package["name"] == "whet" and package["license"] == "MIT" and package["version"] and package["author"]
        build = package["jupyterlab"]["_build"]
        assert package["jupyterlab"]["extension"] is True and build["extension"] == "./extension"
        scripts = (folder / build["load"]).parent
        assert sorted(os.listdir(scripts)) == [
            "album.js", "axes.js", "camera.js", "canvas.js", "channel.js", "controls.js", "drawings.js", "editing.js",
            "elements.js", "figures.js", "highlighter.js", "outputs.js", "photos.js", "remoteEntry.js", "tables.js", "touch.js",
        ]
        assert "window._JUPYTERLAB.whet" in (folder / build["load"]).read_text()

    def test_again_leaves_one_version(self, folder, call, tmp_path):
        old = folder / "static/00000000"
        old.mkdir()
        (old / "canvas.js").write_text("of an older version")
        (folder / "package.json").write_text("damaged")
        assert call("install", "--prefix", str(tmp_path)).returncode == 0
        assert json.loads((folder / "package.json").read_text())["name"] == "whet"
        assert len(os.listdir(folder / "static")) == 1 and not old.exists()

    def test_uninstall_leaves_nothing(self, call, tmp_path):
        call("install", "--prefix", str(tmp_path))
        done = call("uninstall", "--prefix", str(tmp_path))
        assert done.returncode == 0
        assert not [path for path in (tmp_path / "share").rglob("*") if path.is_file()]
        assert not (tmp_path / "share/jupyter/labextensions/whet").exists()
        assert not (tmp_path / "share/jupyter/kernels/whet").exists()

    def test_what_is_not_of_whet_stays(self, call, tmp_path):
        call("install", "--prefix", str(tmp_path))
        notes = [tmp_path / "share/jupyter" / place / "notes.txt" for place in ("kernels/whet", "labextensions/whet")]
        for note in notes:
            note.write_text("mine")
        assert call("uninstall", "--prefix", str(tmp_path)).returncode == 0
        assert sorted(path for path in (tmp_path / "share").rglob("*") if path.is_file()) == notes

    def test_the_extension_stays_with_another_kernel(self, call, tmp_path):
        extension = tmp_path / "share/jupyter/labextensions/whet/package.json"
        for name in ("whet", "other"):
            call("install", "--prefix", str(tmp_path), "--name", name)
        assert call("uninstall", "--prefix", str(tmp_path)).returncode == 0 and extension.exists()
        assert call("uninstall", "--prefix", str(tmp_path), "--name", "other").returncode == 0 and not extension.exists()


class TestUninstall:
    def test_what_was_installed_is_gone_and_nothing_else(self, call, tmp_path):
        kernels = tmp_path / "ein Ordner ✊/share/jupyter/kernels"
        place = ["--prefix", str(tmp_path / "ein Ordner ✊")]
        assert call("install", *place).returncode == 0
        assert call("install", *place, "--name", "other").returncode == 0
        done = call("uninstall", *place)
        assert (done.returncode, done.stdout) == (0, f"The kernel whet is no longer installed in {kernels}/whet.\n")
        assert os.listdir(kernels) == ["other"]
        assert call("install", *place).returncode == 0 and len(os.listdir(kernels / "whet")) == 4

    @pytest.mark.parametrize("place, environment", [
        (["--user"], {"HOME": "{here}/h"}), ([], {"HOME": "{here}/h"}), (["--sys-prefix"], {"VIRTUAL_ENV": "{here}/v ✊"}),
        ([], {"JUPYTER_DATA_DIR": "{here}/j"}), (["--prefix", "p"], {}),
    ])
    def test_the_same_options_find_it(self, call, tmp_path, place, environment):
        environment = {name: value.replace("{here}", str(tmp_path)) for name, value in environment.items()}
        assert call("install", *place, **environment).returncode == 0
        assert call("uninstall", *place, **environment).returncode == 0
        assert not list(tmp_path.rglob("kernel.json"))

    def test_what_jupyter_lists(self, call, tmp_path):
        # A path of kernelspecs that other tests have made comes before the user's own.
        elsewhere = {name: value for name, value in os.environ.items() if name != "JUPYTER_PATH"}

        def listed():
            asked = subprocess.run(
                [sys.executable, "-m", "jupyter", "kernelspec", "list", "--json"], capture_output=True, text=True, timeout=60,
                env=elsewhere | {"JUPYTER_DATA_DIR": str(tmp_path / "j ✊")}, check=True)
            return {name: spec["resource_dir"] for name, spec in json.loads(asked.stdout)["kernelspecs"].items()}
        assert call("install", JUPYTER_DATA_DIR=str(tmp_path / "j ✊")).returncode == 0
        assert listed()["whet"] == str(tmp_path / "j ✊/kernels/whet")
        assert call("uninstall", JUPYTER_DATA_DIR=str(tmp_path / "j ✊")).returncode == 0
        assert listed().get("whet") != str(tmp_path / "j ✊/kernels/whet")

    def test_a_file_of_somebody_elses_stays(self, call, tmp_path):
        folder = tmp_path / "share/jupyter/kernels/whet"
        call("install", "--prefix", str(tmp_path))
        (folder / "notes").write_text("mine")
        assert call("uninstall", "--prefix", str(tmp_path)).returncode == 0
        assert os.listdir(folder) == ["notes"]

    @pytest.mark.parametrize("content, sentence", [
        (None, "No kernel whet is installed in "), ('{"language": "python"}', "holds a kernel that whet install has not made"),
        ("damaged", "holds a kernel that whet install has not made"), ("[]", "holds a kernel that whet install has not made"),
        ('{"language": "whet", "argv": ["{resource_dir}/bin/whet"]}', "is part of a package; it stays."),
    ])
    def test_what_is_not_its_own_stays(self, call, tmp_path, content, sentence):
        folder = tmp_path / "share/jupyter/kernels/whet"
        folder.mkdir(parents=True)
        if content is not None:
            (folder / "kernel.json").write_text(content)
        done = call("uninstall", "--prefix", str(tmp_path))
        assert done.returncode == 1 and sentence in done.stderr
        assert (folder / "kernel.json").exists() == (content is not None)


class TestReadOnlyHome:
    @pytest.fixture
    def home(self):
        """A home that nobody may write; pytest's own folders are for their owner alone."""
        with tempfile.TemporaryDirectory() as folder:
            home = pathlib.Path(folder, "home")
            home.mkdir()
            home.parent.chmod(0o755)
            home.chmod(0o555)
            yield home
            home.chmod(0o755)

    def run(self, whet, home, *words, **variables):
        """Runs the program as somebody who is not root, for whom a folder can be read-only."""
        who = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        if who and subprocess.run([*who, whet, "--version"], capture_output=True).returncode != 0:
            pytest.skip("nobody else may run the program here")
        env = {"PATH": os.environ["PATH"], "HOME": str(home)} | variables
        return subprocess.run([*who, whet, *words], env=env, cwd="/", capture_output=True, text=True, timeout=60)

    def test_install_says_what_to_do(self, whet, home):
        done = self.run(whet, home, "install")
        assert done.returncode == 1
        assert done.stderr == (
            f"The folder {home}/.local cannot be made: Permission denied."
            " Give a folder of your own: --prefix, or JUPYTER_DATA_DIR=…\n")

    def test_a_script_runs_and_says_that_nothing_is_remembered(self, whet, home):
        script = home.parent / "a.whet"
        script.write_text("dataset hands sample=hands count=1\nprint 6")
        room = home.parent / "room"
        room.mkdir()
        room.chmod(0o777)
        done = self.run(whet, home, "run", str(script), TMPDIR=str(room))
        assert done.returncode == 0 and done.stdout.endswith("\n6\n")
        assert "runs and cells will not be remembered" in done.stderr
        assert list(room.iterdir()) == []


class TestWords:
    def test_version(self, call):
        assert call("--version").stdout.split()[0] == "whet"

    @pytest.mark.parametrize("words", [["help"], ["--help"]])
    def test_help(self, call, words):
        done = call(*words)
        assert done.returncode == 0
        assert all(word in done.stdout for word in ["kernel", "install", "uninstall", "run", "help", "--version"])

    @pytest.mark.parametrize("name", ["kernel", "install", "uninstall", "run"])
    def test_help_of_a_subcommand(self, call, name):
        asked, flagged = call("help", name), call(name, "--help")
        assert asked.returncode == 0 and asked.stdout.startswith(f"usage: whet {name}") and asked.stdout == flagged.stdout

    def test_nothing(self, call):
        assert call().returncode == 2

    @pytest.mark.parametrize("words, sentence", [
        (["nonsense"], "whet has no subcommand nonsense."), (["install", "--up"], "There is no option --up."),
        (["install", "here"], "here is one argument too many."), (["install", "--prefix"], "A value must follow --prefix."),
        (["kernel"], "The option -f is missing."), (["kernel", "-f"], "A value must follow -f."),
        (["help", "nonsense"], "whet has no subcommand nonsense."),
    ])
    def test_not_understood(self, call, words, sentence):
        done = call(*words)
        assert done.returncode == 2 and sentence in done.stderr and done.stdout == ""


class TestConnectionFile:
    GOOD = {
        "shell_port": 1, "iopub_port": 2, "stdin_port": 3, "control_port": 4, "hb_port": 5, "ip": "127.0.0.1",
        "key": "k", "transport": "ipc", "signature_scheme": "hmac-sha256",
    }

    @pytest.mark.parametrize("content, sentence", [
        (None, "cannot be read: No such file or directory."), ("", "The connection file is not JSON (byte 0)."),
        ("[]", "The connection file holds no JSON object."), ({"key": None}, "The connection file has no proper key."),
        ({"ip": 5}, "The connection file has no proper ip."), ({"hb_port": "x"}, "The connection file has no proper hb_port."),
        ({"transport": "tcp", "shell_port": 70000}, "asks for shell_port 70000, but ports go from 1 to 65535."),
        ({"transport": "udp"}, "asks for transport udp; whet knows tcp and ipc."),
        ({"signature_scheme": "hmac-md5"}, "asks for signature_scheme hmac-md5; whet knows hmac-sha256."),
        ({"ip": "/nowhere/x"}, "The shell channel cannot listen at ipc:///nowhere/x-1: No such file or directory."),
        ({"transport": "tcp", "ip": "203.0.113.1", "shell_port": 9}, "The shell channel cannot listen at tcp://203.0.113.1:9:"),
    ])
    def test_what_is_wrong(self, call, tmp_path, content, sentence):
        path = tmp_path / "connection.json"
        if isinstance(content, dict):
            content = json.dumps(self.GOOD | content)
        if content is not None:
            path.write_text(content)
        done = call("kernel", "-f", str(path))
        assert done.returncode == 1 and sentence in done.stderr


class TestReference:
    def test_pages(self, call, tmp_path):
        done = call("reference", "pages with blanks")
        assert done.returncode == 0, done.stderr
        pages = os.listdir(tmp_path / "pages with blanks")
        assert done.stdout == f"{len(pages)} pages are in pages with blanks.\n"
        assert {"README.md", "train.md", "knn.md"} <= set(pages)
        again = call("reference", "pages with blanks")
        assert again.stdout == done.stdout and sorted(os.listdir(tmp_path / "pages with blanks")) == sorted(pages)

    def test_what_whet_did_not_write_is_not_replaced(self, call, tmp_path):
        assert call("reference", "pages").returncode == 0
        mine, earlier = tmp_path / "pages/plot.md", tmp_path / "pages/train.md"
        mine.write_text("# plot\n\nNotes of my own.\n")
        earlier.write_text("# train\n\nAs an earlier version wrote it.\n\n[All commands](README.md)\n")
        done = call("reference", "pages")
        assert done.returncode != 0
        assert done.stderr.splitlines()[0] == "pages/plot.md was not written by whet. To replace it, add --replace."
        assert mine.read_text() == "# plot\n\nNotes of my own.\n" and "earlier" in earlier.read_text()
        done = call("reference", "pages", "--replace")
        assert done.returncode == 0, done.stderr
        assert "Notes" not in mine.read_text() and "earlier" not in earlier.read_text()
        (tmp_path / "undo.whet").write_text("undo\n")
        assert call("run", "undo.whet").returncode == 0
        assert mine.read_text() == "# plot\n\nNotes of my own.\n" and "earlier" in earlier.read_text()

    def test_links_are_not_followed(self, call, tmp_path):
        (tmp_path / "pages").mkdir()
        (tmp_path / "pages/plot.md").symlink_to(tmp_path / "elsewhere")
        done = call("reference", "pages", "--replace")
        assert done.returncode != 0 and "pages/plot.md is not a regular file but a link" in done.stderr
        assert not (tmp_path / "elsewhere").exists() and os.listdir(tmp_path / "pages") == ["plot.md"]

    @pytest.mark.parametrize("words, sentence", [
        ([], "A folder must be named."), (["a", "b"], "b is one argument too many."),
        (["--into", "a"], "There is no option --into."),
        (["/dev/null/pages"], "The folder /dev/null/pages cannot be made: Not a directory."),
        (["no/such"], "The folder no/such cannot be made: No such file or directory."),
    ])
    def test_bad_calls(self, call, words, sentence):
        done = call("reference", *words)
        assert done.returncode != 0 and done.stderr.splitlines()[0] == sentence
