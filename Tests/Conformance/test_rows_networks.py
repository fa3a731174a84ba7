"""Rows 54 to 73: the network, its starters, its files."""

import json
import re

import pytest
from rows import HAND, HANDS, answers, digest


def test_row_54_classifier_layer(place):
    assert "10,010 trainable of 1,245,506 parameters" in place.run(HAND)


def test_row_55_grow_by_zeros(trained):
    text = trained.run("evaluate hand on=hands.test rows=true\ngrow hand classes=12 init=zero\nevaluate hand on=hands.test rows=true\nundo\n")
    assert len(answers(text)) == 30 and [row[2] for row in answers(text)[:15]] == [row[2] for row in answers(text)[15:]]


def test_row_58_kaiming_initialisation(place):
    texts = [place.run(HAND + "weights hand layer=fullyconnected0\n") for _ in range(2)]
    assert texts[0] == texts[1]
    low, high = (float(number) for number in re.search(r"from, to +(-?[\d.]+), (-?[\d.]+)", texts[0]).groups())
    # Told with five digits.
    assert -0.07746 <= low < -0.077 and 0.077 < high <= 0.07746
    deviation = float(re.search(r"mean and deviation .* ± ([\d.]+)", texts[0])[1])
    assert abs(deviation - 0.04472) <= 0.02 * 0.04472


def test_row_59_make_updatable(place):
    text = place.run(HAND + "update hand layers=[fullyconnected0, conv10]\n")
    assert "523,010 trainable of 1,245,506 parameters" in text
    assert "pool10 is a pooling layer and has no weights." in place.fail("update hand layers=[pool10]\n")


def test_row_66_allowed_sets(place):
    text = place.fail(HANDS + 'load hand "fixtures/HandsEmpty.mlmodel"\ntrain hand on=hands.train miniBatchSize=7\n')
    assert "hand allows miniBatchSize 1, 2, 4, 8, 16 (set in" in text
    assert "To allow it: update hand miniBatchSize=[1, 2, 4, 7, 8, 16]" in text


def test_row_67_parameters_at_any_time(place):
    text = place.run(HAND + "describe hand parameters=true\n")
    assert re.search(r"learningRate +0\.001 +any; on a device 0 to 1", text)
    assert re.search(r"epochs +10 +any; on a device 1, 10, 50", text)


def test_row_68_shuffle_and_seed(place):
    one, other = (place.run(HAND + "train hand on=hands.train epochs=5 seed=3\nhistory hand\n") for _ in range(2))
    rows = [re.findall(r"^ +\d+ +\d+\.\d+ .*$", text, re.M) for text in (one, other)]
    assert len(rows[0]) >= 5 and rows[0] == rows[1]
    assert re.search(r"seed=\d+", place.run(HANDS + "network free from=squeezenet\ntrain free on=hands.train epochs=1\n"))


def test_rows_69_and_70_version_and_texts(trained):
    coremltools = pytest.importorskip("coremltools")
    trained.run('save hand path="told.mlmodel" updatable=true author="Ada" license="MIT" description="signs"\n')
    spec = coremltools.utils.load_spec(str(trained.folder / "told.mlmodel"))
    texts = spec.description.metadata
    assert spec.specificationVersion >= 4 and spec.isUpdatable
    assert (texts.author, texts.license, texts.shortDescription) == ("Ada", "MIT", "signs")


def test_row_56_starters_are_never_changed(place, data):
    before = digest(data / "fixtures")["HandsEmpty.mlmodel"]
    text = place.run(HANDS + 'load hand "fixtures/HandsEmpty.mlmodel"\nevaluate hand on=hands.test rows=true\n'
                     "train hand on=hands.train epochs=1\nreset hand\nevaluate hand on=hands.test rows=true\n")
    assert digest(data / "fixtures")["HandsEmpty.mlmodel"] == before
    assert answers(text)[:15] == answers(text)[15:30] and len(answers(text)) == 30
    assert "hand has the weights of its file and was not trained here, so it has no epochs." in place.fail("history hand\n")


def test_row_60_the_gradient_passes_concat(place, photos):
    # fire9's kernels lie below a concat, where Core ML stops; here they learn the 30 photos by heart, or, where SqueezeNet's
    # weights are drawn at random, most of them.
    text = place.run(HAND + 'update hand layers=["fire9/squeeze1x1", "fire9/expand1x1", "fire9/expand3x3", '
                     "fullyconnected0] epochs=[15] optimizer=adam\n"
                     "train hand on=hands.train epochs=15 learningRate=0.001 seed=1\nhistory hand last=15\n"
                     'save hand path="deep.mlmodel"\n')
    losses = [float(loss) for loss in re.findall(r"^ +\d+ +\S+ +([\d.]+)", text[text.index("hand: 15 epochs"):], re.M)]
    assert len(losses) == 15 and losses[-1] < photos.expected(real=0.01, drawn=losses[0] / 50)
    assert "What a phone cannot continue: " in text and "fire9/concat" in text


def test_rows_62_and_63_targets_by_name_and_by_number(place):
    digits = 'dataset digits idx="data/mnist" split=[0.02, 0.02]\n'
    text = place.run(digits + 'load mnist "models/MNIST_Model.mlmodel"\nevaluate mnist on=digits.test\n'
                     "train mnist on=digits.train epochs=6\nevaluate mnist on=digits.test\n")
    before, after = [int(count) for count in re.findall(r"\((\d+) of 200\)", text)]
    assert after > before and after > 100
    text = place.run(HANDS + 'load hand "fixtures/HandsEmpty.mlmodel"\ntrain hand on=hands.train epochs=1\n')
    assert "1 of 1 epochs" in text


def test_row_71_other_extractors(place):
    coremltools = pytest.importorskip("coremltools")
    from coremltools.models import datatypes
    from coremltools.models.neural_network import NeuralNetworkBuilder

    builder = NeuralNetworkBuilder(
        [("image", datatypes.Array(3, 8, 8))], [("out", None)], disable_rank5_shape_mapping=True)
    builder.add_gelu(name="strange", input_name="image", output_name="made", mode="EXACT")
    builder.add_softmax(name="soft", input_name="made", output_name="out")
    coremltools.utils.save_spec(builder.spec, str(place.folder / "strange.mlmodel"))
    text = place.fail('network x from="strange.mlmodel" classes=10\n')
    assert "strange" in text and "gelu" in text.lower()
    assert "256" in place.run("network x from=sketch classes=10 seed=1\nlayers x last=3\n")


def test_row_72_unknown_fields_survive_a_save(place, data):
    for name in ("models/MNIST_Model.mlmodel", "fixtures/HandsEmpty.mlmodel"):
        known = (data / name).read_bytes()
        # Field 11 of the model, a text: there is none in the format.
        (place.folder / "odd.mlmodel").write_bytes(known + bytes([0x5A, 5]) + b"hello")
        place.run('load odd "odd.mlmodel"\nsave odd path="kept.mlmodel"\n')
        assert (place.folder / "kept.mlmodel").read_bytes() == (place.folder / "odd.mlmodel").read_bytes()


def test_row_73_a_network_as_text(place):
    begin = ('load lenet "fixtures/LeNetUpdatable.mlmodel"\ndataset digits idx="data/mnist" split=[0.01, 0.01]\n')
    text = place.run(begin + "describe lenet format=json\n")
    assert "The weights are left out." in text
    place.run(begin + 'describe lenet format=json path="lenet.json"\n')
    told = json.loads((place.folder / "lenet.json").read_text())
    assert [layer["name"] for layer in told["definition"]["layers"]]
    # Read again it is the same network: the same text, the same answers.
    text = place.run(begin + 'load again "lenet.json"\ndescribe again format=json path="again.json"\n'
                     "evaluate lenet on=digits.test\nevaluate again on=digits.test\n")
    assert (place.folder / "again.json").read_bytes() == (place.folder / "lenet.json").read_bytes()
    assert len(set(re.findall(r"\((\d+) of 100\)", text))) == 1
    (place.folder / "other.json").write_text("[1, 2]")
    assert "other.json does not describe a network." in place.fail('load x "other.json"\n')
