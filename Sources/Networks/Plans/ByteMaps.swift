import Arithmetic

/// What the bytes of a map stand for: step · (byte - zero).
struct ByteScale {
  let step: Float
  let zero: Int

  /// Bytes for the numbers of a range, and for 0.
  init(_ range: ClosedRange<Float>) {
    let (least, most) = (min(range.lowerBound, 0), max(range.upperBound, 0))
    let wide = most - least
    step = wide > 0 ? wide / Float(QuantizedWeights.mostOfMap) : 1
    zero = Int((-least / step).rounded(.toNearestOrEven))
  }
}

/// Which tensors of a program are kept as bytes between layers that are computed in bytes.
///
/// A tensor stays in bytes if quantised layers alone read it, through maxima, concats and what runs nothing; all that go into a concat
/// share a scale. Bytes lie in the memory of the tensor's numbers, a pixel as many bytes from the next as it would be numbers.
struct ByteMaps {
  /// The scales of the tensors that are kept as bytes.
  private(set) var scales: [Int: ByteScale] = [:]

  /// Nothing is in bytes: so it is in training.
  init() {}

  init(_ list: NodeList, _ storage: StoragePlan) {
    guard list.nodes.contains(where: \.isQuantized) else { return }
    var kept = candidates(list, storage)
    func allKept(_ tensors: [Int]) -> Bool { tensors.allSatisfy(kept.contains) }
    while true {
      let dropped = list.nodes.indices.reduce(into: Set<Int>()) { dropped, index in
        let node = list.nodes[index]
        guard !node.isQuantized else { return }
        if !isPassing(node, index, storage) || !allKept(node.inputs + node.outputs) {
          dropped.formUnion(node.inputs + node.outputs)
        }
      }
      if dropped.isDisjoint(with: kept) { break }
      kept.subtract(dropped)
    }
    share(kept, list)
  }

  /// Tensors that a quantised layer makes without a function behind it, or that are passed on.
  private func candidates(_ list: NodeList, _ storage: StoragePlan) -> Set<Int> {
    var tensors: Set<Int> = []
    for (index, node) in list.nodes.enumerated() {
      let makesBytes = node.isQuantized ? node.function == nil : isPassing(node, index, storage)
      if makesBytes { tensors.formUnion(node.outputs.filter { list.shapes[$0].steps == 1 }) }
    }
    return tensors.subtracting(list.wanted)
  }

  /// Whether a node leaves bytes bytes: a maximum, a concat whose inputs lie in its output, and what does not run.
  private func isPassing(_ node: Node, _ index: Int, _ storage: StoragePlan) -> Bool {
    if storage.idle.contains(index) { return true }
    guard case .layer(let layer) = node.work else { return false }
    switch layer.kind {
    case .pooling(let pooling): return pooling.statistic == .max && !node.rectifies
    case .concat: return storage.inPlace[index]?.allSatisfy { $0 } ?? false
    default: return false
    }
  }

  /// Gives tensors that are passed on to each other one scale: that of all their readers' ranges.
  private mutating func share(_ kept: Set<Int>, _ list: NodeList) {
    var group: [Int: Int] = [:]
    for tensor in kept { group[tensor] = tensor }
    for node in list.nodes where !node.isQuantized && node.inputs.allSatisfy(kept.contains) {
      let joined = Set((node.inputs + node.outputs).compactMap { group[$0] })
      guard let first = joined.min() else { continue }
      for (tensor, own) in group where joined.contains(own) { group[tensor] = first }
    }
    var ranges: [Int: ClosedRange<Float>] = [:]
    for node in list.nodes where node.isQuantized {
      guard let range = node.observedInput?.range, let own = group[node.inputs[0]] else { continue }
      let known = ranges[own] ?? range
      ranges[own] = min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
    }
    for (tensor, own) in group { scales[tensor] = ranges[own].map(ByteScale.init) }
  }
}
