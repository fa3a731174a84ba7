"""A model file, as coremltools has read it, in the words in which the Swift tests tell what they read (ModelExchangeTests)."""

import numpy

FEATURE_KINDS = {
    "int64Type": "int64", "doubleType": "double", "stringType": "string", "imageType": "image",
    "multiArrayType": "multiArray", "dictionaryType": "dictionary", "sequenceType": "sequence", "stateType": "state",
    None: "unspecified",
}
NUMBER_FIELDS = {
    "convolution": ["weights", "bias"], "innerProduct": ["weights", "bias"], "embedding": ["weights", "bias"],
    "batchnorm": ["gamma", "beta", "mean", "variance"], "scale": ["scale", "bias"], "bias": ["bias"],
    "loadConstant": ["data"],
}


def tell(model):
    """A model as the Swift tests tell it."""
    kind = model.WhichOneof("Type")
    content = getattr(model, kind) if kind else None
    description = model.description
    network = content if kind and kind.startswith("neuralNetwork") else None
    pipeline = content if kind == "pipeline" else getattr(content, "pipeline", None)
    told = {
        "version": model.specificationVersion, "updatable": model.isUpdatable, "kind": kind or "",
        "inputs": [tell_feature(f) for f in description.input],
        "outputs": [tell_feature(f) for f in description.output],
        "trainingInputs": [tell_feature(f) for f in description.trainingInput],
        "predictedFeatureName": description.predictedFeatureName,
        "predictedProbabilitiesName": description.predictedProbabilitiesName,
        "metadata": {
            name: getattr(description.metadata, name) for name in ["shortDescription", "versionString", "author", "license"]},
        "userDefined": dict(description.metadata.userDefined),
        "layers": [tell_layer(layer) for layer in network.layers] if network else [],
        "preprocessing": [tell_preprocessing(step) for step in network.preprocessing] if network else [],
        "models": [tell(inner) for inner in pipeline.models] if pipeline else [],
        "modelNames": list(pipeline.names) if pipeline else [],
    }
    labels = tell_labels(content) if network and hasattr(content, "stringClassLabels") else None
    if labels is not None:
        told["labels"] = labels
    if network and network.HasField("updateParams"):
        told["update"] = tell_update(network.updateParams)
    if kind == "kNearestNeighborsClassifier":
        told["neighbors"] = tell_neighbors(content)
    return told


def tell_feature(feature):
    kind = feature.type.WhichOneof("Type")
    shape = []
    if kind == "imageType":
        image = feature.type.imageType
        shape = [image.width, image.height, image.colorSpace]
    if kind == "multiArrayType":
        shape = [*feature.type.multiArrayType.shape, feature.type.multiArrayType.dataType]
    return {"name": feature.name, "kind": FEATURE_KINDS[kind], "shape": shape, "optional": feature.type.isOptional}


def tell_labels(content):
    kind = content.WhichOneof("ClassLabels")
    return [str(label) for label in getattr(content, kind).vector] if kind else None


def tell_layer(layer):
    kind = layer.WhichOneof("layer")
    told = {
        "name": layer.name, "inputs": list(layer.input), "outputs": list(layer.output), "updatable": layer.isUpdatable,
        "numbers": {},
    }
    if kind:
        told["type"] = kind
    values = {}
    for name, field in number_messages(layer):
        values[name] = expand(field, channel_count(layer, name), layer)
        if values[name] is None:
            return told
    told["numbers"] = {name: [str(numbers.size), digest(numbers)] for name, numbers in values.items()}
    return told if is_sound(layer, values) else told | {"numbers": {}}


def number_messages(layer):
    """The numbers a layer uses, by the names of their fields."""
    kind = layer.WhichOneof("layer")
    if kind == "activation":
        function = layer.activation.WhichOneof("NonlinearityType")
        content = getattr(layer.activation, function) if function else None
        names = {"PReLU": ["alpha"], "parametricSoftplus": ["alpha", "beta"]}.get(function, [])
    else:
        content = getattr(layer, kind) if kind else None
        names = NUMBER_FIELDS.get(kind, [])
    if getattr(content, "hasBias", True) is False:
        names = [name for name in names if name != "bias"]
    for name in names:
        if kind != "batchnorm" or content.HasField(name):
            yield name, getattr(content, name)


def channel_count(layer, name):
    """How many scales there may be, and how long a run of one channel is: None for one scale."""
    kind = layer.WhichOneof("layer")
    if name != "weights":
        return None
    if kind == "convolution":
        c = layer.convolution
        kernel = list(c.kernelSize) or [3, 3]
        run = int(numpy.prod(kernel))
        if c.isDeconvolution:
            return c.outputChannels // max(c.nGroups, 1), run
        return c.outputChannels, run * c.kernelChannels
    if kind == "innerProduct":
        return layer.innerProduct.outputChannels, layer.innerProduct.inputChannels
    return None


def wanted_count(layer, name):
    """How many numbers a field should hold; None where only the file tells."""
    kind = layer.WhichOneof("layer")
    if kind == "convolution":
        c = layer.convolution
        if name == "bias":
            return c.outputChannels
        kernel = int(numpy.prod(list(c.kernelSize) or [3, 3]))
        return kernel * c.kernelChannels * c.outputChannels // (max(c.nGroups, 1) if c.isDeconvolution else 1)
    if kind == "innerProduct":
        p = layer.innerProduct
        return p.outputChannels if name == "bias" else p.inputChannels * p.outputChannels
    return None


def expand(field, channels, layer):
    """Numbers as they are used, in single precision; None where the file contradicts itself."""
    encodings = [len(field.floatValue) > 0, bool(field.float16Value), bool(field.rawValue), bool(field.int8RawValue)]
    if sum(encodings) != 1:
        return None
    if encodings[0]:
        return numpy.array(field.floatValue, dtype=numpy.float32)
    if encodings[1]:
        return numpy.frombuffer(field.float16Value, dtype="<f2").astype(numpy.float32)
    quantization = field.quantization
    bits = quantization.numberOfBits
    kind = quantization.WhichOneof("QuantizationType")
    if not 1 <= bits <= 8 or not kind:
        return None
    count = wanted_of(field, layer) or len(field.rawValue) * 8 // bits
    digits = numpy.unpackbits(numpy.frombuffer(field.rawValue, dtype=numpy.uint8))
    if digits.size < count * bits:
        return None
    codes = digits[: count * bits].reshape(count, bits) @ (1 << numpy.arange(bits - 1, -1, -1))
    if kind == "lookupTableQuantization":
        table = numpy.array(quantization.lookupTableQuantization.floatValue, dtype=numpy.float32)
        return table[codes] if table.size == 1 << bits else None
    scale = numpy.array(quantization.linearQuantization.scale, dtype=numpy.float32)
    bias = numpy.array(quantization.linearQuantization.bias, dtype=numpy.float32)
    if bias.size == 0:
        bias = numpy.zeros_like(scale)
    if scale.size > 1:
        number, run = channels
        place = numpy.arange(count) // run % number
        scale, bias = scale[place], bias[place]
    return codes.astype(numpy.float32) * scale + bias


def wanted_of(field, layer):
    for name, other in number_messages(layer):
        if other is field:
            return wanted_count(layer, name)
    return None


def is_sound(layer, values):
    """Whether the counts are those that the layer's settings ask for, and nothing else is wrong with it."""
    counts = [wanted_count(layer, name) in (None, numbers.size) for name, numbers in values.items()]
    kind = layer.WhichOneof("layer")
    return all(counts) and (kind != "convolution" or layer.convolution.WhichOneof("ConvolutionPaddingType") is not None)


def digest(numbers):
    bits = numpy.ascontiguousarray(numbers, dtype=numpy.float32).view(numpy.uint32).astype(numpy.uint64)
    with numpy.errstate(over="ignore"):
        return str(int((bits * (2 * numpy.arange(bits.size, dtype=numpy.uint64) + 1)).sum(dtype=numpy.uint64)))


def tell_preprocessing(step):
    kind = step.WhichOneof("preprocessor")
    if kind == "scaler":
        fields = ["channelScale", "blueBias", "greenBias", "redBias", "grayBias"]
        values = numpy.array([getattr(step.scaler, field) for field in fields], dtype=numpy.float32)
        return f"{step.featureName} " + " ".join(str(bits) for bits in values.view(numpy.uint32))
    if kind == "meanImage":
        mean = numpy.array(step.meanImage.meanImage, dtype=numpy.float32)
        return f"{step.featureName} mean {mean.size} {digest(mean)}"
    return step.featureName


def tell_integer(parameter):
    told = {"value": parameter.defaultValue}
    kind = parameter.WhichOneof("AllowedValues")
    if kind == "range":
        told["range"] = [parameter.range.minValue, parameter.range.maxValue]
    if kind == "set":
        told["set"] = list(parameter.set.values)
    return told


def tell_double(parameter):
    told = {"value": parameter.defaultValue}
    if parameter.WhichOneof("AllowedValues"):
        told["range"] = [parameter.range.minValue, parameter.range.maxValue]
    return told


def tell_update(update):
    losses = []
    for loss in update.lossLayers:
        kind = loss.WhichOneof("LossLayerType")
        content = getattr(loss, kind) if kind else None
        names = {"categoricalCrossEntropyLossLayer": "crossEntropy", "meanSquaredErrorLossLayer": "squaredError"}
        losses.append([loss.name, names.get(kind, ""), getattr(content, "input", ""), getattr(content, "target", "")])
    told = {"losses": losses, "doubles": {}, "integers": {}}
    for name in ["epochs", "seed"]:
        if update.HasField(name):
            told["integers"][name] = tell_integer(getattr(update, name))
    if update.HasField("shuffle"):
        told["shuffle"] = update.shuffle.defaultValue
    kind = update.optimizer.WhichOneof("OptimizerType")
    if kind:
        told["optimizer"] = {"sgdOptimizer": "sgd", "adamOptimizer": "adam"}[kind]
        for field, parameter in getattr(update.optimizer, kind).ListFields():
            if field.name == "miniBatchSize":
                told["integers"][field.name] = tell_integer(parameter)
            else:
                told["doubles"][field.name] = tell_double(parameter)
    return told


def tell_neighbors(content):
    index = content.nearestNeighborsIndex
    samples = numpy.array([x for sample in index.floatSamples for x in sample.vector], dtype=numpy.float32)
    told = {
        "dimension": index.numberOfDimensions, "samples": len(index.floatSamples), "digest": digest(samples),
        "labels": tell_labels(content) or [],
    }
    if content.HasField("numberOfNeighbors"):
        told["number"] = tell_integer(content.numberOfNeighbors)
    label = content.WhichOneof("DefaultClassLabel")
    if label:
        told["defaultLabel"] = str(getattr(content, label))
    weighting = content.WhichOneof("WeightingScheme")
    if weighting:
        told["weighting"] = {"uniformWeighting": "uniform", "inverseDistanceWeighting": "inverse"}[weighting]
    if index.WhichOneof("IndexType") == "singleKdTreeIndex":
        told["leafSize"] = index.singleKdTreeIndex.leafSize
    return told
