"""OpenVINO: a vision transformer in batches of 1 and 8."""

import openvino

import peer
import transformer

if __name__ == "__main__":
    peer.serve(transformer.figures("openvino"), f"OpenVINO {openvino.__version__.split('-')[0]}")
