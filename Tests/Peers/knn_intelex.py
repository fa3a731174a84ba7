"""scikit-learn with Intel's extension: the 5 nearest of many vectors for 1,000 queries, exactly, by brute force."""

import daal4py
import sklearnex
from sklearnex.neighbors import NearestNeighbors

import peer
import vectors


def search(samples, queries, threads):
    daal4py.daalinit(threads)
    model = NearestNeighbors(n_neighbors=5, algorithm="brute").fit(samples)
    return lambda: model.kneighbors(queries)


if __name__ == "__main__":
    peer.serve(vectors.figures(search), f"scikit-learn-intelex {sklearnex.__version__}")
