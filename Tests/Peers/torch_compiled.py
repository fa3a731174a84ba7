"""PyTorch's compiler (inductor): the training of lenet_torch and finetune_torch."""

import torch

import finetune_torch
import lenet_torch
import peer


def compiled(function):
    return torch.compile(function, dynamic=False)


if __name__ == "__main__":
    peer.serve(
        {"lenet": lambda threads: lenet_torch.steps(threads, compiled), **finetune_torch.figures(compiled=compiled)},
        f"PyTorch {torch.__version__.split('+')[0]} compiled")
