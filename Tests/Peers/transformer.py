"""A vision transformer of DINOv2 small's size, which whet-bench lets program_models.py convert: its scores in batches of 1 and 8."""

import functools
import os
import pathlib

import numpy as np

import model_runtime


def prepared(engine, batch, threads):
    file = pathlib.Path(os.environ["WHET_BENCH_MODELS"]) / "dinov2-small" / f"model-{batch}.onnx"
    run = getattr(model_runtime, engine)(str(file), threads)
    numbers = np.random.default_rng(7).uniform(-2, 2, (batch, 3, 224, 224)).astype(np.float32)
    return lambda: run(numbers)


def figures(engine):
    return {f"transformer-{batch}": functools.partial(prepared, engine, batch) for batch in (1, 8)}
