/// The layers that see a sequence as a whole: what they make of its length, and what runs them.
extension LayerKind {
  /// Whether the layer sees a sequence as a whole instead of step by step.
  var isSequential: Bool {
    switch self {
    case .recurrent, .sequenceConcat, .sequenceRepeat, .cropResize: true
    case .permute(let axes): axes.first != 0
    case .reshape(let target, _): target.count == 4
    default: false
    }
  }
}

extension LayerDefinition {
  /// The shapes of the tensors such a layer makes.
  func sequenceShapes(of inputs: [MapShape]) throws(NetworkError) -> [MapShape] {
    switch kind {
    case .recurrent(let definition):
      return try definition.outputShapes(of: inputs, outputs: outputs.count, layer: name)
    case .cropResize(let definition): return [try definition.outputShape(of: inputs, layer: name)]
    case .sequenceRepeat(let count):
      guard count >= 1, count <= 1 << 24 else {
        throw .invalidSetting(layer: name, setting: "nRepetitions", value: count)
      }
      let input = try only(inputs)
      return [input.repeated(input.steps * count)]
    case .sequenceConcat:
      guard let first = inputs.first else { throw .wrongTensorCount(layer: name, expected: 1, actual: 0) }
      for input in inputs where input.step != first.step {
        throw .shapeMismatch(layer: name, expected: first.step.lengths, actual: input.step.lengths)
      }
      return [first.repeated(inputs.reduce(0) { $0 + $1.steps })]
    case .permute(let axes): return [try Reshaping.permuted(only(inputs), axes: axes, layer: name)]
    case .reshape(let target, _): return [try Reshaping.reshaped(only(inputs), to: target, layer: name)]
    default: throw .unsupported(layer: name, kind: kind.label)
    }
  }

  /// What runs such a layer; nil for one that goes step by step.
  func sequenceRunner(_ context: RunnerContext, _ blueprint: Blueprint) -> (any LayerRunner)? {
    guard kind.isSequential else { return nil }
    let (input, output) = (context.input, context.output)
    switch kind {
    case .recurrent(let definition):
      return RecurrentRunner(context, definition, blueprint.recurrent[name] ?? RecurrentParameters(definition, self))
    case .cropResize(let definition): return CropResizeRunner(context, definition)
    case .sequenceRepeat:
      return SequenceRearrangementRunner(context) { place in
        (0, SequencePlace(place.step % input.steps, place.channel, place.row, place.column))
      }
    case .sequenceConcat:
      let owners = context.inputs.enumerated().flatMap { index, one in (0..<one.shape.steps).map { (index, $0) } }
      return SequenceRearrangementRunner(context) { place in
        let (index, step) = owners[place.step]
        return (index, SequencePlace(step, place.channel, place.row, place.column))
      }
    case .permute(let axes):
      return SequenceRearrangementRunner(context) { place in (0, place.permuted(axes)) }
    case .reshape(_, let order):
      return SequenceRearrangementRunner(context) { place in
        (0, SequencePlace(place.index(in: output, order), in: input, order))
      }
    default: return nil
    }
  }
}

/// One number of a sequence of maps.
struct SequencePlace {
  var step: Int
  var channel: Int
  var row: Int
  var column: Int

  init(_ step: Int, _ channel: Int, _ row: Int, _ column: Int) {
    self.step = step
    self.channel = channel
    self.row = row
    self.column = column
  }

  /// The number `index` of a shape unrolled in this order, step by step.
  init(_ index: Int, in shape: MapShape, _ order: AxisOrder) {
    step = index / shape.count
    let inside = index % shape.count
    if order == .channelFirst {
      (channel, row, column) = (inside / shape.pixels, inside % shape.pixels / shape.width, inside % shape.width)
    } else {
      let pixel = inside / shape.channels
      (channel, row, column) = (inside % shape.channels, pixel / shape.width, pixel % shape.width)
    }
  }

  /// Which number that is when the shape is unrolled in this order.
  func index(in shape: MapShape, _ order: AxisOrder) -> Int {
    step * shape.count
      + (order == .channelFirst
        ? (channel * shape.height + row) * shape.width + column
        : (row * shape.width + column) * shape.channels + channel)
  }

  /// Where axis i of the place is axis `axes[i]` of another, that other.
  func permuted(_ axes: [Int]) -> SequencePlace {
    var from = [0, 0, 0, 0]
    for (axis, value) in zip(axes, [step, channel, row, column]) { from[axis] = value }
    return SequencePlace(from[0], from[1], from[2], from[3])
  }
}
