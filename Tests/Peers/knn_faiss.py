"""faiss: the 5 nearest of 60,000 × 784 numbers for 1,000 queries, exactly (IndexFlatL2)."""

import faiss
import numpy as np

import peer


def search(threads):
    draw = np.random.default_rng(5)
    index = faiss.IndexFlatL2(784)
    index.add(draw.random((60000, 784), dtype=np.float32))
    queries = draw.random((1000, 784), dtype=np.float32)

    def run():
        faiss.omp_set_num_threads(threads)
        index.search(queries, 5)

    return run


if __name__ == "__main__":
    peer.serve({"neighbors": search}, f"faiss {faiss.__version__}")
