/// Entries found by index, put by index, or in order.
enum OnnxIndexOperations {
  static let table: [String: OnnxOperation] = [
    "Gather": { (reader, draft) throws(ProgramProblem) in
      let (input, axis, indices) = try indexed(reader, &draft)
      return [
        try draft.add("gather", [("x", .value(input)), ("indices", .value(indices)), ("axis", .integer(axis))])
      ]
    },
    "GatherElements": { (reader, draft) throws(ProgramProblem) in
      let (input, axis, indices) = try indexed(reader, &draft)
      return [
        try draft.add(
          "gather_along_axis", [("x", .value(input)), ("indices", .value(indices)), ("axis", .integer(axis))])
      ]
    },
    "GatherND": { (reader, draft) throws(ProgramProblem) in
      guard (reader.node.integer("batch_dims") ?? 0) == 0 else { throw .setting("batch_dims", value: "1") }
      return [
        try draft.add("gather_nd", [("x", .value(try reader.input(0))), ("indices", .value(try reader.input(1)))])
      ]
    },
    "ScatterND": { (reader, draft) throws(ProgramProblem) in
      [
        try draft.add(
          "scatter_nd",
          [
            ("data", .value(try reader.input(0))), ("indices", .value(try reader.input(1))),
            ("updates", .value(try reader.input(2))), ("mode", .text(try mode(reader))),
          ])
      ]
    },
    "ScatterElements": { (reader, draft) throws(ProgramProblem) in
      let (input, axis, indices) = try indexed(reader, &draft)
      return [
        try draft.add(
          "scatter_along_axis",
          [
            ("data", .value(input)), ("indices", .value(indices)), ("updates", .value(try reader.input(2))),
            ("axis", .integer(axis)), ("mode", .text(try mode(reader))),
          ])
      ]
    },
    "TopK": { (reader, draft) throws(ProgramProblem) in
      let input = try reader.input(0)
      guard let count = try reader.constant(1)?.wholeNumbers.first else { throw .notConstant("2") }
      return try draft.add(
        "topk",
        [
          ("x", .value(input)), ("k", .integer(count)),
          ("axis", .integer(try reader.axis(of: input.shape.count, absent: -1))),
          ("ascending", .truth(!reader.truth("largest", absent: true))),
        ], outputs: 2)
    },
    "CumSum": { (reader, draft) throws(ProgramProblem) in
      guard let axis = try reader.constant(1)?.wholeNumbers.first else { throw .notConstant("2") }
      return [
        try draft.add(
          "cumsum",
          [
            ("x", .value(try reader.input(0))), ("axis", .integer(axis)),
            ("exclusive", .truth(reader.truth("exclusive"))),
            ("reverse", .truth(reader.truth("reverse"))),
          ])
      ]
    },
    "Trilu": triangle,
  ]

  /// Known indices counted from the first entry, also those that the file counts from the last.
  /// The first input, the axis that its entries are chosen along, and the indices of the second one.
  private static func indexed(
    _ reader: OnnxReader, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> (input: DraftValue, axis: Int, indices: DraftValue) {
    let input = try reader.input(0)
    let axis = try reader.axis(of: input.shape.count, absent: 0)
    return (input, axis, counted(try reader.input(1), within: input.shape[axis], &draft))
  }

  private static func counted(_ indices: DraftValue, within length: Int, _ draft: inout ProgramDraft) -> DraftValue {
    guard let constant = indices.constant, constant.wholeNumbers.contains(where: { $0 < 0 }) else { return indices }
    let numbers = constant.wholeNumbers.map { $0 < 0 ? $0 + length : $0 }
    return draft.constant(ProgramConstant(.int32, shape: constant.shape, integers: numbers))
  }

  private static func mode(_ reader: OnnxReader) throws(ProgramProblem) -> String {
    let name = reader.node.text("reduction") ?? "none"
    let modes = ["none": "update", "add": "add", "mul": "mul", "max": "max", "min": "min"]
    guard let mode = modes[name] else { throw .setting("reduction", value: name) }
    return mode
  }

  /// The numbers above or below a diagonal of the last two axes; 0 elsewhere.
  private static let triangle: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let rank = input.shape.count
    guard rank >= 2, let count = Array(input.shape.suffix(2)).product, count <= 1 << 22 else {
      throw .shapes([input.shape])
    }
    let (rows, columns) = (input.shape[rank - 2], input.shape[rank - 1])
    let diagonal = try reader.constant(1)?.wholeNumbers.first ?? 0
    let isUpper = reader.truth("upper", absent: true)
    let kept = (0..<rows).flatMap { row in
      (0..<columns).map { column in
        (isUpper ? column - row >= diagonal : column - row <= diagonal) ? 1 : 0
      }
    }
    let mask = draft.constant(ProgramConstant(.bool, shape: [rows, columns], integers: kept))
    return [
      try draft.add(
        "select", [("cond", .value(mask)), ("a", .value(input)), ("b", .value(draft.scalar(0, input.element)))])
    ]
  }
}
