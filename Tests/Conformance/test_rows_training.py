"""Rows 74 to 110: training."""

import re
import statistics

import pytest
from rows import HAND, HANDS, NEAR, answers


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


def test_row_85_overfitting_check(place, photos):
    text = place.run(photos.hand + "train hand on=hands.train validate=[hands.test, hands.train] epochs=50 learningRate=1e-3\n"
                     "evaluate hand on=hands.train\n")
    assert "100.0 % correct (30 of 30)" in text


def test_row_86_half_of_the_test_photos(place, photos):
    text = place.run(photos.hand + "".join(
        f"reset hand seed={seed}\ntrain hand on=hands.train epochs=50 learningRate=1e-4 seed={seed}\n"
        "evaluate hand on=hands.test\n" for seed in range(1, 21)))
    right = [int(count) / 15 for count in re.findall(r"\((\d+) of 15\)", text)]
    least, most = photos.expected(real=(0.46, 0.60), drawn=(0.80, 0.95))
    assert len(right) == 20 and least <= statistics.median(right) <= most


def test_row_89_change_during_training(place):
    text = place.run(HAND + "train hand on=hands.train epochs=11 learningRate=0.001 schedule=exponential(0.99)\nhistory hand\n")
    rates = re.findall(r"^ +(\d+) .* ([\d.e-]+) +sgd ", text.split("hand: 11 epochs")[1], re.M)
    assert abs(float(dict(rates)["11"]) - 0.001 * 0.99 ** 10) < 1e-8


def test_row_96_checkpoints(place):
    place.run(HAND + "train hand on=hands.train epochs=20 learningRate=1e-4 checkpoint=10 seed=3\n")
    assert sorted(path.name for path in (place.folder / "checkpoints").iterdir()) == ["hand-10.mlmodel", "hand-20.mlmodel"]
    whole = place.run("history hand last=1\nevaluate hand on=hands.test rows=true\n")
    text = place.run(HANDS + 'load hand "checkpoints/hand-10.mlmodel"\ntrain hand\nhistory hand last=1\nevaluate hand on=hands.test rows=true\n')
    assert answers(text) == answers(whole) and len(answers(text)) == 15


def test_row_102_threads(place):
    rows = [answers(place.run(HAND + f"train hand on=hands.train epochs=5 seed=3 threads={threads}\nevaluate hand on=hands.test rows=true\n"))
            for threads in (1, 2)]
    assert len(rows[0]) == 15 and rows[0] == rows[1]


def test_row_105_more_augmentation_needs_more_epochs(place):
    train = HAND + "train hand on=hands.train epochs={} augment=[flipHorizontal, flipVertical]\n"
    hint = "augmented photos need more epochs, 20 or more"
    assert hint in place.run(train.format(10)) and hint not in place.run(train.format(20))


def test_row_108_weight_decay_is_not_exported(place):
    text = place.run(HAND + 'train hand on=hands.train epochs=1 weightDecay=0.01\nsave hand path="h.mlmodel"\n')
    assert "What a phone cannot continue: training goes on without weight decay (0.01 here)." in text


def test_rows_77_and_110_a_photo_is_decoded_once(place):
    text = place.run(HAND + "train hand on=hands.train epochs=50 learningRate=1e-4 seed=1\n"
                     "train hand on=hands.train epochs=50 seed=1\nledger\n")
    first, second = [line for line in text.splitlines() if line.startswith("train hand")]
    assert re.search(r" 1,(?:500|600) +30 +not cached ", first), first
    assert re.search(r" 1,(?:500|600) +0 +cached ", second), second


def test_row_79_training_accuracy_is_that_of_the_weights_as_they_were(place):
    text = place.run(HAND + "train hand on=hands.train epochs=1 learningRate=0 lastBatch=short seed=1\n"
                     "history hand last=1\nevaluate hand on=hands.train\n")
    right = int(re.search(r"\((\d+) of 30\)", text)[1])
    accuracy = re.search(r"^ +1 +\S+ +\S+ +(\d+\.\d+)", text[text.index("hand: 1 epoch"):], re.M)[1]
    assert abs(float(accuracy) - right / 0.3) < 0.005


@pytest.mark.parametrize("rate, real, drawn", [("1e-4", (70, 97), (93, 100)), ("1e-3", (93, 100), (93, 100))])
def test_row_84_a_few_losses_carry_the_sum(place, photos, rate, real, drawn):
    least, most = photos.expected(real=real, drawn=drawn)
    text = place.run(photos.hand + "".join(
        f"reset hand seed={seed}\ntrain hand on=hands.train epochs=50 learningRate={rate} seed={seed}\n"
        "evaluate hand on=hands.test\n" for seed in range(1, 21)))
    shares = [int(share) for share in re.findall(r"the five largest carry >?(\d+) % of the sum", text)]
    assert len(shares) == 20 and least <= statistics.median(shares) <= most, statistics.median(shares)


def test_row_87_too_high_and_too_low(place, photos):
    text = place.run(photos.hand + "sweep hand on=hands.train validate=hands.test repeats=20 seed=1 epochs=50 "
                     "learningRate=[1e-6, 1e-5, 1e-4, 1e-3, 1e-2]\n")
    medians = {rate: float(median) for rate, median in re.findall(r"(1e-\d|0\.0\d+) +[\d.]+ % +([\d.]+) %", text)}
    least, most = photos.expected(real=(46, 60), drawn=(80, 95))
    assert medians["1e-6"] < medians["1e-5"] < medians["1e-4"] < medians["0.001"] and least <= medians["1e-4"] <= most, medians


def test_beyond_22_three_losses_in_one_graph(place):
    begin = HAND + "train hand on=hands.train validate=hands.test epochs=5 learningRate=1e-4 seed=1\n"
    page = place.pages(begin, "train hand epochs=5 learningRate=1e-3 augment=[flipHorizontal]", "plot hand")[2]
    for words in ("last mini-batch", "mean", "validation", "rate 0.001, flipHorizontal"):
        assert words in page, words
    rows = re.findall(r"^ +\d+ +(\d+\.\d{4}) +(\d+\.\d{4}) ", place.run("history hand\n"), re.M)
    assert len(rows) == 10 and all(last != mean for last, mean in rows)
