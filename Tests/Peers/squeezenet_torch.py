"""PyTorch's compiler (inductor): the features of SqueezeNet in batches of 1, 8 and 32, channels last, weights frozen."""

import torch
import torch._inductor.config
from torch import nn

import peer
import squeezenet


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.order = squeezenet.layers()
        self.convolutions = nn.ModuleDict()
        for layer in self.order:
            if layer.weights is None:
                continue
            outputs, inputs, kernel, _ = layer.weights.shape
            convolution = nn.Conv2d(inputs, outputs, kernel, stride=layer.stride, padding=layer.margin)
            convolution.weight.data, convolution.bias.data = torch.from_numpy(layer.weights), torch.from_numpy(layer.bias)
            self.convolutions[layer.name] = convolution

    def forward(self, image):
        values = {"image": image}
        for layer in self.order:
            sources = [values[source] for source in layer.sources]
            if layer.weights is not None:
                values[layer.name] = torch.relu(self.convolutions[layer.name](*sources))
            elif len(sources) == 2:
                values[layer.name] = torch.cat(sources, 1)
            else:
                values[layer.name] = nn.functional.max_pool2d(*sources, 3, 2, ceil_mode=True)
        return values[self.order[-1].name].mean((2, 3))


def prepare(images, threads):
    torch.set_num_threads(threads)
    torch._inductor.config.freezing = True
    model = torch.compile(Network().eval().to(memory_format=torch.channels_last), dynamic=False)

    def run(numbers):
        torch.set_num_threads(threads)
        with torch.inference_mode():
            return model(torch.from_numpy(numbers).contiguous(memory_format=torch.channels_last)).numpy()

    return run


if __name__ == "__main__":
    peer.serve(squeezenet.figures(prepare), f"PyTorch {torch.__version__.split('+')[0]} compiled")
