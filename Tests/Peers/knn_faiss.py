"""faiss: the 5 nearest of many vectors for 1,000 queries, exactly (IndexFlatL2)."""

import os

import faiss
import numpy as np

import peer


def search(samples, queries, threads):
    index = faiss.IndexFlatL2(samples.shape[1])
    index.add(samples)

    def run():
        faiss.omp_set_num_threads(threads)
        index.search(queries, 5)

    return run


def even(threads):
    draw = np.random.default_rng(5)
    samples, queries = (draw.random((count, 784), dtype=np.float32) for count in (60000, 1000))
    return search(samples, queries, threads)


def from_file(variable):
    def prepare(threads):
        vectors = np.load(os.environ[variable])
        return search(vectors[:-1000], vectors[-1000:], threads)

    return prepare


if __name__ == "__main__":
    figures = {
        "neighbors": even,
        "neighbors-digits": from_file("WHET_BENCH_DIGITS"),
        "neighbors-million": from_file("WHET_BENCH_EMBEDDINGS"),
    }
    peer.serve(figures, f"faiss {faiss.__version__}")
