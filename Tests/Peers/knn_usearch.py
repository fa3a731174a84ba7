"""USearch: the 5 nearest of many vectors for 1,000 queries, exactly."""

import usearch
from usearch.index import MetricKind
from usearch.index import search as nearest

import peer
import vectors


def search(samples, queries, threads):
    return lambda: nearest(samples, queries, 5, MetricKind.L2sq, exact=True, threads=threads)


if __name__ == "__main__":
    peer.serve(vectors.figures(search), f"USearch {usearch.__version__}")
