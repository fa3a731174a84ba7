import Operations
import Tensors

/// Normalisations of whole samples that programs spell out: x less its mean, divided by √(mean of squares + ε), which is what group
/// normalisation with one group is made of (Wu and He, 2018). Predictions compute it by one layer, and where the result is a
/// map again, of the map that was unrolled. The parts are left where they are for whatever else reads them.
struct WholeNormalizations {
  private var nodes: [Node]
  private let shapes: [MapShape]
  /// The node that makes each tensor.
  private let makers: [Int: Int]

  /// The nodes with such layers in place of the divisions. What nothing needs any more is left out; what is `wanted` is made.
  static func joined(in nodes: [Node], shapes: [MapShape], wanted: Set<Int>) -> [Node] {
    var normalizations = WholeNormalizations(nodes, shapes)
    normalizations.join()
    return NodeList.needed(normalizations.nodes, wanted)
  }

  private init(_ nodes: [Node], _ shapes: [MapShape]) {
    (self.nodes, self.shapes) = (nodes, shapes)
    var makers: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() { for output in node.outputs { makers[output] = index } }
    self.makers = makers
  }

  private mutating func join() {
    var joined: [Int: (input: Int, kind: LayerKind)] = [:]
    /// The map with the same numbers as a tensor.
    var maps: [Int: Int] = [:]
    for index in nodes.indices {
      guard case .layer(var layer) = nodes[index].work else { continue }
      if let (input, epsilon) = normalization(index) {
        layer.kind = .meanVarianceNormalization(.init(acrossChannels: true, epsilon: epsilon))
        joined[nodes[index].outputs[0]] = (input, layer.kind)
        (nodes[index].work, nodes[index].inputs) = (.layer(layer), [input])
      } else if case .reshape(_, .channelFirst) = layer.kind, let known = joined[origin(nodes[index].inputs[0])],
        let map = unrolledMap(known.input), shapes[map] == shapes[nodes[index].outputs[0]]
      {
        layer.kind = known.kind
        maps[origin(nodes[index].inputs[0])] = nodes[index].outputs[0]
        (nodes[index].work, nodes[index].inputs) = (.layer(layer), [map])
      } else if case .operation(var operation) = layer.kind, case .combine = operation.kind {
        // What is combined with others may lie as a map, too.
        let operands = operation.operands.indices.filter { operation.operands[$0].isInput }
        for (slot, operand) in operands.enumerated() {
          let form = operation.operands[operand].form
          guard let map = maps[origin(nodes[index].inputs[slot])], !form.isMap,
            form.shape == [1] + shapes[map].lengths
          else { continue }
          operation.operands[operand] = .input(TensorForm(form.shape, isMap: true))
          nodes[index].inputs[slot] = map
        }
        layer.kind = .operation(operation)
        nodes[index].work = .layer(layer)
      }
    }
  }

  /// What a division normalises, and ε; nil where it is another.
  private func normalization(_ index: Int) -> (input: Int, epsilon: Float)? {
    guard let division = pair(index, .divide), let difference = makers[division.0],
      let (input, mean) = pair(difference, .subtract), isWhole(input), shapes[division.0] == shapes[input],
      shapes[nodes[index].outputs[0]] == shapes[input], self.mean(of: mean) == input,
      let sum = function(.sqrt, making: division.1), let (variance, epsilon) = sumWithConstant(sum),
      let squares = self.mean(of: variance), function(.square, making: squares) == division.0
    else { return nil }
    return (input, epsilon)
  }

  /// Whether a tensor is one sample's: one vector or one map.
  private func isWhole(_ tensor: Int) -> Bool { shapes[tensor].steps == 1 }

  private func operation(_ index: Int?) -> TensorOperation? {
    guard let index, case .layer(let layer) = nodes[index].work, case .operation(let operation) = layer.kind,
      !layer.isUpdatable
    else { return nil }
    return operation
  }

  /// What two tensors a node makes its result of by a function.
  private func pair(_ index: Int, _ function: PairFunction) -> (Int, Int)? {
    guard operation(index)?.kind == .combine(function), nodes[index].inputs.count == 2 else { return nil }
    return (nodes[index].inputs[0], nodes[index].inputs[1])
  }

  /// What a tensor is a function of.
  private func function(_ function: ElementFunction, making tensor: Int) -> Int? {
    guard let maker = makers[tensor], operation(maker)?.kind == .map(function) else { return nil }
    return nodes[maker].inputs.first
  }

  /// All the numbers of which a tensor is the mean.
  private func mean(of tensor: Int) -> Int? {
    guard let maker = makers[tensor], let operation = operation(maker), case .reduce(.mean, _) = operation.kind,
      operation.results[0].count == 1
    else { return nil }
    return nodes[maker].inputs.first
  }

  /// The tensor and the number that a tensor is the sum of.
  private func sumWithConstant(_ tensor: Int) -> (Int, Float)? {
    guard let maker = makers[tensor], nodes[maker].inputs.count == 1 else { return nil }
    let input = nodes[maker].inputs[0]
    if case .layer(let layer) = nodes[maker].work, case .add(let constant) = layer.kind { return (input, constant) }
    guard let operation = operation(maker), operation.kind == .combine(.add), operation.constants.count == 1,
      operation.constants[0].count == 1
    else { return nil }
    return (input, operation.constants[0].values[0])
  }

  /// What a tensor is another shape of, or the tensor itself.
  private func origin(_ tensor: Int) -> Int {
    guard let maker = makers[tensor], operation(maker)?.isRenaming == true, let input = nodes[maker].inputs.first,
      isPlain(input), isPlain(tensor)
    else { return tensor }
    return origin(input)
  }

  /// Whether a tensor is a vector to the engine, of which there is one.
  private func isPlain(_ tensor: Int) -> Bool { shapes[tensor].pixels == 1 && isWhole(tensor) }

  /// The map that is unrolled to a tensor, channel by channel.
  private func unrolledMap(_ tensor: Int) -> Int? {
    guard let maker = makers[origin(tensor)], case .layer(let layer) = nodes[maker].work,
      layer.kind == .flatten(.channelFirst), let map = nodes[maker].inputs.first, isWhole(map)
    else { return nil }
    return map
  }
}

extension TensorOperation.Operand {
  /// Whether it is handed in.
  fileprivate var isInput: Bool { if case .input = self { true } else { false } }
}
