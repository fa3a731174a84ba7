"""PyTorch: a step on all of SqueezeNet 1.1 with a head of 10 classes, batch 8; and one on its last convolution and the head alone."""

import torch
from torch import nn

import peer


class Fire(nn.Module):
    def __init__(self, channels, squeezed, expanded):
        super().__init__()
        self.squeeze = nn.Conv2d(channels, squeezed, 1)
        self.small = nn.Conv2d(squeezed, expanded, 1)
        self.large = nn.Conv2d(squeezed, expanded, 3, padding=1)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        x = self.relu(self.squeeze(x))
        return torch.cat([self.relu(self.small(x)), self.relu(self.large(x))], 1)


def pool():
    return nn.MaxPool2d(3, 2, ceil_mode=True)


def last_layers():
    return [
        nn.Conv2d(512, 1000, 1), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(1000, 10)]


def squeezenet():
    return nn.Sequential(
        nn.Conv2d(3, 64, 3, stride=2), nn.ReLU(inplace=True), pool(),
        Fire(64, 16, 64), Fire(128, 16, 64), pool(), Fire(128, 32, 128), Fire(256, 32, 128), pool(),
        Fire(256, 48, 192), Fire(384, 48, 192), Fire(384, 64, 256), Fire(512, 64, 256), *last_layers())


def training(make, shape, momentum, compiled=lambda function: function):
    def prepare(threads):
        torch.set_num_threads(threads)
        model = make().to(memory_format=torch.channels_last)
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-6, momentum=momentum)
        loss = compiled(lambda inputs, targets: nn.functional.cross_entropy(model(inputs), targets))
        inputs = torch.randn(8, *shape).contiguous(memory_format=torch.channels_last)
        targets = torch.arange(8) % 3

        def run():
            torch.set_num_threads(threads)
            optimizer.zero_grad(set_to_none=False)
            loss(inputs, targets).backward()
            optimizer.step()

        return run

    return prepare


def figures(**settings):
    return {
        "fine-tuning": training(squeezenet, (3, 227, 227), 0.9, **settings),
        "conv10-and-head": training(lambda: nn.Sequential(*last_layers()), (512, 14, 14), 0, **settings),
    }


if __name__ == "__main__":
    peer.serve(figures(), f"PyTorch {torch.__version__.split('+')[0]}")
