"""Image models of torchvision and timm with random weights, and the pictures they are asked about."""

import numpy as np

MEAN, DEVIATION = np.array([0.485, 0.456, 0.406], np.float32), np.array([0.229, 0.224, 0.225], np.float32)
SIDE = 224

TORCHVISION = {
    "SqueezeNet 1.1": "squeezenet1_1",
    "ResNet-18": "resnet18",
    "ResNet-50": "resnet50",
    "ResNeXt-50": "resnext50_32x4d",
    "DenseNet-121": "densenet121",
    "GoogLeNet": "googlenet",
    "ShuffleNet V2": "shufflenet_v2_x1_0",
    "MnasNet": "mnasnet1_0",
    "MobileNetV2": "mobilenet_v2",
    "MobileNetV3 small": "mobilenet_v3_small",
    "MobileNetV3 large": "mobilenet_v3_large",
    "RegNetX 400": "regnet_x_400mf",
    "RegNetY 400": "regnet_y_400mf",
    "EfficientNet-B0": "efficientnet_b0",
    "EfficientNetV2 small": "efficientnet_v2_s",
    "ConvNeXt tiny": "convnext_tiny",
    "Swin tiny": "swin_t",
    "Swin V2 tiny": "swin_v2_t",
}
TIMM = {
    "MobileNetV4 small": "mobilenetv4_conv_small",
    "MobileNetV4 hybrid": "mobilenetv4_hybrid_medium",
    "MobileCLIP S0": "fastvit_mci0",
    "FastViT T8": "fastvit_t8",
    "MobileOne S1": "mobileone_s1",
    "GhostNet": "ghostnet_100",
    "LCNet": "lcnet_050",
    "HGNetV2 B0": "hgnetv2_b0",
    "RepViT M0.9": "repvit_m0_9",
    "ConvNeXt atto": "convnext_atto",
    "InceptionNeXt atto": "inception_next_atto",
    "EdgeNeXt XXS": "edgenext_xx_small",
    "PoolFormer S12": "poolformer_s12",
    "MobileViT XXS": "mobilevit_xxs",
    "MobileViT V2 0.5": "mobilevitv2_050",
    "EfficientFormer V2 S0": "efficientformerv2_s0",
    "TinyViT 5M": "tiny_vit_5m_224",
    "LeViT 128S": "levit_128s",
    "PVT V2 B0": "pvt_v2_b0",
    "Mixer S/32": "mixer_s32_224",
    "ViT tiny": "vit_tiny_patch16_224",
    "DeiT tiny": "deit_tiny_patch16_224",
    "DINOv2 small": "vit_small_patch14_dinov2",
}
NAMES = [*TORCHVISION, *TIMM]


def chosen(only):
    """The names that begin with one of those given, separated by commas; without any, all."""
    wanted = [name.lower() for name in only.split(",") if name]
    return [name for name in NAMES if not wanted or any(name.lower().startswith(word) for word in wanted)]


def words(name):
    """A name as part of a file's name."""
    return "".join(sign if sign.isalnum() else "-" for sign in name.lower())


def made(name):
    """A model with random weights, the same at every call."""
    import timm
    import torch
    import torchvision

    torch.manual_seed(0)
    torch.set_num_threads(1)
    if name in TORCHVISION:
        settings = {"init_weights": False, "aux_logits": False} if name == "GoogLeNet" else {}
        model = getattr(torchvision.models, TORCHVISION[name])(**settings)
    else:
        settings = {"img_size": SIDE} if "dino" in TIMM[name] else {}
        model = timm.create_model(TIMM[name], **settings)
    return randomised(model)


def randomised(model):
    """A model with statistics of batches as a trained one has them. Layers that start at zero, as some models' last does, get random
    weights: scores that are all zero would be compared with nothing."""
    import torch

    for module in model.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
        elif isinstance(module, torch.nn.Linear) and not module.weight.any():
            torch.nn.init.normal_(module.weight, 0, 0.02)
    return model.eval()


def pictures(batch=1):
    """The bytes of pictures, [batch, height, width, channels], and their standardised numbers, [batch, channels, height, width]."""
    pixels = np.random.default_rng(7).integers(0, 256, (batch, SIDE, SIDE, 3), dtype=np.uint8)
    standardised = (pixels.astype(np.float32) / 255 - MEAN) / DEVIATION
    return pixels, standardised.transpose(0, 3, 1, 2).copy()


def export(model, path, batch=1, opset=17, dynamo=False):
    import torch

    torch.onnx.export(
        model, (torch.from_numpy(pictures(batch)[1]),), str(path), opset_version=opset, dynamo=dynamo, input_names=["image"],
        output_names=["scores"])


def scores(model, batch=1):
    """A model's answer to the pictures by PyTorch."""
    import torch

    with torch.inference_mode():
        return model(torch.from_numpy(pictures(batch)[1])).numpy().ravel()
