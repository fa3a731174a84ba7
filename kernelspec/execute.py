#!/usr/bin/env python3
"""Run notebooks without a browser: `execute.py --out FOLDER NOTEBOOK…`.

Each executed copy, with its outputs, goes to FOLDER under the notebook's own name; the notebook itself is not
touched. All are run, also behind one that fails, and a summary follows. The exit code is 1 when a cell of one of them
fails.
"""

import argparse
import asyncio
import pathlib
import re
import signal
import sys
import time
from typing import NamedTuple

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
    rows = [execute(notebook, arguments) for notebook in arguments.notebooks]
    summarise(rows)
    return 0 if all(row.is_complete for row in rows) else 1


class Row(NamedTuple):
    """What the summary says of a notebook."""

    name: str
    cells: str
    seconds: float
    data: str
    is_complete: bool


def execute(source, arguments):
    """Run one notebook and write its copy, complete or as far as it came; its row of the summary."""
    if not source.is_file():
        print(f"There is no notebook {source}.", file=sys.stderr)
        return Row(source.name, "is missing", 0, "", False)
    try:
        notebook = nbformat.read(source, as_version=4)
    except Exception as error:  # nbformat has no common class for what can be wrong with a file
        print(f"{source} is not a notebook: {error}", file=sys.stderr)
        return Row(source.name, "is no notebook", 0, "", False)
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
    seconds = time.monotonic() - began
    cells = report(source, notebook, copy, seconds, problem)
    return Row(source.name, cells, seconds, data(notebook), problem is None)


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
    """Say how it went, and return how many cells ran."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    done = sum(cell.execution_count is not None for cell in code)
    if problem is None:
        print(f"{source.name}: {done} cells in {seconds:.1f} s. The executed copy: {copy}", flush=True)
        return str(done)
    place = f"stopped in cell {done} of {len(code)}" if done else "did not begin"
    print(f"{source.name}: {place}:\n\n{problem.strip()}\n", file=sys.stderr)
    print(f"The copy, as far as it came: {copy}", file=sys.stderr)
    return place


def data(notebook):
    """What it ran with: `samples` where a dataset was drawn, `your data` where all were read; nothing without a dataset."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    datasets = re.findall(r"^[ \t]*dataset\b.*", "\n".join(cell.source for cell in code), re.MULTILINE)
    if not datasets:
        return ""
    shown = "\n".join(
        output.get("data", {}).get("text/plain", "") or output.get("text", "")
        for cell in code for output in cell.get("outputs", []))
    is_drawn = any("sample=" in line and not re.search(r"\b(path|idx|csv)=", line) for line in datasets)
    return "samples" if is_drawn or "was not found; these are generated." in shown else "your data"


def summarise(rows):
    """A table of all notebooks."""
    table = [("notebook", "cells", "seconds", "ran with")]
    table += [(row.name, row.cells, f"{row.seconds:.1f}", row.data) for row in rows]
    widths = [max(len(line[column]) for line in table) for column in range(4)]
    print()
    for name, cells, seconds, ran_with in table:
        print(f"{name:{widths[0]}}  {cells:>{widths[1]}}  {seconds:>{widths[2]}}  {ran_with}".rstrip())


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(130)
