#!/usr/bin/env python3
"""Pack a built whet for machines without Swift: a wheel, and a tarball of the same content. Run by ./kernelspec/wheel.

The program lies in the kernelspec's own folder, which Jupyter calls `{resource_dir}`, with the C libraries beside it:
so the whole can be put anywhere, and needs no Python to start.

    bin/whet                                calls the program
    share/jupyter/kernels/whet/             kernel.json, logos
    share/jupyter/kernels/whet/bin/whet     the program
    share/jupyter/kernels/whet/lib/         the C libraries
    share/jupyter/whet/notebooks/           the notebooks
    whet_pygments.py                        in the wheel alone: colours for exported notebooks, where Pygments is installed
    share/doc/whet/                         the licences of all of these
"""

import argparse
import base64
import gzip
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile

PROJECT, MODULE = "whet-kernel", "whet_kernel"
KERNEL = pathlib.PurePath("share/jupyter/kernels/whet")
MACHINE = platform.machine()  # Such as x86_64: what whet was built on, it runs on.

# What every Linux has: what the manylinux policies allow (PEP 600), and the loader.
OF_THE_SYSTEM = re.compile(
    r"(ld-linux.*|linux-vdso|libc|libm|libdl|librt|libpthread|libutil|libresolv|libnsl|libgcc_s|libstdc\+\+|libz)\.so\b.*"
)

CALLER = """#!/bin/sh
# Calls the kernel's program, wherever both were put.
here=$(dirname "$(readlink -f "$0")")
exec "$here/../{kernel}/bin/whet" "$@"
"""

METADATA = """Metadata-Version: 2.1
Name: {project}
Version: {version}
Summary: Whet, a Jupyter kernel for training experiments: k-nearest neighbours or a neural network, on your own photos
License: MIT
Classifier: Framework :: Jupyter
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Swift
Requires-Python: >=3.8
Description-Content-Type: text/markdown

{description}"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--executable", type=pathlib.Path, required=True)
    arguments.add_argument("--notebooks", type=pathlib.Path, required=True)
    arguments.add_argument("--licence", type=pathlib.Path, required=True)
    arguments.add_argument("--readme", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments = arguments.parse_args()
    version = said_by(arguments.executable, "--version").split()[1]
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch, "tree")
        gather(arguments, tree)
        plain = write_wheel(tree, pathlib.Path(scratch), version, arguments.readme.read_text(encoding="utf-8"))
        wheel = tagged(plain, pathlib.Path(scratch, "tagged"))
        tarball = write_tarball(tree, pathlib.Path(scratch), version)
        for made in (wheel, tarball):
            shutil.copyfile(made, arguments.out / made.name)
            print(f"      {arguments.out / made.name} ({made.stat().st_size / 1e6:.1f} MB)")


def said_by(*command):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


def gather(arguments, tree):
    """Lay everything out as it is to be installed."""
    subprocess.run([arguments.executable, "install", "--prefix", tree], check=True, stdout=subprocess.DEVNULL)
    kernel = tree / KERNEL
    description = json.loads((kernel / "kernel.json").read_text())
    description["argv"][0] = "{resource_dir}/bin/whet"
    # Exports are coloured by the lexer beside, where the wheel is in the same environment.
    description["env"] = {"WHET_PYGMENTS_LEXER": "whet"}
    (kernel / "kernel.json").write_text(json.dumps(description, indent=1) + "\n")
    for folder in (kernel / "bin", kernel / "lib", tree / "bin", tree / "share/doc/whet"):
        folder.mkdir(parents=True)
    program = kernel / "bin/whet"
    said_by("strip", "--strip-all", "-o", program, arguments.executable)
    libraries = needed_by(arguments.executable)
    for name, path in libraries.items():
        shutil.copyfile(path, kernel / "lib" / name)
        said_by("patchelf", "--set-rpath", "$ORIGIN", kernel / "lib" / name)
        shutil.copyfile(licence_of(path), tree / "share/doc/whet" / f"{name}.copyright")
    said_by("patchelf", "--set-rpath", "$ORIGIN/../lib", program)
    program.chmod(0o755)
    caller = tree / "bin/whet"
    caller.write_text(CALLER.format(kernel=KERNEL))
    caller.chmod(0o755)
    shutil.copyfile(arguments.licence, tree / "share/doc/whet/LICENSE")
    notebooks = tree / "share/jupyter/whet/notebooks"
    notebooks.mkdir(parents=True)
    for notebook in sorted(arguments.notebooks.glob("*.ipynb")):
        shutil.copyfile(notebook, notebooks / notebook.name)


def needed_by(executable):
    """{name: path} of the libraries it is linked with, those that every Linux has left out."""
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", said_by("ldd", executable), re.MULTILINE))
    missing = re.findall(r"^\s*(\S+) => not found", said_by("ldd", executable), re.MULTILINE)
    if missing:
        raise SystemExit(f"These libraries are missing here: {', '.join(missing)}")
    return {name: os.path.realpath(path) for name, path in sorted(found.items()) if not OF_THE_SYSTEM.fullmatch(name)}


def licence_of(library):
    """What Debian says of whose a library is."""
    for path in (library, library.replace("/lib/", "/usr/lib/", 1), re.sub(r"^/usr", "", library)):
        owner = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True)
        if owner.returncode == 0:
            return pathlib.Path("/usr/share/doc", owner.stdout.split(":")[0], "copyright")
    raise SystemExit(f"No package owns {library}, so its licence is not known.")


def write_wheel(tree, folder, version, description):
    """The wheel (PEP 427), its dates fixed: the same content makes the same bytes."""
    wheel = folder / f"{MODULE}-{version}-py3-none-linux_{MACHINE}.whl"
    info = f"{MODULE}-{version}.dist-info"
    files = {
        f"{info}/METADATA": METADATA.format(project=PROJECT, version=version, description=description).encode(),
        f"{info}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: whet\nRoot-Is-Purelib: false\nTag: py3-none-linux_{MACHINE}\n".encode()
        ),
    }
    lexer = pathlib.Path(__file__).parent / "colours/whet_pygments.py"
    files[lexer.name] = lexer.read_bytes()
    files[f"{info}/entry_points.txt"] = f"[pygments.lexers]\nwhet = {lexer.stem}:WhetLexer\n".encode()
    modes = {}
    for path in sorted(tree.rglob("*")):
        if path.is_file():
            place = path.relative_to(tree)
            scheme = f"scripts/{place.name}" if place.parts[0] == "bin" else f"data/{place}"
            name = f"{MODULE}-{version}.data/{scheme}"
            files[name], modes[name] = path.read_bytes(), path.stat().st_mode
    record = [f"{name},sha256={digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if modes.get(name, 0) & 0o111 else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def tagged(wheel, folder):
    """The wheel under the name of the oldest system it runs on, as auditwheel finds it out."""
    subprocess.run(["auditwheel", "repair", "--wheel-dir", folder, wheel], check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("*.whl"))


def write_tarball(tree, folder, version):
    """The same files, to be unpacked into a prefix."""
    tarball = folder / f"whet-{version}-linux-{MACHINE}.tar.gz"

    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = 1_577_836_800  # 2020
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o111 else 0o644
        return entry

    with gzip.GzipFile(tarball, "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(tree, f"whet-{version}", filter=plain)
    return tarball


if __name__ == "__main__":
    main()
