"""notebooks/04-inside-a-model-file.ipynb, run by nbclient against the built kernel: what files say, and what becomes of them."""

import re

import nbformat
import pytest
from reading import cell, correct, execute, plain

NAME = "04-inside-a-model-file.ipynb"


@pytest.fixture(scope="session")
def inside(root, shared, kernel, tmp_path_factory):
    notebook = nbformat.read(root / "notebooks" / NAME, as_version=4)
    folder = tmp_path_factory.mktemp("inside")
    execute(notebook, kernel, folder)
    notebook.metadata["folder"] = str(folder)
    return notebook


def test_squeezenet_is_told_everything_it_lacks(inside):
    text = plain(cell(inside, "inside-check"))
    assert text.count("❌") == 7
    assert "❌  updatable layers" in text and "❌  epochs" in text and "❌  training inputs" in text


def test_its_pixels_and_its_double_labels_are_told(inside):
    text = plain(cell(inside, "inside-describe"))
    assert "y = 1·x + 104 (blue), + 117 (green), + 123 (red)" in text
    assert "(twice: crane; macbook; pot)" in text


def test_the_layers_say_where_a_device_stops(inside):
    lines = plain(cell(inside, "inside-layers")).splitlines()
    (conv10,) = [line for line in lines if " conv10 " in line]
    assert conv10.rstrip().endswith("yes")
    assert any("the gradient stops at fire9/concat (concat)" in line for line in lines)


def test_two_layers_train(inside):
    assert "hand trains conv10 and fullyconnected0: 516,003 trainable" in plain(cell(inside, "inside-network"))
    text = plain(cell(inside, "inside-train"))
    assert "20 of 20 epochs" in text
    losses = [float(mean) for mean in re.findall(r"^ +\d+ +[\d.]+ +([\d.]+) +[\d.]+ +[\d.]+", text, re.MULTILINE)]
    assert losses[-1] < losses[0] / 4


def test_the_saved_file_is_accepted_by_everybody(inside):
    text = plain(cell(inside, "inside-save"))
    assert "Core ML accepts Hands.mlmodel and calls it updatable." in text and "❌" not in text
    coremltools = pytest.importorskip("coremltools")
    spec = coremltools.utils.load_spec(inside.metadata["folder"] + "/Hands.mlmodel")
    layers = {layer.name for layer in spec.neuralNetworkClassifier.layers if layer.isUpdatable}
    assert spec.specificationVersion >= 4 and layers == {"conv10", "fullyconnected0"}
    assert spec.neuralNetworkClassifier.updateParams.epochs.set.values == [1, 20, 50]


def test_fewer_bits_make_smaller_files(inside):
    sizes = re.findall(r"not updatable, ([\d.]+) (KB|MB)", plain(cell(inside, "inside-precision")))
    eight, table = [float(size) * (1000 if unit == "MB" else 1) for size, unit in sizes]
    assert eight < 1400 and table < eight * 0.6
    assert len(correct(plain(cell(inside, "inside-precision")))) == 3


def test_the_digits_are_learnt_with_the_file_s_own_settings(inside):
    text = plain(cell(inside, "inside-mnist-train"))
    assert "epochs=6 miniBatchSize=32 optimizer=adam learningRate=0.001" in text
    ((before, of),) = correct(text)
    ((after, same),) = correct(plain(cell(inside, "inside-mnist-save")))
    assert of == same == 2000 and before / of < 0.2 and after / of > 0.96


def test_a_new_class_is_one_more_row(inside):
    assert "hand has 4 outputs now: ✊, ✋, ✌️, 🦎; 1 new row, all 0." in plain(cell(inside, "inside-grow"))
