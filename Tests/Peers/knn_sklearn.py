"""scikit-learn: KNeighborsClassifier, fitted to 60,000 × 784 numbers and asked 1,000 times, by brute force."""

import numpy as np
import sklearn
from sklearn.neighbors import KNeighborsClassifier
from threadpoolctl import threadpool_limits

import peer


def classifier(threads):
    draw = np.random.default_rng(5)
    samples, queries = (draw.random((count, 784), dtype=np.float32) for count in (60000, 1000))
    classes = np.arange(60000) % 10

    def run():
        with threadpool_limits(threads):
            KNeighborsClassifier(5, algorithm="brute").fit(samples, classes).score(queries, np.arange(1000) % 10)

    return run


if __name__ == "__main__":
    peer.serve({"neighbors-cells": classifier}, f"scikit-learn {sklearn.__version__}")
