"""Writes Tests/Goldens/Training/metrics.json: scikit-learn's measures of made-up answers, some of them ties.

    python3 -m venv venv && venv/bin/pip install 'scikit-learn==1.9.1' 'numpy<3'
    venv/bin/python Tests/Reference/metrics.py
"""

import json
import pathlib

import numpy
import sklearn
from sklearn.metrics import accuracy_score, f1_score, log_loss, precision_score, recall_score, roc_auc_score

FILE = pathlib.Path(__file__).parent.parent / "Goldens" / "Training" / "metrics.json"
RANDOM = numpy.random.default_rng(11)


def case(count, classes, sharpness, present, digits):
    truths = numpy.concatenate([numpy.arange(present), RANDOM.integers(0, present, count - present)])
    scores = RANDOM.normal(0, 1, (count, classes)) * sharpness
    scores[numpy.arange(count), truths] += sharpness
    probabilities = numpy.exp(scores - scores.max(1, keepdims=True))
    probabilities /= probabilities.sum(1, keepdims=True)
    # As single-precision numbers with few digits, so that some are equal.
    probabilities = numpy.round(probabilities, digits).astype(numpy.float32).astype(float)
    answers = probabilities.argmax(1)
    average = {"average": "macro", "zero_division": 0}
    own = probabilities[numpy.arange(count), truths]
    return {
        "classes": classes,
        "probabilities": probabilities.ravel().tolist(),
        "truths": truths.tolist(),
        "accuracy": accuracy_score(truths, answers),
        "f1": f1_score(truths, answers, **average),
        "precision": precision_score(truths, answers, **average),
        "recall": recall_score(truths, answers, **average),
        # log_loss itself would scale rows to 1 once more; it clips as this does.
        "logLoss": float(-numpy.log(numpy.clip(own, numpy.finfo(float).eps, 1)).mean()),
        "auc": float(numpy.mean([roc_auc_score(truths == label, probabilities[:, label]) for label in range(present)])),
    }


def unclipped(classes, count):
    """Rows that sum to 1 exactly enough for log_loss to agree with the mean of -ln p."""
    probabilities = RANDOM.dirichlet(numpy.ones(classes), count)
    truths = RANDOM.integers(0, classes, count)
    assert abs(log_loss(truths, probabilities) + numpy.log(probabilities[numpy.arange(count), truths]).mean()) < 1e-12


unclipped(3, 50)
cases = [
    case(15, 3, 1.0, 3, 6), case(15, 10, 3.0, 3, 6), case(40, 4, 0.5, 4, 1), case(200, 5, 1.5, 5, 2),
    case(30, 3, 20.0, 3, 3),
]
FILE.write_text(json.dumps({"made by": f"scikit-learn {sklearn.__version__}", "cases": cases}) + "\n")
