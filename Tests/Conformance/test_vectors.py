"""Processors without AVX-512 and without AVX2: WHET_VECTORS caps what is used, and all numbers stay what they are, to the last digit shown."""

import os
import random
import re
import subprocess

import pytest

TRAINING = """
dataset digits csv="digits.csv" shape=[1, 8, 8] split=[0.8, 0.2]
network net input=[1, 8, 8] seed=7 {
  convolution 8 kernel=3 activation=relu
  maxPool 2
  flatten
  innerProduct 3
  softmax
}
train net on=digits.train validate=digits.test epochs=3 miniBatchSize=16 optimizer=adam learningRate=0.003 seed=5
history net
evaluate net on=digits.test rows=true
"""


@pytest.fixture
def run(whet, tmp_path):
    """Runs a script with the vectors of a lesser processor."""
    draw = random.Random(3)
    rows = []
    for index in range(600):
        label = index % 3
        rows.append(",".join([str(label)] + [f"{draw.gauss(label, 2):.3f}" for _ in range(64)]))
    (tmp_path / "digits.csv").write_text("\n".join(rows) + "\n")

    def run(script, vectors, **environment):
        (tmp_path / "script.whet").write_text(script)
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(tmp_path / vectors), "WHET_VECTORS": vectors} | environment
        ran = subprocess.run([whet, "run", "script.whet"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout
    return run


def numbers(text):
    """The losses and shares of the history's rows: whatever stands there with a point and does not depend on the clock."""
    return [float(word) for word in re.findall(r"\b\d+\.\d{3,}\b", text)]


@pytest.mark.parametrize("vectors", ["plain", "avx2", "avx512"])
def test_a_training_comes_to_the_same(run, vectors):
    best, lesser = run(TRAINING, "best"), run(TRAINING, vectors)
    assert len(numbers(best)) == len(numbers(lesser)) >= 6
    assert numbers(best) == numbers(lesser)
    answers = [re.search(r"[\d.]+ % correct \([\d,]+ of [\d,]+\)", text)[0] for text in (best, lesser)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("vectors", ["plain", "avx2", "avx512"])
def test_photos_look_the_same(run, data, vectors):
    script = """
    dataset hands path="data/gestures" labels=[✊, ✋, ✌️]
    knn near features=squeezenet.pool10 numberOfNeighbors=3 weighting=inverseDistance
    train near on=hands.train
    evaluate near on=hands.test rows=true
    """
    best, lesser = run(script, "best", WHET_DATA=str(data)), run(script, vectors, WHET_DATA=str(data))
    shares = [re.findall(r"([\d.]+) %", text) for text in (best, lesser)]  # a k-NN model has no losses
    assert len(shares[0]) >= 15 and shares[0] == shares[1]
    if (data / "data/SHA256SUMS").is_file():  # the real photos
        assert "53.3 % correct (8 of 15)" in lesser
