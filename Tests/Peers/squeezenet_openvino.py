"""OpenVINO: the features of SqueezeNet in batches of 1, 8 and 32, in single precision, and in 8 bits as ONNX Runtime quantises it."""

import openvino

import peer
import squeezenet
import squeezenet_onnxruntime


def running(file, images, threads):
    core = openvino.Core()
    model = core.read_model(file)
    model.reshape(list(images.shape))
    request = core.compile_model(
        model, "CPU", {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
    ).create_infer_request()

    def run(numbers):
        request.infer({0: numbers}, share_inputs=True)
        return request.get_output_tensor(0).data

    return run


def prepare(images, threads):
    return running(squeezenet_onnxruntime.model(), images, threads)


def prepare_in_bytes(images, threads):
    return running(squeezenet_onnxruntime.quantised()[0], images, threads)


if __name__ == "__main__":
    figures = squeezenet.figures(prepare) | squeezenet.figures(prepare_in_bytes, "features-8-bits")
    peer.serve(figures, f"OpenVINO {openvino.__version__.split('-')[0]}")
