"""torchvision: a JPEG file's bytes to 227 × 227 pixels, decode_jpeg and resize with antialiasing. The file is WHET_BENCH_JPEG."""

import os

import torch
import torchvision
from torchvision.io import ImageReadMode, decode_jpeg
from torchvision.transforms.v2.functional import resize

import peer


def decoding(threads):
    with open(os.environ["WHET_BENCH_JPEG"], "rb") as file:
        data = torch.frombuffer(bytearray(file.read()), dtype=torch.uint8)

    def run():
        torch.set_num_threads(threads)
        for _ in range(100):
            resize(decode_jpeg(data, mode=ImageReadMode.RGB), [227, 227], antialias=True)

    return run


if __name__ == "__main__":
    peer.serve({"jpeg": decoding}, f"torchvision {torchvision.__version__.split('+')[0]}")
