/// Recurrent layers.
enum OnnxRecurrentOperations {
  static let table: [String: OnnxOperation] = ["LSTM": lstm]

  /// A long short-term memory: gates in the order of programs, directions one after the other instead of stacked.
  private static let lstm: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let node = reader.node
    if let clip = node.float("clip") { throw .setting("clip", value: "\(clip)") }
    // Many files write the usual functions down: those of gates, cell and output for each direction.
    let functions = (node.texts("activations") ?? []).map { $0.lowercased() }
    guard functions.enumerated().allSatisfy({ $1 == ["sigmoid", "tanh", "tanh"][$0 % 3] }) else {
      throw .setting("activations", value: functions.joined(separator: ", "))
    }
    for (name, usual) in [("input_forget", 0), ("layout", 0)] where (node.integer(name) ?? usual) != usual {
      throw .setting(name, value: "\(node.integer(name) ?? usual)")
    }
    let x = try reader.input(0)
    guard let columns = try reader.constant(1), let square = try reader.constant(2) else { throw .missingInput("3") }
    let direction = node.text("direction") ?? "forward"
    let count = direction == "bidirectional" ? 2 : 1
    guard x.shape.count == 3, columns.shape.count == 3, square.shape.count == 3, square.shape[0] == count,
      columns.shape[0] == count, columns.shape[1] == square.shape[1], square.shape[1] == 4 * square.shape[2]
    else { throw .shapes([x.shape, columns.shape, square.shape]) }
    let (size, samples) = (square.shape[2], x.shape[1])
    if let lengths = try reader.constant(4), lengths.wholeNumbers.contains(where: { $0 != x.shape[0] }) {
      throw .setting("sequence_lens", value: "\(lengths.wholeNumbers)")
    }
    var inputs: [(String, ProgramDraft.Argument)] = [("x", .value(x))]
    for (name, place) in [("initial_h", 5), ("initial_c", 6)] {
      inputs.append((name, .value(try state(reader.optional(place), [samples, count * size], x, &draft))))
    }
    let (biases, seen) = (try reader.constant(3)?.floats, try reader.constant(7)?.floats)
    guard biases?.count ?? (count * 8 * size) == count * 8 * size, seen?.count ?? (count * 3 * size) == count * 3 * size
    else { throw .shapes([[biases?.count ?? 0], [seen?.count ?? 0], square.shape]) }
    for (place, end) in ["", "_back"].prefix(count).enumerated() {
      func put(_ name: String, _ numbers: [Float], _ shape: [Int]) {
        inputs.append(("\(name)\(end)", .value(draft.floats(numbers, shape, x.element))))
      }
      for (name, matrix) in [("weight_ih", columns), ("weight_hh", square)] {
        let (rows, length) = (4 * size, matrix.shape[2])
        let own = matrix.floats[(place * rows * length)..<((place + 1) * rows * length)]
        put(name, ordered(own, blocks: size * length), [rows, length])
      }
      if let biases {
        // Those of inputs, and behind them those of the last outputs.
        let both = biases[(place * 8 * size)..<((place + 1) * 8 * size)]
        put(
          "bias", ordered(zip(both.prefix(4 * size), both.suffix(4 * size)).map { $0 + $1 }[...], blocks: size),
          [4 * size])
      }
      if let seen {
        let own = Array(seen[(place * 3 * size)..<((place + 1) * 3 * size)])
        // Input, output and forget gate become input, forget and output gate.
        put("peephole", Array(own[..<size] + own[(2 * size)...] + own[size..<(2 * size)]), [3 * size])
      }
    }
    inputs += [("direction", .text(direction)), ("output_sequence", .truth(true))]
    let made = try draft.add("lstm", inputs, outputs: 3)
    // [steps, samples, directions · size] to [steps, directions, samples, size], and the last ones as well.
    return [
      try apart(made[0], [x.shape[0], samples, count, size], &draft),
      try apart(made[1], [samples, count, size], &draft),
      try apart(made[2], [samples, count, size], &draft),
    ]
  }

  /// Gates in the order input, output, forget, cell, brought to input, forget, output, cell.
  private static func ordered(_ numbers: ArraySlice<Float>, blocks: Int) -> [Float] {
    [0, 2, 1, 3].flatMap { numbers.dropFirst($0 * blocks).prefix(blocks) }
  }

  /// The state before the first step [directions, samples, size] as programs have it; zeros where it is left out.
  private static func state(
    _ value: DraftValue?, _ shape: [Int], _ x: DraftValue, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    guard let value else {
      return draft.floats([Float](repeating: 0, count: shape.reduce(1, *)), shape, x.element)
    }
    let turned = try draft.add("transpose", [("x", .value(value)), ("perm", .integers([1, 0, 2]))])
    return try OnnxShapeOperations.reshaped(turned, shape, &draft)
  }

  /// A value whose last axis holds the directions, with an axis for these before that of the samples.
  private static func apart(
    _ value: DraftValue, _ shape: [Int], _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    let rows = try OnnxShapeOperations.reshaped(value, shape, &draft)
    let order = shape.count == 4 ? [0, 2, 1, 3] : [1, 0, 2]
    return try draft.add("transpose", [("x", .value(rows)), ("perm", .integers(order))])
  }
}
