"""Every sentence of README.md and of the pages of docs that states a fact is held by a test, or by a command that shows it: FACTS
names those of README.md, facts/PAGE.txt those of a page. A new or changed sentence fails here until its line there says what holds it."""

import importlib.metadata
import pathlib
import re
import subprocess

import facts
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = "Tests/Notebooks/test_readme.py::"
DOCUMENTATION = "Tests/Notebooks/test_documentation.py::"
SUBSHELLS = "Tests/Conformance/test_subshells.py::"
STEPPING = "Tests/CommandsTests/SteppingOutTests.swift::"

# Sentences of README.md outside its cells, tables and lists, and the tests that hold them; none where nothing is claimed.
FACTS = {
    "Whet is a Jupyter kernel for training experiments on your own photos and tables: k-nearest neighbours against a neural "
    "network, with Core ML models, without a Mac.": [README + "test_the_tour_runs_as_it_is_written"],
    "Cells hold a small command language; Whet answers with tables, photos and curves that grow during training.":
        ["Tests/Browser/test_jupyterlab.py::test_curves_are_drawn", "Tests/Browser/test_jupyterlab.py::test_all_photos_are_drawn"],
    "The training engine is its own, written in Swift with C for the vector kernels.":
        ["Tests/Walls/test_walls.py", "Tests/Wheel/test_wheel.py::test_a_running_kernel_uses_its_own_libraries_and_those_of_every_linux"],
    "Equal data, settings and seeds give equal bits, with any vectors (AVX-512, AVX2 or none) and on any number of threads.":
        ["Tests/NetworksTests/TrainingBitsTests.swift::twenty steps of LeNet",
         "Tests/NetworksTests/RepeatabilityTests.swift::training gives the same bits on any number of threads", "Tests/run::stage_vectors"],
    "An executed notebook stays readable without the kernel.":
        ["Tests/Browser/test_jupyterlab.py::test_it_reads_the_same_when_it_is_opened_again"],
    "On Debian 12 or 13, or Ubuntu 22.04 or 24.04, with [Swift 6.2](https://www.swift.org/install/linux/) or newer:":
        ["Tests/Start/test_shell.py::test_the_first_name_this_release_knows_is_taken",
         "Tests/Start/test_shell.py::test_a_swift_that_will_not_do_is_named_with_the_reason"],
    "[Installing](docs/installing.md) describes both commands, the wheel for machines without Swift, and the data folder.":
        [DOCUMENTATION + "test_its_links_lead_somewhere"],
    "A first result needs no download:": [README + "test_the_first_cell_runs_without_a_download"],
    "`sample=hands` generates photos of hands, and `sketch` is a small network built into Whet.":
        [README + "test_the_first_cell_runs_without_a_download", "Tests/CommandsTests/SketchTests.swift::features, k-NN and a network work on it"],
    "`fetch gestures squeezenet` downloads the photos and the model of this tour, 2.9 MB.":
        ["Tests/Conformance/test_fetch.py::test_photos_and_a_model_come_as_they_are_and_only_once",
         "Tests/Notebooks/test_facts.py::test_the_download_is_as_large_as_it_says"],
    "Tab completes commands, names, arguments and values.": ["Tests/Browser/test_jupyterlab.py::test_tab_completes"],
    "Shift-Tab shows help.": ["Tests/Browser/test_jupyterlab.py::test_shift_tab_explains"],
    "A message stands below the word it is about:": [README + "test_a_mistake_is_answered_as_it_is_written"],
    "Interrupt pauses a training within one mini-batch and keeps the weights.":
        ["Tests/Browser/test_jupyterlab.py::test_the_stop_button_pauses_training"],
    "`train hand` resumes it.": ["Tests/CommandsTests/StoppedTrainingTests.swift::the same cell again goes on with the same bits"],
    "The notebooks run with or without downloaded data; generated samples replace missing data.":
        ["Tests/Start/test_start.py::test_without_a_network_fetch_is_a_sentence_and_the_notebooks_run_all_the_same",
         "Tests/Notebooks/test_claims.py"],
    "`help` lists the commands in a notebook, and `help train` explains one.":
        [README + "test_the_table_lists_the_commands_that_help_lists",
         "Tests/CommandsTests/HelpCommandTests.swift::help for a command mentions everything it takes"],
    "Every command has a [reference page](docs/reference/README.md).": [README + "test_the_table_has_every_command_with_a_page"],
    "A page that is closed during a training and opened again shows the complete output ([what survives](docs/sessions.md)).":
        ["Tests/Browser/test_missed_outputs.py::test_the_figure_goes_on_living_in_a_page_opened_again",
         "Tests/Browser/test_missed_outputs.py::test_a_training_that_ended_meanwhile_is_whole"],
    "In JupyterLab and Notebook, curves are read off and enlarged, tables sorted and filtered, and [mistakes marked while you type](docs/installing.md#jupyterlab-extension).":
        ["Tests/Browser/test_figures.py::test_the_pointer_reads_all_curves_at_one_epoch",
         "Tests/Browser/test_figures.py::test_dragging_enlarges_and_a_double_click_shows_all_again",
         "Tests/Browser/test_tables.py::test_a_click_sorts_and_the_third_undoes_it", "Tests/Browser/test_tables.py::test_typing_filters",
         "Tests/Browser/test_editing.py::test_what_cannot_be_parsed_is_underlined_with_the_kernels_sentence"],
    "`controls hand` shows settings, start, pause, the live curve, and a learning rate that can be changed during training.":
        ["Tests/Browser/test_controls.py::test_it_pauses_and_goes_on_from_there",
         "Tests/Browser/test_controls.py::test_the_rate_is_moved_while_it_trains"],
    "`camera pets.train` adds photos by a button for each class.":
        ["Tests/Browser/test_camera.py::test_buttons_and_keys_keep_photos_as_lines"],
    "In the output of `show` and `gallery`, a click selects photos, and keys relabel or remove them; files and folders can be dropped onto a class.":
        ["Tests/Browser/test_photos.py::test_keys_relabel_remove_and_undo_and_do_not_cut_the_cell",
         "Tests/Browser/test_photos.py::test_the_gallery_is_touched_too",
         "Tests/Browser/test_photos.py::test_a_folder_of_classes_is_dropped"],
    "Each action is a line that can be copied into a cell.":
        ["Tests/Browser/test_photos.py::test_the_lines_are_copied_into_a_cell",
         "Tests/Browser/test_controls.py::test_what_was_done_is_copied_into_a_cell"],
    "`draw lenet` shows a canvas with Predict and Clear; `keep=mine.train` adds a button that saves drawings for `train lenet on=mine`.":
        ["Tests/Browser/test_drawing.py::test_keys_predict_and_clear_and_do_not_cut_the_cell",
         "Tests/Browser/test_drawing.py::test_a_drawing_is_kept"],
    "Other front ends colour cells as shell code, and take drawings as text:":
        ["Tests/Conformance/test_drawing.py::test_the_output_is_a_canvas_with_words_for_others"],
    '`draw lenet strokes="M60,40 L160,40 90,190"`.': ["Tests/CommandsTests/DrawCommandTests.swift::row 116: strokes replayed give the expected answer"],
    "A second prompt runs cells during a training: *New Subshell Console for Notebook* in JupyterLab 4.4 or later (context menu or "
    "command palette).": ["Tests/Browser/test_subshell.py::test_the_console_answers_while_the_notebook_trains"],
    "`status`, `history hand` and `evaluate hand on=hands.test` answer there at once, with the weights of the last epoch.":
        [SUBSHELLS + "test_a_subshell_asks_about_the_training_of_the_notebook"],
    "`stop hand` ends the training and keeps its weights.":
        ["Tests/Browser/test_subshell.py::test_the_console_stops_it_and_nothing_is_lost"],
    "Other models can be created and trained there.": [STEPPING + "other shells ask, train other models, and see the training go on"],
    "Only its own cell can change a model in training.": [SUBSHELLS + "test_the_model_being_trained_is_its_cells_own"],
    "Other long statements, such as `compare` and `sweep`, run one after the other.": [STEPPING + "statements of two shells take turns"],
    "Without Jupyter:": [],
    "`whet run script.whet`, or `whet run notebook.ipynb -p epochs=10 -o out.ipynb`.": [DOCUMENTATION + "test_it_runs"],
    "The program is `.build/release/whet`; `whet help` lists its subcommands.": ["Tests/Conformance/test_program.py::test_help"],
    "MIT, see [LICENSE](LICENSE).": [DOCUMENTATION + "test_its_links_lead_somewhere"],
}


def prose(page):
    """The text of a page outside its cells, tables, lists, headings and pictures, in one line."""
    text = re.sub(r"^```.*?^```|<picture>.*?</picture>", "", page, flags=re.MULTILINE | re.DOTALL)
    paragraphs = [part for part in re.split(r"\n\s*\n", text) if not part.lstrip().startswith(("#", "|", "- "))]
    return " ".join(" ".join(paragraphs).split())


def test_every_sentence_of_the_readme_is_held_by_a_test():
    text = prose((ROOT / "README.md").read_text(encoding="utf-8"))
    for fact in FACTS:
        assert text.count(fact) == 1, fact
        text = text.replace(fact, "", 1)
    assert not text.split(), "FACTS does not say which test holds: " + text.strip()


@pytest.mark.parametrize("place", sorted({place for places in FACTS.values() for place in places}))
def test_the_test_is_there(place):
    file, _, name = place.partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    if name:
        function = f"func `{name}`" if file.endswith(".swift") else name if file.endswith("run") else f"def {name}("
        assert function in text, place


@pytest.mark.parametrize("page", facts.pages(), ids=lambda page: page.stem)
def test_every_sentence_of_a_page_is_held(page):
    """A line that has changed is to be read again: does what holds it still hold it? Then its first digits are those told here."""
    held, now = [line for line, _ in facts.facts(page)], facts.expected(page)
    texts = dict(now)
    assert [f"{line}   <- {texts[line]}" for line in texts if line not in held] == [], f"without a line in facts/{page.stem}.txt"
    assert [line for line in held if line not in texts] == [], f"lines of facts/{page.stem}.txt without a sentence"
    assert held == [line for line, _ in now], f"facts/{page.stem}.txt has another order than the page"


@pytest.mark.parametrize("page", facts.pages(), ids=lambda page: page.stem)
def test_what_holds_a_sentence_is_there(page):
    texts = dict(facts.expected(page))
    faults = [f"{line}: {held} {fault}" for line, all_held in facts.facts(page)
              for held in all_held or ["nothing at all"] if (fault := facts.fault(held, texts.get(line, "")))]
    assert faults == []


def test_a_changed_sentence_and_a_missing_test_are_found(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("# Page\n\nOne fact. Another\none, `code`.\n\n## Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    monkeypatch.setattr(facts, "FOLDER", tmp_path)
    lines = [line for line, _ in facts.expected(page)]
    assert [line[7:] for line in lines] == ["One fact.", "Another one, `code`.", "| a | b |", "| 1 | 2 |"]
    (tmp_path / "page.txt").write_text("\n    nothing\n".join(lines) + "\n    nothing\n")
    test_every_sentence_of_a_page_is_held(page)
    page.write_text(page.read_text().replace("One", "No"))
    with pytest.raises(AssertionError, match="No fact"):
        test_every_sentence_of_a_page_is_held(page)
    for held in ("ChunkTests: no such", "NoTests: a", "code Networks/Network.swift: no such text", "command no-such", "stage: no", "untried"):
        assert facts.fault(held, "A fact.")
    for held in ("ChunkTests: chunks hold every", "test_facts: test_a_changed", "code Networks/Network.swift: class Network", "stage: swift"):
        assert facts.fault(held, "A fact.") is None


def test_every_row_of_reliability_names_its_command():
    page = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")
    rows = [row for row in re.findall(r"^\| (.*) \|$", page.split("\n## ")[0], re.MULTILINE) if not row.startswith(("run |", "---"))]
    assert len(rows) > 10
    for row in rows:
        command = row.split(" | ")[-1]
        assert re.search(r"`[^`]+`", command) or command == "the command above", row


def test_the_download_is_as_large_as_it_says(shared):
    """The photos and the model, as `fetch` brings them."""
    photos = sum(path.stat().st_size for path in (shared / "data/gestures").rglob("*.jpg"))
    model = (shared / "models/SqueezeNetFP16.mlmodel").stat().st_size
    assert f"{(photos + model) / 1e6:.1f} MB" == "2.9 MB"


def test_every_room_has_a_row():
    """Every folder of Swift code in Sources is in the table of docs/contributing.md, and no other."""
    rooms = {folder.name for folder in (ROOT / "Sources").iterdir() if any(folder.rglob("*.swift"))}
    table = (ROOT / "docs/contributing.md").read_text(encoding="utf-8").split("| room |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)) == rooms


def test_photos_and_large_models_are_not_in_the_repository():
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    assert [name for name in files if name.lower().endswith((".jpg", ".jpeg", ".heic", ".avif"))] == []
    models = [name for name in files if name.endswith((".mlmodel", ".mlpackage")) and (ROOT / name).stat().st_size > 100_000]
    assert models == ["Sources/CSketch/sketch.mlmodel"]


def test_trainings_and_photos_take_a_cluster():
    pages = (ROOT / "docs/reference").glob("*.md")
    assert {page.stem for page in pages if re.search(r"^\| `cluster=?`", page.read_text(encoding="utf-8"), re.MULTILINE)} == {
        "sweep", "compare", "train", "features", "evaluate", "check", "find", "federate"}


def test_jupyter_client_asks_for_no_handshake():
    """As long as it does not, its launchers name the ports."""
    files = [path for path in importlib.metadata.files("jupyter_client") if path.suffix == ".py"]
    assert len(files) > 20
    assert not any("registration_port" in path.read_text(encoding="utf-8") for path in files)


def test_sanitized_html_has_text_for_drawings_and_heads_of_tables():
    from nbconvert import HTMLExporter
    from nbformat.v4 import new_code_cell, new_notebook, new_output

    shown = {"text/html": '<table><thead><tr><th>a</th></tr></thead></table><svg viewBox="0 0 9 9"></svg><img src="data:image/png;base64,AAAA">'}
    cell = new_code_cell("show hands", outputs=[new_output("display_data", data=shown)])
    body = HTMLExporter(sanitize_html=True).from_notebook_node(new_notebook(cells=[cell]))[0]
    assert all(f"&lt;{element}" in body for element in ("thead", "th", "svg", "img"))
