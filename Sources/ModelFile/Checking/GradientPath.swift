public import Networks

/// The way of a device's gradient through a model.
struct GradientPath {
  /// The model.
  let model: ModelFile
  /// The losses that it is trained by.
  let losses: [LossLayer]

  /// The layers between a layer to be trained and the loss that a device's gradient cannot pass. A softmax is passed only
  /// right under a cross entropy. What lies below the lowest layer to be trained may be anything.
  var findings: [Finding] {
    guard let loss = losses.first, losses.count == 1 else { return [] }
    let layers = model.layers
    let onPath = layers.learning.intersection(layers.reached(from: loss.input))
    return layers.indices.filter(onPath.contains).compactMap { index in
      let layer = layers[index]
      let isLossSoftmax =
        loss.kind == .categoricalCrossEntropy && layer.type == "softmax" && layer.outputs.contains(loss.input)
      guard !isLossSoftmax, !layer.passesGradient else { return nil }
      return Finding(.learning(.gradientBlocked(type: layer.function ?? layer.type)), layer: layer.name)
    }
  }
}

extension [LayerRecord] {
  /// The places of layers that are to be trained or read, directly or not, what such a layer makes.
  fileprivate var learning: Set<Int> {
    var tensors: Set<String> = []
    var places: Set<Int> = []
    for (index, layer) in enumerated() where layer.isUpdatable || layer.inputs.contains(where: tensors.contains) {
      places.insert(index)
      tensors.formUnion(layer.outputs)
    }
    return places
  }

  /// The places of layers that a tensor depends on.
  fileprivate func reached(from tensor: String) -> Set<Int> {
    var tensors: Set<String> = [tensor]
    var places: Set<Int> = []
    for (index, layer) in enumerated().reversed() where layer.outputs.contains(where: tensors.contains) {
      places.insert(index)
      tensors.formUnion(layer.inputs)
    }
    return places
  }
}

/// What training on a device knows of a layer, by the fields its type, and of an activation its function, are stored in.
private struct DeviceType {
  let number: Int?
  let function: Int?

  /// Whether the gradient passes: convolution, pooling, fully connected, batch normalisation, flatten, LSTM, and of the
  /// activations ReLU, tanh and sigmoid.
  var passesGradient: Bool {
    switch number {
    case 100, 120, 140, 160, 301, 420: true
    case 130: function == 10 || function == 30 || function == 40
    default: false
    }
  }

  /// Whether it can be trained: convolution, fully connected, LSTM.
  var canBeUpdatable: Bool { number == 100 || number == 140 || number == 420 }
}

extension LayerRecord {
  /// Whether a device's gradient passes the layer, a softmax under its loss aside.
  public var passesGradient: Bool { deviceType.passesGradient }

  /// Whether a device can train layers of this type.
  public var canBeUpdatable: Bool { deviceType.canBeUpdatable }

  private var deviceType: DeviceType { DeviceType(number: typeNumber, function: functionNumber) }
}

extension LayerKind {
  /// Whether a device's gradient passes a layer of this kind, a softmax under its loss aside. No file holds a dropout: it
  /// stops nothing.
  public var passesGradientOnDevice: Bool {
    if case .dropout = self { true } else { deviceType.passesGradient }
  }

  /// Whether a device can train layers of this kind.
  public var canBeUpdatable: Bool { deviceType.canBeUpdatable }

  private var deviceType: DeviceType {
    if case .activation(let function) = self {
      DeviceType(number: typeNumber, function: function.fieldNumber)
    } else {
      DeviceType(number: typeNumber, function: nil)
    }
  }
}
