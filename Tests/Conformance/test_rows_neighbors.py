"""Rows 42 to 53: k-nearest neighbours. What is killed in the midst of a save is in test_killed_work.py."""

import re

import pytest
from rows import HANDS, NEAR, answers


def test_row_42_pipeline(trained):
    coremltools = pytest.importorskip("coremltools")
    trained.run('save near path="Near.mlmodel"\n')
    spec = coremltools.utils.load_spec(str(trained.folder / "Near.mlmodel"))
    assert spec.WhichOneof("Type") == "pipelineClassifier" and spec.isUpdatable and spec.specificationVersion >= 4
    assert {entry.name for entry in spec.description.trainingInput} == {"image", "label"}


def test_row_43_number_of_neighbours(place, photos):
    # It can be changed after training, without training again.
    text = place.run(photos.near + "train near on=hands.train\n" + "".join(
        f"knn near features={photos.network}.{photos.layer} numberOfNeighbors={count}\nevaluate near on=hands.test\n"
        for count in range(1, 11)))
    right = photos.expected(real=[5, 5, 8, 8, 9, 8, 8, 8, 9, 11], drawn=[12, 12, 13, 13, 13, 13, 13, 13, 13, 13])
    assert [int(right) for right in re.findall(r"\((\d+) of 15\)", text)] == right


def test_row_46_distance(place, photos):
    text = place.run(photos.near.strip() + " metric=cosine\ntrain near on=hands.train\nevaluate near on=hands.test\n")
    assert int(re.search(r"\((\d+) of 15\)", text)[1]) in photos.expected(real=(10, 11), drawn=(14,))


def test_row_50_any_number_of_classes(place, data):
    photo = next((data / "data/gestures/test/✋").glob("*.jpg"))
    script = HANDS.strip() + ' into="work" maxClasses=20\nknn near features=squeezenet.pool10\n'
    for number in range(9):
        script += f'class hands add=c{number}\nadd hands.train "{photo}" label=c{number}\n'
    text = place.run(script + "train near on=hands.train\n")
    assert "near stores 39 photos of 12 classes" in text


def test_row_51_size_grows_with_samples(trained):
    sizes = []
    for count in (10, 30):
        trained.run(f"knn grown features=squeezenet.pool10\ntrain grown on=hands.train select={list(range(count))}\n"
                    'save grown path="grown.mlmodel"\n')
        sizes.append((trained.folder / "grown.mlmodel").stat().st_size)
    assert abs((sizes[1] - sizes[0]) / 20 - 4000) <= 40


def test_row_52_reset_to_empty(place):
    text = place.run(NEAR + "train near on=hands.train\nreset near\nevaluate near on=hands.test\n")
    assert "near forgot 30 photos" in text and "0.0 % correct (0 of 15)" in text


def test_row_45_index(trained):
    texts = [trained.run(f"knn tree features=squeezenet.pool10 index={index}\ntrain tree on=hands.train\n"
                         "evaluate tree on=hands.test rows=true\n") for index in ("linear", "kdTree leafSize=5")]
    assert len(answers(texts[0])) == 15 and answers(texts[0]) == answers(texts[1])
    assert all(re.search(r"15 answers in .* \([\d,]+/s\)", text) for text in texts)


def test_row_47_default_label(place):
    text = place.run(HANDS + 'knn near features=squeezenet.pool10 defaultLabel="nobody"\nevaluate near on=hands.test rows=true\n')
    assert [row[2] for row in answers(text)] == ["nobody"] * 15 and "0.0 % correct (0 of 15)" in text


def test_row_48_training_is_remembering_what_is_selected(place):
    text = place.run(NEAR + "train near on=hands.train select=[0, 10, 20]\ntrain near on=hands.train\n"
                     "train near on=hands.train\n")
    assert [int(count) for count in re.findall(r"hands\.train: (\d+) new", text)] == [3, 27, 0]
    assert "0 new" in place.run("train near on=hands.train\n")


def test_row_49_with_cached_features_nothing_is_run_again(place):
    # What it costs is a figure of whet-bench.
    text = place.run(HANDS + "features hands from=squeezenet layer=pool10\nknn near features=squeezenet.pool10\n"
                     "train near on=hands.train\nledger\n")
    row = next(line for line in text.splitlines() if line.startswith("train near"))
    assert re.search(r" 0 +cached ", row), row


@pytest.mark.parametrize(("how", "kind"), [("", "kNearestNeighborsClassifier"), (" standardize=true", "pipelineClassifier")])
def test_numbers_without_features(place, how, kind):
    coremltools = pytest.importorskip("coremltools")
    rows = "".join(f"{'ab'[row % 2]},{row % 2 + row / 100},{row * 100}\n" for row in range(12))
    (place.folder / "sides.csv").write_text("label,x,y\n" + rows)
    place.run(f'dataset sides csv="sides.csv"\nknn near{how}\ntrain near on=sides.train\nsave near path="Near.mlmodel"\n')
    spec = coremltools.utils.load_spec(str(place.folder / "Near.mlmodel"))
    assert spec.WhichOneof("Type") == kind and spec.isUpdatable
    reads = spec.description.input[0].type.multiArrayType
    assert list(reads.shape) == [2]
    if how:
        layers = spec.pipelineClassifier.pipeline.models[0].neuralNetwork.layers
        assert [layer.WhichOneof("layer") for layer in layers] == ["bias", "scale"]
