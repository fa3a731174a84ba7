"""Model files: networks, a checkpoint, a k-NN model and one that predicts numbers, which the program saves itself, with
weights of several precisions; pipelines of them, and kinds of models that are only described."""

import os
import struct
import subprocess

import breaking
import breaking_fields
from shared_scene import MAKE_LAYERS, START

MAKE = START + (
    '\nsave n path="n.mlmodel"\nsave n path="n8.mlmodel" updatable=false precision=8\n'
    'save n path="n4.mlmodel" updatable=false precision=lookupTable4\nsave n path="n16.mlmodel" precision=float16\n'
    "network r input=[1, 6, 6] seed=2 { convolution 3 kernel=3 padding=1; batchnorm; relu; averagePool 2; dropout 0.5; flatten; "
    "innerProduct 2 activation=tanh; innerProduct 3; softmax }\n"
    'save r path="r.mlmodel" updatable=false\nknn k features=n.convolution0\ntrain k on=p.train\nsave k path="k.mlmodel"\n'
    "network d input=[9] seed=3 { innerProduct 4 activation=relu; innerProduct 1 }\n" 'save d path="d.mlmodel"\n'
    "train n on=p.train epochs=1 checkpoint=1\n" + MAKE_LAYERS + 'save maps path="maps.mlmodel" updatable=false\nsave steps path="steps.mlmodel" updatable=false\n')


def whole(folder, whet):
    (folder / "make.whet").write_text(MAKE)
    environment = os.environ | {"WHET_STATE": str(folder / "made"), "WHET_DATA": str(folder / "none")}
    done = subprocess.run([whet, "run", "make.whet"], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr + done.stdout
    return [("mlmodel", path.read_bytes()) for path in sorted(folder.glob("**/*.mlmodel"))]


def linear(rng):
    """A generalised linear model, which this program describes and does not run."""
    write = breaking_fields.write_message
    numbers = write([(1, 2, struct.pack("<9d", *range(9)))])
    kind = write([(5, 2, write([(1, 2, b"\t"), (2, 0, 65568)]))])
    input, output = write([(1, 2, b"x"), (3, 2, kind)]), write([(1, 2, b"y"), (3, 2, write([(2, 2, b"")]))])
    description = write([(1, 2, input), (10, 2, output), (11, 2, b"y")])
    return write([(1, 0, 4), (2, 2, description), (rng.choice((300, 301, 302, 400, 402, 502, 604)), 2, write([(1, 2, numbers), (2, 2, bytes(8))]))])


def pipeline(models, rng):
    """Models in a row, under the description of the last."""
    write = breaking_fields.write_message
    head = [field for field in breaking_fields.read_message(models[-1]) if field[0] < 200]
    row = write([(1, 2, model) for model in models] + [(2, 2, b"name%d" % place) for place in range(len(models))])
    number = rng.choice((200, 201, 202))
    return write(head + [(number, 2, row if number == 202 else write([(1, 2, row)]))])


def broken(whole, suffix, rng):
    chance = rng.random()
    if chance < 0.03:
        return breaking_fields.cyclic(whole, rng)
    if chance < 0.06:
        whole = linear(rng)
    elif chance < 0.1:
        whole = pipeline(rng.choice(([whole], [whole, whole], [linear(rng), whole], [whole, linear(rng)], [whole] * 5)), rng)
    if rng.random() < 0.5:
        for _ in range(rng.choice((1, 1, 2, 4))):
            whole = breaking_fields.message(whole, rng)
        return whole
    return breaking.damage(whole, rng)


def write(folder, suffix, data, rng, number):
    path = folder / "broken.mlmodel"
    path.write_bytes(data)
    cells = [f'load m "{path.name}"', f'describe "{path.name}"', f'check "{path.name}"', f'layers "{path.name}"']
    later = ['predict m image="photo.jpg"', "evaluate m on=p.test", "train m on=p.train epochs=1",
             'save m path="out.mlmodel" replace=true', "weights m", "describe m parameters=true", "knn f features=m.convolution0",
             "network b from=m classes=2 seed=1", 'delta m path="out.json" replace=true', 'describe m format=json', "grow m classes=20"]
    return path, cells[:1] + rng.sample(cells[1:], 1) + rng.sample(later, 2)
