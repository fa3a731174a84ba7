import Operations

/// Where every tensor of a program lies in memory.
///
/// The inputs of a concat are written straight into its output, and a layer that changes nothing but the name (dropout when
/// predicting, a flatten of a map that lies as it should) shares its input's memory. Tensors and gradients that are never needed
/// at the same time share memory too: when training, all tensors are kept for the backward pass, where gradients take the place of
/// those that are done with, so that fewer numbers have to come from afar.
struct StoragePlan {
  /// Each tensor's place; tensors the program does not touch have one of no use.
  private(set) var placements: [Placement]
  /// The place of each tensor's gradient, where one is needed.
  private(set) var gradientPlacements: [Placement?]
  /// How much memory a sample takes.
  private(set) var floatsPerSample = 0
  /// Whether each sample's memory lies together, so that samples may go through the layers one after the other: where maps are large.
  private(set) var isSamplewise = false
  /// Nodes that need not run, by index.
  private(set) var idle: Set<Int> = []
  /// For each concat, by index, which of its inputs lie in its output.
  private(set) var inPlace: [Int: [Bool]] = [:]

  private let list: NodeList
  private let isTraining: Bool
  /// The tensor whose memory a tensor shares, and from which channel on.
  private var roots: [(tensor: Int, firstChannel: Int)]
  /// How many others lie in each tensor's memory.
  private var sharerCounts: [Int]

  /// `writtenGradients` says of each tensor whether a loss or a reader writes its gradient.
  init(_ list: NodeList, isTraining: Bool, needsGradient: [Bool], writtenGradients: [Bool], inputs: [Int]) {
    self.list = list
    self.isTraining = isTraining
    roots = list.shapes.indices.map { ($0, 0) }
    sharerCounts = list.shapes.map { _ in 0 }
    placements = list.shapes.map { Placement(own: $0) }
    gradientPlacements = list.shapes.map { _ in nil }
    shareConcats(inputs: Set(inputs))
    shareUnchanged(inputs: Set(inputs))
    place(lifetimes(inputs: inputs, needsGradient, writtenGradients), needsGradient)
  }

  private mutating func shareConcats(inputs: Set<Int>) {
    let readers = list.readers()
    for (index, node) in concats {
      if liesTogether(node) {
        setRoot(of: node.outputs[0], to: roots[node.inputs[0]])
        inPlace[index] = node.inputs.map { _ in true }
        continue
      }
      var firstChannel = 0
      var flags: [Bool] = []
      for input in node.inputs {
        let isSole = isOnlyReadOnce(input, readers)
        let isOnce = node.inputs.filter { $0 == input }.count == 1
        let isFree = roots[input] == (input, 0) && !inputs.contains(input) && !isRoot(input)
        let shares = isSole && isOnce && isFree
        if shares { setRoot(of: input, to: (node.outputs[0], firstChannel)) }
        flags.append(shares)
        firstChannel += list.shapes[input].channels
      }
      inPlace[index] = flags
    }
  }

  /// The concats with their indices: for predictions the longest first, so that those of its first inputs lie in it, too.
  private var concats: [(Int, Node)] {
    let all = list.nodes.enumerated().filter { _, node in
      if case .layer(let layer) = node.work { layer.kind == .concat } else { false }
    }
    .map { ($0.offset, $0.element) }
    if isTraining { return all }
    return all.sorted { ($1.1.inputs.count, $0.0) < ($0.1.inputs.count, $1.0) }
  }

  /// Whether what a concat stacks lies stacked already, in another's output: as with blocks of which every layer reads all before it.
  private func liesTogether(_ node: Node) -> Bool {
    guard !isTraining, let first = node.inputs.first, roots[first].tensor != first, !isRoot(node.outputs[0]) else {
      return false
    }
    var channel = roots[first].firstChannel
    return node.inputs.allSatisfy { input in
      defer { channel += list.shapes[input].channels }
      return roots[input] == (roots[first].tensor, channel)
    }
  }

  /// Whether one reader alone gives a tensor its gradient, so that it may share its reader's.
  private func isOnlyReadOnce(_ tensor: Int, _ readers: [Int]) -> Bool {
    !isTraining || readers[tensor] == 1 && !list.wanted.contains(tensor)
  }

  /// Whether another tensor lies in this one's memory.
  private func isRoot(_ tensor: Int) -> Bool { sharerCounts[tensor] > 0 }

  /// The one writer of `roots`: it counts who shares.
  private mutating func setRoot(of tensor: Int, to place: (tensor: Int, firstChannel: Int)) {
    if roots[tensor].tensor != tensor { sharerCounts[roots[tensor].tensor] -= 1 }
    if place.tensor != tensor { sharerCounts[place.tensor] += 1 }
    roots[tensor] = place
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
      setRoot(of: output, to: roots[input])
      idle.insert(index)
    }
  }

  /// Whether a node's output is its input under another name or shape.
  private func isUnchanged(_ node: Node) -> Bool {
    let shape = list.shapes[node.inputs[0]]
    let order: AxisOrder
    switch node.work {
    case .unroll(let unrolled): order = unrolled
    case .function: return false
    case .layer(let layer):
      if case .dropout(let probability) = layer.kind { return !isTraining || probability <= 0 }
      // Steps of a sequence lie a whole number of cache lines apart.
      if case .operation(let operation) = layer.kind {
        return operation.isUnchanging && shape.steps == 1 && list.shapes[node.outputs[0]].steps == 1
      }
      if case .reshape(_, .channelLast) = layer.kind { return shape.steps == 1 && !layer.kind.isSequential }
      guard case .flatten(let flattened) = layer.kind else { return false }
      order = flattened
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

  /// Layer i runs at time i, and in training again at 2 n - i in the backward pass. Every tensor is needed until its maker has read it
  /// there, and every gradient from its first reader's time to its maker's.
  private func lifetimes(inputs: [Int], _ needsGradient: [Bool], _ writtenGradients: [Bool]) -> Lifetimes {
    var lives = Lifetimes()
    let (turn, end) = (list.nodes.count, 2 * list.nodes.count)
    func need(_ tensor: Int, at time: Int) { lives.extend(.init(tensor: root(of: tensor).tensor), to: time) }
    func needGradient(_ tensor: Int, at time: Int) {
      guard needsGradient[tensor] else { return }
      lives.extend(.init(tensor: root(of: tensor).tensor, isGradient: true), to: time)
    }
    for input in inputs where used.contains(input) { need(input, at: -1) }
    for (time, node) in list.nodes.enumerated() {
      for tensor in node.inputs + node.outputs {
        need(tensor, at: time)
        guard isTraining else { continue }
        need(tensor, at: end - time)
        needGradient(tensor, at: end - time)
      }
    }
    for tensor in list.wanted {
      need(tensor, at: turn)
      needGradient(tensor, at: turn)
    }
    guard isTraining else { return lives }
    for input in inputs where used.contains(input) { need(input, at: end) }
    // What nobody gives a gradient keeps the zeros it began with.
    for tensor in used where !writtenGradients[tensor] {
      for time in [-1, end] { needGradient(tensor, at: time) }
    }
    return lives
  }

  /// Gradients share memory as their tensors do.
  private mutating func place(_ lives: Lifetimes, _ needsGradient: [Bool]) {
    let shapes = list.shapes
    let (offsets, total) = lives.firstFit { Placement.size(shapes[$0.tensor]) }
    floatsPerSample = total
    isSamplewise = isTraining && total >= 1 << 18 && shapes.allSatisfy { $0.steps == 1 }
    // An odd number of cache lines, for the same reason as each tensor's.
    if isSamplewise { floatsPerSample = ((total + 15) / 16 | 1) * 16 }
    for tensor in used {
      let root = root(of: tensor)
      func placement(isGradient: Bool) -> Placement {
        Placement(
          shapes[tensor], in: shapes[root.tensor],
          at: offsets[.init(tensor: root.tensor, isGradient: isGradient)] ?? 0, firstChannel: root.firstChannel)
      }
      placements[tensor] = placement(isGradient: false)
      if needsGradient[tensor] { gradientPlacements[tensor] = placement(isGradient: true) }
    }
  }
}

extension StoragePlan {
  /// A tensor in the memory of so many samples.
  func map(_ placement: Placement, at base: UnsafeMutablePointer<Float>, capacity: Int) -> Map {
    isSamplewise
      ? placement.map(at: base, floatsPerSample: floatsPerSample) : placement.map(at: base, capacity: capacity)
  }
}
