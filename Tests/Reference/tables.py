"""Writes Tests/Goldens/Training/tables.json: what scikit-learn's models answer on a made-up table.

    python3 -m venv venv && venv/bin/pip install 'scikit-learn==1.9.1' 'numpy<3'
    venv/bin/python Tests/Reference/tables.py
"""

import json
import pathlib
import warnings

import numpy
import sklearn
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestCentroid
from sklearn.preprocessing import StandardScaler

FILE = pathlib.Path(__file__).parent.parent / "Goldens" / "Training" / "tables.json"
RANDOM = numpy.random.default_rng(20)
TRAIN, TEST, WIDTH, CLASSES = 90, 12, 5, 3


def digits(values, count=9):
    """A list of numbers with as many digits as are compared."""
    return [float(f"{value:.{count}g}") for value in numpy.ravel(values)]


# Columns of very different spread, exact in single precision; no distance is met twice.
samples = (RANDOM.normal(0, 1, (TRAIN + TEST, WIDTH)) * [1, 5, 0.2, 40, 2] + [0, 9, -3, 100, 1]).astype(numpy.float32).astype(float)
classes = ((samples[:, 0] > 0).astype(int) + (samples[:, 3] > 110) + (RANDOM.random(TRAIN + TEST) < 0.2)) % CLASSES
numbers = (samples @ [3, -1, 20, 0.3, 0] + RANDOM.normal(0, 4, TRAIN + TEST)).astype(numpy.float32).astype(float)
train, test = slice(0, TRAIN), slice(TRAIN, None)

neighbors = []
for metric in ("euclidean", "cosine"):
    for weights in ("uniform", "distance"):
        for k in range(1, 51):
            # Core ML's distance is the square of Euclid's, and so are its weights: scikit-learn is given them.
            given = (lambda distances: distances**-2) if (metric, weights) == ("euclidean", "distance") else weights
            settings = {"n_neighbors": k, "weights": given, "metric": metric, "algorithm": "brute"}
            voting = KNeighborsClassifier(**settings).fit(samples[train], classes[train])
            mean = KNeighborsRegressor(**settings).fit(samples[train], numbers[train])
            neighbors.append({
                "metric": metric, "weights": weights, "k": k, "numbers": digits(mean.predict(samples[test])),
                "probabilities": digits(voting.predict_proba(samples[test]), 8)})

scaler = StandardScaler().fit(samples[train])
scaled = scaler.transform(samples)
logistic, ridge = [], []
for l2 in (100, 1, 0.01):
    model = LogisticRegression(C=1 / l2, tol=1e-12, max_iter=10_000).fit(scaled[train], classes[train])
    logistic.append({"l2": l2, "probabilities": digits(model.predict_proba(scaled[test]))})
    line = Ridge(alpha=l2, solver="cholesky").fit(scaled[train], numbers[train])
    plain = Ridge(alpha=l2, solver="cholesky").fit(samples[train], numbers[train])
    ridge.append({"l2": l2, "standardized": digits(line.predict(scaled[test])), "plain": digits(plain.predict(samples[test]))})

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    centroid = NearestCentroid().fit(samples[train], classes[train]).predict(samples[test])

FILE.write_text(json.dumps({
    "scikit-learn": sklearn.__version__, "width": WIDTH, "classCount": CLASSES,
    "train": samples[train].ravel().tolist(), "test": samples[test].ravel().tolist(),
    "classes": classes[train].tolist(), "numbers": numbers[train].tolist(),
    "means": digits(scaler.mean_), "deviations": digits(scaler.scale_), "centroid": centroid.tolist(),
    "neighbors": neighbors, "logistic": logistic, "ridge": ridge,
}, separators=(",", ":")).replace('{"metric"', '\n{"metric"') + "\n")
