"""notebooks/04-inside-a-model-file.ipynb, run by nbclient against the built kernel: what files say, and what becomes of them."""

import pathlib
import re

import pytest
from reading import cell, claim, correct, only, plain

NAME = "04-inside-a-model-file.ipynb"


@claim("A file that was never meant to be trained is told everything it lacks")
def test_the_file_is_told_everything_it_lacks(ran):
    text = plain(cell(ran, "inside-check"))
    assert text.count("❌") == 7
    assert "❌  updatable layers" in text and "❌  epochs" in text and "❌  training inputs" in text


@claim("SqueezeNet's file adds 104, 117 and 123 to the colours", where="photographs")
def test_its_pixels_are_told(ran):
    assert "y = 1·x + 104 (blue), + 117 (green), + 123 (red)" in plain(cell(ran, "inside-describe"))


@claim("SqueezeNet has a thousand, but three names stand for two classes each.", where="photographs")
def test_its_double_labels_are_told(ran):
    assert "(twice: crane; macbook; pot)" in plain(cell(ran, "inside-describe"))


@only("samples")
def test_where_squeezenet_is_missing_sketch_is_opened(ran):
    assert plain(cell(ran, "inside-describe")).startswith("sketch\n")


@claim("in SqueezeNet at a `concat` behind `conv10`", where="photographs")
def test_the_layers_say_where_a_device_stops(ran):
    lines = plain(cell(ran, "inside-layers")).splitlines()
    (conv10,) = [line for line in lines if " conv10 " in line]
    assert conv10.rstrip().endswith("yes")
    assert any("the gradient stops at fire9/concat (concat)" in line for line in lines)


@claim("The training loss has fallen")
def test_the_last_layer_trains(ran):
    assert re.search(r"^hand trains (fullyconnected0: 3,003|shapes: 771) trainable", plain(cell(ran, "inside-network")), re.MULTILINE)
    text = plain(cell(ran, "inside-train"))
    assert "20 of 20 epochs" in text
    first, last = re.search(r"^training, mean +([\d.]+) +([\d.]+)", text, re.MULTILINE).groups()
    assert float(last) < float(first)


def bytes_of(text):
    """[bytes] for every size in a text, such as `933.0 KB`."""
    return [float(size) * {"KB": 1e3, "MB": 1e6}[unit] for size, unit in re.findall(r"([\d.]+) (KB|MB)", text)]


@claim("the file is larger than the one it was made from")
def test_the_saved_file_is_accepted_by_everybody(ran):
    text = plain(cell(ran, "inside-save"))
    assert bytes_of(text)[0] > bytes_of(plain(cell(ran, "inside-describe")))[0]
    assert "Core ML accepts Hands.mlmodel and calls it updatable." in text and "❌" not in text
    coremltools = pytest.importorskip("coremltools")
    spec = coremltools.utils.load_spec(ran.metadata["folder"] + "/Hands.mlmodel")
    assert spec.specificationVersion >= 4
    assert len([layer for layer in spec.neuralNetworkClassifier.layers if layer.isUpdatable]) == 1
    assert spec.neuralNetworkClassifier.updateParams.epochs.set.values == [1, 20, 50]


@claim("A model that is only to answer can be smaller.")
def test_fewer_bits_make_smaller_files(ran):
    (whole,) = bytes_of(plain(cell(ran, "inside-save")).split("\n")[0])
    eight, table = bytes_of(" ".join(re.findall(r"not updatable, [\d.]+ .B", plain(cell(ran, "inside-precision")))))
    assert eight < whole * 0.35 and table < eight * 0.65
    assert len(correct(plain(cell(ran, "inside-precision")))) == 3


def test_the_first_file_that_is_there_is_the_one_from_somewhere_else(ran):
    assert (pathlib.Path(ran.metadata["folder"]) / "Digits.mlmodel").is_file()
    text = plain(cell(ran, "inside-mnist"))
    assert ("MNIST-Trainable" in text) != text.startswith("Digits.mlmodel\n")


@claim("Six epochs, mini-batches of 32, Adam: as the file has it.")
def test_the_digits_are_learnt_with_the_file_s_own_settings(ran):
    text = plain(cell(ran, "inside-mnist-asked")) + "\n" + plain(cell(ran, "inside-mnist-train"))
    assert re.search(r"^epochs +6, allowed 6$", plain(cell(ran, "inside-mnist")), re.MULTILINE)
    assert "epochs=6 miniBatchSize=32 optimizer=adam learningRate=0.001" in text
    ((before, of),) = correct(text)
    ((after, same),) = correct(plain(cell(ran, "inside-mnist-save")))
    assert of == same == 2000 and before / of < 0.2 and after / of > 0.96


@claim("The layer of the scores gets another row, of zeros.")
def test_a_new_class_is_one_more_row(ran):
    assert "hand has 4 outputs now: ✊, ✋, ✌️, 🦎; 1 new row, all 0." in plain(cell(ran, "inside-grow"))
