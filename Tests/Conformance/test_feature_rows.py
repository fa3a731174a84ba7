"""What the articles' apps do, as commands do it here, on the articles' own photos and files: each test is a row of the list
of features, and runs its check."""

import hashlib
import json
import os
import re
import statistics
import subprocess

import pytest

HANDS = 'dataset hands path="data/gestures" labels=[✊, ✋, ✌️]\n'
NEAR = HANDS + "knn near features=squeezenet.pool10\n"
HAND = HANDS + "network hand from=squeezenet classes=10 init=kaiming seed=42\n"


class Place:
    """A folder with a state of its own, to run scripts in."""

    def __init__(self, whet, shared, folder):
        self.whet, self.folder = whet, folder
        self.env = {"PATH": os.environ["PATH"], "WHET_DATA": str(shared), "WHET_STATE": str(folder / "state")}

    def start(self, name, *words):
        return subprocess.run([self.whet, "run", name, *words], cwd=self.folder, env=self.env, capture_output=True,
                              text=True, timeout=300)

    def run(self, script):
        """What a script shows, that must end well."""
        (self.folder / "script.whet").write_text(script)
        done = self.start("script.whet")
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        return done.stdout

    def fail(self, script):
        """What is said of a script that must not end well."""
        (self.folder / "script.whet").write_text(script)
        done = self.start("script.whet")
        assert done.returncode == 1, done.stdout[-2000:]
        return done.stdout + done.stderr

    def pages(self, *cells):
        """The HTML of cells."""
        made = [{"cell_type": "code", "id": f"c{place}", "metadata": {}, "execution_count": None, "outputs": [],
                 "source": cell} for place, cell in enumerate(cells)]
        book = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (self.folder / "book.ipynb").write_text(json.dumps(book))
        done = self.start("book.ipynb", "-o", "out.ipynb")
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        book = json.loads((self.folder / "out.ipynb").read_text())
        return ["".join("".join(output.get("data", {}).get("text/html", "")) for output in cell["outputs"])
                for cell in book["cells"]]


@pytest.fixture
def place(whet, shared, tmp_path):
    return Place(whet, shared, tmp_path)


@pytest.fixture(scope="module")
def trained(whet, shared, tmp_path_factory):
    """A folder with the three models of the articles, trained; tests change nothing in it."""
    place = Place(whet, shared, tmp_path_factory.mktemp("trained"))
    place.run(NEAR + "train near on=hands.train\nfit turi from=squeezenet solver=lbfgs l2=0.01 on=hands.train\n"
              "network hand from=squeezenet classes=10 init=kaiming seed=42\n"
              "train hand on=hands.train validate=hands.test epochs=50 learningRate=1e-4\n")
    return place


def digest(folder):
    """What a folder holds."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def answers(text):
    """The answers of an evaluation: file, class, answer, confidence, loss."""
    return re.findall(r"^\s+(\S+)\s+(\S+)\s+(\S+)\s+([\d.]+)%\s+([\d.]+)", text, re.M)


# A. Dataset


def test_row_1_folder_dataset(place):
    rows = place.run(HANDS).splitlines()
    assert rows[0] == "hands: 45 photos in 3 classes"
    assert [row.split() for row in rows[3:7]] == [["✊", "10", "5"], ["✋", "10", "5"], ["✌️", "10", "5"], ["all", "30", "15"]]


def test_row_2_built_in_photos_come_back(place, shared):
    before = digest(shared / "data/gestures")
    text = place.run(HANDS.strip() + ' into="work"\nremove hands.test 3\nrestore hands\nrestore hands\n')
    assert "hands has 45 photos." in text.split("1 photo restored from")[1]
    assert "0 photos restored from" in text
    assert digest(shared / "data/gestures") == before


def test_row_3_photo_list_by_class(place):
    text = place.run(HANDS + "show hands.train columns=10\n")
    assert [line.split() for line in text.splitlines()[-3:]] == [
        ["✊", "10", "pictures"], ["✋", "10", "pictures"], ["✌️", "10", "pictures"]]
    page = place.pages(HANDS, "show hands.train columns=10")[1]
    assert page.count("<img") == 30 and page.index("✊") < page.index("✋") < page.index("✌️")


def test_row_4_add_a_photo(place, shared):
    photo = next((shared / "data/gestures/test/✊").glob("*.jpg"))
    text = place.run(HANDS.strip() + f' into="work"\nadd hands.train "{photo}" label=✊\n')
    name = re.search(r"([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\.jpg .* is photo 30 of hands\.train: ✊\.", text)[1]
    assert "hands.train has 31 photos now." in text and (place.folder / f"work/train/✊/{name}.jpg").is_file()


@pytest.mark.parametrize("sides, small", [((4000, 3000), (341, 256)), ((3000, 4000), (256, 341)), ((200, 100), (200, 100))])
def test_row_5_scale_on_import(place, sides, small):
    pillow = pytest.importorskip("PIL.Image")
    pillow.effect_noise((sides[0] // 10, sides[1] // 10), 60).convert("RGB").resize(sides).save(place.folder / "me.jpg")
    text = place.run(HANDS.strip() + ' into="work"\nadd hands.train "me.jpg" label=✊ smallestSide=256 quality=0.5\n')
    name = re.search(r"(\S+\.jpg) \((\d+) × (\d+)\) is photo 30", text)
    with pillow.open(place.folder / f"work/train/✊/{name[1]}") as picture:
        assert (picture.width, picture.height) == (int(name[2]), int(name[3]))
        assert abs(picture.width - small[0]) <= 1 and abs(picture.height - small[1]) <= 1


def test_row_6_built_in_photos_are_224(place):
    text = place.run(HANDS + "show hands details=true\n")
    assert text.count("224 × 224") == 45


def test_row_7_delete_a_photo(place):
    script = HANDS.strip() + ' into="work"\nshow hands.train details=true\nremove hands.train {}\nshow hands.train details=true\n'
    text = place.run(script.format("2DBC4403") + "undo\nshow hands.train details=true\n")
    lists = [re.findall(r"([0-9A-F]{8})….jpg 224", part) for part in text.split("hands.train\n")[1:]]
    assert "29 photos are left; undo brings it back." in text
    assert [len(names) for names in lists] == [30, 29, 30] and lists[0] == lists[2]
    assert lists[1] == [name for name in lists[0] if name != "2DBC4403"]


def test_row_13_bring_your_own_images(place, shared):
    pillow = pytest.importorskip("PIL.Image")
    for label in ("cat", "dog"):
        folder = place.folder / "Pets" / label
        folder.mkdir(parents=True)
        for name in ("a.jpg", "b.png", "c.jpeg", "d.JPG"):
            pillow.new("RGB", (9, 9), "red").save(folder / name, "PNG" if name == "b.png" else "JPEG")
        (folder / "notes.txt").write_text("x")
    text = place.run('dataset pets path="Pets"\n')
    assert text.startswith("pets: 8 photos in 2 classes") and "cat/notes.txt" in text and "dog/notes.txt" in text


def test_row_14_backup(place):
    text = place.run(HANDS + 'archive hands path="hands.zip"\ndataset again path="hands.zip" into="again" labels=[✊, ✋, ✌️]\n'
                     'archive again path="again.zip"\n')
    contents = re.findall(r"is in \S+\.zip: 45 photos, .*, content ([0-9a-f]{8})\.", text)
    assert len(contents) == 2 and len(set(contents)) == 1


def test_row_16_image_that_cannot_be_loaded(place, shared):
    place.run(HANDS.strip() + ' into="work"\n')
    whole = next((shared / "data/gestures/train/✊").glob("*.jpg")).read_bytes()
    (place.folder / "work/train/✊/broken.jpg").write_bytes(whole[:1024])
    begin = 'dataset hands path="work" labels=[✊, ✋, ✌️]\nnetwork hand from=squeezenet classes=10 seed=1\n'
    text = place.fail(begin + "train hand on=hands.train epochs=1\n")
    assert "Photo broken.jpg cannot be read (JPEG ends after 1,024 bytes). Nothing was changed." in text
    assert "trained           not yet" in place.run("describe hand\n")


def test_row_17_empty_sets(place):
    begin = HANDS.strip() + ' into="work"\nknn near features=squeezenet.pool10\n'
    for split, count, ask in (("test", 15, "evaluate near on=hands.test"), ("train", 30, "train near on=hands.train")):
        text = place.fail(begin + f"remove hands.{split} 0\n" * count + ask + "\n")
        assert f"hands.{split} has no photos." in text
        assert f"Put photos into work/{split}, a folder for each class, and run the dataset line again." in text


def test_row_18_file_order(place, shared, tmp_path):
    # The same photos, put into the folder in another order, are listed and learnt from in the same.
    for name, order in (("one", 1), ("two", -1)):
        for path in sorted((shared / "data/gestures").rglob("*.jpg"))[::order]:
            copy = place.folder / name / path.relative_to(shared / "data/gestures")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    said = []
    for name in ("one", "two"):
        text = place.run(f'dataset hands path="{name}" labels=[✊, ✋, ✌️]\nshow hands details=true\n'
                         "network hand from=squeezenet classes=10 seed=42\n"
                         "train hand on=hands.train epochs=3 seed=7\nhistory hand\n")
        said.append(re.findall(r"[0-9A-F]{8}….jpg|^ +\d+ +\d+\.\d+ .*$", text, re.M))
    assert len(said[0]) > 45 and said[0] == said[1]


# B. From image to numbers


def test_rows_19_and_22_size_format_and_preprocessing_come_from_the_file(trained, shared):
    text = trained.run("describe hand\ndescribe near\n")
    assert text.count("image 227×227 BGR, y = 1·x + 104 (blue), + 117 (green), + 123 (red)") == 2
    pets = trained.run('load pets "fixtures/CatDogUpdatable.mlmodel"\ndescribe pets\n')
    assert re.search(r"input +image 150×150 RGB", pets)


def test_row_23_direct_input(trained, shared):
    photo = next((shared / "data/gestures/test/✋").glob("*.jpg"))
    (trained.folder / "me.jpg").write_bytes(photo.read_bytes())
    for model in ("near", "hand", "turi"):
        one = trained.run(f'predict {model} image="{photo}" top=10\n').splitlines()
        other = trained.run(f'predict {model} image="me.jpg" top=10\n').splitlines()
        place = next(index for index, line in enumerate(one) if line.startswith("photo"))
        assert one[place:-1] == other[place:-1] and len(one) > place + 3


# C. Prediction and evaluation


def test_row_26_feature_extractor(place):
    text = place.run(HANDS + "features hands layer=pool10\n")
    assert "hands: 1,000 features per photo, from pool10 of squeezenet" in text


def test_row_27_interchangeable_models(trained):
    text = trained.run('save hand path="Hand.mlmodel"\nload again "Hand.mlmodel"\n'
                       + "".join(f"evaluate {model} on=hands.test\n" for model in ("near", "hand", "again", "turi")))
    heads = re.findall(r"^photo +file +class +answer +confidence +loss", text, re.M)
    assert len(heads) == 4 and len(answers(text)) == 60
    assert answers(text)[15:30] == answers(text)[30:45]


def test_row_28_predict_one_image(trained, shared):
    photo = next((shared / "data/gestures/test/✋").glob("*.jpg"))
    text = trained.run(f'predict hand image="{photo}" top=10\n')
    shares = [float(share) for share in re.findall(r"([\d.]+) %", text)]
    assert len(shares) == 10 and shares == sorted(shares, reverse=True) and abs(sum(shares) - 100) < 0.6


def test_row_29_batch_prediction(trained):
    texts = [trained.run(f"evaluate hand on=hands.test batchSize={size}\n") for size in (1, 4, 8)]
    assert len(answers(texts[0])) == 15 and answers(texts[0]) == answers(texts[1]) == answers(texts[2])
    assert all(re.search(r"15 answers in .* \([\d,]+/s\)", text) for text in texts)


def test_row_31_summary_line(trained):
    assert "turi on hands.test: 80.0% correct (12 of 15) [54.8, 93.0]" in trained.run("evaluate turi on=hands.test\n")


def test_row_33_untrained_neighbours(place):
    text = place.run(NEAR + "evaluate near on=hands.test\n")
    assert "0.0% correct (0 of 15)" in text and [row[2] for row in answers(text)] == ["???"] * 15


def test_row_34_untrained_network(place):
    seeds = range(1, 201)
    text = place.run(HAND + "".join(f"reset hand seed={seed}\nevaluate hand on=hands.test\n" for seed in seeds))
    right = [int(count) for count in re.findall(r"\((\d+) of 15\)", text)]
    assert len(right) == 200 and 0.08 <= statistics.mean(right) / 15 <= 0.13
    assert min(right) == 0 and max(right) >= 6


def test_row_38_baselines(trained):
    text = trained.run("evaluate hand on=hands.test\n")
    assert "chance 10.0 %" in text and "majority 33.3 %" in text


def test_row_40_model_description(place, shared):
    text = place.run('describe "fixtures/HandsEmpty.mlmodel" parameters=true\n')
    for words in ("learningRate", "miniBatchSize", "epochs", "momentum", "crossEntropy"):
        assert words in text


def test_row_41_inspect_layers(trained):
    rows = trained.run("layers hand last=3\n").splitlines()
    assert [row.split()[:3] for row in rows if re.match(r"^\d", row)][:3] == [
        ["64", "flatten0", "flatten"], ["65", "fullyconnected0", "innerProduct"], ["66", "softmax", "softmax"]]
    assert "10,010  yes        yes" in "\n".join(rows)


# D. k-NN


def test_row_42_pipeline(trained):
    coremltools = pytest.importorskip("coremltools")
    trained.run('save near path="Near.mlmodel"\n')
    spec = coremltools.utils.load_spec(str(trained.folder / "Near.mlmodel"))
    assert spec.WhichOneof("Type") == "pipelineClassifier" and spec.isUpdatable and spec.specificationVersion >= 4
    assert {entry.name for entry in spec.description.trainingInput} == {"image", "label"}


def test_row_43_number_of_neighbours(place):
    # It can be changed after training, without training again.
    text = place.run(NEAR + "train near on=hands.train\n" + "".join(
        f"knn near features=squeezenet.pool10 numberOfNeighbors={count}\nevaluate near on=hands.test\n"
        for count in range(1, 11)))
    assert [int(right) for right in re.findall(r"\((\d+) of 15\)", text)] == [5, 5, 8, 8, 9, 8, 8, 8, 9, 11]


def test_row_46_distance(place):
    text = place.run(HANDS + "knn near features=squeezenet.pool10 metric=cosine\ntrain near on=hands.train\n"
                     "evaluate near on=hands.test\n")
    assert int(re.search(r"\((\d+) of 15\)", text)[1]) in (10, 11)


def test_row_50_any_number_of_classes(place, shared):
    photo = next((shared / "data/gestures/test/✋").glob("*.jpg"))
    script = HANDS.strip() + ' into="work" maxClasses=20\nknn near features=squeezenet.pool10\n'
    for number in range(9):
        script += f'class hands add=c{number}\nadd hands.train "{photo}" label=c{number}\n'
    text = place.run(script + "train near on=hands.train\n")
    assert "near remembers 39 photos of 12 classes" in text


def test_row_51_size_grows_with_samples(trained):
    sizes = []
    for count in (10, 30):
        trained.run(f"knn grown features=squeezenet.pool10\ntrain grown on=hands.train select={list(range(count))}\n"
                    'save grown path="grown.mlmodel"\n')
        sizes.append((trained.folder / "grown.mlmodel").stat().st_size)
    assert abs((sizes[1] - sizes[0]) / 20 - 4000) <= 40


def test_row_52_reset_to_empty(place):
    text = place.run(NEAR + "train near on=hands.train\nreset near\nevaluate near on=hands.test\n")
    assert "near forgot 30 photos" in text and "0.0% correct (0 of 15)" in text


# E. The network's life cycle


def test_row_54_classifier_layer(place):
    assert "10,010 trainable of 1,245,506 parameters" in place.run(HAND)


def test_row_55_grow_by_zeros(trained):
    text = trained.run("evaluate hand on=hands.test\ngrow hand classes=12 init=zero\nevaluate hand on=hands.test\nundo\n")
    assert len(answers(text)) == 30 and [row[2] for row in answers(text)[:15]] == [row[2] for row in answers(text)[15:]]


def test_row_58_kaiming_initialisation(place):
    texts = [place.run(HAND + "weights hand layer=fullyconnected0\n") for _ in range(2)]
    assert texts[0] == texts[1]
    low, high = (float(number) for number in re.search(r"from, to +(-?[\d.]+), (-?[\d.]+)", texts[0]).groups())
    # Told with five digits.
    assert -0.07746 <= low < -0.077 and 0.077 < high <= 0.07746
    deviation = float(re.search(r"mean and deviation .* ± ([\d.]+)", texts[0])[1])
    assert abs(deviation - 0.04472) <= 0.02 * 0.04472


def test_row_59_make_updatable(place):
    text = place.run(HAND + "update hand layers=[fullyconnected0, conv10]\n")
    assert "523,010 trainable of 1,245,506 parameters" in text
    assert "pool10 is a pooling layer and has nothing to learn." in place.fail("update hand layers=[pool10]\n")


def test_row_66_allowed_sets(place):
    text = place.fail(HANDS + 'load hand "fixtures/HandsEmpty.mlmodel"\ntrain hand on=hands.train miniBatchSize=7\n')
    assert "hand allows miniBatchSize 1, 2, 4, 8, 16 (set in" in text
    assert "To allow it: update hand miniBatchSize=[1, 2, 4, 7, 8, 16]" in text


def test_row_67_parameters_at_any_time(place):
    text = place.run(HAND + "describe hand parameters=true\n")
    assert re.search(r"learningRate +0\.001 +0 to 1", text) and re.search(r"epochs +10 +1, 10, 50", text)


def test_row_68_shuffle_and_seed(place):
    one, other = (place.run(HAND + "train hand on=hands.train epochs=5 seed=3\nhistory hand\n") for _ in range(2))
    rows = [re.findall(r"^ +\d+ +\d+\.\d+ .*$", text, re.M) for text in (one, other)]
    assert len(rows[0]) >= 5 and rows[0] == rows[1]
    assert re.search(r"seed=\d+", place.run(HANDS + "network free from=squeezenet\ntrain free on=hands.train epochs=1\n"))


def test_rows_69_and_70_version_and_texts(trained):
    coremltools = pytest.importorskip("coremltools")
    trained.run('save hand path="told.mlmodel" updatable=true author="Ada" license="MIT" description="signs"\n')
    spec = coremltools.utils.load_spec(str(trained.folder / "told.mlmodel"))
    texts = spec.description.metadata
    assert spec.specificationVersion >= 4 and spec.isUpdatable
    assert (texts.author, texts.license, texts.shortDescription) == ("Ada", "MIT", "signs")


# F. Training


def test_rows_74_and_80_a_row_for_each_epoch(place):
    text = place.run(HAND + "train hand on=hands.train validate=hands.test epochs=10 learningRate=1e-4\nhistory hand\n")
    rows = re.findall(r"^ +(\d+) +(\d+\.\d{4}) +\d+\.\d{4} +\d+\.\d{2} +(\d+\.\d{4}) +(\d+\.\d{2})", text.split("hand: 10 epochs")[1], re.M)
    assert [int(row[0]) for row in rows] == list(range(1, 11))


@pytest.mark.parametrize("last, seen", [("wrap", 32), ("short", 30)])
def test_rows_76_78_and_82_mini_batches_and_events(place, last, seen):
    text = place.run(HAND + f"train hand on=hands.train epochs=2 lastBatch={last} log=batches\nhistory hand\n")
    events = re.findall(r"^(trainingBegin|miniBatchEnd|epochEnd|completed)\b", text, re.M)
    assert events == ["trainingBegin"] + (["miniBatchEnd"] * 4 + ["epochEnd"]) * 2 + ["completed"]
    losses = [float(loss) for loss in re.findall(r"^miniBatchEnd .*lossValue=([\d.]+)", text, re.M)]
    ends = re.findall(r"^epochEnd .*lossValue=([\d.]+) meanLoss=([\d.]+)", text, re.M)
    sizes = [8, 8, 8, seen - 24]
    for epoch, (value, mean) in enumerate(ends):
        own = losses[epoch * 4:epoch * 4 + 4]
        assert float(value) == own[-1]
        weighted = sum(loss * size for loss, size in zip(own, sizes)) / seen
        assert min(abs(float(mean) - weighted), abs(float(mean) - sum(own) / 4)) < 1e-4


def test_row_85_overfitting_check(place):
    text = place.run(HAND + "train hand on=hands.train validate=[hands.test, hands.train] epochs=50 learningRate=1e-3\n"
                     "evaluate hand on=hands.train\n")
    assert "100.0% correct (30 of 30)" in text


def test_row_86_half_of_the_test_photos(place):
    text = place.run(HAND + "".join(
        f"reset hand seed={seed}\ntrain hand on=hands.train epochs=50 learningRate=1e-4 seed={seed}\n"
        "evaluate hand on=hands.test\n" for seed in range(1, 21)))
    right = [int(count) / 15 for count in re.findall(r"\((\d+) of 15\)", text)]
    assert len(right) == 20 and 0.46 <= statistics.median(right) <= 0.60


def test_row_89_change_during_training(place):
    text = place.run(HAND + "train hand on=hands.train epochs=11 learningRate=0.001 schedule=exponential(0.99)\nhistory hand\n")
    rates = re.findall(r"^ +(\d+) .* ([\d.e-]+) +sgd ", text.split("hand: 11 epochs")[1], re.M)
    assert abs(float(dict(rates)["11"]) - 0.001 * 0.99 ** 10) < 1e-8


def test_row_96_checkpoints(place):
    place.run(HAND + "train hand on=hands.train epochs=20 learningRate=1e-4 checkpoint=10 seed=3\n")
    assert sorted(path.name for path in (place.folder / "checkpoints").iterdir()) == ["hand-10.mlmodel", "hand-20.mlmodel"]
    whole = place.run("history hand last=1\nevaluate hand on=hands.test\n")
    text = place.run(HANDS + 'load hand "checkpoints/hand-10.mlmodel"\ntrain hand\nhistory hand last=1\nevaluate hand on=hands.test\n')
    assert answers(text) == answers(whole) and len(answers(text)) == 15


def test_row_102_threads(place):
    rows = [answers(place.run(HAND + f"train hand on=hands.train epochs=5 seed=3 threads={threads}\nevaluate hand on=hands.test\n"))
            for threads in (1, 2)]
    assert len(rows[0]) == 15 and rows[0] == rows[1]


def test_row_105_more_augmentation_needs_more_epochs(place):
    train = HAND + "train hand on=hands.train epochs={} augment=[flipHorizontal, flipVertical]\n"
    hint = "varied photos need more epochs, 20 and above"
    assert hint in place.run(train.format(10)) and hint not in place.run(train.format(20))


def test_row_108_weight_decay_is_not_exported(place):
    text = place.run(HAND + 'train hand on=hands.train epochs=1 weightDecay=0.01\nsave hand path="h.mlmodel"\n')
    assert "What a phone cannot continue: training goes on without weight decay (0.01 here)." in text


# G. LeNet on MNIST


def test_row_111_lenet(place):
    text = place.run("""network lenet input=[1, 28, 28] seed=7 {
  convolution 32 kernel=3 activation=relu
  maxPool 2
  convolution 32 kernel=2 activation=relu
  maxPool 2
  flatten
  innerProduct 500 activation=relu
  innerProduct 10
  softmax
}
""")
    for count in ("320", "4,128", "576,500", "5,010", "585,958"):
        assert re.search(rf"\b{count}\b", text), count
    for side in (26, 13, 12, 6):
        assert f"[32, {side}, {side}]" in text


# H. Cat and dog


def test_rows_120_to_122_correct_and_retrain(place, shared):
    photo = next((shared / "data/gestures/test/✌️").glob("EF9B5265*.jpg"))
    text = place.run(HAND + "train hand on=hands.train epochs=50 learningRate=1e-4\n"
                     f'predict hand image="{photo}"\ncorrect to=✌️\ntrain hand on=corrections epochs=1\n'
                     f'predict hand image="{photo}"\n')
    assert "EF9B5265….jpg shows ✌️" in text and "1 photo in the queue: train hand on=corrections learns from it." in text
    # Both probabilities, and plainly whether the answer changed.
    assert re.search(r"EF9B5265….jpg +✌️ +\S+ +[\d.]+% +\S+ +[\d.]+% +\S+ +(unchanged|changed)", text)
    assert "The queue is empty." in text


def test_row_125_unknown_image(trained):
    pillow = pytest.importorskip("PIL.Image")
    pillow.new("RGB", (224, 224), (128, 128, 128)).save(trained.folder / "grey.png")
    text = trained.run('predict near image="grey.png" reject=0.99\n')
    assert "near: unsure" in text
