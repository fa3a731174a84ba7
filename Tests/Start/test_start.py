"""`./kernelspec/start` itself: its options, and JupyterLab started and stopped by it."""

import os
import re
import secrets
import signal
import socket
import subprocess
import time
import urllib.request

import pytest
from waiting import wait_until


def start(root, *options, **keywords):
    return subprocess.run(
        [root / "kernelspec/start", *options],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1800, **keywords,
    )


@pytest.mark.parametrize(
    "options, sentence",
    [
        (["--port"], "--port needs a number, as in --port 8889."),
        (["--port", "https"], "--port needs a number, as in --port 8889."),
        (["--ports=1"], "start has no option --ports=1; ./kernelspec/start --help lists those it has."),
        (["01.ipynb"], "Names of notebooks go with --execute."),
    ],
)
def test_a_wrong_option_is_a_sentence_and_nothing_is_started(root, options, sentence):
    ran = start(root, *options)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"\n{sentence}\n")


def test_help_names_every_option(root):
    ran = start(root, "--help")
    assert ran.returncode == 0
    for option in ("--execute", "--fetch", "--no-open", "--port", "--help", "WHET_DATA"):
        assert option in ran.stdout


def test_execute_runs_every_notebook_and_says_where_the_copies_are(root, tmp_path):
    ran = start(root, "--execute", env=dict(os.environ, WHET_DATA=str(tmp_path)))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for notebook in (root / "notebooks").glob("*.ipynb"):
        copy = root / "out" / notebook.name
        assert f"The executed copy: {copy}" in ran.stdout
        assert copy.stat().st_mtime > notebook.stat().st_mtime
        assert re.search(rf"^{notebook.name} +\d+ +[\d.]+  samples$", ran.stdout, re.MULTILINE)


def test_without_a_network_fetch_is_a_sentence_and_the_notebooks_run_all_the_same(root, tmp_path):
    environment = dict(os.environ, WHET_DATA=str(tmp_path), WHET_MIRROR="http://127.0.0.1:1")
    ran = start(root, "--fetch", "--execute", "notebooks/03-relabel-and-retrain.ipynb", cwd=root, env=environment)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Not everything could be downloaded." in ran.stdout
    assert "127.0.0.1:1 cannot be reached" in ran.stdout
    assert re.search(r"^03-relabel-and-retrain.ipynb +\d+ +[\d.]+  samples$", ran.stdout, re.MULTILINE)


def test_execute_is_relative_to_where_it_was_called(root, tmp_path):
    ran = start(root, "--execute", "nothing.ipynb", cwd=tmp_path)
    assert ran.returncode == 1
    assert f"There is no notebook {tmp_path}/nothing.ipynb." in ran.stderr


def test_jupyterlab_opens_on_the_notebooks_and_ends_with_an_interrupt(root, tmp_path):
    port, token = free_port(), secrets.token_hex(8)
    environment = dict(os.environ, JUPYTER_CONFIG_DIR=str(tmp_path), JUPYTER_RUNTIME_DIR=str(tmp_path))
    with open(tmp_path / "log", "w+") as log:
        server = subprocess.Popen(
            [root / "kernelspec/start", "--no-open", "--port", str(port), "--", f"--IdentityProvider.token={token}"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/api/status?token={token}", server, log)
            contents = urllib.request.urlopen(f"{address}/api/contents?token={token}").read().decode()
            assert "01-knn-versus-network.ipynb" in contents
            page = urllib.request.urlopen(f"{address}/?token={token}")
            assert page.geturl().split("?")[0].endswith("/lab/tree/01-knn-versus-network.ipynb")
            assert '"whet"' in urllib.request.urlopen(f"{address}/api/kernelspecs?token={token}").read().decode()
            os.killpg(server.pid, signal.SIGINT)
            server.wait(120)
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGKILL)
    wait_until(lambda: not is_group(server.pid))


def is_group(number):
    """Whether a process group has anybody in it."""
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(address, server, log):
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline and server.poll() is None:
        try:
            return urllib.request.urlopen(address, timeout=60)
        except OSError:
            time.sleep(0.3)
    log.seek(0)
    pytest.fail(f"JupyterLab did not answer:\n{log.read()[-3000:]}")
