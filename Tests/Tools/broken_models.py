"""Model files: networks and a k-NN model that the program saves itself, with weights of several precisions."""

import os
import subprocess

import breaking
from shared_scene import START

MAKE = START + (
    '\nsave n path="n.mlmodel"\nsave n path="n8.mlmodel" updatable=false precision=8\n'
    'save n path="n4.mlmodel" updatable=false precision=lookupTable4\nsave n path="n16.mlmodel" precision=float16\n'
    "network r input=[1, 6, 6] seed=2 { convolution 3 kernel=3 padding=1; batchnorm; relu; averagePool 2; dropout 0.5; flatten; "
    "innerProduct 2 activation=tanh; innerProduct 3; softmax }\n"
    'save r path="r.mlmodel" updatable=false\nknn k features=n.convolution0\ntrain k on=p.train\nsave k path="k.mlmodel"\n')


def whole(folder, whet):
    (folder / "make.whet").write_text(MAKE)
    environment = os.environ | {"WHET_STATE": str(folder / "made"), "WHET_DATA": str(folder / "none")}
    done = subprocess.run([whet, "run", "make.whet"], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr + done.stdout
    return [("mlmodel", path.read_bytes()) for path in sorted(folder.glob("*.mlmodel"))]


def broken(whole, suffix, rng):
    return breaking.damage(whole, rng)


def write(folder, suffix, data, rng, number):
    path = folder / "broken.mlmodel"
    path.write_bytes(data)
    cells = [f'load m "{path.name}"', f'describe "{path.name}"', f'check "{path.name}"', f'layers "{path.name}"']
    later = ['predict m image="photo.jpg"', "evaluate m on=p.test", "train m on=p.train epochs=1",
             'save m path="out.mlmodel" replace=true', "weights m", "describe m parameters=true", "knn f features=m.convolution0"]
    return path, cells[:1] + rng.sample(cells[1:], 1) + rng.sample(later, 2)
