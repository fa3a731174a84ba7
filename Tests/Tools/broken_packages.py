"""ML programs in packages: made here field by field, and the small ones with reference results where they lie beside the checkout.
Broken are the manifest, the program, the weights, and which files there are; they are read from a folder or an archive."""

import functools
import io
import json
import pathlib
import struct
import zipfile

import breaking
import breaking_fields

MODEL, WEIGHTS = "Data/com.apple.CoreML/model.mlmodel", "Data/com.apple.CoreML/weights/weight.bin"
SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared/fixtures/mlprogram"
FLOAT, HALF, INT, BOOL, TEXT = 11, 10, 23, 1, 2
write_message = breaking_fields.write_message


def text(word):
    return (1, 2, word.encode())


def entry(key, value):
    return write_message([text(key), (2, 2, value)])


def tensor_type(element, shape):
    lengths = [(3, 2, write_message([(1, 2, write_message([(1, 0, length)]))])) for length in shape]
    return write_message([(1, 2, write_message([(1, 0, element), (2, 0, len(shape)), *lengths]))])


def value(element, shape, numbers):
    """A value in the program itself."""
    if element == TEXT:
        field, packed = 4, write_message([text(word) for word in numbers])
    elif element == FLOAT:
        field, packed = 1, write_message([(1, 2, struct.pack(f"<{len(numbers)}f", *numbers))])
    elif element == HALF:
        field, packed = 7, write_message([(1, 2, struct.pack(f"<{len(numbers)}e", *numbers))])
    else:
        packed = b"".join(breaking_fields.varint(number & (1 << 64) - 1) for number in numbers)
        field, packed = (3 if element == BOOL else 2), write_message([(1, 2, packed)])
    tensor = write_message([(field, 2, packed)])
    return write_message([(2, 2, tensor_type(element, shape)), (3, 2, write_message([(1, 2, tensor)]))])


def ints(*numbers):
    return value(INT, [len(numbers)], numbers)


def one(number):
    return value(INT, [], [number])


def true(*truths):
    return value(BOOL, [len(truths)] if len(truths) > 1 else [], [int(truth) for truth in truths])


def word(said):
    return value(TEXT, [], [said])


def labels(names):
    members = write_message([(1, 2, word(name)) for name in names])
    return write_message([(2, 2, write_message([(2, 2, b"")])), (3, 2, write_message([(3, 2, members)]))])


class Program:
    """A program of one function that reads a picture of 16 × 16."""

    def __init__(self):
        self.operations, self.weights, self.count = [], bytearray(64), 0

    def stored(self, shape):
        """A value in the file of weights."""
        count = 1
        for length in shape:
            count *= length
        numbers = struct.pack(f"<{count}f", *((place * 7 % 11 - 5) / 16 for place in range(count)))
        offset = len(self.weights)
        self.weights += struct.pack("<IIQQ", 0xDEADBEEF, 2, len(numbers), offset + 64) + bytes(40)
        self.weights += numbers + bytes(-len(numbers) % 64)
        self.count += 1
        blob = write_message([text("@model_path/weights/weight.bin"), (2, 0, offset)])
        return write_message([(2, 2, tensor_type(FLOAT, shape)), (5, 2, blob)])

    def add(self, kind, name, shape, /, element=FLOAT, others=(), attributes=None, **inputs):
        """An operation whose inputs are names, lists of names, or values."""
        def argument(given):
            bindings = given if isinstance(given, list) else [given]
            return write_message([(1, 2, write_message([text(own) if isinstance(own, str) else (2, 2, own)])) for own in bindings])

        made = [(name, tensor_type(element, shape)), *others]
        self.operations.append(write_message(
            [text(kind), *((2, 2, entry(key, argument(given))) for key, given in inputs.items()),
             *((3, 2, entry(own, form)) for own, form in made),
             *((5, 2, entry(key, given)) for key, given in (attributes or {}).items())]))
        return name

    def constant(self, name, shape):
        return self.add("const", name, shape, attributes={"val": self.stored(shape)})

    def files(self, outputs, kinds):
        block = write_message([(2, 2, name.encode()) for name in outputs] + [(3, 2, one) for one in self.operations])
        function = write_message([(1, 2, entry("image", tensor_type(FLOAT, [1, 3, 16, 16]))), (2, 2, b"CoreML7"), (3, 2, entry("CoreML7", block))])
        program = write_message([(1, 0, 1), (2, 2, entry("main", function))])
        image = write_message([text("image"), (3, 2, write_message([(4, 2, write_message([(1, 0, 16), (2, 0, 16), (3, 0, 20)]))]))])
        results = [(10, 2, write_message([text(name), (3, 2, kind)])) for name, kind in zip(outputs, kinds)]
        model = write_message([(1, 0, 8), (2, 2, write_message([(1, 2, image), *results])), (502, 2, program)])
        manifest = {"fileFormatVersion": "1.0.0", "rootModelIdentifier": "A", "itemInfoEntries": {
            "A": {"author": "com.apple.CoreML", "description": "", "name": "model.mlmodel", "path": MODEL[5:]},
            "B": {"author": "com.apple.CoreML", "description": "", "name": "weights", "path": "com.apple.CoreML/weights"}}}
        head = struct.pack("<II", self.count, 2) + bytes(56)
        return {"Manifest.json": json.dumps(manifest).encode(), MODEL: model, WEIGHTS: head + bytes(self.weights[64:])}


ARRAY = write_message([(5, 2, write_message([(1, 2, b"\1"), (2, 0, 65568)]))])


def classifier():
    """Scaled, convolved, pooled, normalised, and told apart; a palette among its weights."""
    made = Program()
    made.add("mul", "scaled", [1, 3, 16, 16], x="image", y=value(FLOAT, [], [1 / 64]))
    made.add("conv", "c", [1, 4, 8, 8], x="scaled", weight=made.constant("k", [4, 3, 3, 3]), strides=ints(2, 2), pad_type=word("custom"),
             pad=ints(1, 1, 1, 1), dilations=ints(1, 1), groups=one(1))
    made.add("relu", "r", [1, 4, 8, 8], x="c")
    made.add("max_pool", "m", [1, 4, 4, 4], x="r", kernel_sizes=ints(2, 2), strides=ints(2, 2), pad_type=word("valid"), ceil_mode=true(True))
    numbers = value(FLOAT, [4], [1, 2, 3, 4])
    made.add("batch_norm", "b", [1, 4, 4, 4], x="m", mean=numbers, variance=numbers, gamma=numbers, beta=numbers, epsilon=value(FLOAT, [], [1e-5]))
    made.add("constexpr_lut_to_dense", "p", [4, 1, 3, 3], attributes={
        "indices": write_message([(2, 2, tensor_type(31, [9])), (3, 2, write_message([(1, 2, write_message([(7, 2, write_message([(1, 2, bytes(range(9)))]))]))]))]),
        "lut": value(FLOAT, [4], [-1, 0, 0.5, 1]),
        "shape": write_message([(2, 2, tensor_type(33, [4])), (3, 2, write_message([(1, 2, write_message([(7, 2, write_message([(1, 2, struct.pack("<4I", 4, 1, 3, 3))]))]))]))])})
    made.add("conv", "d", [1, 4, 4, 4], x="b", weight="p", pad_type=word("same"), groups=one(4))
    made.add("conv_transpose", "u", [1, 2, 8, 8], x="d", weight=made.constant("t", [4, 2, 2, 2]), strides=ints(2, 2), pad_type=word("valid"))
    made.add("reduce_mean", "f", [1, 2], x="u", axes=ints(2, 3), keep_dims=true(False))
    made.add("linear", "l", [1, 2], x="f", weight=made.constant("w", [2, 2]), bias=value(FLOAT, [2], [0, 1]))
    made.add("softmax", "s", [1, 2], x="l", axis=one(-1))
    made.add("classify", "label", [], element=TEXT, others=[("probs", write_message([(4, 2, b"")]))], probabilities="s", classes=labels(["a", "b"]))
    return made.files(["label", "probs"], [write_message([(3, 2, b"")]), write_message([(6, 2, write_message([(2, 2, b"")]))])])


def attention():
    """Patches that look at each other, in halves in between."""
    made = Program()
    made.add("reshape", "rows", [1, 48, 16], x="image", shape=ints(1, -1, 16))
    made.add("layer_norm", "n", [1, 48, 16], x="rows", axes=ints(-1), gamma=made.constant("g", [16]), beta=made.constant("h", [16]))
    made.add("linear", "q", [1, 48, 24], x="n", weight=made.constant("w", [24, 16]))
    made.add("reshape", "q5", [1, 48, 3, 2, 4], x="q", shape=ints(1, 48, 3, 2, 4))
    made.add("transpose", "t", [3, 1, 2, 48, 4], x="q5", perm=ints(2, 0, 3, 1, 4))
    three = tensor_type(FLOAT, [1, 1, 2, 48, 4])
    made.add("split", "a", [1, 1, 2, 48, 4], others=[("b", three), ("c", three)], x="t", num_splits=one(3), axis=one(0))
    for name in "abc":
        made.add("squeeze", name + "s", [1, 2, 48, 4], x=name, axes=ints(0))
    made.add("matmul", "scores", [1, 2, 48, 48], x="as", y="bs", transpose_y=true(True))
    made.add("softmax", "p", [1, 2, 48, 48], x="scores", axis=one(-1))
    made.add("matmul", "o", [1, 2, 48, 4], x="p", y="cs")
    made.add("scaled_dot_product_attention", "o2", [1, 2, 48, 4], query="as", key="bs", value="cs")
    made.add("concat", "both", [1, 4, 48, 4], values=["o", "o2"], axis=one(1), interleave=true(False))
    made.add("gelu", "e", [1, 4, 48, 4], x="both", mode=word("EXACT"))
    made.add("cast", "half", [1, 4, 48, 4], element=HALF, x="e", dtype=word("fp16"))
    made.add("mul", "third", [1, 4, 48, 4], element=HALF, x="half", y=value(HALF, [], [0.333]))
    made.add("cast", "full", [1, 4, 48, 4], x="third", dtype=word("fp32"))
    made.add("slice_by_index", "y", [1, 4, 4], x="full", begin=ints(0, 0, 0, 0), end=ints(0, 0, 1, 0), end_mask=true(True, True, False, True),
             squeeze_mask=true(False, False, True, False))
    return made.files(["y"], [ARRAY])


def indices():
    """Numbers put elsewhere, by tables and by index."""
    made = Program()
    made.add("pad", "p", [1, 3, 20, 18], x="image", pad=ints(2, 2, 1, 1), mode=word("reflect"))
    made.add("resize_bilinear", "r", [1, 3, 8, 8], x="p", target_size_height=one(8), target_size_width=one(8), sampling_mode=word("UNALIGN_CORNERS"))
    made.add("upsample_nearest_neighbor", "u", [1, 3, 16, 16], x="r", scale_factor_height=one(2), scale_factor_width=one(2))
    made.add("pixel_unshuffle", "x", [1, 12, 8, 8], x="u", downscale_factor=one(2))
    made.add("reduce_max", "m", [1, 12], x="x", axes=ints(2, 3), keep_dims=true(False))
    made.add("topk", "best", [1, 5], others=[("places", tensor_type(INT, [1, 5]))], x="m", k=one(5), axis=one(-1))
    made.add("gather_along_axis", "g", [1, 5], x="m", indices="places", axis=one(1))
    made.add("gather", "h", [1, 3], x="g", indices=ints(0, 4, 2), axis=one(1))
    made.add("scatter", "s", [1, 3], data="h", indices=ints(1), updates=value(FLOAT, [1, 1], [9]), axis=one(1), mode=word("add"))
    made.add("cumsum", "c", [1, 3], x="s", axis=one(1), exclusive=true(False), reverse=true(False))
    made.add("one_hot", "o", [1, 5, 12], indices="places", one_hot_vector_size=one(12), axis=one(-1), on_value=value(FLOAT, [], [1]),
             off_value=value(FLOAT, [], [0]))
    made.add("reduce_sum", "os", [1, 12], x="o", axes=ints(1), keep_dims=true(False))
    made.add("tile", "t", [1, 12], x="c", reps=ints(1, 4))
    made.add("einsum", "q", [1, 1], values=["t", "os"], equation=word("ab,cb->ac"))
    made.add("greater", "gt", [1, 12], element=BOOL, x="t", y="os")
    made.add("select", "y", [1, 12], cond="gt", a="t", b="q")
    return made.files(["y"], [ARRAY])


def whole(folder, whet):
    return [("mlpackage", classifier()), ("mlpackage", attention()), ("mlpackage", indices())]


@functools.cache
def shared():
    """The small packages beside the checkout: of every operation some."""
    made = []
    for package in sorted(SHARED.glob("*.mlpackage")):
        files = {str(path.relative_to(package)): path for path in sorted(package.rglob("*")) if path.is_file()}
        if sum(path.stat().st_size for path in files.values()) < 30_000:
            made.append({name: path.read_bytes() for name, path in files.items()})
    return made


def broken(whole, suffix, rng):
    files = dict(rng.choice(shared()) if rng.random() < 0.7 and shared() else whole)
    model = next((name for name in files if name.endswith("model.mlmodel")), MODEL)
    chance = rng.random()
    if chance < 0.1:
        files["Manifest.json"] = breaking_fields.text_json(files["Manifest.json"], rng)
    elif chance < 0.14:
        path = rng.choice(("../../etc/passwd", "/etc/passwd", "a/../../b", ".", "", "Data", "com.apple.CoreML", "\0", "x" * 5000))
        files["Manifest.json"] = files["Manifest.json"].replace(b"com.apple.CoreML/model.mlmodel", path.encode().replace(b"\0", b"\\u0000"))
    elif chance < 0.17:
        files.pop(rng.choice(sorted(files)))
    elif chance < 0.2:
        files[model] = breaking_fields.cyclic(files[model], rng)
    elif chance < 0.32:
        name = rng.choice(sorted(files))
        files[name] = breaking.damage(files[name], rng)
    else:
        for _ in range(rng.choice((1, 1, 2, 4))):
            files[model] = breaking_fields.message(files[model], rng)
    return files


def write(folder, suffix, data, rng, number):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in data.items():
            archive.writestr(f"m.mlpackage/{name}", content)
    path = folder / "broken.zip"
    path.write_bytes(packed.getvalue())
    name = path.name
    if rng.random() < 0.7:
        name = f"own{number}/m.mlpackage"
        for inner, content in data.items():
            place = folder / name / inner
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    cells = [f'load m "{name}"', f'describe "{name}"', f'check "{name}"', f'layers "{name}"', f'weights "{name}"']
    later = ['predict m image="photo.jpg"', "evaluate m on=p.test", "features p from=m", "knn f features=m", "network b from=m classes=2 seed=1",
             "describe m", "layers m", "train m on=p.train epochs=1", 'save m path="out.mlmodel" replace=true', "undo"]
    return path, cells[:1] + rng.sample(cells[1:], 1) + rng.sample(later, 3)
