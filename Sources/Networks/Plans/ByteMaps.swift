import Arithmetic

/// What the bytes of a map stand for: step · (byte - zero), times the factor of the channel.
struct ByteScale {
  let step: Float
  let zero: Int
  /// The factors of the channels; empty where they are 1.
  private(set) var factors: [Float]

  /// Bytes for the values of a range, and for 0.
  init(_ range: ClosedRange<Float>, factors: [Float] = []) {
    let (least, most) = (min(range.lowerBound, 0), max(range.upperBound, 0))
    let wide = most - least
    let own = wide / Float(QuantizedWeights.mostOfMap)
    // The reciprocal of a smaller one would be no number.
    step = own > 0x1p-100 && own.isFinite ? own : 1
    zero = Int(min((-least / step).rounded(.toNearestOrEven), Float(QuantizedWeights.mostOfMap)))
    self.factors = factors
  }

  /// The factor of a channel.
  func factor(_ channel: Int) -> Float { factors.isEmpty ? 1 : factors[channel] }

  /// How numbers of so many channels become bytes; those of a channel less its offset, if there are any.
  func numbers(channels: Int, offsets: [Float]) -> QuantizedNumbers {
    let rates = (0..<channels).map { 1 / (step * factor($0)) }
    return QuantizedNumbers(
      rates: rates,
      shifts: (0..<channels).map { Float(zero) - (offsets.isEmpty ? 0 : offsets[$0] * rates[$0]) })
  }
}

/// Which tensors of a program are kept as bytes between layers that are computed in bytes.
///
/// A tensor stays in bytes if quantised layers alone read it, through maxima, concats and what runs nothing, and they agree on the factors
/// of its channels; all that go into a concat share a step. Bytes lie in the memory of the tensor's numbers, a pixel as many bytes from the
/// next as it would be numbers.
struct ByteMaps {
  /// The scales of the tensors that are kept as bytes.
  private(set) var scales: [Int: ByteScale] = [:]

  /// Nothing is in bytes: so it is in training.
  init() {}

  init(_ list: NodeList, _ storage: StoragePlan) {
    guard list.nodes.contains(where: \.isQuantized) else { return }
    var kept = candidates(list, storage)
    var factors: [Int: [Float]] = [:]
    while true {
      drop(&kept, list, storage)
      var disputed: Set<Int> = []
      factors = Self.factors(of: kept, list, &disputed)
      if disputed.isEmpty { break }
      kept.subtract(disputed)
    }
    share(kept, factors, list)
  }

  /// Drops tensors that are read as numbers, or made as such, and all that are passed on to them or from them.
  private func drop(_ kept: inout Set<Int>, _ list: NodeList, _ storage: StoragePlan) {
    while true {
      let dropped = list.nodes.indices.reduce(into: Set<Int>()) { dropped, index in
        let node = list.nodes[index]
        guard !node.isQuantized else { return }
        let tensors = node.inputs + node.outputs
        if !isPassing(node, index, storage) || !tensors.allSatisfy(kept.contains) { dropped.formUnion(tensors) }
      }
      if dropped.isDisjoint(with: kept) { return }
      kept.subtract(dropped)
    }
  }

  /// The factors of the tensors' channels, from those that read them; `disputed` gets tensors on which they do not agree.
  private static func factors(of kept: Set<Int>, _ list: NodeList, _ disputed: inout Set<Int>) -> [Int: [Float]] {
    var known: [Int: [Float]] = [:]
    func learn(_ tensor: Int, _ factors: [Float]) {
      guard kept.contains(tensor) else { return }
      let fits = factors.isEmpty || factors.count == list.shapes[tensor].channels
      if !fits || known[tensor, default: factors] != factors { disputed.insert(tensor) }
      known[tensor] = factors
    }
    for node in list.nodes.reversed() {
      if node.isQuantized {
        learn(node.inputs[0], node.quantization?.factors ?? [])
      } else if let made = node.outputs.first, let factors = known[made] {
        var rest = factors[...]
        for input in node.inputs {
          // A concat's inputs have its channels one after the other.
          let count = node.inputs.count == 1 ? rest.count : min(list.shapes[input].channels, rest.count)
          learn(input, Array(rest.prefix(count)))
          rest = rest.dropFirst(count)
        }
      }
    }
    return known
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

  /// Gives tensors that are passed on to each other one step: that of all their readers' ranges.
  private mutating func share(_ kept: Set<Int>, _ factors: [Int: [Float]], _ list: NodeList) {
    var group: [Int: Int] = [:]
    for tensor in kept { group[tensor] = tensor }
    for node in list.nodes where !node.isQuantized && node.inputs.allSatisfy(kept.contains) {
      let joined = Set((node.inputs + node.outputs).compactMap { group[$0] })
      guard let first = joined.min() else { continue }
      for (tensor, own) in group where joined.contains(own) { group[tensor] = first }
    }
    var ranges: [Int: ClosedRange<Float>] = [:]
    for node in list.nodes where node.isQuantized {
      guard let range = node.quantization?.range, let own = group[node.inputs[0]] else { continue }
      let known = ranges[own] ?? range
      ranges[own] = min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
    }
    for (tensor, own) in group { scales[tensor] = ranges[own].map { ByteScale($0, factors: factors[tensor] ?? []) } }
  }
}
