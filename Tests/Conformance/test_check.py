"""`whet run` judges model files: its exit code says whether Core ML would take them."""

import os
import subprocess

import pytest


@pytest.fixture
def judge(whet, data, tmp_path):
    """Runs `check` on model files of the data folder as one script; gives exit code and output."""
    def run(*paths, after=""):
        script = tmp_path / "check.whet"
        script.write_text("".join(f'check "{data / path}"\n' for path in paths) + after)
        env = {"PATH": os.environ["PATH"], "WHET_STATE": str(tmp_path / "state")}
        done = subprocess.run([whet, "run", script], env=env, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr
    return run


def test_accepted_models_are_no_error(judge):
    code, text = judge("fixtures/HandsEmpty.mlmodel", "models/SqueezeNetFP16.mlmodel")
    assert code == 0 and text.count("Core ML accepts ") == 2


def test_a_refused_model_makes_the_exit_code_and_what_follows_still_runs(judge):
    code, text = judge("fixtures/invalid/no_epochs.mlmodel", "fixtures/HandsEmpty.mlmodel", after='print "end"\n')
    assert code == 1 and "Core ML would reject " in text and "Core ML accepts " in text and "end" in text


def test_a_file_that_cannot_be_read_makes_it_too(judge):
    code, text = judge("fixtures/index.json")
    assert code == 1 and "is not a Core ML model" in text
