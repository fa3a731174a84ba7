/// Recurrent layers.
enum OnnxRecurrentOperations {
  static let table: [String: OnnxOperation] = ["GRU": gated, "LSTM": longShort, "RNN": simple]

  /// A long short-term memory: gates in the order of programs, directions one after the other instead of stacked.
  private static let longShort: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let own = try OnnxRecurrence(reader, gates: 4, functions: [["sigmoid"], ["tanh"], ["tanh"]])
    let size = own.size
    var inputs: [(String, ProgramDraft.Argument)] = [("x", .value(own.x))]
    for (name, place) in [("initial_h", 5), ("initial_c", 6)] {
      inputs.append((name, .value(try own.state(reader.optional(place), &draft))))
    }
    let seen = try reader.constant(7)?.floats
    guard seen?.count ?? (own.count * 3 * size) == own.count * 3 * size else {
      throw .shapes([[seen?.count ?? 0], [own.count * 3 * size]])
    }
    for (place, end) in ["", "_back"].prefix(own.count).enumerated() {
      func put(_ name: String, _ numbers: [Float], _ shape: [Int]) {
        inputs.append(("\(name)\(end)", .value(draft.floats(numbers, shape, own.x.element))))
      }
      for (name, matrix) in [("weight_ih", own.columns(place)), ("weight_hh", own.square(place))] {
        let length = matrix.count / (4 * size)
        put(name, ordered(matrix[...], blocks: size * length), [4 * size, length])
      }
      let (entering, recurring) = own.biases(place)
      put("bias", ordered(zip(entering, recurring).map { $0 + $1 }[...], blocks: size), [4 * size])
      if let seen {
        let own = Array(seen[(place * 3 * size)..<((place + 1) * 3 * size)])
        // Input, output and forget gate become input, forget and output gate.
        put("peephole", Array(own[..<size] + own[(2 * size)...] + own[size..<(2 * size)]), [3 * size])
      }
    }
    inputs += [("direction", .text(reader.node.text("direction") ?? "forward")), ("output_sequence", .truth(true))]
    let made = try draft.add("lstm", inputs, outputs: 3)
    return [
      try own.apart(made[0], isSequence: true, &draft), try own.apart(made[1], isSequence: false, &draft),
      try own.apart(made[2], isSequence: false, &draft),
    ]
  }

  /// Gates in the order input, output, forget, cell, brought to input, forget, output, cell.
  private static func ordered(_ numbers: ArraySlice<Float>, blocks: Int) -> [Float] {
    [0, 2, 1, 3].flatMap { numbers.dropFirst($0 * blocks).prefix(blocks) }
  }

  /// A simple recurrent layer: programs have one for each direction.
  private static let simple: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let functions = ["tanh", "relu", "sigmoid"]
    let own = try OnnxRecurrence(reader, gates: 1, functions: [functions])
    let named = (reader.node.texts("activations") ?? []).map { $0.lowercased() }
    let states = try own.states(reader.optional(5), &draft)
    var made: [(all: DraftValue, last: DraftValue)] = []
    for (place, isReversed) in own.isReversed.enumerated() {
      func weights(_ numbers: [Float], _ shape: [Int]) -> ProgramDraft.Argument {
        .value(draft.floats(numbers, shape, own.x.element))
      }
      let (entering, recurring) = own.biases(place)
      let values = try draft.add(
        "rnn",
        [
          ("x", .value(own.x)), ("initial_h", .value(states[place])),
          ("weight_ih", weights(own.columns(place), [own.size, own.x.shape[2]])),
          ("weight_hh", weights(own.square(place), [own.size, own.size])),
          ("bias", weights(zip(entering, recurring).map { $0 + $1 }, [own.size])),
          ("direction", .text(isReversed ? "reverse" : "forward")), ("output_sequence", .truth(true)),
          ("activation", .text(named.indices.contains(place) ? named[place] : "tanh")),
        ], outputs: 2)
      made.append((values[0], values[1]))
    }
    return try own.results(made, &draft)
  }

  /// A gated recurrent unit (Cho et al., 2014), step by step: what the operation of programs cannot say, that the reset gate is applied
  /// after the product, is what PyTorch does.
  private static let gated: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let own = try OnnxRecurrence(reader, gates: 3, functions: [["sigmoid"], ["tanh"]])
    let states = try own.states(reader.optional(5), &draft)
    var made: [(all: DraftValue, last: DraftValue)] = []
    for (place, isReversed) in own.isReversed.enumerated() {
      try draft.unroll(steps: own.steps, operations: 16)
      let unit = OnnxGatedUnit(own, place, resetsAfter: reader.truth("linear_before_reset"), &draft)
      made.append(try unit.run(from: states[place], isReversed: isReversed, &draft))
    }
    return try own.results(made, &draft)
  }
}

/// One direction of a gated recurrent unit: gates in the order update, reset, hidden.
private struct OnnxGatedUnit {
  private let own: OnnxRecurrence
  /// The gates of what is read, with what is added to them.
  private let input: DraftValue, bias: DraftValue
  /// Of the state before: all gates where the reset gate is applied after the product, else the first two, and the third by itself.
  private let recurring: DraftValue, later: DraftValue?
  /// What is added to the third gate before it is reset.
  private let recurringBias: DraftValue

  init(_ own: OnnxRecurrence, _ place: Int, resetsAfter: Bool, _ draft: inout ProgramDraft) {
    self.own = own
    let (size, element) = (own.size, own.x.element)
    let square = own.square(place)
    var (entering, recurring) = own.biases(place)
    for gate in entering.indices where gate < 2 * size || !resetsAfter {
      entering[gate] += recurring[gate]
      recurring[gate] = 0
    }
    input = draft.floats(own.columns(place), [3 * size, own.x.shape[2]], element)
    bias = draft.floats(entering, [3 * size], element)
    let rows = (resetsAfter ? 3 : 2) * size
    self.recurring = draft.floats(Array(square[..<(rows * size)]), [rows, size], element)
    recurringBias = draft.floats(Array(recurring[..<rows]), [rows], element)
    later = resetsAfter ? nil : draft.floats(Array(square[(rows * size)...]), [size, size], element)
  }

  /// Goes from step to step.
  func run(
    from state: DraftValue, isReversed: Bool, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> (all: DraftValue, last: DraftValue) {
    let (samples, size) = (own.samples, own.size)
    let whole = try draft.add(
      "linear", [("x", .value(own.x)), ("weight", .value(input)), ("bias", .value(bias))])
    var rows = [whole]
    if own.steps > 1 {
      let ones = [Int](repeating: 1, count: own.steps)
      rows = try draft.add(
        "split", [("x", .value(whole)), ("axis", .integer(0)), ("split_sizes", .integers(ones))], outputs: own.steps)
    }
    var h = state
    for step in isReversed ? Array(rows.indices.reversed()) : Array(rows.indices) {
      h = try next(try OnnxShapeOperations.reshaped(rows[step], [samples, 3 * size], &draft), after: h, &draft)
      rows[step] = try OnnxShapeOperations.reshaped(h, [1, samples, size], &draft)
    }
    return (try OnnxRecurrence.joined(rows, axis: 0, &draft), h)
  }

  /// The state after a step, of the gates of what it reads and the state before.
  private func next(
    _ entering: DraftValue, after h: DraftValue, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    func pair(_ type: String, _ x: DraftValue, _ y: DraftValue) throws(ProgramProblem) -> DraftValue {
      try draft.add(type, [("x", .value(x)), ("y", .value(y))])
    }
    func parts(_ value: DraftValue, _ count: Int) throws(ProgramProblem) -> [DraftValue] {
      let sizes = [Int](repeating: own.size, count: count)
      return try draft.add(
        "split", [("x", .value(value)), ("axis", .integer(1)), ("split_sizes", .integers(sizes))], outputs: count)
    }
    func sigmoid(_ x: DraftValue, _ y: DraftValue) throws(ProgramProblem) -> DraftValue {
      try draft.add("sigmoid", [("x", .value(try pair("add", x, y)))])
    }
    let read = try parts(entering, 3)
    let product = try draft.add(
      "linear", [("x", .value(h)), ("weight", .value(recurring)), ("bias", .value(recurringBias))])
    let known = try parts(product, later == nil ? 3 : 2)
    let (update, reset) = (try sigmoid(read[0], known[0]), try sigmoid(read[1], known[1]))
    let hidden: DraftValue
    if let later {
      hidden = try draft.add("linear", [("x", .value(try pair("mul", reset, h))), ("weight", .value(later))])
    } else {
      hidden = try pair("mul", reset, known[2])
    }
    let new = try draft.add("tanh", [("x", .value(try pair("add", read[2], hidden)))])
    return try pair("add", new, try pair("mul", update, try pair("sub", h, new)))
  }
}
