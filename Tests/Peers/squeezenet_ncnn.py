"""ncnn: the features of SqueezeNet in batches of 1, 8 and 32, a photo after the other, for it knows no batches."""

import pathlib
import tempfile

import ncnn
import numpy as np

import peer
import squeezenet


def write(folder):
    """A model in ncnn's own format: a list of layers, and their numbers one after the other."""
    order = squeezenet.layers()
    lines, numbers = ["Input image 0 1 image"], b""
    readers = {}
    for layer in order:
        for source in layer.sources:
            readers.setdefault(source, []).append(layer.name)

    def source(layer, name):
        """A value that two layers read comes out of a split, under a name for each."""
        return name if len(readers[name]) == 1 else f"{name}_{readers[name].index(layer.name)}"

    blobs = 1
    for layer in order:
        inputs = " ".join(source(layer, name) for name in layer.sources)
        head = f"{layer.name} {len(layer.sources)} 1 {inputs} {layer.name}"
        if layer.weights is not None:
            outputs, _, kernel, _ = layer.weights.shape
            lines.append(
                f"Convolution {head} 0={outputs} 1={kernel} 3={layer.stride} 4={layer.margin} 5=1 6={layer.weights.size} 9=1")
            numbers += bytes(4) + layer.weights.tobytes() + layer.bias.tobytes()
        elif len(layer.sources) == 2:
            lines.append(f"Concat {head} 0=0")
        else:
            lines.append(f"Pooling {head} 0=0 1=3 2=2 3=0 5=0")
        blobs += 1
        if len(readers.get(layer.name, [])) > 1:
            lines.append(f"Split {layer.name}_split 1 2 {layer.name} {layer.name}_0 {layer.name}_1")
            blobs += 2
    lines.append(f"Pooling features 1 1 {order[-1].name} features 0=1 4=1")
    text = "\n".join(["7767517", f"{len(lines)} {blobs + 1}", *lines, ""])
    (folder / "model.param").write_text(text, encoding="utf-8")
    (folder / "model.bin").write_bytes(numbers)


def prepare(images, threads):
    network = ncnn.Net()
    network.opt.num_threads = threads
    network.opt.use_fp16_packed = network.opt.use_fp16_storage = network.opt.use_fp16_arithmetic = False
    network.opt.use_bf16_storage = False
    with tempfile.TemporaryDirectory() as place:
        write(pathlib.Path(place))
        network.load_param(f"{place}/model.param")
        network.load_model(f"{place}/model.bin")

    def run(numbers):
        found = []
        for image in numbers:
            extractor = network.create_extractor()
            extractor.input("image", ncnn.Mat(image))
            found.append(np.array(extractor.extract("features")[1]))
        return np.stack(found)

    return run


if __name__ == "__main__":
    peer.serve(squeezenet.figures(prepare), f"ncnn {ncnn.__version__}")
