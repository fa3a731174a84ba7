"""Models of torchvision and timm with random weights, exported to ONNX: Whet beside ONNX Runtime and OpenVINO in one run.

    onnx_models.py [--whet-bench PROGRAM] [--threads N] [--runs N] [--rounds N] [--opset N] [--dynamo] [--only NAME,…] [--keep FOLDER]

For every model: the largest difference of its scores from ONNX Runtime's, in parts of the largest score; whether both put the same
class first, and the same five; the milliseconds of one picture, the median of all in turns; the peak of the memory of a process that
reads the model and runs it. It needs the packages of requirements.txt.
"""

import argparse
import pathlib
import tempfile
import warnings

import model_turns
import vision_models


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    model_turns.add_arguments(parser)
    parser.add_argument("--opset", type=int, default=17)
    parser.add_argument("--dynamo", action="store_true")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    print(f"| model | difference | top 5 | {' | '.join(model_turns.TITLES)} |\n|{'---|' * (3 + len(model_turns.TITLES))}")
    with tempfile.TemporaryDirectory() as place:
        turns = model_turns.Turns(place, arguments)
        kept = arguments.keep or pathlib.Path(place)
        kept.mkdir(parents=True, exist_ok=True)
        for name in vision_models.chosen(arguments.only):
            path = kept / f"{vision_models.words(name)}-{arguments.opset}{'-dynamo' if arguments.dynamo else ''}.onnx"
            try:
                if not path.exists():
                    vision_models.export(vision_models.made(name), path, opset=arguments.opset, dynamo=arguments.dynamo)
                figures = turns.beside(("whet-bench pixels", path), path)
                one, other = figures["Whet"].scores, figures["onnxruntime"].scores
                cells = [f"{model_turns.difference(one, other):.1e}", model_turns.alike(one, other), *model_turns.cells(figures)]
                print(f"| {name} | {' | '.join(cells)} |", flush=True)
            except Exception as error:
                print(f"| {name} | {model_turns.sentence(error)} |", flush=True)


if __name__ == "__main__":
    main()
