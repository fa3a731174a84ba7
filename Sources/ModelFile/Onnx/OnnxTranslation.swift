/// Makes a program of a graph: its nodes one after the other become operations, its constants those of a package.
///
/// Names keep their letters, digits and underscores; other signs become underscores. Names of values that end in `_output_0`, as
/// PyTorch writes them, lose that.
struct OnnxTranslation {
  private let graph: OnnxGraph
  private let operatorSet: Int
  private let settings: OnnxInput
  private let files: OnnxDataFiles
  private var draft: ProgramDraft
  private var scope: [String: DraftValue] = [:]
  /// What the program takes, and as the description says it.
  private var inputs: [DraftValue] = []
  private(set) var inputFeatures: [FeatureDescription] = []
  private(set) var outputFeatures: [FeatureDescription] = []
  /// How photos enter, and the shape the file has for them; nil where none do.
  private(set) var picture: (normalization: OnnxInput.Normalization, shape: [Int])?
  /// How deep branches of conditions lie in each other.
  private var depth = 0

  init(_ graph: OnnxGraph, operatorSet: Int, settings: OnnxInput, files: OnnxDataFiles, weightBytes: Int) {
    (self.graph, self.operatorSet, self.settings, self.files) = (graph, operatorSet, settings, files)
    draft = ProgramDraft(weightBytes: weightBytes)
  }

  /// The program, its file of weights, and what a classifier's classes are called.
  ///
  /// - Throws: `ProgramError`.
  mutating func program(
    named: [String: String]
  ) throws(ProgramError) -> (function: WireMessage, weights: [UInt8]?, labels: ClassLabels?) {
    let nodes = OnnxFusion.fused(graph)
    try OnnxOperations.checkTypes(nodes)
    do throws(ProgramProblem) {
      for tensor in graph.initializers {
        guard scope[tensor.name] == nil else { throw .duplicate(tensor.name) }
        scope[tensor.name] = draft.constant(try tensor.constant(files), tensor.name)
        scope[tensor.name]?.stored = tensor.type
      }
      var taken = graph.inputs.filter { scope[$0.name] == nil }
      for (name, constant) in try OnnxFixedInputs(settings.fixed, of: taken).constants {
        scope[name] = draft.constant(constant, name)
        taken.removeAll { $0.name == name }
      }
      let hasSolePicture = taken.filter(\.isPicture).count == 1
      func isPicture(_ input: OnnxValueInfo) -> Bool { taken.count == 1 || (hasSolePicture && input.isPicture) }
      let open = taken.count == 1 ? [] : taken.filter { $0.isOpen && !isPicture($0) }.map(\.name)
      for input in taken { try take(input, isPicture: isPicture(input), open: open) }
    } catch {
      throw ProgramError(error)
    }
    try translate(nodes, outputs: graph.outputs)
    do throws(ProgramProblem) {
      var given: [DraftValue] = []
      // One value may be given under several names: the later ones are copies.
      var first: [String: DraftValue] = [:]
      for name in graph.outputs where !name.isEmpty {
        guard let value = scope[name] else { throw .output(name) }
        let made = try output(first[value.name] ?? value, name, isCopied: first[value.name] != nil)
        if first[value.name] == nil { first[value.name] = made }
        given.append(made)
      }
      guard !given.isEmpty else { throw .output("") }
      let labels = try self.labels(named, &given)
      var described: [FeatureDescription] = []
      for value in given.dropFirst(labels == nil ? 0 : 1) {
        let array = ArrayFeature(shape: value.shape, dataType: value.element == .int32 ? .int32 : .float32)
        described.append(FeatureDescription(name: value.name, type: .multiArray(array)))
      }
      outputFeatures = described
      let made = try draft.finished(inputs: inputs, outputs: given, classes: labels)
      return (made.function, made.weights, labels)
    } catch {
      throw ProgramError(error)
    }
  }

  // MARK: Inputs

  /// Takes an input.
  ///
  /// - Parameters:
  ///   - input: What the graph says of it.
  ///   - isPicture: Whether photos enter there, if its shape allows it.
  ///   - open: Which of several inputs have a shape that is to be given.
  /// - Throws: `duplicate`, `type`, `flexibleShape`, `openInput`, `lengthsNotTaken`, `tooLarge`; `setting` for one of the pixels.
  private mutating func take(_ input: OnnxValueInfo, isPicture: Bool, open: [String]) throws(ProgramProblem) {
    guard scope[input.name] == nil else { throw .duplicate(input.name) }
    guard let number = input.type, let type = OnnxType(rawValue: number), type != .bool else {
      throw .type(value: input.name)
    }
    guard let lengths = input.lengths else { throw .flexibleShape(value: input.name) }
    let shape = try shape(lengths, of: input, isPicture: isPicture, open: open)
    guard shape.count == 4, type.computed.isFloat, shape[0] == 1, isPicture else {
      try takeArray(input.name, type, shape)
      return
    }
    if shape[1] == 3 || shape[1] == 1 {
      try takePicture(input.name, type, shape)
    } else if shape[3] == 3 || shape[3] == 1, shape[1] >= 8, shape[2] >= 8 {
      try takePicture(input.name, type, shape, isChannelLast: true)
    } else {
      try takeArray(input.name, type, shape)
    }
  }

  /// The shape asked for, or the file's: where that is open, one sample, and pictures of the usual size, in colour.
  private func shape(
    _ lengths: [Int?], of input: OnnxValueInfo, isPicture: Bool, open: [String]
  ) throws(ProgramProblem) -> [Int] {
    if let asked = settings.shape, isPicture {
      guard asked.count == lengths.count, zip(lengths, asked).allSatisfy({ $0 == nil || $0 == $1 }) else {
        throw .lengthsNotTaken(asked, input: input.name, lengths: lengths)
      }
      return asked
    }
    var shape = lengths
    if shape.indices.contains(input.batchAxis), shape[input.batchAxis] == nil { shape[input.batchAxis] = 1 }
    if shape.count == 4, isPicture {
      let isChannelLast = shape[1] != 3 && shape[1] != 1 && (shape[3] == 3 || shape[3] == 1)
      if shape[1...].allSatisfy({ $0 == nil }) { shape[1] = 3 }
      for axis in isChannelLast ? [1, 2] : [2, 3] where shape[axis] == nil { shape[axis] = OnnxInput.usualSide }
    }
    let known = shape.compactMap(\.self)
    guard known.count == shape.count else {
      throw .openInput(input.name, lengths: lengths, example: shape.map { $0 ?? 16 }, open: open)
    }
    return known
  }

  private mutating func takeArray(_ name: String, _ type: OnnxType, _ shape: [Int]) throws(ProgramProblem) {
    let element: ElementType = type.computed == .int32 ? .int32 : .float32
    let value = try draft.input(name, element, shape)
    inputs.append(value)
    let array = ArrayFeature(shape: shape, dataType: element == .int32 ? .int32 : .float32)
    inputFeatures.append(FeatureDescription(name: value.name, type: .multiArray(array)))
    draft.begin(name)
    scope[name] = try OnnxElementOperations.converted(value, to: type.computed, &draft)
  }

  /// A picture: its pixels times a factor and plus an offset for each channel, in the order the graph has them.
  private mutating func takePicture(
    _ name: String, _ type: OnnxType, _ shape: [Int], isChannelLast: Bool = false
  ) throws(ProgramProblem) {
    let (channels, height, width) =
      isChannelLast ? (shape[3], shape[1], shape[2]) : (shape[1], shape[2], shape[3])
    let picture = try draft.input(name, .float32, [1, channels, height, width])
    inputs.append(picture)
    let image = ImageFeature(width: width, height: height, colorSpace: channels == 3 ? .rgb : .grayscale)
    inputFeatures.append(FeatureDescription(name: picture.name, type: .image(image)))
    draft.begin(name)
    let normalization = settings.normalization(channels: channels)
    self.picture = (normalization, shape)
    func each(_ numbers: [Float], _ name: String) throws(ProgramProblem) -> [Float] {
      guard numbers.count == 1 || numbers.count == channels, name != "std" || !numbers.contains(0) else {
        throw .setting(name, value: "\(numbers)")
      }
      return numbers.count == 1 ? Array(repeating: numbers[0], count: channels) : numbers
    }
    let means = try each(normalization.mean, "mean")
    let deviations = try each(normalization.deviation, "std")
    var value = picture
    let factors = deviations.map { normalization.scale / $0 }
    let offsets = zip(means, deviations).map { -$0 / $1 }
    for (operation, numbers, plain) in [("mul", factors, Float(1)), ("add", offsets, 0)] {
      guard numbers.contains(where: { $0 != plain }) else { continue }
      let constant =
        Set(numbers).count == 1
        ? draft.scalar(numbers[0], .float32) : draft.floats(numbers, [1, channels, 1, 1], .float32)
      value = try OnnxPairOperations.pair(operation, value, constant, &draft)
    }
    if isChannelLast { value = try draft.add("transpose", [("x", .value(value)), ("perm", .integers([0, 2, 3, 1]))]) }
    scope[name] = try OnnxElementOperations.converted(value, to: type.computed, &draft)
  }

  // MARK: Nodes

  private mutating func translate(_ nodes: [OnnxNode], outputs: [String]) throws(ProgramError) {
    let biases = OnnxFusion.biases(of: nodes, outputs: outputs)
    var done: Set<Int> = []
    for (index, node) in nodes.enumerated() where !done.contains(index) {
      do throws(ProgramProblem) {
        if let place = biases[index], let (bias, matrix) = bias(nodes[place], of: node) {
          let sum = nodes[place]
          draft.begin(sum.outputs[0])
          let x = try value(node.inputs[0])
          let made = try OnnxProductOperations.product(x, matrix, bias: bias, &draft)
          try define(sum.outputs[0], made)
          done.insert(place)
        } else {
          try translate(node)
        }
      } catch {
        throw ProgramError(error, at: node.label)
      }
    }
  }

  /// What is added to a product, where both that and the product's second factor are known and go together.
  private func bias(_ sum: OnnxNode, of product: OnnxNode) -> (bias: DraftValue, matrix: DraftValue)? {
    guard let other = sum.inputs.first(where: { $0 != product.outputs[0] }), let bias = scope[other],
      let matrix = scope[product.inputs[1]], let known = matrix.constant, known.element.isFloat, bias.constant != nil,
      bias.element == known.element, matrix.shape.count == 2, bias.shape == [matrix.shape[1]],
      scope[product.inputs[0]]?.constant == nil
    else { return nil }
    return (bias, matrix)
  }

  private func value(_ name: String) throws(ProgramProblem) -> DraftValue {
    guard let value = scope[name] else { throw .undefined(name) }
    return value
  }

  private mutating func define(_ name: String, _ value: DraftValue) throws(ProgramProblem) {
    guard scope[name] == nil else { throw .duplicate(name) }
    scope[name] = draft.named(value, name.shortened)
  }

  private mutating func translate(_ node: OnnxNode) throws(ProgramProblem) {
    draft.begin((node.outputs.first { !$0.isEmpty } ?? node.type).shortened)
    var inputs: [DraftValue?] = []
    for name in node.inputs { inputs.append(name.isEmpty ? nil : try value(name)) }
    if node.type == "If" { return try branch(node, inputs) }
    guard let operation = OnnxOperations.all[node.type] else { throw .unknownOperations([node.label]) }
    let made = try operation(OnnxReader(node: node, operatorSet: operatorSet, inputs: inputs, files: files), &draft)
    for (place, name) in node.outputs.enumerated() where !name.isEmpty {
      // What Dropout says it dropped is nothing that is read.
      guard made.indices.contains(place) else { continue }
      try define(name, made[place])
      if let type = node.constantType { scope[name]?.stored = type }
    }
  }

  /// The branch of a condition that is known.
  private mutating func branch(_ node: OnnxNode, _ inputs: [DraftValue?]) throws(ProgramProblem) {
    guard let condition = inputs.first??.constant?.integers.first else { throw .blocks }
    guard let graph = node.graph(condition != 0 ? "then_branch" : "else_branch"), depth < 16 else { throw .blocks }
    depth += 1
    defer { depth -= 1 }
    for tensor in graph.initializers where scope[tensor.name] == nil {
      scope[tensor.name] = draft.constant(try tensor.constant(files), tensor.name)
      scope[tensor.name]?.stored = tensor.type
    }
    do throws(ProgramError) {
      try OnnxOperations.checkTypes(graph.nodes)
      try translate(graph.nodes, outputs: graph.outputs)
    } catch {
      throw error.problem
    }
    for (name, inner) in zip(node.outputs, graph.outputs) where name != inner {
      guard scope[name] == nil else { throw .duplicate(name) }
      scope[name] = try value(inner)
    }
  }

  // MARK: Outputs

  /// A value as the program gives it, under the graph's name for it.
  private mutating func output(
    _ value: DraftValue, _ name: String, isCopied: Bool
  ) throws(ProgramProblem) -> DraftValue {
    draft.begin(name)
    var value = value
    if value.element == .bool { value = try OnnxElementOperations.converted(value, to: .int32, &draft) }
    if value.element == .float16 { value = try OnnxElementOperations.converted(value, to: .float32, &draft) }
    if isCopied || inputs.contains(where: { $0.name == value.name }) {
      value = try draft.add("identity", [("x", .value(value))])
    }
    return draft.named(value, name.shortened, isOutput: true)
  }

  /// What the classes are called, where there are as many names as scores; scores then are probabilities.
  private mutating func labels(
    _ metadata: [String: String], _ given: inout [DraftValue]
  ) throws(ProgramProblem) -> ClassLabels? {
    let scores = given[0]
    let count = scores.shape.reduce(1, *)
    let texts = settings.labels ?? OnnxLabels.texts(in: metadata)
    guard let texts else { return nil }
    guard texts.count == count, count >= 2, scores.constant == nil, scores.element == .float32 else {
      guard settings.labels == nil else { throw .labelCount(labels: texts.count, scores: count) }
      return nil
    }
    if !draft.isSoftmax(scores) {
      draft.begin(scores.name)
      let rows = try OnnxShapeOperations.reshaped(scores, [1, count], &draft)
      given[0] = try draft.add("softmax", [("x", .value(rows)), ("axis", .integer(-1))])
    }
    return .strings(texts)
  }
}

extension String {
  /// A name without what PyTorch puts behind all names.
  fileprivate var shortened: String {
    let end = "_output_0"
    return hasSuffix(end) ? String(dropLast(end.count)) : self
  }
}
