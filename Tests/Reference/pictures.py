"""Writes Tests/Goldens/Pictures/{resizing,decoding}.json: what Pillow makes of small made-up pictures.

Run it with Pillow 11 and NumPy (Pillow 13 sometimes resamples along y first, which may differ by one level):

    python3 -m venv venv && venv/bin/pip install 'pillow==11.3.0' 'numpy<3' && venv/bin/python Tests/Reference/pictures.py
"""

import base64
import io
import json
import pathlib

import numpy
import PIL
from PIL import Image, ImageOps
from pixels import over_white

FOLDER = pathlib.Path(__file__).parent.parent / "Goldens" / "Pictures"
RANDOM = numpy.random.default_rng(7)


def text(array):
    return base64.b64encode(numpy.ascontiguousarray(array, dtype=numpy.uint8).tobytes()).decode()


def resizing():
    """Noise in many sizes, scaled in each of the three ways."""
    sizes = [(1, 1, 4, 3), (2, 1, 1, 1), (1, 7, 3, 2), (7, 5, 3, 2), (3, 2, 7, 5), (10, 10, 10, 3), (5, 9, 5, 9)]
    sizes += [tuple(int(side) for side in RANDOM.integers(1, 18, 4)) for _ in range(24)]
    sizes += [(224, 2, 227, 2), (2, 224, 2, 227), (41, 30, 8, 8), (30, 41, 8, 8), (64, 3, 5, 3)]
    ways = {
        "scaleFill": lambda image, size: image.resize(size, Image.Resampling.BILINEAR),
        "scaleFit": lambda image, size: ImageOps.pad(image, size, Image.Resampling.BILINEAR),
        "centerCrop": lambda image, size: ImageOps.fit(image, size, Image.Resampling.BILINEAR),
    }
    for width, height, new_width, new_height in sizes:
        pixels = RANDOM.integers(0, 256, (height, width, 3), dtype=numpy.uint8)
        for way, scale in ways.items():
            try:
                result = scale(Image.fromarray(pixels), (new_width, new_height))
            except ValueError:  # Pillow refuses to fit a picture whose shorter side would vanish.
                continue
            yield {
                "width": width, "height": height, "pixels": text(pixels), "newWidth": new_width,
                "newHeight": new_height, "way": way, "expected": text(numpy.array(result)),
            }


def drawing():
    y, x = numpy.mgrid[0:9, 0:13]
    return numpy.stack([x * 19, y * 28, (x + y) * 12], -1).astype(numpy.uint8)


def files():
    """A small drawing in every kind of file."""
    image = Image.fromarray(drawing())
    for subsampling, name in enumerate(["4:4:4", "4:2:2", "4:2:0"]):
        yield f"JPEG {name}", image, {"format": "JPEG", "quality": 90, "subsampling": subsampling}
    yield "JPEG progressive", image, {"format": "JPEG", "progressive": True}
    yield "JPEG grey", image.convert("L"), {"format": "JPEG"}
    yield "JPEG CMYK", image.convert("CMYK"), {"format": "JPEG"}
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        yield f"JPEG orientation {orientation}", image, {"format": "JPEG", "exif": exif, "quality": 90}
    exif = Image.Exif()
    exif[0x0112] = 6
    yield "PNG orientation 6", image, {"format": "PNG", "exif": exif}
    yield "PNG colour", image, {"format": "PNG"}
    yield "PNG grey", image.convert("L"), {"format": "PNG"}
    yield "PNG black and white", image.convert("1"), {"format": "PNG"}
    yield "PNG palette", image.quantize(16), {"format": "PNG"}
    yield "PNG palette with transparency", image.quantize(16), {"format": "PNG", "transparency": 3}
    opacity = (drawing()[..., :1].astype(int) + drawing()[..., 1:2] * 2) % 256
    yield "PNG transparent", Image.fromarray(numpy.dstack([drawing(), opacity]).astype(numpy.uint8)), {"format": "PNG"}
    deep = drawing()[..., 0].astype(numpy.uint16) * 257 + RANDOM.integers(0, 60, (9, 13)).astype(numpy.uint16)
    yield "PNG 16 bits", Image.fromarray(deep), {"format": "PNG"}


def expected(data):
    """What a reader should see: upright, over white, 8 bits."""
    return over_white(ImageOps.exif_transpose(Image.open(io.BytesIO(data))))


def decoding():
    for name, image, options in files():
        buffer = io.BytesIO()
        image.save(buffer, **options)
        pixels = expected(buffer.getvalue())
        yield {
            "name": name, "file": base64.b64encode(buffer.getvalue()).decode(), "width": pixels.shape[1],
            "height": pixels.shape[0], "expected": text(pixels),
        }


for name, cases in [("resizing", resizing()), ("decoding", decoding())]:
    lines = ",\n".join(json.dumps(case) for case in cases)
    (FOLDER / f"{name}.json").write_text(f'{{"pillow": "{PIL.__version__}", "cases": [\n{lines}\n]}}\n')
