"""PyTorch: 40 steps of LeNet (585,958 parameters) at batch 128 with Adam, drawn from 60,000 images in memory."""

import numpy as np
import torch
from torch import nn

import peer


def network():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 32, 2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(1152, 500), nn.ReLU(), nn.Linear(500, 10))


def steps(threads, compiled=lambda function: function):
    torch.set_num_threads(threads)
    torch.set_flush_denormal(True)
    draw = np.random.default_rng(3)
    images = draw.random((60000, 1, 28, 28), dtype=np.float32) * (draw.integers(0, 5, (60000, 1, 28, 28)) == 0)
    images = torch.from_numpy(images.astype(np.float32)).contiguous(memory_format=torch.channels_last)
    targets = torch.arange(60000) % 10
    model = network().to(memory_format=torch.channels_last)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4, fused=True)
    loss = compiled(lambda inputs, targets: nn.functional.cross_entropy(model(inputs), targets))

    def run():
        torch.set_num_threads(threads)
        order = torch.randperm(60000)
        for step in range(40):
            places = order[step * 128:(step + 1) * 128]
            optimizer.zero_grad(set_to_none=False)
            loss(images[places], targets[places]).backward()
            optimizer.step()

    return run


if __name__ == "__main__":
    peer.serve({"lenet": steps}, f"PyTorch {torch.__version__.split('+')[0]}")
