"""coremltools: reads a package that Whet saved, with its own reader of programs, which infers every type and shape anew.

    python package_coremltools.py SAVED.mlpackage [ORIGINAL.mlpackage]

Says what is in it. Beside the original: which weights both have, and that these are equal to the bit. It needs the packages
of requirements.txt; on Linux coremltools predicts nothing.
"""

import pathlib
import sys

import coremltools
import numpy as np
from coremltools.converters.mil.frontend.milproto.load import load


def program(path):
    model = coremltools.models.MLModel(str(path), skip_model_load=True)
    spec = model.get_spec()
    if spec.WhichOneof("Type") != "mlProgram":
        return spec, None
    return spec, load(spec, spec.specificationVersion, str(model.weights_dir))


def constants(made):
    """{what reads it: numbers} of each constant of ten numbers or more, in order."""
    found = []
    for operation in made.functions["main"].operations:
        if operation.op_type.startswith("const"):
            continue
        for name, value in operation.inputs.items():
            known = getattr(value, "val", None)
            if known is not None and getattr(known, "size", 0) >= 10:
                found.append((operation.op_type, name, np.asarray(known)))
    return found


def main(saved, original=None):
    spec, made = program(saved)
    if made is None:
        layers = getattr(spec, spec.WhichOneof("Type")).layers
        print(f"{pathlib.Path(saved).name}: version {spec.specificationVersion}, {spec.WhichOneof('Type')} of {len(layers)} layers")
        return
    block = made.functions["main"]
    types = [operation.op_type for operation in block.operations if not operation.op_type.startswith("const")]
    print(f"{pathlib.Path(saved).name}: version {spec.specificationVersion}, {len(types)} operations: {' '.join(types)}")
    for output in block.outputs:
        print(f"  {output.name}: {getattr(output, 'shape', '')}")
    labels = [operation for operation in block.operations if operation.op_type == "classify"]
    print(f"  labels: {len(labels[0].classes.val) if labels else 'none'}; label {spec.description.predictedFeatureName!r}")
    if original is None:
        return
    ours, theirs = constants(made), constants(program(original)[1])
    shared = [
        (one, two) for one, two in zip(ours, theirs) if one[:2] == two[:2] and one[2].shape == two[2].shape]
    equal = sum(np.array_equal(one[2].view(np.uint8), two[2].view(np.uint8)) for one, two in shared)
    print(f"  weights: {len(ours)}, in the original {len(theirs)}; in the same place {len(shared)}, of them equal {equal}")


if __name__ == "__main__":
    main(*sys.argv[1:])
