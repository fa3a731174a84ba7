import Operations
import Tensors

/// Attention without the moves around it. Programs turn heads to the front for its products, often after they take queries, keys and
/// values apart, and turn them back. In predictions an attention reads all where it lies before it is moved, and puts its result where it
/// is moved to; the bits are the same.
struct PlacedAttention {
  private var nodes: [Node]
  private let shapes: [MapShape]
  private let counts: [Int]
  private let wanted: Set<Int>
  /// The node that makes each tensor, as which of its results, and of those that one node reads which this is.
  private var makers: [Int: (node: Int, result: Int)] = [:]
  private var readers: [Int: Int] = [:]

  /// The nodes without those moves. `counts` says how many nodes read each tensor; what is `wanted` is made.
  static func joined(in nodes: [Node], shapes: [MapShape], counts: [Int], wanted: Set<Int>) -> [Node] {
    var placed = PlacedAttention(nodes: nodes, shapes: shapes, counts: counts, wanted: wanted)
    for (index, node) in nodes.enumerated() {
      for (result, output) in node.outputs.enumerated() { placed.makers[output] = (index, result) }
      for input in node.inputs { placed.readers[input] = index }
    }
    for index in nodes.indices { placed.place(index) }
    return NodeList.needed(placed.nodes, wanted)
  }

  private mutating func place(_ index: Int) {
    guard case .layer(var layer) = nodes[index].work, case .operation(var operation) = layer.kind,
      case .attention(let scale, let masksByTruth, let known) = operation.kind, operation.inputs.count >= 3,
      !operation.operands.prefix(3).contains(where: { if case .constant = $0 { true } else { false } })
    else { return }
    let shapes = operation.operands.prefix(3).map(\.form.shape)
    var layout =
      known
      ?? AttentionLayout(
        queries: shapes[0], keys: shapes[1], values: shapes[2], result: operation.results[0].shape)
    func read(_ slot: Int, _ matrices: MatrixPlaces, where canBeRead: (Origin) -> Bool) -> Origin {
      let own = Origin(matrices: matrices, tensor: nodes[index].inputs[slot], form: operation.operands[slot].form)
      let found = origin(of: own, where: canBeRead)
      nodes[index].inputs[slot] = found.tensor
      operation.operands[slot] = .input(found.form)
      return found
    }
    let queries = read(0, layout.queries) { $0.factor == 1 || $0.matrices.hasRows }
    (layout.queries, layout.queryFactor) = (queries.matrices, queries.factor)
    layout.keys =
      read(1, layout.keys) { $0.factor == 1 && ($0.matrices.hasRows || $0.matrices.transposed.hasRows) }.matrices
    layout.values = read(2, layout.values) { $0.factor == 1 && $0.matrices.hasRows }.matrices
    if let (mover, form, matrices) = target(of: layout.result, nodes[index].outputs[0], operation.results[0]) {
      layout.result = matrices
      operation.results[0] = form
      makers[nodes[index].outputs[0]] = nil
      nodes[index].outputs = nodes[mover].outputs
      nodes[mover].outputs = []
      makers[nodes[index].outputs[0]] = (index, 0)
    }
    operation.kind = .attention(scale: scale, masksByTruth: masksByTruth, layout: layout)
    layer.kind = .operation(operation)
    nodes[index].work = .layer(layer)
  }

  /// Where matrices lie: in a tensor of some form, and what its numbers are multiplied by to be theirs.
  private struct Origin {
    var matrices: MatrixPlaces
    var tensor: Int
    var form: TensorForm
    var factor: Float = 1
  }

  /// Where matrices lie before what moves them, changes their shape or multiplies them by a constant, as far up as they can be read.
  private func origin(of own: Origin, where canBeRead: (Origin) -> Bool) -> Origin {
    var (current, best) = (own, own)
    while let maker = makers[current.tensor], let above = above(current, maker.node, maker.result) {
      current = above
      if canBeRead(above) { best = above }
    }
    return best
  }

  /// The same in what a node reads; nil where it is not to be found there.
  private func above(_ origin: Origin, _ index: Int, _ result: Int) -> Origin? {
    let node = nodes[index]
    guard let input = node.inputs.first, case .layer(let layer) = node.work, shapes[origin.tensor].steps == 1 else {
      return nil
    }
    if let factor = factor(of: layer), node.inputs.count == 1, shapes[input] == shapes[origin.tensor] {
      return origin.factor == 1
        ? Origin(matrices: origin.matrices, tensor: input, form: origin.form, factor: factor) : nil
    }
    guard let operation = mover(index), isPlain(input, operation.inputs[0]),
      isPlain(origin.tensor, operation.results[result])
    else { return nil }
    guard case .move(let moves, _) = operation.kind else {
      return Origin(matrices: origin.matrices, tensor: input, form: operation.inputs[0], factor: origin.factor)
    }
    let own = moves.filter { $0.result == result }
    guard own.count == 1,
      let moved = origin.matrices.before(own[0], from: operation.inputs[0], to: operation.results[result])
    else { return nil }
    return Origin(matrices: moved, tensor: input, form: operation.inputs[0], factor: origin.factor)
  }

  /// The constant that a layer multiplies all that it reads by.
  private func factor(of layer: LayerDefinition) -> Float? {
    switch layer.kind {
    case .multiply(let constant): return constant
    case .operation(let operation):
      guard operation.kind == .combine(.multiply), operation.inputs == operation.results, !layer.isUpdatable,
        operation.constants.count == 1, operation.constants[0].count == 1
      else { return nil }
      return operation.constants[0].values[0]
    default: return nil
    }
  }

  /// The move that alone reads what is made here, its result and where the matrices lie in that.
  private func target(
    of matrices: MatrixPlaces, _ tensor: Int, _ form: TensorForm
  ) -> (mover: Int, form: TensorForm, matrices: MatrixPlaces)? {
    guard counts[tensor] == 1, !wanted.contains(tensor), let index = readers[tensor], let operation = mover(index),
      case .move(let moves, _) = operation.kind, moves.count == 1, operation.results.count == 1,
      isPlain(tensor, operation.inputs[0]), isPlain(nodes[index].outputs[0], operation.results[0]),
      let moved = matrices.after(moves[0], from: operation.inputs[0], to: operation.results[0]), moved.hasRows
    else { return nil }
    return (index, operation.results[0], moved)
  }

  /// What a node does that moves a tensor without a constant, or gives it another shape; nil for others.
  private func mover(_ index: Int) -> TensorOperation? {
    guard case .layer(let layer) = nodes[index].work, case .operation(let operation) = layer.kind,
      operation.operands.count == 1, operation.inputs.count == 1
    else { return nil }
    switch operation.kind {
    case .rename, .move(_, fill: nil): return operation
    default: return nil
    }
  }

  /// Whether a tensor lies row-major, in one piece.
  private func isPlain(_ tensor: Int, _ form: TensorForm) -> Bool {
    !form.isMap && shapes[tensor].pixels == 1 && shapes[tensor].steps == 1
  }
}
