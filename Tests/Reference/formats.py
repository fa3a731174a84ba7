"""Writes Tests/Goldens/Pictures/formats.json: small made-up pictures in each further kind of file, and what a reader should see.

Run it with Pillow 13, NumPy and, for HEIC, a libheif.so.1 that encodes (Debian 12's does):

    .venv/tests/bin/python Tests/Reference/formats.py
"""

import base64
import ctypes
import io
import json
import pathlib
import struct
import tempfile

import numpy
import PIL
from PIL import Image, ImageCms, ImageOps
from pixels import over_white

TARGET = pathlib.Path(__file__).parent.parent / "Goldens" / "Pictures" / "formats.json"

# X, Y and Z under D50 of red, green and blue, as profiles hold them.
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410))
DISPLAY_P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))
ADOBE_RGB = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def srgb_curve():
    numbers = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    return b"para" + bytes(4) + struct.pack(">HH", 3, 0) + b"".join(map(fixed, numbers))


def gamma(exponent):
    return b"curv" + bytes(4) + struct.pack(">IH", 1, round(exponent * 256)) + bytes(2)


def table(exponent):
    samples = [round((place / 255) ** exponent * 65535) for place in range(256)]
    return b"curv" + bytes(4) + struct.pack(">I256H", 256, *samples)


def profile(space, tags):
    """An ICC profile of version 4."""
    white = b"XYZ " + bytes(4) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    name = "x".encode("utf-16-be")
    words = b"mluc" + bytes(4) + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(name), 28) + name + bytes(2)
    tags = [(b"desc", words), (b"cprt", words), (b"wtpt", white)] + tags
    entries, content, start = b"", b"", 128 + 4 + 12 * len(tags)
    for mark, data in tags:
        entries += mark + struct.pack(">II", start + len(content), len(data))
        content += data + bytes(-len(data) % 4)
    body = struct.pack(">I", len(tags)) + entries + content
    head = struct.pack(">I4sI4s4s4s", 128 + len(body), bytes(4), 0x04300000, b"mntr", space, b"XYZ ")
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    return head + bytes(128 - len(head)) + body


def colour_profile(points, curve):
    tags = [(f"{letter}XYZ".encode(), b"XYZ " + bytes(4) + b"".join(map(fixed, point))) for letter, point in zip("rgb", points)]
    return profile(b"RGB ", tags + [(f"{letter}TRC".encode(), curve) for letter in "rgb"])


PROFILES = {
    "sRGB": colour_profile(SRGB, srgb_curve()), "Display P3": colour_profile(DISPLAY_P3, srgb_curve()),
    "Adobe RGB": colour_profile(ADOBE_RGB, gamma(563 / 256)), "table": colour_profile(SRGB, table(1.8)),
}
GREY = profile(b"GRAY", [(b"kTRC", gamma(1.8))])


def drawing():
    y, x = numpy.mgrid[0:9, 0:13]
    return numpy.stack([x * 19, y * 28, (x + y) * 12], -1).astype(numpy.uint8)


def large():
    """A smooth drawing with even sides, for kinds that lose something."""
    y, x = numpy.mgrid[0:24, 0:32]
    return numpy.stack([x * 8, y * 10, 255 - (x + y) * 4], -1).astype(numpy.uint8)


def transparent(pixels):
    opacity = (pixels[..., :1].astype(int) + pixels[..., 1:2] * 2) % 256
    return Image.fromarray(numpy.dstack([pixels, opacity]).astype(numpy.uint8))


def exif(orientation):
    notes = Image.Exif()
    notes[0x0112] = orientation
    return notes


def files():
    """A name, an image, how it is saved and by how much a level may be wrong."""
    image, wide = Image.fromarray(drawing()), Image.fromarray(large())
    other = ImageOps.invert(image)
    lossless = {"format": "WEBP", "lossless": True, "exact": True}
    yield "WebP lossless", image, lossless, 0
    yield "WebP transparent", transparent(drawing()), lossless, 0
    yield "WebP lossy", wide, {"format": "WEBP", "quality": 90}, 0
    yield "WebP lossy transparent", transparent(large()), {"format": "WEBP", "quality": 90}, 0
    yield "WebP orientation 6", image, lossless | {"exif": exif(6)}, 0
    yield "WebP animated", image, lossless | {"save_all": True, "append_images": [other]}, 0
    for how in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits"):
        yield f"TIFF {how}", image, {"format": "TIFF", "compression": how}, 0
    yield "TIFF jpeg", wide, {"format": "TIFF", "compression": "jpeg", "quality": 90}, 2
    yield "TIFF grey", image.convert("L"), {"format": "TIFF"}, 0
    yield "TIFF black and white", image.convert("1"), {"format": "TIFF", "compression": "group4"}, 0
    yield "TIFF palette", image.quantize(16), {"format": "TIFF"}, 0
    yield "TIFF CMYK", image.convert("CMYK"), {"format": "TIFF"}, 1
    yield "TIFF transparent", transparent(drawing()), {"format": "TIFF"}, 0
    deep = (drawing()[..., 0].astype(numpy.uint16) * 257 + drawing()[..., 1]).astype(numpy.uint16)
    yield "TIFF 16 bits", Image.fromarray(deep), {"format": "TIFF", "compression": "tiff_lzw"}, 0
    yield "TIFF two pages", image, {"format": "TIFF", "save_all": True, "append_images": [other]}, 0
    for orientation in range(1, 9):
        yield f"TIFF orientation {orientation}", image, {"format": "TIFF", "exif": exif(orientation)}, 0
    palette = image.quantize(16)
    yield "GIF", palette, {"format": "GIF"}, 0
    yield "GIF of 256 colours", wide.quantize(256), {"format": "GIF"}, 0
    yield "GIF black and white", image.convert("1"), {"format": "GIF"}, 0
    yield "GIF not interlaced", palette, {"format": "GIF", "interlace": 0}, 0
    yield "GIF transparent", palette, {"format": "GIF", "transparency": 3}, 0
    yield "GIF animated", palette, {"format": "GIF", "save_all": True, "append_images": [other.quantize(16)]}, 0
    yield "BMP colour", image, {"format": "BMP"}, 0
    yield "BMP of 32 bits", image.convert("RGBA"), {"format": "BMP"}, 0
    yield "BMP grey", image.convert("L"), {"format": "BMP"}, 0
    yield "BMP palette", palette, {"format": "BMP"}, 0
    yield "BMP black and white", image.convert("1"), {"format": "BMP"}, 0
    fine = {"format": "AVIF", "quality": 95, "subsampling": "4:4:4"}
    yield "AVIF", wide, fine, 3
    yield "AVIF 4:2:0", wide, {"format": "AVIF", "quality": 90}, 12
    yield "AVIF transparent", transparent(large()), fine, 4
    for orientation in range(2, 9):
        yield f"AVIF orientation {orientation}", wide, fine | {"exif": exif(orientation)}, 3
    for name, data in PROFILES.items():
        error = 0 if name == "sRGB" else 1
        yield f"PNG {name}", image, {"format": "PNG", "icc_profile": data}, error
        yield f"JPEG {name}", wide, {"format": "JPEG", "quality": 95, "icc_profile": data}, error
    yield "PNG transparent Display P3", transparent(drawing()), {"format": "PNG", "icc_profile": PROFILES["Display P3"]}, 1
    yield "WebP Display P3", image, lossless | {"icc_profile": PROFILES["Display P3"]}, 1
    yield "TIFF Adobe RGB", image, {"format": "TIFF", "icc_profile": PROFILES["Adobe RGB"]}, 1
    yield "AVIF Display P3", wide, fine | {"icc_profile": PROFILES["Display P3"]}, 5
    yield "PNG grey profile", image.convert("L"), {"format": "PNG", "icc_profile": GREY}, 1
    yield "JPEG grey profile", wide.convert("L"), {"format": "JPEG", "icc_profile": GREY}, 1
    yield "TIFF grey profile", image.convert("L"), {"format": "TIFF", "icc_profile": GREY}, 1
    yield "HEIC", wide, {"format": "HEIC"}, 4
    yield "HEIC Display P3", wide, {"format": "HEIC", "icc_profile": PROFILES["Display P3"]}, 12


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]


def heic(image, icc_profile=None):
    """The bytes of a HEIC file, encoded by libheif."""
    library = ctypes.CDLL("libheif.so.1")
    for name in ("heif_context_alloc", "heif_image_get_plane"):
        getattr(library, name).restype = ctypes.c_void_p
    for name in ("heif_image_create", "heif_image_add_plane", "heif_context_get_encoder_for_format", "heif_encoder_set_lossy_quality",
                 "heif_encoder_set_parameter_string", "heif_context_encode_image", "heif_context_write_to_file", "heif_image_set_raw_color_profile"):
        getattr(library, name).restype = Error
    width, height = image.size
    context, picture, encoder, stride = ctypes.c_void_p(library.heif_context_alloc()), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
    done = [library.heif_image_create(width, height, 1, 10, ctypes.byref(picture)), library.heif_image_add_plane(picture, 10, width, height, 8)]
    plane = library.heif_image_get_plane(picture, 10, ctypes.byref(stride))
    rows = image.tobytes()
    for y in range(height):
        ctypes.memmove(plane + y * stride.value, rows[y * width * 3:(y + 1) * width * 3], width * 3)
    if icc_profile:
        done.append(library.heif_image_set_raw_color_profile(picture, b"prof", icc_profile, ctypes.c_size_t(len(icc_profile))))
    done.append(library.heif_context_get_encoder_for_format(context, 1, ctypes.byref(encoder)))
    done.append(library.heif_encoder_set_lossy_quality(encoder, 95))
    done.append(library.heif_encoder_set_parameter_string(encoder, b"chroma", b"444"))
    done.append(library.heif_context_encode_image(context, picture, encoder, None, None))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "made.heic"
        done.append(library.heif_context_write_to_file(context, str(path).encode()))
        assert all(error.code == 0 for error in done), [error.message for error in done]
        return path.read_bytes()


def text(array):
    return base64.b64encode(numpy.ascontiguousarray(array, dtype=numpy.uint8).tobytes()).decode()


def in_srgb(image, data):
    """Colours of a profile as LittleCMS converts them; those of sRGB stay."""
    if not data or data == PROFILES["sRGB"]:
        return image
    source, target = ImageCms.ImageCmsProfile(io.BytesIO(data)), ImageCms.createProfile("sRGB")
    opacity = image.getchannel("A") if image.mode == "RGBA" else None
    mode = "L" if image.mode == "L" else "RGB"
    result = ImageCms.profileToProfile(
        image.convert(mode), source, target, ImageCms.Intent.RELATIVE_COLORIMETRIC, outputMode="RGB")
    if opacity:
        result.putalpha(opacity)
    return result


def cases():
    for name, image, options, error in files():
        if options["format"] == "HEIC":
            data, seen = heic(image, options.get("icc_profile")), image
        else:
            stream = io.BytesIO()
            image.save(stream, **options)
            data = stream.getvalue()
            seen = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
        pixels = over_white(in_srgb(seen, options.get("icc_profile")))
        yield {"name": name, "file": base64.b64encode(data).decode(), "width": pixels.shape[1], "height": pixels.shape[0],
               "error": error, "expected": text(pixels)}


lines = ",\n".join(json.dumps(case) for case in cases())
TARGET.write_text(f'{{"pillow": "{PIL.__version__}", "cases": [\n{lines}\n]}}\n')
