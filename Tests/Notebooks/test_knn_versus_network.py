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
from reading import ROW, SOURCES, bundles, cell, claim, correct, execute, html, only, plain, svgs, without_times

SVG = "{http://www.w3.org/2000/svg}"
NAME = "01-knn-versus-network.ipynb"


@pytest.fixture(scope="session")
def source(root):
    return root / "notebooks" / NAME


@pytest.fixture(params=SOURCES)
def again(request, run_of, kernel, monkeypatch, tmp_path):
    """The notebook as it ran, while the data folder is that of the run."""
    if request.param == "photographs":
        request.getfixturevalue("shared")
    else:
        monkeypatch.setenv("WHET_DATA", str(tmp_path / "nothing"))
    return run_of(NAME, request.param)


@only("samples")
def test_where_nothing_was_downloaded_it_says_so(ran):
    assert "data/gestures was not found; these are generated." in plain(cell(ran, "dataset"))
    assert "256" in plain(cell(ran, "features")) and "sketch" in plain(cell(ran, "features"))


def test_every_picture_and_table_has_words_for_front_ends_without(ran):
    for code in ran.cells:
        for bundle in bundles(code) if code.cell_type == "code" else []:
            assert bundle.get("text/plain", "").strip(), code.source


def test_the_photos_are_counted_and_shown_by_class(ran):
    assert "45" in plain(cell(ran, "dataset"))
    shown = html(cell(ran, "show"))
    assert shown.count("<img") == 45
    assert shown.index("✊") < shown.index("✋") < shown.index("✌️")


def are_drawn(ran):
    return "these are generated" in plain(cell(ran, "dataset"))


def test_photos_are_shown_as_jpeg(ran):
    assert set(re.findall(r'src="data:image/(\w+);base64,', html(cell(ran, "show")))) == {"jpeg"}


def test_features_are_so_many_numbers_a_photo(ran):
    assert re.search(r"\b256\b" if are_drawn(ran) else r"\b1,?000\b", plain(cell(ran, "features")))


def test_knn_without_photos_answers_question_marks(ran):
    text = plain(cell(ran, "knn"))
    assert correct(text) == [(0, 15)]
    assert "???" in text


@claim("On the photographs this is a little more than half", where="photographs")
def test_knn_gets_eight_of_fifteen_and_the_interval_is_wilsons(ran):
    text = plain(cell(ran, "knn-train"))
    assert "53.3 % correct (8 of 15)" in text
    assert "30.1" in text and "75.2" in text
    assert "chance" in text and "majority" in text


@claim("on the drawn hands it is more", where="samples")
def test_knn_gets_more_drawn_hands(ran):
    ((right, of),) = correct(plain(cell(ran, "knn-train")))
    assert of == 15 and right > 8


@claim("it guesses among ten answers")
def test_an_untrained_network_guesses(ran):
    ((right, of),) = correct(plain(cell(ran, "network")))
    assert of == 15 and right <= 7  # 0 … 46.7 % in 200 seeds


@only("photographs")
def test_a_trained_network_is_within_what_twenty_seeds_gave(ran):
    for name in ("train", "both"):
        right, of = correct(plain(cell(ran, name)))[-1]
        assert of == 15 and 0.40 <= right / of <= 0.80


def course(text, name):
    """The first and the last of a row of a chart's table."""
    first, last = re.search(rf"^{name} +([\d.]+) +([\d.]+)", text, re.MULTILINE).groups()
    return float(first), float(last)


@claim("The training loss falls far")
def test_the_training_loss_falls(ran):
    first, last = course(plain(cell(ran, "train")), "training, mean")
    assert last < first / 4


@claim("The validation loss, on photos it never learns from, stays well above it.")
def test_the_validation_loss_stays_above(ran):
    text = plain(cell(ran, "train"))
    assert course(text, "validation")[1] > 2 * course(text, "training, mean")[1]


@claim("a few answers that are wrong and sure of themselves carry most of the sum")
def test_five_answers_carry_most_of_the_loss(ran):
    (share,) = re.findall(r"the five largest carry >?(\d+) % of the sum", plain(cell(ran, "train")))
    assert int(share) > 50
    (confidence,) = re.findall(r"mean confidence of wrong predictions ([\d.]+) %", plain(cell(ran, "train")))
    assert float(confidence) > 80


@claim("the two intervals overlap")
def test_the_two_intervals_overlap(ran):
    found = [row[3:] for row in ROW.findall(plain(cell(ran, "both")))]
    (low, high), (lowest, highest) = [(float(low), float(high)) for low, high in found]
    assert max(low, lowest) < min(high, highest)


@claim("The network has all thirty right in the end.")
def test_the_training_accuracy_ends_at_100_percent(ran):
    assert course(plain(cell(ran, "train-faster")), "training, accuracy %")[1] == 100


def trials(ran):
    """By learning rate: the median, the least and the most accuracy of eight seeds."""
    rows = re.findall(r" (1e-\d|0\.0\d+) +[\d.]+ % +([\d.]+) % +([\d.]+) % – ([\d.]+) %", plain(cell(ran, "luck")))
    return {rate: tuple(map(float, figures)) for rate, *figures in rows}


@claim("The larger step has the better median.")
def test_the_larger_step_is_better_with_most_seeds(ran):
    assert trials(ran)["0.001"][0] > trials(ran)["1e-4"][0]


@claim("from the unluckiest seed to the luckiest it is two photos or more")
def test_the_seed_makes_a_difference_of_two_photos(ran):
    for _, least, most in trials(ran).values():
        assert round((most - least) * 15 / 100) >= 2


@pytest.mark.parametrize("name", ["train", "plot", "train-faster"])
def test_the_curves_have_a_point_for_every_epoch_and_a_title(ran, name):
    pictures = svgs(cell(ran, name)) or inline_svgs(cell(ran, name))
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


def test_a_prediction_names_three_classes_and_their_probabilities_fall(ran):
    percentages = [float(p) for p in re.findall(r"(\d+\.\d)\s*%", plain(cell(ran, "predict")))]
    assert len(percentages) >= 3
    assert percentages[:3] == sorted(percentages[:3], reverse=True)
    assert sum(percentages[:3]) <= 100.1


def test_the_history_ends_with_the_last_epoch(ran):
    text = plain(cell(ran, "history"))
    assert re.search(r"^\s*50\b", text, re.MULTILINE)
    assert html(cell(ran, "history")).count("<tr") >= 11  # ten epochs and the head


def test_run_again_it_says_the_same(again, source, kernel, tmp_path):
    once_more = execute(nbformat.read(source, as_version=4), kernel, tmp_path)
    for before, after in zip(again.cells, once_more.cells, strict=True):
        if before.cell_type == "code":
            assert said(before) == said(after)


def said(code):
    """What a cell shows, without durations and bars of progress: samples are drawn the first time alone."""
    return [line for line in without_times(plain(code)).splitlines() if "█" not in line]


def test_papermill_injects_parameters(again, source, kernel, tmp_path):
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


def test_whet_run_does_the_same_without_jupyter(again, source, kernel, whet, tmp_path):
    ran = subprocess.run(
        [whet, "run", source, "-o", tmp_path / NAME], capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    copy = nbformat.read(tmp_path / NAME, as_version=4)
    nbformat.validate(copy)
    for name in ("knn-train", "both"):
        assert correct(plain(cell(copy, name))) == correct(plain(cell(again, name)))


def test_exported_to_html_it_keeps_its_pictures_and_tables(ran):
    page, _ = HTMLExporter().from_notebook_node(ran)
    assert page.count("<svg") + page.count("data:image/svg+xml") >= 3
    assert page.count("<table") >= 4
    ((right, of),) = correct(plain(cell(ran, "knn-train")))
    assert f" % correct ({right} of {of})" in page
