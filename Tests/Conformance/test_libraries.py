"""Libraries that decode pictures: one that is missing has its sentence, skip=unreadable leaves its pictures out, and the folder in
WHET_LIBRARIES is searched first."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

from whole_pictures import modern, pillow  # noqa: E402

LIBRARIES = {
    "heic": ("libheif.so.1", "a HEIC picture", "libheif1", ["libheif.so.1"]),
    "avif": ("libheif.so.1", "an AVIF picture", "libheif1", ["libheif.so.1"]),
    "webp": ("libwebp.so.7", "a WebP picture", "libwebp7", ["libwebp.so.7", "libwebp.so.6"]),
    "tif": ("libtiff.so.6", "a TIFF picture", "libtiff6", ["libtiff.so.6", "libtiff.so.5"]),
}
KINDS = {"heic": "heif", "avif": "heif", "webp": "webp", "tif": "tiff"}


@pytest.fixture
def run(whet, tmp_path):
    """Runs lines in a folder with a photo of a kind and one in JPEG."""

    def run(ending, lines, **environment):
        photos = tmp_path / "photos/train/a"
        photos.mkdir(parents=True)
        (photos / f"1.{ending}").write_bytes(next(data for name, data in modern(KINDS[ending]) if name == ending))
        (photos / "2.jpg").write_bytes(pillow("JPEG"))
        (tmp_path / "look.whet").write_text(lines)
        state = {"WHET_STATE": str(tmp_path / "state"), "WHET_DATA": str(tmp_path / "none")}
        done = subprocess.run(
            [whet, "run", "look.whet"], cwd=tmp_path, env=os.environ | state | environment, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    return run


@pytest.fixture
def no_library(tmp_path):
    """A folder of files that have the libraries' names and hold nothing: the loader finds them first and cannot open them."""
    folder = tmp_path / "empty"
    folder.mkdir()
    for _, _, _, names in LIBRARIES.values():
        for name in names:
            (folder / name).write_bytes(b"")
    return str(folder)


@pytest.mark.parametrize("ending", LIBRARIES)
def test_a_missing_library_is_named_with_its_package(run, no_library, ending):
    file, kind, package, _ = LIBRARIES[ending]
    network = "network n input=[3, 8, 8] seed=1 { flatten; innerProduct 2; softmax }\n"
    code, told = run(ending, f'{network}predict n image="photos/train/a/1.{ending}"', LD_LIBRARY_PATH=no_library)
    assert code == 1 and f"it is {kind}, and {file} is not installed; Debian: apt install {package}" in told


@pytest.mark.parametrize("ending", LIBRARIES)
def test_pictures_without_their_library_are_left_out(run, no_library, ending):
    code, told = run(ending, 'dataset p path="photos" skip=unreadable', LD_LIBRARY_PATH=no_library)
    assert code == 0 and f"train/a/1.{ending}" in told and "is not installed" in told and "1 photo" in told


@pytest.mark.parametrize("ending", LIBRARIES)
def test_a_folder_of_libraries_that_cannot_be_opened_leaves_the_systems(run, no_library, ending):
    code, told = run(ending, 'dataset p path="photos" skip=unreadable', WHET_LIBRARIES=no_library)
    assert code == 0 and "cannot be read" not in told


def test_a_figure_as_png_needs_its_library(run, no_library, tmp_path):
    (pathlib.Path(no_library) / "librsvg-2.so.2").write_bytes(b"")
    lines = ("dataset digits sample=digits count=20\nnetwork n input=[1, 28, 28] seed=1 { flatten; innerProduct 10; softmax }\n"
             "train n on=digits.train epochs=2\n")
    code, told = run("webp", lines + 'plot n path="n.png"', LD_LIBRARY_PATH=no_library)
    assert code == 1 and "n.png cannot be drawn: librsvg-2.so.2 is not installed; Debian: apt install librsvg2-2" in told
    assert 'plot n path="n.svg"' in told and not (tmp_path / "n.png").exists()


def test_a_library_that_comes_later_is_found_without_a_restart(start, whet_argv, no_library, tmp_path):
    (tmp_path / "1.webp").write_bytes(next(data for name, data in modern("webp") if name == "webp"))
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    client = start(whet_argv, environment={
        "WHET_STATE": str(tmp_path / "state"), "LD_LIBRARY_PATH": no_library, "WHET_LIBRARIES": str(libraries)})
    client.run("network n input=[3, 8, 8] seed=1 { flatten; innerProduct 2; softmax }")
    question = f'predict n image="{tmp_path}/1.webp"'
    reply = client.run(question)[0]
    assert "libwebp.so.7 is not installed" in reply["evalue"]
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    (libraries / "libwebp.so.7").symlink_to(re.search(r"libwebp\.so\.7 .*=> (\S+)", listed)[1])
    assert client.run(question)[0]["status"] == "ok"
