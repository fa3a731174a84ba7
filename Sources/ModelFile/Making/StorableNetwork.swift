import Networks
import Operations
import Tensors

/// A network in the words that Core ML's open validator accepts: where a layer stands for something the format wants said
/// otherwise, other layers say it. What comes out stays the same, to the bit.
///
/// Layers that only work while training (dropout) are left out, their readers read what they read.
struct StorableNetwork {
  /// The network as it can be stored.
  private(set) var definition: NetworkDefinition
  /// Whether tensors have five axes each, as they had before version 4 of the format.
  private let hasFiveAxes: Bool
  /// Whether an input is an array: with such, and five axes, layers of version 4 are refused.
  private let readsArrays: Bool
  private var fresh: FreshNames
  /// The shapes so far; nil where they cannot be followed.
  private var shapes: ShapeInference?

  /// Says a network otherwise where that is needed.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - original: The file it came from, whose reading of shapes it keeps.
  /// - Throws: `cannotExpress` for a layer that only works where shapes are read as they are.
  init(_ network: NetworkDefinition, from original: ModelFile?) throws(ModelFileError) {
    let network = network.withoutDropout()
    definition = network
    hasFiveAxes = original.map { !$0.kind.isNetwork || $0.content.choice(5) == 0 } ?? true
    readsArrays = network.inputs.contains { FeatureType(of: $0).kind == .multiArray }
    fresh = FreshNames(besides: network.names)
    shapes = try? ShapeInference(inputs: network.inputs)
    definition.layers = []
    for layer in network.layers {
      do throws(NetworkError) { try shapes?.add(layer) } catch { shapes = nil }
      definition.layers += try storable(layer)
    }
  }

  private mutating func storable(_ layer: LayerDefinition) throws(ModelFileError) -> [LayerDefinition] {
    switch layer.kind {
    case .recurrent(let memory): return remembering(layer, memory)
    case .batchNormalization(let normalization): return [layer.with(.batchNormalization(normalization.spelledOut))]
    case .operation(let operation):
      guard let own = operation.channelTable else { return [layer] }
      return [
        layer.with(own.factors.map { .scale(scale: $0, bias: nil) } ?? own.offsets.map { .bias($0) } ?? layer.kind)
      ]
    case .concat, .sequenceConcat, .split:
      // There is nothing to join or to split: the tensor as it is.
      let isAlone = layer.inputs.count == 1 && layer.outputs.count == 1
      return [isAlone ? layer.with(.permute(axes: [0, 1, 2, 3])) : layer]
    default: return hasFiveAxes ? try withFiveAxes(layer) : [layer]
    }
  }

  private mutating func withFiveAxes(_ layer: LayerDefinition) throws(ModelFileError) -> [LayerDefinition] {
    switch layer.kind {
    case .innerProduct: return flattened(layer, .channelFirst)
    case .dot: return pointwise(layer)
    case .slice(let slice): return [layer.with(.slice(counted(slice, layer)))]
    case .reorganize(let block) where block.mode == .pixelShuffle && readsArrays: return try shuffled(layer, block)
    case .resample(let definition) where readsArrays: return [layer.with(.resample(try sized(definition, layer)))]
    default: return [layer]
    }
  }

  // MARK: Memories

  /// A recurrent layer hands out its states, and a simple one reads its first.
  private mutating func remembering(_ layer: LayerDefinition, _ memory: RecurrentDefinition) -> [LayerDefinition] {
    var layer = layer
    var before: [LayerDefinition] = []
    var states = ["h"]
    if case .longShortTerm = memory.cell { states.append("c") }
    if layer.outputs.count == 1 {
      let ways = memory.backward == nil ? ["out"] : ["out", "out_back"]
      for way in ways { for state in states { layer.outputs.append(fresh.name("\(layer.name)_\(state)_\(way)")) } }
    }
    if case .simple = memory.cell, layer.inputs.count == 1 {
      let state = fresh.name("\(layer.name)_h_in")
      let zeros = Tensor(shape: [memory.outputSize, 1, 1])
      before.append(LayerDefinition(name: state, inputs: [], outputs: [state], kind: .loadConstant(zeros)))
      layer.inputs.append(state)
    }
    // The engine reads a map's numbers as it keeps them: place by place.
    return before + (hasFiveAxes ? flattened(layer, .channelLast) : [layer])
  }

  // MARK: Shapes

  /// A fully connected layer reads one row of numbers, a recurrent one a row at each step.
  private mutating func flattened(_ layer: LayerDefinition, _ order: AxisOrder) -> [LayerDefinition] {
    guard let shape = step(layer.inputs.first), shape.dropFirst().contains(where: { $0 > 1 }) else { return [layer] }
    let row = fresh.name("\(layer.name)_row")
    let flatten = LayerDefinition(
      name: row, inputs: [layer.inputs[0]], outputs: [row], kind: .flatten(order))
    var reader = layer
    reader.inputs[0] = row
    return [flatten, reader]
  }

  /// A product of channels reads maps of one place: the places of larger ones become the steps of a sequence, and its steps
  /// the places again.
  private mutating func pointwise(_ layer: LayerDefinition) -> [LayerDefinition] {
    guard let tensor = layer.inputs.first, let shape = step(tensor), shapes?.sequence(of: tensor)?.steps == 1,
      shape.count == 3, shape[1] * shape[2] > 1
    else { return [layer] }
    let places = shape[1] * shape[2]
    var made: [LayerDefinition] = []
    func add(_ wanted: String, _ kind: LayerKind, of input: String) -> String {
      let own = fresh.name("\(layer.name)_\(wanted)")
      made.append(LayerDefinition(name: own, inputs: [input], outputs: [own], kind: kind))
      return own
    }
    var product = layer
    var steps: [String: String] = [:]
    for input in layer.inputs where steps[input] == nil {
      let column = add("column", .reshape(targetShape: [shape[0], places, 1], order: .channelFirst), of: input)
      steps[input] = add("steps", .permute(axes: [2, 1, 0, 3]), of: column)
    }
    product.inputs = layer.inputs.map { steps[$0] ?? $0 }
    product.outputs = [fresh.name("\(layer.name)_products")]
    made.append(product)
    let column = add("places", .permute(axes: [2, 1, 0, 3]), of: product.outputs[0])
    let map = fresh.name("\(layer.name)_map")
    return made + [
      LayerDefinition(
        name: map, inputs: [column], outputs: layer.outputs,
        kind: .reshape(targetShape: [1, shape[1], shape[2]], order: .channelFirst))
    ]
  }

  /// Places counted from the end, counted from the start: the validator's shapes follow no others.
  private func counted(_ slice: SliceDefinition, _ layer: LayerDefinition) -> SliceDefinition {
    let axis = slice.axis == .channel ? 0 : slice.axis == .height ? 1 : 2
    guard slice.start < 0, let shape = step(layer.inputs.first), axis < shape.count else { return slice }
    var result = slice
    result.start = max(0, slice.start + shape[axis])
    if slice.end < 0 { result.end = slice.end + shape[axis] }
    return result
  }

  /// `PIXEL_SHUFFLE` came with version 4. Its channels in another order make it `DEPTH_TO_SPACE`: those at one place of their
  /// block lie together.
  private mutating func shuffled(
    _ layer: LayerDefinition, _ block: ReorganizeDefinition
  ) throws(ModelFileError) -> [LayerDefinition] {
    guard let channels = step(layer.inputs.first)?.first else { throw .cannotExpress(.exactShapes(layer: layer.name)) }
    let places = block.blockSize * block.blockSize
    let reorganized = layer.with(.reorganize(ReorganizeDefinition(mode: .depthToSpace, blockSize: block.blockSize)))
    guard channels > places else { return [reorganized] }
    let parts = (0..<places).map { place in
      let part = fresh.name("\(layer.name)_place\(place)")
      let slice = SliceDefinition(axis: .channel, start: place, end: channels, stride: places)
      return LayerDefinition(name: part, inputs: layer.inputs, outputs: [part], kind: .slice(slice))
    }
    let order = fresh.name("\(layer.name)_order")
    let concat = LayerDefinition(name: order, inputs: parts.map(\.name), outputs: [order], kind: .concat)
    var last = reorganized
    last.inputs = [order]
    return parts + [concat, last]
  }

  /// Upsampling with aligned corners or by fractions came with version 4; where corners meet, the older layer for a target
  /// size does the same.
  private func sized(
    _ definition: ResampleDefinition, _ layer: LayerDefinition
  ) throws(ModelFileError) -> ResampleDefinition {
    guard case .factor = definition.size else { return definition }
    guard definition.grid == .strictEndpoints, let shape = step(layer.outputs.first), shape.count == 3 else {
      throw .cannotExpress(.exactShapes(layer: layer.name))
    }
    return ResampleDefinition(size: .target(Extent(shape[1], shape[2])), grid: .strictEndpoints)
  }

  /// The shape of one step of a tensor.
  private func step(_ tensor: String?) -> [Int]? { tensor.flatMap { shapes?.sequence(of: $0)?.step } }
}

extension NetworkDefinition {
  /// The same network without dropout layers.
  func withoutDropout() -> NetworkDefinition {
    var renamed: [String: String] = [:]
    var result = self
    result.layers = []
    for layer in layers {
      var layer = layer
      layer.inputs = layer.inputs.map { renamed[$0] ?? $0 }
      if case .dropout = layer.kind, let input = layer.inputs.first, let output = layer.outputs.first {
        renamed[output] = input
      } else {
        result.layers.append(layer)
      }
    }
    result.outputs = outputs.map { renamed[$0] ?? $0 }
    return result
  }
}

extension LayerDefinition {
  fileprivate func with(_ kind: LayerKind) -> LayerDefinition {
    var layer = self
    layer.kind = kind
    return layer
  }
}

extension BatchNormalizationDefinition {
  /// The same with a factor of 1 and an offset of 0 where there is none.
  fileprivate var spelledOut: BatchNormalizationDefinition {
    var result = self
    result.gamma = gamma ?? Tensor(shape: [channels], repeating: 1)
    result.beta = beta ?? Tensor(shape: [channels], repeating: 0)
    return result
  }
}
