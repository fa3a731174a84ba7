"""scikit-learn: the 5 nearest of many vectors for 1,000 queries, and KNeighborsClassifier fitted and asked, by brute force."""

import numpy as np
import sklearn
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors
from threadpoolctl import threadpool_limits

import peer
import vectors


def search(samples, queries, threads):
    model = NearestNeighbors(n_neighbors=5, algorithm="brute").fit(samples)

    def run():
        with threadpool_limits(threads):
            model.kneighbors(queries)

    return run


def classifier(threads):
    samples, queries = vectors.even()
    classes = np.arange(60000) % 10

    def run():
        with threadpool_limits(threads):
            KNeighborsClassifier(5, algorithm="brute").fit(samples, classes).score(queries, np.arange(1000) % 10)

    return run


if __name__ == "__main__":
    peer.serve({"neighbors-cells": classifier, **vectors.figures(search)}, f"scikit-learn {sklearn.__version__}")
