"""Tests/waiting.py: what never comes is told, and a process that has ended is not taken for one that lives."""

import subprocess

import pytest
from waiting import Silence, is_alive, wait_until


def test_what_a_condition_gave_is_handed_on():
    answers = iter([None, 0, "", "here", "later"])
    assert wait_until(lambda: next(answers)) == "here"


def test_what_never_comes_is_told():
    with pytest.raises(Silence, match="it was not so within 0.05 s"):
        wait_until(lambda: False, seconds=0.05)


def test_a_process_is_alive_until_it_ends_also_where_nobody_has_asked_how():
    process = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    assert is_alive(process.pid)
    process.stdin.close()
    wait_until(lambda: not is_alive(process.pid))
    assert process.returncode is None
    assert process.wait() == 0
    assert not is_alive(process.pid)
