"""pyarrow: a table in text of some 100 MB, 80 columns of numbers and one of texts, into columns in memory."""

import os

import pyarrow
from pyarrow import csv

import peer


def reading(threads):
    pyarrow.set_cpu_count(threads)

    def run():
        csv.read_csv(os.environ["WHET_BENCH_CSV"], read_options=csv.ReadOptions(use_threads=threads > 1))

    return run


if __name__ == "__main__":
    peer.serve({"csv": reading}, f"pyarrow {pyarrow.__version__}")
