#!/usr/bin/env python3
"""Run notebooks without a browser: `execute.py --out FOLDER NOTEBOOK…`.

Each executed copy, with its outputs, goes to FOLDER under the notebook's own name; the notebook itself is not
touched. The exit code is 1 when a cell of one of them fails.
"""

import argparse
import asyncio
import pathlib
import re
import signal
import sys
import time

import nbformat
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("notebooks", nargs="+", type=pathlib.Path)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments.add_argument("--kernel", help="instead of the one the notebook names")
    arguments.add_argument("--timeout", type=int, default=600, help="seconds for one cell (600)")
    arguments = arguments.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    failures = sum(not execute(notebook, arguments) for notebook in arguments.notebooks)
    return 1 if failures else 0


def execute(source, arguments):
    """Run one notebook and write its copy, complete or as far as it came; true when every cell ran."""
    if not source.is_file():
        print(f"There is no notebook {source}.", file=sys.stderr)
        return False
    try:
        notebook = nbformat.read(source, as_version=4)
    except Exception as error:  # nbformat has no common class for what can be wrong with a file
        print(f"{source} is not a notebook: {error}", file=sys.stderr)
        return False
    for cell in notebook.cells:  # what an earlier run left is not this run's
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    copy = arguments.out / source.name
    began = time.monotonic()
    client = NotebookClient(
        notebook,
        kernel_name=arguments.kernel or notebook.metadata.get("kernelspec", {}).get("name", "whet"),
        timeout=arguments.timeout,
        resources={"metadata": {"path": str(source.resolve().parent)}},
    )
    problem, interrupted = None, []
    try:
        asyncio.run(run(client, interrupted))
    except CellExecutionError:
        problem = what_the_kernel_said(notebook)
    except (RuntimeError, NoSuchKernel, TimeoutError, asyncio.CancelledError) as error:
        problem = str(error)
    finally:
        nbformat.write(notebook, copy)
    if interrupted:
        raise KeyboardInterrupt
    report(source, notebook, copy, time.monotonic() - began, problem)
    return problem is None


async def run(client, interrupted):
    """Run all cells. An interrupt is noted and ends the run, and with it the kernel; nbclient's own handler, which
    this replaces, would end in a "kernel died"."""
    task = asyncio.current_task()

    def stop():
        interrupted.append(True)
        task.cancel()

    def listen(**_):
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop)

    client.on_notebook_start = listen
    await client.async_execute()


def what_the_kernel_said(notebook):
    """The last error among the outputs, without colours."""
    errors = [output for cell in notebook.cells for output in cell.get("outputs", []) if output.output_type == "error"]
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(errors[-1].traceback))


def report(source, notebook, copy, seconds, problem):
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    done = sum(cell.execution_count is not None for cell in code)
    if problem is None:
        print(f"{source.name}: {done} cells in {seconds:.1f} s. The executed copy: {copy}")
    else:
        place = f"stopped in cell {done} of {len(code)}" if done else "did not begin"
        print(f"{source.name}: {place}:\n\n{problem.strip()}\n", file=sys.stderr)
        print(f"The copy, as far as it came: {copy}", file=sys.stderr)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(130)
