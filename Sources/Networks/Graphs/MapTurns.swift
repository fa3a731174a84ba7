import Operations

/// Transpositions between maps and matrices that the engine does without.
///
/// Programs count the channels of a map first, and transformers want the matrix [pixel][channel]: they unroll the map and turn what
/// they get, and turn it back to make a map of it. The engine's maps lie with the channels last, so that the map is that matrix as it
/// lies. What is left are layers that change nothing but the shape, which take no time.
struct MapTurns {
  private var nodes: [Node]
  private let shapes: [MapShape]
  /// The node that makes each tensor.
  private let makers: [Int: Int]

  /// The nodes without those transpositions. What is `wanted` is still made.
  static func removed(from nodes: [Node], shapes: [MapShape], wanted: Set<Int>) -> [Node] {
    var turns = MapTurns(nodes, shapes)
    turns.straighten()
    return NodeList.needed(turns.nodes, wanted)
  }

  private init(_ nodes: [Node], _ shapes: [MapShape]) {
    (self.nodes, self.shapes) = (nodes, shapes)
    var makers: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() { for output in node.outputs { makers[output] = index } }
    self.makers = makers
  }

  private mutating func straighten() {
    for index in nodes.indices {
      guard case .layer(var layer) = nodes[index].work else { continue }
      switch layer.kind {
      case .operation(let operation):
        guard let turned = operation.turnedMatrix, let map = unrolledMap(before: nodes[index].inputs[0]),
          shapes[map].channels == turned.rows, shapes[map].pixels == turned.columns
        else { continue }
        nodes[index].work = .unroll(.channelLast)
        nodes[index].inputs = [map]
      case .reshape(let target, .channelFirst) where !layer.kind.isSequential:
        guard let matrix = turnedMatrix(before: nodes[index].inputs[0]) else { continue }
        let map = shapes[nodes[index].outputs[0]]
        guard map.channels == matrix.columns, map.pixels == matrix.rows else { continue }
        layer.kind = .reshape(targetShape: target, order: .channelLast)
        nodes[index].work = .layer(layer)
        nodes[index].inputs = [matrix.tensor]
      default: continue
      }
    }
  }

  /// The map that is unrolled to a tensor, channel by channel.
  private func unrolledMap(before tensor: Int) -> Int? {
    guard let maker = maker(of: tensor), let map = nodes[maker].inputs.first, shapes[map].steps == 1 else { return nil }
    switch nodes[maker].work {
    case .unroll(.channelFirst): return map
    case .layer(let layer): return layer.kind == .flatten(.channelFirst) ? map : nil
    default: return nil
    }
  }

  /// The matrix that is turned to make a tensor.
  private func turnedMatrix(before tensor: Int) -> (tensor: Int, rows: Int, columns: Int)? {
    guard isPlain(tensor), let maker = maker(of: tensor), case .layer(let layer) = nodes[maker].work,
      case .operation(let operation) = layer.kind, let turned = operation.turnedMatrix,
      let matrix = nodes[maker].inputs.first, isPlain(matrix)
    else { return nil }
    return (matrix, turned.rows, turned.columns)
  }

  /// What makes a tensor, but for another shape of it.
  private func maker(of tensor: Int) -> Int? {
    guard let maker = makers[tensor] else { return nil }
    guard case .layer(let layer) = nodes[maker].work, case .operation(let operation) = layer.kind, operation.isRenaming,
      let input = nodes[maker].inputs.first, isPlain(input), isPlain(tensor)
    else { return maker }
    return self.maker(of: input)
  }

  /// Whether a tensor is a vector to the engine, of which there is one.
  private func isPlain(_ tensor: Int) -> Bool { shapes[tensor].pixels == 1 && shapes[tensor].steps == 1 }
}
