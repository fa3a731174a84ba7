"""Stand-ins for the folder of real photos and models: drawn hands and digits, and networks of the same layers with random
weights. `make(whet, folder)` lays them out as the real ones lie."""

import gzip
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import uuid

SIGNS = ["✊", "✋", "✌️"]
#: A file that only the stand-ins have.
MARK = "standins"


def is_real(folder):
    """Whether the folder is there for which these stand in."""
    return (folder / "data").is_dir() and (folder / "models").is_dir()


def make(whet, folder):
    folder = pathlib.Path(folder)
    for name in ("data/gestures", "data/mnist", "models", "fixtures"):
        (folder / name).mkdir(parents=True)
    (folder / MARK).touch()
    hands(whet, folder / "data/gestures")
    digits(folder / "data/mnist")
    models(folder)
    return folder


def hands(whet, folder):
    """Ten photos of a class to train on and five to test on, as JPEG files whose names are numbers of their own."""
    from PIL import Image

    with tempfile.TemporaryDirectory() as scratch:
        script = pathlib.Path(scratch, "draw.whet")
        script.write_text("dataset hands sample=hands\n")
        environment = {"PATH": os.environ["PATH"], "WHET_DATA": scratch, "WHET_STATE": f"{scratch}/state"}
        subprocess.run([whet, "run", script], cwd=scratch, env=environment, check=True, capture_output=True, timeout=120)
        for drawn in sorted(pathlib.Path(scratch, "state").rglob("*.png")):
            split, sign = drawn.parts[-3:-1]
            (folder / split / sign).mkdir(parents=True, exist_ok=True)
            name = str(uuid.uuid5(uuid.NAMESPACE_URL, drawn.name)).upper()
            with Image.open(drawn) as picture:
                picture.save(folder / split / sign / f"{name}.jpg", quality=95)


def digits(folder, count=10_000):
    """Digits of a typeface, turned and moved, in the files of MNIST's test set."""
    import numpy
    from PIL import Image, ImageDraw, ImageFont

    random = numpy.random.default_rng(7)
    variants = []
    for digit in range(10):
        for turn in range(-14, 15, 4):
            for size in (20, 24):
                picture = Image.new("L", (28, 28))
                draw = ImageDraw.Draw(picture)
                draw.text((14, 14), str(digit), fill=255, font=ImageFont.load_default(size), anchor="mm")
                variants.append((digit, numpy.asarray(picture.rotate(turn, Image.Resampling.BICUBIC))))
    chosen = [variants[place] for place in random.integers(len(variants), size=count)]
    shifts = random.integers(-2, 3, size=(count, 2))
    images = numpy.stack([numpy.roll(image, shift, (0, 1)) for (_, image), shift in zip(chosen, shifts)])
    labels = numpy.array([digit for digit, _ in chosen], numpy.uint8)
    for name, header, content in (
        ("t10k-images-idx3-ubyte.gz", struct.pack(">4i", 0x803, count, 28, 28), images.astype(numpy.uint8)),
        ("t10k-labels-idx1-ubyte.gz", struct.pack(">2i", 0x801, count), labels),
    ):
        (folder / name).write_bytes(gzip.compress(header + content.tobytes(), 1))


def models(folder):
    squeezenet = Network(1)
    squeezenet.squeeze()
    squeezenet.builder.add_softmax("prob", "pool10", "classLabelProbs")
    classes = [f"class {number}" for number in range(1000)]
    squeezenet.builder.set_class_labels(classes, "classLabel", prediction_blob="classLabelProbs")
    squeezenet.save(folder / "models/SqueezeNetFP16.mlmodel")

    hands = Network(2, outputs=[("labelProbability", None)])
    hands.squeeze()
    hands.builder.add_flatten("flatten0", 0, "pool10", "flatten0")
    hands.full("fullyconnected0", "flatten0", "scores", 1000, 10)
    hands.builder.add_softmax("softmax", "scores", "labelProbability")
    hands.builder.set_class_labels(SIGNS + [f"user{number}" for number in range(7)], "label", prediction_blob="labelProbability")
    hands.trainable(["fullyconnected0"], "labelProbability", sizes=[1, 2, 4, 8, 16], epochs=[1, 10, 50], rate=0.001)
    hands.save(folder / "fixtures/HandsEmpty.mlmodel")

    refused = hands.builder.spec
    refused.neuralNetworkClassifier.updateParams.ClearField("epochs")
    (folder / "fixtures/invalid").mkdir()
    hands.save(folder / "fixtures/invalid/no_epochs.mlmodel")
    (folder / "fixtures/index.json").write_text("[]\n")

    pets = Network(4, outputs=[("output", None)], side=150, is_bgr=False, scale=1 / 255, bias=(0, 0, 0))
    pets.pets()
    pets.save(folder / "fixtures/CatDogUpdatable.mlmodel")

    for name, kernels, sizes, epochs, rate in (
        ("models/MNIST_Model", [3, 2, 2], [32], [6], 0.001),
        ("fixtures/LeNetUpdatable", [3, 2], [128, 16, 32], [5, 1, 10], 0.0001),
    ):
        lenet = Network(3, inputs=[("image", (1, 28, 28))], outputs=[("output", (10,))])
        lenet.digits(kernels, sizes, epochs, rate)
        lenet.save(folder / f"{name}.mlmodel")


class Network:
    """A network in the making; the weights of its layers are random."""

    def __init__(self, seed, inputs=None, outputs=None, side=227, is_bgr=True, scale=1, bias=(123, 117, 104)):
        import numpy
        from coremltools.models import datatypes
        from coremltools.models.neural_network import NeuralNetworkBuilder

        self.random = numpy.random.default_rng(seed)
        self.is_image, self.side, self.is_bgr = inputs is None, side, is_bgr
        inputs = [(name, datatypes.Array(*shape)) for name, shape in inputs or [("image", (3, side, side))]]
        outputs = [
            (name, datatypes.Array(*shape) if shape else None) for name, shape in outputs or [("classLabelProbs", None)]
        ]
        self.builder = NeuralNetworkBuilder(inputs, outputs, mode="classifier" if self.is_image else None)
        if self.is_image:
            self.builder.set_pre_processing_parameters(
                image_input_names=["image"], is_bgr=is_bgr, image_scale=scale, red_bias=bias[0], green_bias=bias[1],
                blue_bias=bias[2])

    def weights(self, *shape):
        fan = shape[0] * shape[1] * shape[2] if len(shape) == 4 else shape[1]
        return (self.random.standard_normal(shape) * (2 / fan) ** 0.5).astype("float32")

    def convolve(self, name, source, target, channels, made, kernel, stride=1, padding="valid"):
        import numpy

        self.builder.add_convolution(
            name, channels, made, kernel, kernel, stride, stride, padding, 1, self.weights(kernel, kernel, channels, made),
            numpy.zeros(made, "float32"), True, input_name=source, output_name=f"{target}_linear")
        self.builder.add_activation(f"{name}_relu" if "/" not in name else name.replace("/", "/relu_"), "RELU",
                                    f"{target}_linear", target)

    def pool(self, name, source, target, kernel=3, stride=2, padding="INCLUDE_LAST_PIXEL"):
        self.builder.add_pooling(name, kernel, kernel, stride, stride, "MAX", padding, source, target)

    def full(self, name, source, target, read, made):
        import numpy

        self.builder.add_inner_product(
            name, self.weights(made, read), numpy.zeros(made, "float32"), read, made, True, source, target)

    def squeeze(self):
        """The layers of SqueezeNet 1.1 up to the mean of each class's map."""
        self.convolve("conv1", "image", "conv1", 3, 64, 3, 2)
        source, channels = "conv1", 64
        for place, squeezed in enumerate([0, 16, 16, 0, 32, 32, 0, 48, 48, 64, 64], start=1):
            if squeezed == 0:
                name = {1: "pool1", 4: "pool3", 7: "pool5"}[place]
                self.pool(name, source, name)
                source = name
                continue
            fire = f"fire{place - sum(place > pool for pool in (4, 7))}"
            self.convolve(f"{fire}/squeeze1x1", source, f"{fire}/squeeze1x1", channels, squeezed, 1)
            for kernel, padding in ((1, "valid"), (3, "same")):
                name = f"{fire}/expand{kernel}x{kernel}"
                self.convolve(name, f"{fire}/squeeze1x1", name, squeezed, squeezed * 4, kernel, 1, padding)
            source, channels = f"{fire}/concat", squeezed * 8
            self.builder.add_elementwise(source, [f"{fire}/expand1x1", f"{fire}/expand3x3"], source, "CONCAT")
        self.convolve("conv10", source, "conv10", channels, 1000, 1)
        self.builder.add_pooling("pool10", 0, 0, 1, 1, "AVERAGE", "VALID", "conv10", "pool10", is_global=True)

    def digits(self, kernels, sizes, epochs, rate):
        """A network like LeNet, all of it trained."""
        source, channels, side = "image", 1, 28
        for place, kernel in enumerate(kernels, start=1):
            self.convolve(f"conv{place}", source, f"conv{place}", channels, 32, kernel)
            self.pool(f"pooling{place}", f"conv{place}", f"pooling{place}", 2, 2, "VALID")
            source, channels, side = f"pooling{place}", 32, (side - kernel + 1) // 2
        self.builder.add_flatten("flatten1", 0, source, "flatten1")
        self.full("hidden1", "flatten1", "hidden1", channels * side * side, 500)
        self.builder.add_activation("relu", "RELU", "hidden1", "active")
        self.full("hidden2", "active", "hidden2", 500, 10)
        self.builder.add_softmax("softmax", "hidden2", "output")
        layers = [f"conv{place}" for place in range(1, len(kernels) + 1)] + ["hidden1", "hidden2"]
        self.trainable(layers, "output", sizes, epochs, rate, is_adam=True)

    def pets(self):
        """A small network that tells cats from dogs, whose last two layers are trained."""
        source, channels, side = "image", 3, 150
        for place in (1, 2, 3):
            self.convolve(f"conv2d_{place}", source, f"conv2d_{place}", channels, 32, 3)
            source = f"max_pooling2d_{place}"
            self.pool(source, f"conv2d_{place}", source, 2, 2, "VALID")
            channels, side = 32, (side - 2) // 2
        self.builder.add_flatten("flatten_1", 0, source, "flatten_1")
        self.full("dense_5", "flatten_1", "dense_5", channels * side * side, 64)
        self.builder.add_activation("dense_5__activation__", "RELU", "dense_5", "active")
        self.full("dense_6", "active", "dense_6", 64, 2)
        self.builder.add_softmax("dense_6__activation__", "dense_6", "output")
        self.builder.set_class_labels(["Cat", "Dog"], "classLabel", prediction_blob="output")
        self.trainable(["dense_5", "dense_6"], "output", sizes=[5], epochs=[2], rate=0.01)

    def trainable(self, layers, output, sizes, epochs, rate, is_adam=False):
        from coremltools.models.neural_network import AdamParams, SgdParams

        self.builder.make_updatable(layers)
        self.builder.set_categorical_cross_entropy_loss("lossLayer", output)
        parameters = AdamParams(lr=rate, batch=sizes[0]) if is_adam else SgdParams(lr=rate, batch=sizes[0])
        parameters.set_batch(8 if 8 in sizes else sizes[0], allowed_set=sizes)
        (self.builder.set_adam_optimizer if is_adam else self.builder.set_sgd_optimizer)(parameters)
        self.builder.set_epochs(10 if 10 in epochs and 50 in epochs else epochs[0], epochs)
        self.builder.set_shuffle()

    def save(self, file):
        import coremltools

        spec = self.builder.spec
        if self.is_image:
            image = spec.description.input[0].type.imageType
            image.width, image.height = self.side, self.side
            image.colorSpace = image.ColorSpace.Value("BGR" if self.is_bgr else "RGB")
        spec.description.metadata.author = "the tests of Whet"
        coremltools.utils.save_spec(spec, str(file))


if __name__ == "__main__":
    import sys

    shutil.rmtree(sys.argv[2], ignore_errors=True)
    print(make(*sys.argv[1:]))
