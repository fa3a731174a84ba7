"""OpenVINO: the features of SqueezeNet in batches of 1, 8 and 32, in single precision."""

import openvino

import peer
import squeezenet
import squeezenet_onnxruntime


def prepare(images, threads):
    core = openvino.Core()
    model = core.read_model(squeezenet_onnxruntime.model())
    model.reshape(list(images.shape))
    request = core.compile_model(
        model, "CPU", {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
    ).create_infer_request()

    def run(numbers):
        request.infer({0: numbers}, share_inputs=True)
        return request.get_output_tensor(0).data

    return run


if __name__ == "__main__":
    peer.serve(squeezenet.figures(prepare), f"OpenVINO {openvino.__version__.split('-')[0]}")
