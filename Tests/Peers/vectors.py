"""The vectors of the figures of exact k-NN: those searched, and a thousand that are asked."""

import os

import numpy as np


def even():
    draw = np.random.default_rng(5)
    return [draw.random((count, 784), dtype=np.float32) for count in (60000, 1000)]


def from_file(variable):
    def read():
        vectors = np.load(os.environ[variable])
        return vectors[:-1000], vectors[-1000:]

    return read


def figures(search):
    """`search` takes the vectors, the queries and the threads, and makes what finds the 5 nearest of all."""
    sources = {
        "neighbors": even, "neighbors-digits": from_file("WHET_BENCH_DIGITS"), "neighbors-million": from_file("WHET_BENCH_EMBEDDINGS")}
    return {name: lambda threads, read=read: search(*read(), threads) for name, read in sources.items()}
