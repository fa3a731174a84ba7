"""What a reader of pictures should see of a picture of Pillow's."""

import numpy


def over_white(image):
    """Upright, over white, 8 bits."""
    if image.mode == "RGBA" or "transparency" in image.info:
        values = numpy.array(image.convert("RGBA")).astype(int)
        return (values[..., :3] * values[..., 3:] + 255 * (255 - values[..., 3:]) + 127) // 255
    if image.mode.startswith("I"):
        return numpy.repeat((numpy.array(image).astype(int)[..., None] + 128) // 257, 3, -1)
    return numpy.array(image.convert("RGB"))
