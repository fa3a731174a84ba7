import Operations

/// Which layers a program needs, in order, and what is drawn together.
struct NodeList {
  private(set) var nodes: [Node] = []
  /// The shapes of the blueprint's tensors, and after them of those between a layer and its implied unrolling.
  private(set) var shapes: [MapShape]
  /// The tensors to be kept for the caller.
  let wanted: Set<Int>

  init(_ blueprint: Blueprint, wanted: Set<Int>, isTraining: Bool) {
    shapes = blueprint.shapes
    self.wanted = wanted
    var needed = wanted
    var chosen: [Blueprint.Step] = []
    let steps = isTraining ? blueprint.steps : blueprint.stepsOfPredictions
    for step in steps.reversed() where step.outputs.contains(where: needed.contains) {
      needed.formUnion(step.inputs)
      chosen.append(step)
    }
    for step in chosen.reversed() { append(step) }
    nodes = MapTurns.removed(from: nodes, shapes: shapes, wanted: wanted)
    if !isTraining {
      nodes = WholeNormalizations.joined(in: nodes, shapes: shapes, wanted: wanted)
      nodes = SpelledAttention.joined(in: nodes, counts: readers(), wanted: wanted)
      nodes = PlacedAttention.joined(in: nodes, shapes: shapes, counts: readers(), wanted: wanted)
      markQuantized()
    }
    moveRectifiersBehindMaxima()
    fuseMaxima()
    fuseRectifiers()
    fuseAverages()
    fuseMaximaBlockwise(isTraining: isTraining)
    if isTraining { return }
    fuseFactors()
    fuseSums()
    fuseGates()
    fuseFunctions()
  }

  /// Those that make something that is wanted or read.
  static func needed(_ nodes: [Node], _ wanted: Set<Int>) -> [Node] {
    var needed = wanted
    var kept: [Node] = []
    for node in nodes.reversed() where node.outputs.contains(where: needed.contains) {
      needed.formUnion(node.inputs)
      kept.append(node)
    }
    return kept.reversed()
  }

  private mutating func append(_ step: Blueprint.Step) {
    var inputs = step.inputs
    if case .innerProduct = step.layer.kind, let input = inputs.first, shapes[input].pixels > 1 {
      shapes.append(.vector(shapes[input].count).repeated(shapes[input].steps))
      inputs[0] = shapes.count - 1
      nodes.append(
        Node(name: step.layer.name, work: .unroll(.channelFirst), inputs: [input], outputs: [inputs[0]]))
    }
    var node = Node(name: step.layer.name, work: .layer(step.layer), inputs: inputs, outputs: step.outputs)
    node.parameters = step.parameters
    nodes.append(node)
  }

  /// Marks the layers that are computed in bytes: nothing but a rectifier and a function of single numbers is fused into them.
  private mutating func markQuantized() {
    for index in nodes.indices {
      guard case .layer(let layer) = nodes[index].work, !layer.isUpdatable, let quantization = layer.quantization
      else { continue }
      nodes[index].isQuantized = quantization.fits(layer, reading: shapes[nodes[index].inputs[0]])
    }
  }

  /// How many nodes read each tensor.
  func readers() -> [Int] {
    var counts = [Int](repeating: 0, count: shapes.count)
    for input in nodes.flatMap(\.inputs) { counts[input] += 1 }
    return counts
  }

  /// The largest of rectified numbers is the rectified largest, bit for bit, and there are fewer of them: where a maximum
  /// alone reads a rectifier that alone reads what a layer makes, the two change places.
  private mutating func moveRectifiersBehindMaxima() {
    let counts = readers()
    for index in nodes.indices {
      guard case .layer(let pooling) = nodes[index].work, case .pooling(let definition) = pooling.kind,
        definition.statistic == .max, let rectified = nodes[index].inputs.first, counts[rectified] == 1,
        !wanted.contains(rectified), let earlier = nodes.firstIndex(where: { $0.outputs == [rectified] }),
        case .layer(let layer) = nodes[earlier].work, layer.kind == .activation(.relu),
        let source = nodes[earlier].inputs.first, counts[source] == 1, !wanted.contains(source),
        !nodes.contains(where: { $0.isQuantized && $0.outputs == [source] })
      else { continue }
      nodes[index].inputs = [source]
      nodes[index].rectifies = true
      nodes[earlier].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// A maximum that alone reads what a convolution makes becomes part of it, where the convolution can take it on the way.
  private mutating func fuseMaxima() {
    let counts = readers()
    for index in nodes.indices {
      guard case .layer(let below) = nodes[index].work, case .pooling(let pooling) = below.kind,
        let made = nodes[index].inputs.first, counts[made] == 1, !wanted.contains(made),
        let earlier = nodes.firstIndex(where: { $0.outputs == [made] }),
        case .layer(let layer) = nodes[earlier].work, case .convolution(let convolution) = layer.kind,
        let input = nodes[earlier].inputs.first, convolution.canFuseMaxima(pooling, input: shapes[input]),
        !nodes[earlier].isQuantized, !isStacked(input)
      else { continue }
      nodes[earlier].outputs = nodes[index].outputs
      nodes[earlier].rectifies = nodes[index].rectifies
      nodes[earlier].pooling = .maxima
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// An average over the whole map that alone reads what a rectified convolution makes becomes part of it, where the convolution
  /// can take it on the way.
  private mutating func fuseAverages() {
    let counts = readers()
    for index in nodes.indices {
      guard case .layer(let below) = nodes[index].work, case .pooling(let pooling) = below.kind,
        !nodes[index].rectifies, let made = nodes[index].inputs.first, counts[made] == 1, !wanted.contains(made),
        let earlier = nodes.firstIndex(where: { $0.outputs == [made] }), nodes[earlier].rectifies,
        nodes[earlier].pooling == nil, !nodes[earlier].isQuantized, case .layer(let layer) = nodes[earlier].work,
        case .convolution(let convolution) = layer.kind, let input = nodes[earlier].inputs.first,
        convolution.canFuseAverage(pooling, input: shapes[input])
      else { continue }
      nodes[earlier].outputs = nodes[index].outputs
      nodes[earlier].pooling = .average
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// Any maximum that alone reads what a convolution makes becomes part of it where the map between them is large; for training
  /// if the convolution reads an input of the network, to which nothing has to come back.
  private mutating func fuseMaximaBlockwise(isTraining: Bool) {
    let counts = readers()
    for index in nodes.indices {
      guard case .layer(let below) = nodes[index].work, case .pooling(let pooling) = below.kind,
        let made = nodes[index].inputs.first, counts[made] == 1, !wanted.contains(made),
        let earlier = nodes.firstIndex(where: { $0.outputs == [made] }), nodes[earlier].pooling == nil,
        !nodes[earlier].isQuantized, case .layer(let layer) = nodes[earlier].work,
        case .convolution(let convolution) = layer.kind, let input = nodes[earlier].inputs.first,
        convolution.canFuseMaximaBlockwise(pooling, input: shapes[input]),
        !isTraining || readsPlainInput(earlier) && convolution.sumsGradientBlockwise(input: shapes[input])
      else { continue }
      nodes[earlier].outputs = nodes[index].outputs
      nodes[earlier].rectifies = nodes[earlier].rectifies || nodes[index].rectifies
      nodes[earlier].pooling = .blockwise(pooling)
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// Whether a node reads an input of the network that lies without gaps.
  private func readsPlainInput(_ index: Int) -> Bool {
    guard let input = nodes[index].inputs.first else { return false }
    return !isStacked(input) && !nodes.contains { $0.outputs.contains(input) }
  }

  /// Whether a concat reads a tensor, which may then have gaps between its pixels.
  private func isStacked(_ tensor: Int) -> Bool {
    nodes.contains { node in
      if case .layer(let layer) = node.work, layer.kind == .concat { node.inputs.contains(tensor) } else { false }
    }
  }

  /// Factors of a row that alone read what a product with constant weights makes become part of it.
  private mutating func fuseFactors() {
    let counts = readers()
    let makers = makers()
    for index in nodes.indices {
      guard case .layer(let layer) = nodes[index].work, !layer.isUpdatable, case .operation(let product) = layer.kind,
        let factors = product.rowFactors, let made = nodes[index].inputs.first, counts[made] == 1,
        !wanted.contains(made), let earlier = makers[made], case .layer(let above) = nodes[earlier].work,
        case .operation(let linear) = above.kind, linear.hasConstantWeights, nodes[earlier].factors == nil,
        shapes[made] == shapes[nodes[index].outputs[0]], shapes[made].steps == 1
      else { continue }
      nodes[earlier].factors = factors
      nodes[earlier].outputs = nodes[index].outputs
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// A sum of two tensors becomes part of a convolution, or of a product with constant weights, that makes one of them for nothing else,
  /// where the other is there before.
  private mutating func fuseSums() {
    let counts = readers()
    let makers = makers()
    var places: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() { for output in node.outputs { places[output] = index } }
    for index in nodes.indices where makesOfTwo(index, .add) {
      let inputs = nodes[index].inputs
      for (made, other) in [(inputs[0], inputs[1]), (inputs[1], inputs[0])] where counts[made] == 1 {
        guard !wanted.contains(made), let earlier = makers[made], nodes[earlier].canAdd, shapes[made] == shapes[other],
          shapes[made].steps == 1, places[other] ?? -1 < earlier
        else { continue }
        nodes[earlier].inputs.append(other)
        nodes[earlier].outputs = nodes[index].outputs
        places[nodes[index].outputs[0]] = earlier
        nodes[index].outputs = []
        break
      }
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// A product of a tensor with a function of it that nothing else reads becomes one function.
  private mutating func fuseGates() {
    let counts = readers()
    let makers = makers()
    for index in nodes.indices where makesOfTwo(index, .multiply) {
      for (slot, made) in nodes[index].inputs.enumerated() where counts[made] == 1 && !wanted.contains(made) {
        guard let earlier = makers[made], case .layer(let layer) = nodes[earlier].work,
          case .activation(let function) = layer.kind, FusedFunction.isGate(function),
          nodes[earlier].inputs == [nodes[index].inputs[1 - slot]],
          shapes[nodes[earlier].inputs[0]] == shapes[nodes[index].outputs[0]]
        else { continue }
        nodes[index].inputs = nodes[earlier].inputs
        nodes[index].work = .function(.gate(function))
        nodes[earlier].outputs = []
        break
      }
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// A function of single numbers that alone reads what a layer makes becomes part of it, where the layer can apply it on the way;
  /// so does the next one that alone reads this. Layers between them that only move the numbers come after it then.
  private mutating func fuseFunctions() {
    let counts = readers()
    var makers = makers()
    func isOwn(_ tensor: Int) -> Bool { counts[tensor] == 1 && !wanted.contains(tensor) }
    for index in nodes.indices {
      guard let function = nodes[index].ownFunction, let read = nodes[index].inputs.first, isOwn(read),
        shapes[read] == shapes[nodes[index].outputs[0]], let last = makers[read]
      else { continue }
      var earlier = last
      while nodes[earlier].onlyMoves(shapes), let input = nodes[earlier].inputs.first, isOwn(input),
        let above = makers[input]
      {
        earlier = above
      }
      guard nodes[earlier].canApplyFunction else { continue }
      nodes[last].outputs = nodes[index].outputs
      nodes[earlier].function = nodes[earlier].function.map { .sequence($0, function) } ?? function
      makers[nodes[last].outputs[0]] = last
      nodes[index].outputs = []
    }
    nodes.removeAll { $0.outputs.isEmpty }
  }

  /// Whether a node is the sum or the product, number by number, of two tensors.
  private func makesOfTwo(_ index: Int, _ function: PairFunction) -> Bool {
    guard case .layer(let layer) = nodes[index].work, nodes[index].inputs.count == 2 else { return false }
    switch layer.kind {
    case .add: return function == .add
    case .multiply: return function == .multiply
    case .operation(let operation): return function == .multiply && operation.kind == .combine(.multiply)
    default: return false
    }
  }

  /// The node that makes each tensor, where it makes no other.
  private func makers() -> [Int: Int] {
    var makers: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() where node.outputs.count == 1 { makers[node.outputs[0]] = index }
    return makers
  }

  /// A rectifier that alone reads what a convolution or fully connected layer makes becomes part of it.
  private mutating func fuseRectifiers() {
    let counts = readers()
    var maker: [Int: Int] = [:]
    var kept: [Node] = []
    for node in nodes {
      if case .layer(let layer) = node.work, layer.kind == .activation(.relu), let input = node.inputs.first,
        counts[input] == 1, !wanted.contains(input), let index = maker[input]
      {
        kept[index].rectifies = true
        kept[index].outputs = node.outputs
        continue
      }
      if node.canRectify { maker[node.outputs[0]] = kept.count }
      kept.append(node)
    }
    nodes = kept
  }
}
