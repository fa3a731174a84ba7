/// Where every tensor of a program lies in memory.
///
/// The inputs of a concat are written straight into its output, and a layer that changes nothing but the name (dropout when
/// predicting, a flatten of a map that lies as it should) shares its input's memory. When predicting, tensors that are never
/// needed at the same time share memory too; when training, all are kept for the way back.
struct StoragePlan {
  /// Each tensor's place; tensors the program does not touch have one of no use.
  private(set) var placements: [Placement]
  /// The place of each tensor's gradient, where one is needed.
  private(set) var gradientPlacements: [Placement?]
  /// How much memory a sample takes.
  private(set) var floatsPerSample = 0
  /// Nodes that need not run, by index.
  private(set) var idle: Set<Int> = []
  /// For each concat, by index, which of its inputs lie in its output.
  private(set) var inPlace: [Int: [Bool]] = [:]

  private let list: NodeList
  private let isTraining: Bool
  /// The tensor whose memory a tensor shares, and from which channel on.
  private var roots: [(tensor: Int, firstChannel: Int)]

  init(_ list: NodeList, isTraining: Bool, needsGradient: [Bool], inputs: [Int]) {
    self.list = list
    self.isTraining = isTraining
    roots = list.shapes.indices.map { ($0, 0) }
    placements = list.shapes.map { Placement(own: $0) }
    gradientPlacements = list.shapes.map { _ in nil }
    shareConcats(inputs: Set(inputs))
    shareUnchanged(inputs: Set(inputs))
    isTraining ? placeAll() : placeByLifetime(inputs: inputs)
    placeGradients(needsGradient)
  }

  private mutating func shareConcats(inputs: Set<Int>) {
    let readers = list.readers()
    for (index, node) in list.nodes.enumerated() {
      guard case .layer(let layer) = node.work, layer.kind == .concat else { continue }
      var firstChannel = 0
      var flags: [Bool] = []
      for input in node.inputs {
        let isSole = isOnlyReadOnce(input, readers)
        let isOnce = node.inputs.filter { $0 == input }.count == 1
        let isFree = roots[input] == (input, 0) && !inputs.contains(input) && !isRoot(input)
        let shares = isSole && isOnce && isFree
        if shares { roots[input] = (node.outputs[0], firstChannel) }
        flags.append(shares)
        firstChannel += list.shapes[input].channels
      }
      inPlace[index] = flags
    }
  }

  /// Whether one reader alone gives a tensor its gradient, so that it may share its reader's.
  private func isOnlyReadOnce(_ tensor: Int, _ readers: [Int]) -> Bool {
    !isTraining || readers[tensor] == 1 && !list.wanted.contains(tensor)
  }

  /// Whether another tensor lies in this one's memory.
  private func isRoot(_ tensor: Int) -> Bool {
    roots.indices.contains { $0 != tensor && roots[$0].tensor == tensor }
  }

  private mutating func shareUnchanged(inputs: Set<Int>) {
    let readers = list.readers()
    for (index, node) in list.nodes.enumerated() {
      guard let input = node.inputs.first, let output = node.outputs.first else { continue }
      let isSole = isOnlyReadOnce(input, readers)
      let isFree = roots[output] == (output, 0) && !isRoot(output)
      // A concat's part has gaps, unless it is a single place.
      let isWhole = roots[input] == (input, 0) || list.shapes[input].pixels == 1
      guard isSole, isFree, isWhole, isUnchanged(node), !inputs.contains(input) || !isTraining else { continue }
      roots[output] = roots[input]
      idle.insert(index)
    }
  }

  /// Whether a node's output is its input under another name or shape.
  private func isUnchanged(_ node: Node) -> Bool {
    let shape = list.shapes[node.inputs[0]]
    let order: AxisOrder
    switch node.work {
    case .unroll(let unrolled): order = unrolled
    case .layer(let layer):
      switch layer.kind {
      case .dropout(let probability): return !isTraining || probability <= 0
      case .flatten(let flattened): order = flattened
      default: return false
      }
    }
    return order == .channelLast || shape.pixels == 1 || shape.channels == 1
  }

  private func root(of tensor: Int) -> (tensor: Int, firstChannel: Int) {
    var (current, first) = roots[tensor]
    while roots[current].tensor != current {
      first += roots[current].firstChannel
      current = roots[current].tensor
    }
    return (current, first)
  }

  /// The tensors the program touches.
  private var used: [Int] {
    Array(Set(list.nodes.flatMap { $0.inputs + $0.outputs }).union(list.wanted)).sorted()
  }

  private mutating func placeAll() {
    var offsets: [Int: Int] = [:]
    for tensor in used where root(of: tensor).tensor == tensor {
      offsets[tensor] = floatsPerSample
      floatsPerSample += Placement.size(list.shapes[tensor])
    }
    placeUsed(offsets)
  }

  private mutating func placeUsed(_ offsets: [Int: Int]) {
    for tensor in used {
      let root = root(of: tensor)
      placements[tensor] = Placement(
        list.shapes[tensor], in: list.shapes[root.tensor], at: offsets[root.tensor] ?? 0,
        firstChannel: root.firstChannel)
    }
  }

  /// First fit: every tensor takes the lowest place that is free from its first writing to its last reading.
  private mutating func placeByLifetime(inputs: [Int]) {
    var lives: [Int: ClosedRange<Int>] = [:]
    func extend(_ tensor: Int, to time: Int) {
      let key = root(of: tensor).tensor
      let known = lives[key] ?? time...time
      lives[key] = min(known.lowerBound, time)...max(known.upperBound, time)
    }
    for input in inputs where used.contains(input) { extend(input, to: -1) }
    for (time, node) in list.nodes.enumerated() {
      for tensor in node.inputs + node.outputs { extend(tensor, to: time) }
    }
    for tensor in list.wanted { extend(tensor, to: list.nodes.count) }

    var offsets: [Int: Int] = [:]
    let order = lives.keys.sorted { (list.shapes[$1].total, $0) < (list.shapes[$0].total, $1) }
    for tensor in order {
      guard let life = lives[tensor] else { continue }
      let size = Placement.size(list.shapes[tensor])
      let taken = offsets.filter { lives[$0.key]?.overlaps(life) ?? false }
        .map { $0.value..<$0.value + Placement.size(list.shapes[$0.key]) }
        .sorted { $0.lowerBound < $1.lowerBound }
      var place = 0
      for range in taken where place + size > range.lowerBound { place = max(place, range.upperBound) }
      offsets[tensor] = place
      floatsPerSample = max(floatsPerSample, place + size)
    }
    placeUsed(offsets)
  }

  /// Gradients share memory as their tensors do.
  private mutating func placeGradients(_ needsGradient: [Bool]) {
    var offsets: [Int: Int] = [:]
    for tensor in used where needsGradient[tensor] {
      let root = root(of: tensor)
      if offsets[root.tensor] == nil {
        offsets[root.tensor] = floatsPerSample
        floatsPerSample += Placement.size(list.shapes[root.tensor])
      }
      gradientPlacements[tensor] = Placement(
        list.shapes[tensor], in: list.shapes[root.tensor], at: offsets[root.tensor] ?? 0,
        firstChannel: root.firstChannel)
    }
  }
}

extension Placement {
  /// The memory of a sample, each step rounded up to whole cache lines: of many an odd number, so that the same place in
  /// neighbouring samples does not fall on the same few lines of the cache.
  static func size(_ shape: MapShape) -> Int {
    let lines = (shape.count + 15) / 16
    return (lines > 8 ? lines | 1 : lines) * 16 * shape.steps
  }

  /// A tensor in memory of its own.
  init(own shape: MapShape) { self.init(shape, in: shape, at: 0, firstChannel: 0) }

  /// A tensor in another's memory: as part of its channels, or as all of its numbers under another shape.
  init(_ shape: MapShape, in root: MapShape, at offset: Int, firstChannel: Int) {
    self.init(
      offset: offset, firstChannel: firstChannel, shape: shape,
      pixelStep: shape.pixels == root.pixels ? root.channels : shape.channels, sampleStep: Placement.size(root))
  }
}
