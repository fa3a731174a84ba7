"""faiss: the 5 nearest of many vectors for 1,000 queries, exactly (IndexFlatL2)."""

import faiss

import peer
import vectors


def search(samples, queries, threads):
    index = faiss.IndexFlatL2(samples.shape[1])
    index.add(samples)

    def run():
        faiss.omp_set_num_threads(threads)
        index.search(queries, 5)

    return run


if __name__ == "__main__":
    peer.serve(vectors.figures(search), f"faiss {faiss.__version__}")
