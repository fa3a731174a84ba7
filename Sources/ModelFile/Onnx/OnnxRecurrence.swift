/// What the recurrent layers of ONNX have in common: sequences [steps, samples, inputs], and for each direction matrices whose rows are
/// those of its gates, one after the other.
struct OnnxRecurrence {
  /// The sequences.
  let x: DraftValue
  /// How many numbers a state has, and how many gates make it.
  let size: Int, gates: Int
  /// For each direction, whether it begins with the last step.
  let isReversed: [Bool]
  private let columns: ProgramConstant, square: ProgramConstant
  private let biases: [Float]?

  /// Reads a node.
  ///
  /// - Parameters:
  ///   - reader: The node.
  ///   - gates: How many gates it has.
  ///   - functions: What it puts these through, in small letters, for each of its functions all that are computed here.
  /// - Throws: `ProgramProblem.setting` for what is not computed here, `shapes`, `missingInput`, `notConstant`.
  init(_ reader: OnnxReader, gates: Int, functions: [[String]]) throws(ProgramProblem) {
    let node = reader.node
    if let clip = node.float("clip") { throw .setting("clip", value: "\(clip)") }
    // Many files write the usual functions down: those of each direction.
    let named = (node.texts("activations") ?? []).map { $0.lowercased() }
    guard named.enumerated().allSatisfy({ functions[$0 % functions.count].contains($1) }) else {
      throw .setting("activations", value: named.joined(separator: ", "))
    }
    for (name, usual) in [("input_forget", 0), ("layout", 0)] where (node.integer(name) ?? usual) != usual {
      throw .setting(name, value: "\(node.integer(name) ?? usual)")
    }
    x = try reader.input(0)
    guard let columns = try reader.constant(1), let square = try reader.constant(2) else { throw .missingInput("3") }
    let direction = node.text("direction") ?? "forward"
    guard let isReversed = ["forward": [false], "reverse": [true], "bidirectional": [false, true]][direction] else {
      throw .setting("direction", value: direction)
    }
    self.isReversed = isReversed
    let count = isReversed.count
    guard x.shape.count == 3, columns.shape.count == 3, square.shape.count == 3, square.shape[0] == count,
      columns.shape[0] == count, columns.shape[1] == square.shape[1], square.shape[1] == gates * square.shape[2],
      columns.shape[2] == x.shape[2]
    else { throw .shapes([x.shape, columns.shape, square.shape]) }
    (self.columns, self.square, self.gates, size) = (columns, square, gates, square.shape[2])
    if let lengths = try reader.constant(4), lengths.wholeNumbers.contains(where: { [x] in $0 != x.shape[0] }) {
      throw .setting("sequence_lens", value: "\(lengths.wholeNumbers)")
    }
    biases = try reader.constant(3)?.floats
    guard biases?.count ?? 0 == (biases == nil ? 0 : count * 2 * gates * square.shape[2]) else {
      throw .shapes([[biases?.count ?? 0], square.shape])
    }
  }

  /// How many steps a sequence has.
  var steps: Int { x.shape[0] }
  /// How many sequences there are.
  var samples: Int { x.shape[1] }
  /// How many directions there are.
  var count: Int { isReversed.count }

  /// A direction's matrix for what is read, [gates · size, inputs].
  func columns(_ place: Int) -> [Float] { own(columns.floats, place, rows: x.shape[2]) }

  /// A direction's matrix for the state before, [gates · size, size].
  func square(_ place: Int) -> [Float] { own(square.floats, place, rows: size) }

  /// A direction's numbers that are added to either product, [gates · size]; zeros where there are none.
  func biases(_ place: Int) -> (input: [Float], recurring: [Float]) {
    let length = gates * size
    guard let biases else { return ([Float](repeating: 0, count: length), [Float](repeating: 0, count: length)) }
    let start = place * 2 * length
    return (Array(biases[start..<start + length]), Array(biases[(start + length)..<start + 2 * length]))
  }

  /// The state before the first step [samples, directions · size] of what a file has as [directions, samples, size]; zeros where it is
  /// left out.
  func state(_ value: DraftValue?, _ draft: inout ProgramDraft) throws(ProgramProblem) -> DraftValue {
    let shape = [samples, count * size]
    guard let value else {
      try NetworkBuilder.check(shape)
      return draft.floats([Float](repeating: 0, count: samples * count * size), shape, x.element)
    }
    let turned = try draft.add("transpose", [("x", .value(value)), ("perm", .integers([1, 0, 2]))])
    return try OnnxShapeOperations.reshaped(turned, shape, &draft)
  }

  /// That state for each direction, [samples, size].
  func states(_ value: DraftValue?, _ draft: inout ProgramDraft) throws(ProgramProblem) -> [DraftValue] {
    let all = try state(value, &draft)
    guard count > 1 else { return [all] }
    let sizes = [Int](repeating: size, count: count)
    return try draft.add(
      "split", [("x", .value(all)), ("axis", .integer(1)), ("split_sizes", .integers(sizes))], outputs: count)
  }

  /// What the node gives of what its directions do: [steps, samples, size] and the last [samples, size] of each.
  func results(
    _ made: [(all: DraftValue, last: DraftValue)], _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> [DraftValue] {
    let all = try OnnxRecurrence.joined(made.map(\.all), axis: 2, &draft)
    let last = try OnnxRecurrence.joined(made.map(\.last), axis: 1, &draft)
    return [try apart(all, isSequence: true, &draft), try apart(last, isSequence: false, &draft)]
  }

  /// A value whose last axis holds the directions, with an axis for these before that of the samples.
  func apart(
    _ value: DraftValue, isSequence: Bool, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    let rows = try OnnxShapeOperations.reshaped(value, (isSequence ? [steps] : []) + [samples, count, size], &draft)
    let order = isSequence ? [0, 2, 1, 3] : [1, 0, 2]
    return try draft.add("transpose", [("x", .value(rows)), ("perm", .integers(order))])
  }

  /// Values one after the other along an axis.
  static func joined(
    _ values: [DraftValue], axis: Int, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    guard values.count > 1 else { return values[0] }
    return try draft.add(
      "concat", [("values", .values(values)), ("axis", .integer(axis)), ("interleave", .truth(false))])
  }

  private func own(_ numbers: [Float], _ place: Int, rows length: Int) -> [Float] {
    let count = gates * size * length
    return Array(numbers[(place * count)..<((place + 1) * count)])
  }
}
