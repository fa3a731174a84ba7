"""Whole pictures of every kind that is read, by their endings."""

import base64
import io
import json
import pathlib

GOLDENS = pathlib.Path(__file__).resolve().parents[1] / "Goldens/Pictures/formats.json"


def pillow(kind, mode="RGB", size=(24, 20), **how):
    from PIL import Image

    picture = Image.effect_noise(size, 60).convert(mode)
    stream = io.BytesIO()
    picture.save(stream, kind, **how)
    return stream.getvalue()


def pictures():
    """Whole pictures of the kinds that are read, by their endings."""
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = 6
    return [
        ("jpg", pillow("JPEG", exif=exif)), ("jpg", pillow("JPEG", progressive=True)), ("jpg", pillow("JPEG", "CMYK")),
        ("jpg", pillow("JPEG", "L")), ("png", pillow("PNG")), ("png", pillow("PNG", "P")), ("png", pillow("PNG", "LA")),
        ("png", pillow("PNG", "RGBA")), ("png", pillow("PNG", "1")),
    ]


def modern(kind):
    """Pictures of a kind that other programs' libraries decode, or that came later than JPEG and PNG."""
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = 6
    match kind:
        case "heif":
            cases = json.loads(GOLDENS.read_text())["cases"]
            made = [("heic", base64.b64decode(case["file"])) for case in cases if case["name"].startswith("HEIC")]
            return made * 2 + [("avif", pillow("AVIF", exif=exif)), ("avif", pillow("AVIF", "RGBA", quality=100, subsampling="4:4:4"))]
        case "webp":
            more = Image.effect_noise((24, 20), 60).convert("RGB")
            return [("webp", pillow("WEBP", exif=exif)), ("webp", pillow("WEBP", lossless=True)), ("webp", pillow("WEBP", "RGBA")),
                    ("webp", pillow("WEBP", save_all=True, append_images=[more]))]
        case "tiff":
            ways = ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg")
            made = [("tif", pillow("TIFF", compression=way, exif=exif)) for way in ways]
            modes = [("tif", pillow("TIFF", mode, compression=way)) for mode, way in (("P", "raw"), ("CMYK", "tiff_lzw"), ("I;16", "raw"))]
            return made + modes + [("tif", pillow("TIFF", "1", compression="group4")), ("tif", pillow("TIFF", "RGBA"))]
        case "gif":
            return [("gif", pillow("GIF", "P")), ("gif", pillow("GIF", "L", interlace=0)), ("gif", pillow("GIF", "P", transparency=3))]
        case "bmp":
            return [("bmp", pillow("BMP", mode)) for mode in ("RGB", "P", "1", "RGBA")] + [("bmp", runs())]


def runs():
    """A BMP whose indices are packed as runs, which Pillow does not write."""
    plain = bytearray(pillow("BMP", "L"))
    start = int.from_bytes(plain[10:14], "little")
    rows = b"".join(bytes((10, row, 0, 4, 1, 2, 3, 4, 10, row + 1, 0, 0)) for row in range(20)) + b"\0\1"
    plain[30:34] = (1).to_bytes(4, "little")
    return bytes(plain[:start]) + rows
