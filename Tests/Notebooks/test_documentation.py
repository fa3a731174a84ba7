"""Every command that README.md and the pages of docs name is run: here, or by the test that ELSEWHERE names; links resolve."""

import json
import pathlib
import re
import shlex
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PROGRAMS = r"(\./|\.build/release/[\w-]+ |\.venv/tests/bin/|WHET_\w+=\S+ |(swift|pip|tar|papermill|python3|whet) )"

# Commands that a test of another file runs, with that file and, in a file of many, the test's name.
ELSEWHERE = {
    "./kernelspec/start": "Tests/Start/test_start.py::test_jupyterlab_opens_on_the_notebooks_and_ends_with_an_interrupt",
    "./kernelspec/start --execute": "Tests/Start/test_start.py::test_execute_runs_every_notebook_and_says_where_the_copies_are",
    "./kernelspec/start --fetch":
        "Tests/Start/test_start.py::test_without_a_network_fetch_is_a_sentence_and_the_notebooks_run_all_the_same",
    "./kernelspec/wheel": "Tests/Wheel/test_wheel.py::packed",
    "pip install out/wheel/whet_kernel-*.whl": "Tests/Wheel/test_wheel.py::environment",
    "tar -xzf out/wheel/whet-*-linux-x86_64.tar.gz -C ~/.local --strip-components=1":
        "Tests/Wheel/test_wheel.py::test_the_tarball_holds_the_same_and_runs_where_it_is_unpacked",
    ".build/release/whet install --user": "Tests/Conformance/test_program.py::test_the_same_options_find_it",
    "whet install": "Tests/Conformance/test_program.py::test_no_environment",
    "whet uninstall": "Tests/Conformance/test_program.py::test_uninstall_leaves_nothing",
    "whet help": "Tests/Conformance/test_program.py::test_help",
    "whet reference docs/reference": "Tests/Conformance/test_program.py::test_pages",
    "whet work": "Tests/Cluster/test_cluster.py::test_the_answers_are_those_of_one_machine",
    "papermill -l python -p learningRate 0.001 notebooks/01-knn-versus-network.ipynb out.ipynb":
        "Tests/Notebooks/test_knn_versus_network.py::test_papermill_injects_parameters",
    "python3 -m http.server -d ~/.local/share/whet": "Tests/Conformance/test_fetch.py",
    "swift build -c release": "Tests/run::stage_build",
    ".build/release/whet-bench model-file":
        "Tests/Notebooks/test_documentation.py::test_the_benchmark_times_a_model_file",
    "python3 Tests/Cluster/simulation.py": "Tests/Notebooks/test_scaling.py::test_its_tables_are_those_of_the_simulation",
    "./Tests/run": ".ci/run",
    "./docs/build": "Tests/run::stage_docs",
}

# Commands that take too long for every day: that they are understood, and what they name is there, is tested below.
LONG = [
    "swift run -c release whet-bench --peers", "swift run -c release whet-bench memory",
    "swift run -c release whet-bench layers", "swift run -c release whet-bench scaling",
    "Tests/Peers/with_avx2 .build/release/whet-bench --peers", ".build/release/whet-bench kernel",
    "swift run -c release whet-sketch", "./Tests/sanitize address",
    "./Tests/sanitize thread", "WHET_REMAKE=1 swift test --filter SketchTrainingTests",
]


def commands_of(text):
    """The lines of a page's shell blocks, and the spans in back quotes that begin with a program of ours or of the shell."""
    found = [
        line.split("  #")[0].strip()
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL) for line in block.splitlines()]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL).replace("\n", " ")
    found += [span for span in re.findall(r"`([^`]+)`", prose) if re.match(PROGRAMS + r"\S", span)]
    return set(found)


def commands():
    """The commands of all pages."""
    return sorted(set().union(*(commands_of(page.read_text(encoding="utf-8")) for page in PAGES)))


def is_repeat(command):
    """Whether it is one of those a stage runs at a smaller size: a file of Python tests, or a filter of Swift's."""
    return "-m pytest " in command or "swift test " in command and command not in LONG


def here(whet, folder):
    """The commands this file runs, each as it is called in a test, given the program."""
    photos = ROOT / "notebooks/01-knn-versus-network.ipynb"
    return {
        "whet run notebook.ipynb -p epochs=10 -o out.ipynb": [whet, "run", photos, "-p", "epochs=10", "-o", "out.ipynb"],
        "whet run script.whet": [whet, "run", script(folder)],
        "./Tests/run lint swift": [ROOT / "Tests/run", "--help"],
        ".venv/tests/bin/python3 Tests/Browser/shoot.py NOTEBOOK":
            [sys.executable, ROOT / "Tests/Browser/shoot.py", "--help"],
    }


def script(folder):
    path = folder / "script.whet"
    path.write_text("print \"ran\"\n")
    return path


def test_every_command_is_run_by_a_test(tmp_path):
    run = set(ELSEWHERE) | set(LONG) | set(here("whet", tmp_path))
    assert [command for command in commands() if command not in run and not is_repeat(command)] == []
    assert sorted(run - set(commands())) == []


@pytest.mark.parametrize("place", sorted(set(ELSEWHERE.values())))
def test_the_test_that_runs_it_is_there(place):
    file, _, name = place.partition("::")
    assert re.search(rf"^ *(def )?{name}\(", (ROOT / file).read_text(), re.MULTILINE) if name else (ROOT / file).is_file()


@pytest.mark.parametrize("command", list(here("whet", pathlib.Path("/tmp"))))
def test_it_runs(command, kernel, whet, tmp_path):
    ran = subprocess.run(here(whet, tmp_path)[command], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "out.ipynb" not in command or (tmp_path / "out.ipynb").is_file()


@pytest.mark.parametrize("command", [command for command in commands() if is_repeat(command) or command in LONG])
def test_what_it_names_is_there(command):
    words = shlex.split(command)
    for word in words:
        if word.endswith(".py"):
            assert (ROOT / word).is_file()
    files = [path for depth in ("*/*.*", "*Tests/*/*.*") for path in (ROOT / "Tests").glob(depth) if path.suffix in (".py", ".swift")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    for variable in re.findall(r"(WHET_\w+)=", command):
        assert f'"{variable}"' in sources
    if "--filter" in words:
        suites = words[words.index("--filter") + 1].split("|")
        assert all(re.search(rf"struct {suite.split('.')[-1]}\b", sources) for suite in suites)


def test_the_benchmark_times_a_figure(whet):
    bench = whet.parent / "whet-bench"
    if not bench.is_file():
        pytest.skip("whet-bench is not built beside whet")
    ran = subprocess.run([bench, "head-alone", "--seconds", "0.1", "--rounds", "1"], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^head-alone +\d +\d", ran.stdout, re.MULTILINE)


def test_the_benchmark_times_a_model_file(whet, data):
    bench = whet.parent / "whet-bench"
    if not bench.is_file():
        pytest.skip("whet-bench is not built beside whet")
    environment = {"WHET_DATA": str(data)}
    ran = subprocess.run([bench, "model-file"], env=environment, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("SqueezeNetFP16.mlmodel, load ")
    assert [re.search(rf"^{row} +[\d.]+ ", ran.stdout, re.MULTILINE) is not None for row in ("load", "save")] == [True, True]
    missing = subprocess.run([bench, "model-files"], capture_output=True, text=True, timeout=300)
    assert missing.returncode == 1 and "There is no figure model-files. Figures: lenet, " in missing.stderr


def test_the_benchmark_scales_a_piece_of_work(whet):
    bench = whet.parent / "whet-bench"
    if not bench.is_file():
        pytest.skip("whet-bench is not built beside whet")
    for work in ("epoch-samples 256 1", "epoch-channels 8 2", "neighbors-dimension 16 2", "features-cold 9 1"):
        ran = subprocess.run([bench, "scaling-point", *work.split()], capture_output=True, text=True, timeout=300)
        assert ran.returncode == 0, ran.stderr
        point = json.loads(ran.stdout)
        assert 0 < point["seconds"] < 60 and 5 < point["megabytes"] < 1000
    wrong = subprocess.run([bench, "scaling", "epochs"], capture_output=True, text=True, timeout=60)
    assert wrong.returncode == 1 and "There is no work epochs to scale. Works: epoch-samples, " in wrong.stderr


def test_the_benchmark_says_what_it_can_be_asked(whet):
    bench = whet.parent / "whet-bench"
    if not bench.is_file():
        pytest.skip("whet-bench is not built beside whet")
    told = subprocess.run([bench, "--help"], capture_output=True, text=True, timeout=60)
    assert told.returncode == 0
    for word in ("--peers", "memory", "model-file", "kernel", "cells", "scaling", "layers [--training]", "Figures: lenet, features-1, ", "With --peers alone"):
        assert word in told.stdout
    wrong = subprocess.run([bench, "--peer"], capture_output=True, text=True, timeout=60)
    assert wrong.returncode == 1 and wrong.stderr == "whet-bench: There is no option --peer. --help tells those there are.\n"


LINKED = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", LINKED, ids=[str(page.relative_to(ROOT)) for page in LINKED])
def test_its_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"", page.read_text(encoding="utf-8")):
        target, _, anchor = next(filter(None, link)).partition("#")
        if re.match(r"https://[\w.-]+\.[a-z]+(/\S*)?$", target):
            continue
        text = (page.parent / target if target else page).resolve()
        assert text.exists(), link
        assert not anchor or anchor in anchors(text.read_text(encoding="utf-8")), link


def test_it_lists_the_collections_that_fetch_lists(whet, tmp_path):
    script = tmp_path / "fetch.whet"
    script.write_text("fetch\n")
    ran = subprocess.run([whet, "run", script], env={"HOME": str(tmp_path)}, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    listed = [row.split()[0] for row in ran.stdout.splitlines()[2:]]
    page = (ROOT / "docs/installing.md").read_text(encoding="utf-8").partition("## Data and models")[2]
    assert len(listed) > 3 and re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)[1:len(listed) + 1] == listed


def test_the_environment_variables_it_names_are_read():
    page = (ROOT / "docs/installing.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(WHET_\w+)", page))
    read = {
        name for suffix in ("swift", "c") for path in (ROOT / "Sources").rglob(f"*.{suffix}")
        if path.relative_to(ROOT / "Sources").parts[0] not in ("whet-bench", "whet-sketch")
        for name in re.findall(r"\"(WHET_[A-Z_]+)\"", path.read_text(encoding="utf-8"))
        if not name.startswith("WHET_LOCAL_")}  # Which `launcher=local` sets for its ranks.
    assert named == read


def test_the_readme_fits_two_minutes():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 200


def test_the_readme_leads_to_every_page():
    linked = set(re.findall(r"\]\((docs/[\w-]+\.md)\)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert [page.name for page in PAGES[1:] if str(page.relative_to(ROOT)) not in linked] == []


def releases():
    """{version: its lines} of the changelog, the newest release first."""
    parts = re.split(r"^## (\S+).*\n", (ROOT / "docs/changelog.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {version: text.strip().splitlines() for version, text in zip(parts[::2], parts[1::2])}


def test_a_release_tells_what_was_added_changed_and_fixed():
    versions = releases()
    assert list(versions) == sorted(versions, key=lambda version: [*map(int, version.split("."))], reverse=True)
    assert list(versions)[-1] == "0.1.0"
    kinds = ["### Added", "### Changed", "### Fixed"]
    for lines in versions.values():
        titles = [line for line in lines if line.startswith("#")]
        assert titles and titles == [kind for kind in kinds if kind in titles]
        assert all(len(line) <= 160 for line in lines)


def test_the_next_release_is_told_in_few_lines():
    assert len(releases()["0.2.0"]) <= 25


def test_the_rooms_it_names_are_there():
    rooms = re.findall(r"^\| `([\w-]+)` \|", (ROOT / "docs/contributing.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rooms) > 10
    assert [room for room in rooms if not (ROOT / "Sources" / room).is_dir()] == []


def anchors(text):
    """What the headings of a page are called in links."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
