"""Writes Tests/Goldens/Training/learning-curves.json: folds and draws of made-up samples, and how scikit-learn's
k-nearest neighbours and logistic regression do when they learn from the same draws.

    python3 -m venv venv && venv/bin/pip install 'scikit-learn==1.9.1' 'numpy<3'
    venv/bin/python Tests/Reference/learning_curves.py
"""

import json
import pathlib

import numpy
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from seeds import FOLDS, SUBSETS, stream

FILE = pathlib.Path(__file__).parent.parent / "Goldens" / "Training" / "learning-curves.json"
SEED, CLASSES, PER_CLASS, TEST, WIDTH, DRAWS = 3, 3, 10, 16, 6, 20
SIZES = [1, 2, 5, 10]


def samples(per_class):
    """Three clouds that overlap, to three decimals, class by class."""
    centers = numpy.eye(CLASSES, WIDTH) * 1.6
    points = numpy.vstack([RANDOM.normal(centers[label], 1, (per_class, WIDTH)) for label in range(CLASSES)])
    # Rounded as the test reads them, but in double precision: in single, the solver stops early.
    return numpy.round(points, 3).astype(numpy.float32).astype(float), numpy.repeat(numpy.arange(CLASSES), per_class)


def draw(size, number):
    generator = stream(SEED, SUBSETS, number)
    chosen = []
    for label in range(CLASSES):
        chosen += [label * PER_CLASS + place for place in generator.permutation(PER_CLASS)[:size]]
    return sorted(chosen)


def folds(count, repetition):
    generator = stream(SEED, FOLDS, repetition)
    fold_of, turn = [0] * (CLASSES * PER_CLASS), 0
    for label in range(CLASSES):
        for place in generator.permutation(PER_CLASS):
            fold_of[label * PER_CLASS + place] = turn
            turn = (turn + 1) % count
    return [[place for place, fold in enumerate(fold_of) if fold == number] for number in range(count)]


RANDOM = numpy.random.default_rng(5)
train, train_labels = samples(PER_CLASS)
test, test_labels = samples(TEST)
models = {
    "neighbors": lambda: KNeighborsClassifier(3, weights=lambda distances: 1 / distances**2, algorithm="brute"),
    "logistic": lambda: LogisticRegression(C=1, tol=1e-10, max_iter=10_000),
}
curves = {
    name: [
        [
            int((make().fit(train[places], train_labels[places]).predict(test) == test_labels).sum())
            for places in (draw(size, number) for number in range(DRAWS))
        ]
        for size in SIZES
    ]
    for name, make in models.items()
}
FILE.parent.mkdir(parents=True, exist_ok=True)
FILE.write_text(
    json.dumps(
        {
            "made by": f"scikit-learn {sklearn.__version__}",
            "seed": SEED,
            "sizes": SIZES,
            "train": [float(f"{value:.3f}") for value in train.ravel()],
            "test": [float(f"{value:.3f}") for value in test.ravel()],
            "trainLabels": train_labels.tolist(),
            "testLabels": test_labels.tolist(),
            "draws": [[draw(size, number) for number in range(DRAWS)] for size in SIZES],
            "folds": [folds(4, repetition) for repetition in range(3)],
            "correct": curves,
        }
    )
    + "\n"
)
