"""The small feature extractor is a model file others open, and part of the program wherever that lies."""

import os
import re
import shutil
import subprocess


def test_coremltools_opens_it(root):
    import coremltools

    path = root / "Sources/CSketch/sketch.mlmodel"
    assert path.stat().st_size <= 1_000_000
    spec = coremltools.utils.load_spec(str(path))
    assert spec.WhichOneof("Type") == "neuralNetworkClassifier"
    (image,) = spec.description.input
    assert (image.type.imageType.width, image.type.imageType.height) == (96, 96)
    assert len(spec.neuralNetworkClassifier.stringClassLabels.vector) == 24


def test_the_program_alone_learns_drawn_hands(whet, tmp_path):
    """Moved away from its build, with empty folders: nothing but the program is needed."""
    program = shutil.copy(whet, tmp_path / "w")
    script = tmp_path / "first.whet"
    script.write_text(
        "dataset hands sample=hands\n"
        "network hand from=sketch seed=42\n"
        "train hand on=hands.train validate=hands.test epochs=50 learningRate=1e-3\n"
        "evaluate hand on=hands.train\n"
        "check sketch\n"
    )
    env = {"PATH": "/nowhere", "WHET_STATE": str(tmp_path / "state"), "WHET_DATA": str(tmp_path / "data")}
    if "LD_LIBRARY_PATH" in os.environ:
        env["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
    ran = subprocess.run([program, "run", script], env=env, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "100.0 % correct (30 of 30)" in ran.stdout
    assert "Core ML accepts sketch" in ran.stdout


def test_which_model_is_right_more_often_depends_on_the_drawn_photos(whet, tmp_path):
    """The counts that docs/limits.md states: the same on every machine."""
    script = tmp_path / "ranking.whet"
    script.write_text("\n".join(
        f"""
        dataset hands sample=hands count=30 split=[1/3, 2/3] seed={seed}
        knn near{seed} features=sketch numberOfNeighbors=3 weighting=inverseDistance
        train near{seed} on=hands.train
        network large{seed} from=sketch classes=10 init=kaiming seed=42
        train large{seed} on=hands.train epochs=50 learningRate=1e-3 miniBatchSize=8
        network small{seed} from=sketch classes=10 init=kaiming seed=42
        train small{seed} on=hands.train epochs=50 learningRate=1e-4 miniBatchSize=8
        evaluate near{seed} large{seed} small{seed} on=hands.test
        """ for seed in (1, 2, 3)))
    env = os.environ | {"WHET_STATE": str(tmp_path / "state"), "WHET_DATA": str(tmp_path / "data")}
    ran = subprocess.run([whet, "run", script], env=env, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    right = {name: [int(count) for count in re.findall(rf"^{name}\d .* (\d+) of 60 ", ran.stdout, re.MULTILINE)] for name in ("near", "large", "small")}
    assert right == {"near": [48, 53, 51], "large": [56, 59, 48], "small": [48, 49, 44]}
