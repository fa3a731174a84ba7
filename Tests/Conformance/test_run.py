"""Scripts and notebooks without Jupyter: `whet run`."""

import json
import os
import pty
import signal
import subprocess
import time

import pytest


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        user, system = file.read().rsplit(") ", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class TestRun:
    """`whet run` prints as things come, not when all is done."""

    @pytest.fixture
    def place(self, tmp_path):
        lines = [f"{row % 2},{row / 40},{row % 7}" for row in range(40)]
        (tmp_path / "points.csv").write_text("\n".join(lines) + "\n")
        return tmp_path

    CELLS = [
        'dataset points csv="points.csv"\nnetwork small input=[2] seed=1 { innerProduct 2; softmax }\nprint "first"',
        'print "second"\ntrain small on=points epochs=1000000\nprint "never"',
    ]

    def write(self, place, kind):
        if kind == "whet":
            (place / "a.whet").write_text("\n".join(self.CELLS))
            return "a.whet"
        cells = [{"cell_type": "code", "id": str(number), "metadata": {}, "source": source, "outputs": [],
                  "execution_count": None} for number, source in enumerate(self.CELLS)]
        (place / "a.ipynb").write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
        return "a.ipynb"

    def test_a_script_may_come_through_a_pipe(self, whet, place):
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(place / "state")}
        done = subprocess.run(
            [whet, "run", "/dev/stdin"], input="print 6", env=env, cwd=place, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (0, "6\n"), done.stderr

    def test_what_somebody_else_wrote_is_replaced_only_where_that_is_said(self, whet, place):
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(place / "state")}

        def run(*words):
            return subprocess.run([whet, "run", *words], env=env, cwd=place, capture_output=True, text=True, timeout=60)

        (place / "a.whet").write_text("print 6")
        (place / "undo.whet").write_text("undo")
        (place / "out.txt").write_text("mine")
        (place / "link.txt").symlink_to("out.txt")
        done = run("a.whet", "-o", "out.txt")
        assert (done.returncode, done.stdout) == (2, ""), "nothing runs for nothing"
        assert done.stderr == "whet: out.txt was not written by whet. To replace it, add --replace.\n"
        done = run("a.whet", "-o", "link.txt", "--replace")
        assert (done.returncode, done.stderr) == (
            2, "whet: link.txt is not a regular file but a link, and is not written over. Name another path.\n")
        assert (place / "out.txt").read_text() == "mine"
        assert run("a.whet", "-o", "out.txt", "--replace").returncode == 0
        assert (place / "out.txt").read_text() == "6\n"
        (place / "a.whet").write_text("print 7")
        assert run("a.whet", "-o", "out.txt").returncode == 0, "it is whet's own now"
        assert run("undo.whet").returncode == 0 and (place / "out.txt").read_text() == "6\n"
        assert run("undo.whet").returncode == 0 and (place / "out.txt").read_text() == "mine"

    def test_shows_what_a_terminal_would_obey(self, whet, place):
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(place / "state")}
        (place / "photos" / "\x1b]0;owned\x07").mkdir(parents=True)
        (place / "a.whet").write_text('print "a\x1b[2Jb\x9bc\td"\ndataset hands path="photos"')
        (place / "b.whet").write_text("\x1b[31m")
        for name, printed in [("a", "a␛[2Jb\ufffdc\td\n"), ("b", "")]:
            done = subprocess.run(
                [whet, "run", f"{name}.whet"], env=env, cwd=place, capture_output=True, text=True, timeout=60)
            assert done.stdout.startswith(printed)
            assert "␛" in done.stderr
            assert not set("\x1b\x07\x9b") & set(done.stdout + done.stderr), (done.stdout, done.stderr)

    @pytest.mark.parametrize("path, sentence", [
        ("", " is a folder. Name a script or a notebook in it."),
        ("/none.whet", "/none.whet cannot be read: No such file or directory."),
        ("/state/none/a.ipynb", "/state/none/a.ipynb cannot be read: No such file or directory."),
    ])
    def test_says_what_cannot_be_read(self, whet, place, path, sentence):
        done = subprocess.run([whet, "run", f"{place}{path}"], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"whet: {place}{sentence}\n")

    @pytest.mark.parametrize("kind", ["whet", "ipynb"])
    def test_prints_as_it_goes(self, whet, place, kind):
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(place / "state"), "WHET_DATA": str(place)}
        running = subprocess.Popen(
            [whet, "run", self.write(place, kind)], env=env, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        seen = []
        while not seen or seen[-1] != "second\n":
            seen.append(running.stdout.readline())
            assert seen[-1], seen
        assert "first\n" in seen
        # It goes on for ever unless somebody stops it, and is learning once it has been at work for a while.
        at_work = processor_seconds(running.pid)
        while processor_seconds(running.pid) < at_work + 0.3:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        rest, complaint = running.communicate(timeout=60)
        assert running.returncode == 1 and "small was stopped" in complaint
        # The figure that was updated in place is there once, as it was left; no line told of it on the way.
        assert rest.count("small on points") == 1 and "stopped; the weights are kept" in rest
        assert "never" not in rest and "\x1b" not in complaint

    def test_a_training_in_the_background_is_printed_once(self, whet, place):
        script = [*self.CELLS[0].split("\n"), "train small on=points epochs=300 background=true", 'print "on"']
        (place / "a.whet").write_text("\n".join(script))
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(place / "state"), "WHET_DATA": str(place)}
        for _ in range(10):  # Whether its first picture or the cell's last line comes first is left to chance.
            done = subprocess.run(
                [whet, "run", "a.whet"], env=env, cwd=place, capture_output=True, text=True, check=True, timeout=60)
            assert done.stdout.count("small on points") == 1 and "300 of 300 epochs" in done.stdout
            assert done.stdout.count("small is in training in the background as job") == 1

    def test_progress_on_a_terminal(self, whet, place):
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(place / "state"), "WHET_DATA": str(place)}
        terminal, other_end = pty.openpty()
        running = subprocess.Popen(
            [whet, "run", self.write(place, "whet")], env=env, cwd=place, stdout=subprocess.DEVNULL, stderr=other_end)
        os.close(other_end)
        told = b""
        while told.count(b"\r\x1b[K") < 3:
            told += os.read(terminal, 4096)
        running.send_signal(signal.SIGINT)
        try:
            while more := os.read(terminal, 4096):
                told += more
        except OSError:
            pass  # The other end is closed: so Linux says it.
        assert running.wait(60) == 1
        lines = told.decode().split("\r\x1b[K")
        assert "small on points" in lines[1] and "\n" not in lines[1]
        # The last of them is taken away before the mistake is told.
        assert lines[-1].startswith("small was stopped") or lines[-1] == "" or "was stopped" in lines[-1]
        os.close(terminal)
