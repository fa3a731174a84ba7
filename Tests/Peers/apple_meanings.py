"""Operations whose meaning Core ML's documents leave open, by Apple's own runtime: the same function of PyTorch converted for both.

    apple_meanings.py [--whet-bench PROGRAM] [--only NAME,…]

Each line names an operation, whether Apple's runtime for Linux (coreai-core) computes it as PyTorch does, and whether Whet computes
coremltools' package of it as Apple's does: the largest difference in parts of the largest number. It needs the packages of requirements.txt.
"""

import argparse
import asyncio
import logging
import pathlib
import subprocess
import tempfile
import warnings

import numpy as np

import model_turns


def meanings():
    """{name: (a function of PyTorch, the shape of what it reads)}"""
    import torch
    from torch.nn import functional

    def resized(size, **settings):
        return lambda x: functional.interpolate(x, size=size, **settings)

    def pooled(function, **settings):
        return lambda x: function(x, **settings)

    maps = (1, 4, 11, 13)
    return {
        "round, halves": (lambda x: torch.round(torch.round(x * 4) / 2), maps),
        "cast to half precision": (lambda x: (x * 1000).half().float() + 0, maps),
        "cast to truth values": (lambda x: torch.where(torch.round(x).bool(), x, x - 1), maps),
        "cast to whole numbers": (lambda x: (x * 3).int().float() + x, maps),
        "whole division, downwards": (lambda x: torch.floor_divide(x * 5, 2), maps),
        "remainder, the divisor's sign": (lambda x: torch.remainder(x * 5, -1.5), maps),
        "sign of zero": (lambda x: torch.sign(torch.round(x)) + x, maps),
        "largest of equals": (lambda x: torch.argmax(torch.round(x), dim=1).float() + x[:, 0], maps),
        "resized to the nearest, up": (resized((17, 20)), maps),
        "resized to the nearest, down": (resized((7, 9)), maps),
        "resized bilinearly, up": (resized((17, 20), mode="bilinear", align_corners=False), maps),
        "resized bilinearly, down": (resized((7, 9), mode="bilinear", align_corners=False), maps),
        "resized bilinearly, corners aligned": (resized((17, 20), mode="bilinear", align_corners=True), maps),
        "mean of windows that reach beyond": (
            pooled(functional.avg_pool2d, kernel_size=3, stride=2, padding=1, ceil_mode=True), (1, 4, 12, 14)),
        "mean of windows without padding": (
            pooled(functional.avg_pool2d, kernel_size=3, stride=2, padding=1, ceil_mode=True, count_include_pad=False),
            (1, 4, 12, 14)),
        "largest of windows that reach beyond": (
            pooled(functional.max_pool2d, kernel_size=3, stride=2, padding=1, ceil_mode=True), (1, 4, 12, 14)),
        "windows of adaptive pooling": (pooled(functional.adaptive_avg_pool2d, output_size=(1, 1)), maps),
        "pixels shuffled": (lambda x: functional.pixel_shuffle(x, 2), maps),
        "pixels unshuffled": (lambda x: functional.pixel_unshuffle(x, 2), (1, 4, 12, 14)),
        "padding by reflection": (lambda x: functional.pad(x, (2, 3, 1, 2), mode="reflect"), maps),
        "padding by the last": (lambda x: functional.pad(x, (2, 3, 1, 2), mode="replicate"), maps),
        "sums so far": (lambda x: torch.cumsum(x, dim=2), maps),
        "local response": (lambda x: functional.local_response_norm(x, 3, alpha=0.5, beta=0.75, k=2), maps),
        "instances normalised": (lambda x: functional.instance_norm(x, eps=1e-3), maps),
        "samples normalised": (lambda x: functional.layer_norm(x, x.shape[1:], eps=1e-3), maps),
        "normalised, variance of few": (lambda x: functional.layer_norm(x, (3,), eps=1e-5), (1, 40, 3)),
        "GELU": (functional.gelu, maps),
        "GELU by tanh": (lambda x: functional.gelu(x, approximate="tanh"), maps),
        "hard swish": (functional.hardswish, maps),
        "softplus of large numbers": (lambda x: functional.softplus(x * 60), maps),
        "ELU": (functional.elu, maps),
        "logarithm of a softmax": (lambda x: functional.log_softmax(x * 30, dim=1), maps),
        "attention": (
            lambda x: functional.scaled_dot_product_attention(x, x.flip(2), x * 2), (1, 2, 11, 8)),
    }


def module(function):
    import torch

    class Function(torch.nn.Module):
        def forward(self, x):
            return function(x)

    return Function().eval()


def by_apple(model, numbers, folder):
    """What Apple's runtime makes of it."""
    import coreai.runtime
    import coreai_torch
    import torch

    with torch.no_grad():
        program = torch.export.export(model, args=(numbers,)).run_decompositions(coreai_torch.get_decomp_table())
    asset = coreai_torch.TorchConverter().add_exported_program(program).to_coreai().save_asset(folder / "model.aimodel")

    async def run():
        async with asset.executable() as loaded:
            function = loaded.load_function("main")
            made = await function({function.desc.input_names[0]: coreai.runtime.NDArray(numbers.numpy())})
            return next(iter(made.values())).numpy().astype(np.float32).ravel()

    return asyncio.run(run())


def by_whet(model, numbers, bench, folder):
    """What Whet makes of coremltools' package of it."""
    import coremltools
    import torch

    path, enters, made = folder / "model.mlpackage", folder / "numbers", folder / "made"
    coremltools.convert(
        torch.jit.trace(model, numbers, check_trace=False), convert_to="mlprogram", skip_model_load=True,
        compute_precision=coremltools.precision.FLOAT32, minimum_deployment_target=coremltools.target.iOS18,
        inputs=[coremltools.TensorType(name="x", shape=numbers.shape)],
        outputs=[coremltools.TensorType(name="y", dtype=np.float32)]).save(str(path))
    enters.write_bytes(numbers.numpy().tobytes())
    ran = subprocess.run([bench, "forward", path, enters, made, "2", "1"], capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError((ran.stderr or ran.stdout).strip().splitlines()[-1])
    return np.fromfile(made, np.float32)


def compared(make, reference):
    try:
        made = make()
        return made, f"{model_turns.difference(made, reference):.1e}" if reference is not None else "-"
    except Exception as error:
        return None, model_turns.sentence(error)[:160]


def main():
    import torch

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--whet-bench", default=".build/release/whet-bench")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    only = set(filter(None, arguments.only.split(",")))
    print("| operation | Apple's from PyTorch's | Whet's from Apple's |\n|---|---|---|")
    for name, (function, shape) in meanings().items():
        if only and name not in only:
            continue
        torch.manual_seed(0)
        model, numbers = module(function), torch.randn(shape)
        with torch.inference_mode():
            reference = model(numbers).numpy().astype(np.float32).ravel()
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            apple, first = compared(lambda: by_apple(model, numbers, folder), reference)
            _, second = compared(lambda: by_whet(model, numbers, arguments.whet_bench, folder), apple)
        print(f"| {name} | {first} | {second} |", flush=True)


if __name__ == "__main__":
    main()
