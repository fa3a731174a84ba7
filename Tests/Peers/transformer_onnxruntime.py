"""ONNX Runtime: a vision transformer in batches of 1 and 8."""

import onnxruntime

import peer
import transformer

if __name__ == "__main__":
    peer.serve(transformer.figures("onnxruntime"), f"ONNX Runtime {onnxruntime.__version__}")
