"""Files of JSON that people hand on: networks as text, what a network has learnt, and the list of a folder's classes."""

import os
import shutil
import subprocess

import breaking
import breaking_fields
from shared_scene import LAYERS, MAKE_LAYERS, START

MAKE = f"""{START}
network plain input=[3, 16, 16] seed=5 {{ convolution 2 kernel=[1, 3] stride=2 activation=relu; flatten; innerProduct 2; softmax }}
set plain learningRate=0.1 epochs=2 miniBatchSize=2
update plain epochs=range(1, 5, default=2) miniBatchSize=[1, 2, 8]
{MAKE_LAYERS}
delta n path="n.delta.json"
"""


def whole(folder, whet):
    names = ("plain", *LAYERS)
    (folder / "make.whet").write_text(MAKE + "".join(f'describe {name} format=json path="{name}.json"\n' for name in names))
    environment = os.environ | {"WHET_STATE": str(folder / "made"), "WHET_DATA": str(folder / "none")}
    done = subprocess.run([whet, "run", "make.whet"], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr + done.stdout
    shutil.copytree(folder / "photos", folder / "listed")
    return [("json", (folder / f"{name}.json").read_bytes()) for name in names] * 2 + [
        ("delta.json", (folder / "n.delta.json").read_bytes()), ("labels.json", b'["b", "a"]')]


def broken(whole, suffix, rng):
    return breaking_fields.text_json(whole, rng) if rng.random() < 0.8 else breaking.damage_text(whole, rng)


def write(folder, suffix, data, rng, number):
    if suffix == "labels.json":
        path = folder / "listed/labels.json"
        path.write_bytes(data)
        return path, ['dataset l path="listed"', "show l", "evaluate n on=l.train", f'dataset w path="listed" into="own{number}"',
                      "class w add=extra"]
    path = folder / f"broken.{suffix}"
    path.write_bytes(data)
    if suffix == "delta.json":
        return path, [f'delta n apply=["{path.name}"]', "evaluate n on=p.test", "undo"]
    later = ['predict m image="photo.jpg"', "evaluate m on=p.test", "train m on=p.train epochs=1", "train m on=p.train",
             'save m path="out.mlmodel" replace=true', "weights m", "describe m parameters=true", "describe m", "layers m", "check m",
             "grow m classes=20", "update m epochs=3", "status"]
    return path, [f'load m "{path.name}"'] + rng.sample(later, 3)
