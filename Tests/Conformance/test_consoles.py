"""Front ends of other kinds: jupyter console, by a terminal, and jupyter run, which know no display updates; qtconsole."""

import json
import os
import pathlib
import re
import subprocess
import sys

import pexpect
import pytest

pytest.importorskip("jupyter_console")

#: Five epochs on drawn shapes: a figure that grows.
TRAINING = [
    'dataset points csv="points.csv"',
    "network small input=[2] seed=1 { innerProduct 2; softmax }",
    "train small on=points epochs=5 seed=1",
]


@pytest.fixture
def place(kernel, tmp_path):
    lines = [f"{row % 2},{row / 40},{row % 7}" for row in range(40)]
    (tmp_path / "points.csv").write_text("\n".join(lines) + "\n")
    return tmp_path


def jupyter(*words):
    return [sys.executable, "-m", "jupyter", *words]


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r", "", text)


class TestConsole:
    @pytest.fixture
    def console(self, place):
        command, *words = jupyter("console", "--kernel", "whet", "--simple-prompt", "--ZMQTerminalInteractiveShell.simple_prompt=True")
        child = pexpect.spawn(command, words, cwd=place, env=os.environ | {"TERM": "dumb"}, encoding="utf-8", timeout=60,
                              dimensions=(50, 200))
        child.expect(r"In \[1\]: ")
        yield child
        child.close(force=True)

    def run(self, console, line, number):
        console.sendline(line)
        console.expect(rf"In \[{number + 1}\]: ")
        return plain(console.before)

    def test_shows_the_finished_table_and_curve(self, console):
        shown = [self.run(console, line, number + 1) for number, line in enumerate(TRAINING)][-1]
        assert "0 of 5 epochs" not in shown
        assert "5 epochs" in shown and re.search(r"^ *5 ", shown, re.MULTILINE), shown

    @pytest.mark.parametrize("word", ["quit", "exit"])
    def test_says_how_to_leave(self, console, word):
        assert "In a console press Ctrl-D" in self.run(console, f"{word} ", 1) + self.run(console, f"{word}()", 2)


def test_run_executes_the_file_once(place):
    (place / "file.whet").write_text("\n".join([*TRAINING, 'print "end"']))
    done = subprocess.run(
        jupyter("run", "--kernel", "whet", "file.whet"), cwd=place, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "0 of 5 epochs" not in done.stdout
    assert re.search(r"^ *5 ", done.stdout, re.MULTILINE), done.stdout
    assert done.stdout.count("end\n") == 1


class TestQtConsole:
    """qtconsole's own widget, drawn without a screen. PySide6 has no wheel for Debian 12 on arm64."""

    def test_shows_tables_curves_and_mistakes(self, place, tmp_path_factory):
        pytest.importorskip("PySide6", exc_type=ModuleNotFoundError)
        script = pathlib.Path(__file__).with_name("qtconsole_session.py")
        done = subprocess.run(
            [sys.executable, script, *TRAINING, "plot small", "nonsense"], cwd=place, capture_output=True, text=True, timeout=180,
            env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(tmp_path_factory.mktemp("qt"))})
        assert done.returncode == 0, done.stdout + done.stderr
        session = json.loads(done.stdout.splitlines()[-1])
        dataset, network, training, plot, mistake = session["shown"]
        assert "Whet" in session["banner"] and session["completions"] == ["train"]
        assert "points" in dataset and "softmax0" in network
        assert "0 of 5 epochs" not in training and session["drawings"] >= 1
        assert '^^^^^^^^ There is no command "nonsense".' in mistake
