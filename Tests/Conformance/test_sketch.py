"""The small feature extractor is a model file others open, and part of the program wherever that lies."""

import os
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
