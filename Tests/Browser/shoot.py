#!/usr/bin/env python3
"""Run a notebook in a real JupyterLab and take its picture: `shoot.py NOTEBOOK --theme dark --out FOLDER`.

Writes light.png and dark.png (or the one asked for), with --cells also one picture per cell, and prints what each
cell shows. The kernel is the release build of this checkout unless --whet names another.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from lab import Chromium, Lab

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("notebook", type=pathlib.Path)
    arguments.add_argument("--theme", choices=["light", "dark", "both"], default="both")
    arguments.add_argument("--out", type=pathlib.Path, default=ROOT / "out/pictures")
    arguments.add_argument("--width", type=int, default=1200)
    arguments.add_argument("--cells", action="store_true", help="one picture per cell too")
    arguments.add_argument("--whet", type=pathlib.Path, default=ROOT / ".build/release/whet", help="the kernel")
    arguments = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="whet-shoot-") as folder:
        register(arguments.whet, pathlib.Path(folder))
        shutil.copy(arguments.notebook, folder)
        with Lab(folder) as lab, Chromium(arguments.width) as chromium:
            return shoot(chromium.open(lab, arguments.notebook.name), arguments)


def register(whet, folder):
    """Register the kernel where only this run finds it, with a state folder of its own."""
    subprocess.run([whet, "install", "--prefix", folder / "jupyter"], check=True, stdout=subprocess.DEVNULL)
    os.environ["JUPYTER_PATH"] = str(folder / "jupyter/share/jupyter")
    os.environ["WHET_STATE"] = str(folder / "state")
    shared = ROOT.parent / "shared"
    if "WHET_DATA" not in os.environ and shared.is_dir():
        os.environ["WHET_DATA"] = str(shared)


def shoot(notebook, arguments):
    well = notebook.run_all()
    for theme in ["light", "dark"] if arguments.theme == "both" else [arguments.theme]:
        notebook.theme(theme)
        notebook.shoot(arguments.out / f"{theme}.png")
        ratio, text = notebook.least_contrast()
        print(f"{arguments.out / theme}.png  least contrast {ratio:.1f} ({text[:40]!r})")
        if arguments.cells:
            notebook.shoot_cells(arguments.out / theme)
    for number, cell in enumerate(notebook.cells(), start=1):
        shown = ", ".join(f"{cell[key]} {key}" for key in ("svgs", "tables", "pictures", "broken") if cell[key])
        print(f"cell {number:2} [{cell['count']}] {cell['source'].splitlines()[0][:50]:50} {shown}")
        for error in cell["errors"]:
            print(error)
    for complaint in notebook.complaints:
        print("console:", complaint)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
