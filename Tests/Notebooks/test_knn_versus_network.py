"""notebooks/01-knn-versus-network.ipynb, run by nbclient against the built kernel: its pictures, tables and figures.

The figures are ranges measured over many seeds by an independent NumPy implementation on the same photos; the k-NN
figure is exact.
"""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import nbformat
import pytest
from nbconvert import HTMLExporter
from reading import bundles, cell, correct, execute, html, plain, svgs, without_times

SVG = "{http://www.w3.org/2000/svg}"
NAME = "01-knn-versus-network.ipynb"


@pytest.fixture(scope="session")
def source(root):
    return root / "notebooks" / NAME


@pytest.fixture(scope="session")
def executed(source, shared, kernel, tmp_path_factory):
    """The notebook with its outputs; it runs to the end or the tests that need it fail."""
    return execute(nbformat.read(source, as_version=4), kernel, tmp_path_factory.mktemp("notebook"))


@pytest.fixture(scope="session")
def drawn(source, kernel, tmp_path_factory):
    """The notebook where nothing was downloaded."""
    patch = pytest.MonkeyPatch()
    patch.setenv("WHET_DATA", str(tmp_path_factory.mktemp("empty")))
    try:
        return execute(nbformat.read(source, as_version=4), kernel, tmp_path_factory.mktemp("drawn"))
    finally:
        patch.undo()


def test_where_nothing_was_downloaded_it_runs_on_drawn_hands_and_says_so(drawn):
    for ran in drawn.cells:
        if ran.cell_type == "code" and ran.id != "parameters":
            kinds = [output.output_type for output in ran.outputs]
            assert kinds and "error" not in kinds, ran.source
    assert "data/gestures is not here; these are drawn." in plain(cell(drawn, "dataset"))
    assert html(cell(drawn, "show")).count("<img") == 45
    assert "256" in plain(cell(drawn, "features")) and "sketch" in plain(cell(drawn, "features"))


def test_on_drawn_hands_the_story_is_the_same(drawn):
    ((untrained, of),) = correct(plain(cell(drawn, "network")))
    knn, network = correct(plain(cell(drawn, "both")))
    assert of == knn[1] == network[1] == 15
    assert untrained <= 7 < knn[0] < network[0]


def test_every_cell_shows_something_and_none_fails(executed):
    for ran in executed.cells:
        if ran.cell_type == "code" and ran.id != "parameters":
            kinds = [output.output_type for output in ran.outputs]
            assert kinds and "error" not in kinds, ran.source


def test_every_picture_and_table_has_words_for_front_ends_without(executed):
    for ran in executed.cells:
        for bundle in bundles(ran) if ran.cell_type == "code" else []:
            assert bundle.get("text/plain", "").strip(), ran.source


def test_the_photos_are_counted_and_shown_by_class(executed):
    assert "45" in plain(cell(executed, "dataset"))
    shown = html(cell(executed, "show"))
    assert shown.count("<img") == 45
    assert shown.index("✊") < shown.index("✋") < shown.index("✌️")
    assert set(re.findall(r'src="data:image/(\w+);base64,', shown)) == {"jpeg"}


def test_features_are_a_thousand_numbers_a_photo(executed):
    assert re.search(r"\b1,?000\b", plain(cell(executed, "features")))


def test_knn_without_photos_answers_question_marks(executed):
    text = plain(cell(executed, "knn"))
    assert correct(text) == [(0, 15)]
    assert "???" in text


def test_knn_gets_eight_of_fifteen_and_the_interval_is_wilsons(executed):
    text = plain(cell(executed, "knn-train"))
    assert "53.3% correct (8 of 15)" in text
    assert "30.1" in text and "75.2" in text
    assert "chance" in text and "majority" in text


def test_an_untrained_network_guesses(executed):
    ((right, of),) = correct(plain(cell(executed, "network")))
    assert of == 15 and right <= 7  # 0 … 46.7 % in 200 seeds


def test_a_trained_network_is_within_what_twenty_seeds_gave(executed):
    ((right, of),) = correct(plain(cell(executed, "train")))
    assert of == 15 and 0.40 <= right / of <= 0.80


def test_with_a_larger_step_the_network_is_within_what_processors_gave(executed):
    knn, network = correct(plain(cell(executed, "both")))
    assert knn == (8, 15)
    assert network[1] == 15 and 0.40 <= network[0] / 15 <= 0.80  # 46.7 % with AVX2, 73.3 % with plain vectors


@pytest.mark.parametrize("name", ["train", "plot", "train-faster"])
def test_the_curves_have_a_point_for_every_epoch_and_a_title(executed, name):
    pictures = svgs(cell(executed, name)) or inline_svgs(cell(executed, name))
    assert pictures
    for picture in pictures:
        assert picture.find(f"{SVG}title") is not None
        assert most_points(picture) >= 50


def inline_svgs(ran):
    return [ElementTree.fromstring(text) for text in re.findall(r"<svg.*?</svg>", html(ran), re.DOTALL)]


def most_points(picture):
    """The points of the longest unbroken line in it."""
    runs = [run for path in picture.iter(f"{SVG}path") for run in path.get("d", "").split("M")]
    return max(len(run.split("L")) for run in runs)


def test_a_prediction_names_three_classes_and_their_probabilities_fall(executed):
    percentages = [float(p) for p in re.findall(r"(\d+\.\d)\s*%", plain(cell(executed, "predict")))]
    assert len(percentages) >= 3
    assert percentages[:3] == sorted(percentages[:3], reverse=True)
    assert sum(percentages[:3]) <= 100.1


def test_the_history_ends_with_the_last_epoch(executed):
    text = plain(cell(executed, "history"))
    assert re.search(r"^\s*50\b", text, re.MULTILINE)
    assert html(cell(executed, "history")).count("<tr") >= 11  # ten epochs and the head


def test_run_again_it_says_the_same(executed, source, kernel, tmp_path):
    again = execute(nbformat.read(source, as_version=4), kernel, tmp_path)
    for before, after in zip(executed.cells, again.cells, strict=True):
        if before.cell_type == "code":
            assert without_times(plain(before)) == without_times(plain(after))


def test_papermill_injects_parameters(source, shared, kernel, tmp_path):
    ran = subprocess.run(
        [
            sys.executable, "-m", "papermill", "-l", "python", "-p", "epochs", "3", "-p", "learningRate", "0.001",
            "--kernel", kernel, "--no-progress-bar", source, tmp_path / NAME,
        ],
        capture_output=True, text=True, timeout=300, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    injected = nbformat.read(tmp_path / NAME, as_version=4)
    (parameters,) = [c for c in injected.cells if "injected-parameters" in c.metadata.get("tags", [])]
    assert "epochs = 3" in parameters.source and "learningRate = 0.001" in parameters.source
    assert re.search(r"^\s*3\b", plain(cell(injected, "train")), re.MULTILINE)
    assert not re.search(r"^\s*4\b.*\d\.\d{4}", plain(cell(injected, "train")), re.MULTILINE)


def test_whet_run_does_the_same_without_jupyter(executed, source, shared, kernel, whet, tmp_path):
    ran = subprocess.run(
        [whet, "run", source, "-o", tmp_path / NAME], capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    copy = nbformat.read(tmp_path / NAME, as_version=4)
    nbformat.validate(copy)
    for name in ("knn-train", "both"):
        assert correct(plain(cell(copy, name))) == correct(plain(cell(executed, name)))


def test_exported_to_html_it_keeps_its_pictures_and_tables(executed, tmp_path):
    page, _ = HTMLExporter().from_notebook_node(executed)
    assert page.count("<svg") + page.count("data:image/svg+xml") >= 3
    assert page.count("<table") >= 4
    assert "53.3% correct (8 of 15)" in page
