import Operations
import Tensors

/// Attention that programs spell out (Vaswani et al., 2017): a product of matrices, by a constant and with a mask or not, its softmax, and a
/// product with values. Predictions compute it by one operation, whose scores stay near; the bits are the same.
struct SpelledAttention {
  private var nodes: [Node]
  private let counts: [Int]
  private let wanted: Set<Int>
  /// The node that makes each tensor.
  private var makers: [Int: Int] = [:]

  /// The nodes with an attention in place of the last product of each, where nothing else reads what lies between.
  ///
  /// `counts` says how many nodes read each tensor; what is `wanted` is made.
  static func joined(in nodes: [Node], counts: [Int], wanted: Set<Int>) -> [Node] {
    var attention = SpelledAttention(nodes: nodes, counts: counts, wanted: wanted)
    for (index, node) in nodes.enumerated() where node.outputs.count == 1 {
      attention.makers[node.outputs[0]] = index
    }
    for index in nodes.indices { attention.join(index) }
    return NodeList.needed(attention.nodes, wanted)
  }

  /// What is between the first product and the softmax.
  private struct Scores {
    var scale: Float = 1
    /// What is added, and the tensor that holds it where it is no constant.
    var mask: (operand: TensorOperation.Operand, tensor: Int?)?
  }

  private mutating func join(_ index: Int) {
    guard case .layer(var layer) = nodes[index].work, let last = operation(index),
      last.kind == .product(transposesFirst: false, transposesSecond: false), reads(last, 2),
      let softmax = maker(of: nodes[index].inputs[0]), let shares = operation(softmax), reads(shares, 1),
      shares.kind == .softmax(axis: shares.results[0].shape.count - 1)
    else { return }
    var scores = Scores()
    guard let first = product(making: nodes[softmax].inputs[0], &scores), let product = operation(first) else { return }
    let (made, result) = (shares.results[0].shape, last.results[0])
    guard product.results[0].shape == made, made.dropLast(2) == result.shape.dropLast(2),
      ![scores.mask?.operand.form, result].contains(where: { $0?.isMap == true })
    else { return }
    var operands = product.operands + [last.operands[1]]
    var inputs = nodes[first].inputs + [nodes[index].inputs[1]]
    if let mask = scores.mask {
      operands.append(mask.operand)
      if let tensor = mask.tensor { inputs.append(tensor) }
    }
    layer.kind = .operation(
      TensorOperation(
        last.label,
        .attention(scale: scores.scale, masksByTruth: false, layout: columns(product, operands, result)), operands,
        results: last.results))
    (nodes[index].work, nodes[index].inputs) = (.layer(layer), inputs)
  }

  /// Where all lies if the first product reads the keys as columns; nil if it turns them.
  private func columns(
    _ product: TensorOperation, _ operands: [TensorOperation.Operand], _ result: TensorForm
  ) -> AttentionLayout? {
    guard product.kind == .product(transposesFirst: false, transposesSecond: false) else { return nil }
    let shapes = operands.prefix(3).map(\.form.shape)
    var layout = AttentionLayout(queries: shapes[0], keys: shapes[1], values: shapes[2], result: result.shape)
    layout.keys = layout.keys.transposed
    return layout
  }

  /// The product with keys that a tensor is made of, by a constant and with what is added as `scores` has them then.
  private func product(making tensor: Int, _ scores: inout Scores) -> Int? {
    guard let index = maker(of: tensor) else { return nil }
    if case .layer(let layer) = nodes[index].work, case .multiply(let constant) = layer.kind,
      nodes[index].inputs.count == 1
    {
      return scaled(index, by: constant, &scores)
    }
    guard let operation = operation(index) else { return nil }
    switch operation.kind {
    case .product(transposesFirst: false, _): return reads(operation, 2) ? index : nil
    case .combine(.multiply):
      guard operation.constants.count == 1, operation.constants[0].count == 1 else { return nil }
      return scaled(index, by: operation.constants[0].values[0], &scores)
    case .combine(.add):
      if scores.mask != nil || scores.scale != 1 { return nil }
      // The product is the one that has the shape of the sum.
      let inputs = nodes[index].inputs
      for slot in 0..<2 {
        guard case .input(let form) = operation.operands[slot], form == operation.results[0] else { continue }
        var changed = scores
        changed.mask = (operation.operands[1 - slot], inputs.count == 2 ? inputs[1 - slot] : nil)
        guard let product = product(making: inputs[inputs.count == 2 ? slot : 0], &changed) else { continue }
        scores = changed
        return product
      }
      return nil
    default: return nil
    }
  }

  /// The same where what is made is multiplied by a constant, once.
  private func scaled(_ index: Int, by constant: Float, _ scores: inout Scores) -> Int? {
    if scores.scale != 1 { return nil }
    scores.scale = constant
    return product(making: nodes[index].inputs[0], &scores)
  }

  /// The node that makes a tensor that another reads alone.
  private func maker(of tensor: Int) -> Int? {
    counts[tensor] == 1 && !wanted.contains(tensor) ? makers[tensor] : nil
  }

  private func operation(_ index: Int) -> TensorOperation? {
    guard case .layer(let layer) = nodes[index].work, case .operation(let operation) = layer.kind, !layer.isUpdatable
    else { return nil }
    return operation
  }

  /// Whether all that an operation reads is handed in, so many tensors whose numbers lie by rows.
  private func reads(_ operation: TensorOperation, _ count: Int) -> Bool {
    operation.operands.count == count && operation.inputs.count == count && !operation.inputs.contains(where: \.isMap)
  }
}
