"""Models of torchvision and timm with random weights, converted by coremltools: Whet beside ONNX Runtime and OpenVINO in one run.

    program_models.py [--whet-bench PROGRAM] [--threads N] [--runs N] [--rounds N] [--batch N] [--only NAME,…] [--keep FOLDER]
        [--kinds KIND,…] [--convert]

For every model: the largest difference of its scores from PyTorch's, in parts of the largest score, for packages in single and half
precision and compressed in five ways; whether the same class comes first, and the same five; the milliseconds of a batch, the median
of all in turns; the peak of the memory of a process that reads the model and runs it. Compressed packages are also compared with
what coremltools makes of them when it decompresses them: the scores are to be equal to the bit. The peers read the same model as
ONNX. Packages that --keep's folder has are not made again; --convert only makes them. It needs the packages of requirements.txt.
"""

import argparse
import logging
import os
import pathlib
import tempfile
import warnings

import numpy as np

import model_turns
import vision_models

COMPRESSED = ("palettes", "int8", "int4", "sparse", "sparse palettes")
KINDS = ("float32", "float16", *COMPRESSED)


class Packages:
    """The files of one model in a folder, made when they are missing."""

    def __init__(self, name, folder, batch):
        self.name, self.folder, self.batch, self.converted = name, folder / vision_models.words(name), batch, {}
        self.scores, self.onnx = (self.folder / f"{part}-{batch}.{end}" for part, end in [("scores", "npy"), ("model", "onnx")])
        self.folder.mkdir(parents=True, exist_ok=True)

    def path(self, kind):
        return self.folder / f"{vision_models.words(kind)}.mlpackage"

    def complete(self, kinds):
        """Makes the packages of these kinds, and of the compressed ones when decompressed, and the ONNX file; gives PyTorch's scores."""
        model = None
        if not self.scores.exists() or not self.onnx.exists():
            model = vision_models.made(self.name)
            np.save(self.scores, vision_models.scores(model, self.batch))
            vision_models.export(model, self.onnx, self.batch)
        for kind in kinds:
            if not self.path(kind).exists():
                model = model or vision_models.made(self.name)
                self.make(kind, model)
        return np.load(self.scores)

    def make(self, kind, model):
        import coremltools.optimize.coreml as optimise

        if kind not in COMPRESSED:
            self.program(model, kind, "iOS16").save(str(self.path(kind)))
            return
        source = self.program(model, "float16", "iOS16" if kind in ("int8", "sparse") else "iOS18")
        for step, config, joint in settings(optimise)[kind]:
            source = step(source, optimise.OptimizationConfig(global_config=config), **({"joint_compression": True} if joint else {}))
        optimise.decompress_weights(source).save(str(self.path(f"{kind} plain")))
        source.save(str(self.path(kind)))

    def program(self, model, precision, target):
        import coremltools
        import torch

        if (precision, target) not in self.converted:
            numbers = torch.from_numpy(vision_models.pictures()[1])
            with torch.inference_mode():
                traced = torch.jit.trace(model, numbers, check_trace=False)
            self.converted[precision, target] = coremltools.convert(
                traced, convert_to="mlprogram", inputs=[coremltools.TensorType("image", numbers.shape, dtype=np.float32)],
                outputs=[coremltools.TensorType("scores", dtype=np.float32)],
                minimum_deployment_target=getattr(coremltools.target, target),
                compute_precision=getattr(coremltools.precision, precision.upper()), skip_model_load=True)
        return self.converted[precision, target]


def settings(optimise):
    """The steps of coremltools by which weights become small: what to call, its settings, and whether it goes on with a smaller one."""
    groups = optimise.OpPalettizerConfig(mode="uniform", nbits=4, granularity="per_grouped_channel", group_size=16)
    pruner = optimise.OpMagnitudePrunerConfig(target_sparsity=0.5)
    return {
        "palettes": [(optimise.palettize_weights, groups, False)],
        "int8": [(optimise.linear_quantize_weights, optimise.OpLinearQuantizerConfig(mode="linear", dtype="int8"), False)],
        "int4": [(
            optimise.linear_quantize_weights,
            optimise.OpLinearQuantizerConfig(mode="linear_symmetric", dtype="int4", granularity="per_block", block_size=32), False)],
        "sparse": [(optimise.prune_weights, pruner, False)],
        "sparse palettes": [
            (optimise.prune_weights, pruner, False),
            (optimise.palettize_weights, optimise.OpPalettizerConfig(mode="uniform", nbits=6), True)],
    }


def judged(packages, kinds, turns):
    """The cells of a line for each kind, and of one for the times."""
    reference = packages.complete(kinds)
    figures = turns.beside(("whet-bench numbers", packages.path(kinds[0])), packages.onnx)
    cells = []
    for kind in kinds:
        try:
            whet = figures["Whet"] if kind == kinds[0] else once(turns, packages.path(kind))
            cell = f"{model_turns.difference(whet.scores, reference):.1e} {model_turns.alike(whet.scores, reference)}"
            if kind in COMPRESSED:
                plain = once(turns, packages.path(f"{kind} plain"))
                cell += ", equal" if (plain.scores == whet.scores).all() else (
                    f", {model_turns.difference(whet.scores, plain.scores):.1e} from decompressed")
        except Exception as error:
            cell = model_turns.sentence(error)
        cells.append(cell)
    return cells + model_turns.cells(figures)


def once(turns, path):
    return turns.measured({"once": ("whet-bench numbers", path)}, runs=0)["once"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    model_turns.add_arguments(parser)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--convert", action="store_true")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    os.environ["TQDM_DISABLE"] = "1"
    kinds = arguments.kinds.split(",")
    titles = ["model", *kinds, *model_turns.TITLES]
    if not arguments.convert:
        print(f"| {' | '.join(titles)} |\n|{'---|' * len(titles)}", flush=True)
    with tempfile.TemporaryDirectory() as place:
        turns = model_turns.Turns(place, arguments)
        for name in vision_models.chosen(arguments.only):
            packages = Packages(name, arguments.keep or pathlib.Path(place), arguments.batch)
            try:
                if arguments.convert:
                    packages.complete(kinds)
                else:
                    print(f"| {name} | {' | '.join(judged(packages, kinds, turns))} |", flush=True)
            except Exception as error:
                print(f"| {name} | {model_turns.sentence(error)} |", flush=True)


if __name__ == "__main__":
    main()
