"""kernelspec/execute.py, with the Python kernel that JupyterLab brings: what is shown must not depend on ours."""

import pathlib
import re
import signal
import subprocess
import sys

import nbformat
import pytest
from waiting import is_alive, wait_until

EXECUTE = pathlib.Path(__file__).resolve().parents[2] / "kernelspec/execute.py"


@pytest.fixture
def write(tmp_path):
    """Writes a notebook of these cells into a folder whose name is not easy, and returns its path."""
    folder = tmp_path / "ein Ordner ✊"
    folder.mkdir()

    def write(*cells, name="trial.ipynb"):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, folder / name)
        return folder / name

    return write


def command(notebook, *more):
    return [sys.executable, EXECUTE, "--out", notebook.parent / "out", notebook, *more]


def execute(notebook, *more):
    return subprocess.run(command(notebook, *more), capture_output=True, text=True, timeout=120)


def test_the_copy_holds_the_outputs_and_the_notebook_stays_as_it_was(write):
    notebook = write("import os; print(os.getcwd())", "6 * 7")
    before = notebook.read_bytes()
    ran = execute(notebook)
    copy = notebook.parent / "out/trial.ipynb"
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("trial.ipynb: 2 cells in ") and f" The executed copy: {copy}\n" in ran.stdout
    first, second = nbformat.read(copy, as_version=4).cells
    assert first.outputs[0].text == f"{notebook.parent}\n"
    assert second.outputs[0].data["text/plain"] == "42"
    assert notebook.read_bytes() == before


def test_a_cell_that_fails_is_shown_and_ends_with_exit_code_1(write):
    ran = execute(write("6 * 7", "1 / 0", "print('never')"))
    assert ran.returncode == 1
    assert "trial.ipynb: stopped in cell 2 of 3:" in ran.stderr
    assert "ZeroDivisionError: division by zero" in ran.stderr
    assert "\x1b" not in ran.stderr
    assert "The copy, as far as it came:" in ran.stderr


def test_what_an_earlier_run_left_is_not_taken_for_this_ones(write):
    notebook = write("1 / 0", "2")
    stale = nbformat.read(notebook, as_version=4)
    stale.cells[1].outputs = [nbformat.v4.new_output("error", ename="Old", evalue="", traceback=["an old error"])]
    stale.cells[1].execution_count = 7
    nbformat.write(stale, notebook)
    ran = execute(notebook)
    assert "trial.ipynb: stopped in cell 1 of 2:" in ran.stderr
    assert "an old error" not in ran.stderr
    assert nbformat.read(notebook.parent / "out/trial.ipynb", as_version=4).cells[1].outputs == []


def test_a_notebook_after_a_failing_one_still_runs(write):
    failing, good = write("1 / 0", name="a.ipynb"), write("1", name="b.ipynb")
    ran = execute(failing, good)
    assert ran.returncode == 1
    assert "b.ipynb: 1 cells in" in ran.stdout


def test_a_summary_follows(write):
    notebooks = [
        write("1 / 0", "2", name="failing.ipynb"), write("1", name="none.ipynb"),
        write("text = '''\ndataset hands sample=hands\n'''", name="drawn.ipynb"),
        write("text = '''\ndataset hands path=hands sample=hands\n'''", name="read.ipynb"),
        write("text = '''\ndataset hands path=hands sample=hands\n'''", "print('hands was not found; these are generated.')", name="missing.ipynb"),
    ]
    ran = execute(*notebooks)
    table = [re.split("  +", line) for line in ran.stdout.split("\n\n")[1].splitlines()]
    assert ran.returncode == 1
    assert [[row[0], row[1], *row[3:]] for row in table] == [
        ["notebook", "cells", "ran with"], ["failing.ipynb", "stopped in cell 1 of 2"], ["none.ipynb", "1"],
        ["drawn.ipynb", "1", "samples"], ["read.ipynb", "1", "your data"], ["missing.ipynb", "2", "samples"]]
    assert all(float(row[2]) > 0 for row in table[1:])


def test_a_kernel_that_dies_is_a_sentence(write):
    ran = execute(write("import os; os._exit(3)"))
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert "Kernel died" in ran.stderr


def test_a_kernel_that_is_not_registered_is_a_sentence(write):
    ran = execute(write("1"), "--kernel", "nobody")
    assert ran.returncode == 1
    assert "No such kernel named nobody" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_kernel_that_ends_at_once_is_a_sentence(write, tmp_path, monkeypatch):
    kernel = tmp_path / "kernels/mute/kernel.json"
    kernel.parent.mkdir(parents=True)
    kernel.write_text('{"argv": ["false", "{connection_file}"], "display_name": "Mute", "language": "none"}')
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    ran = execute(write("1"), "--kernel", "mute")
    assert ran.returncode == 1
    assert "Kernel died before replying to kernel_info" in ran.stderr
    assert "trial.ipynb: did not begin:" in ran.stderr


@pytest.mark.parametrize("text", ["", "not JSON", '{"cells": 3}', "[]"])
def test_what_is_not_a_notebook_is_a_sentence(tmp_path, text):
    notebook = tmp_path / "trial.ipynb"
    notebook.write_text(text)
    ran = execute(notebook)
    assert ran.returncode == 1
    assert f"{notebook} is not a notebook" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_interrupt_leaves_no_kernel_behind(write):
    notebook = write("import os, pathlib, time; pathlib.Path('pid').write_text(str(os.getpid())); time.sleep(600)")
    running = subprocess.Popen(command(notebook), stderr=subprocess.PIPE, text=True)
    pid = notebook.parent / "pid"
    wait_until(lambda: pid.exists() and pid.read_text())
    kernel = int(pid.read_text())
    running.send_signal(signal.SIGINT)
    assert running.wait(60) == 130
    assert running.stderr.read().strip().endswith("Interrupted.")
    wait_until(lambda: not is_alive(kernel))
