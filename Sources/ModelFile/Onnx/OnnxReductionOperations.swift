/// Statistics along axes, and softmax.
enum OnnxReductionOperations {
  static let table: [String: OnnxOperation] = {
    var table: [String: OnnxOperation] = [
      "ArgMax": { (reader, draft) throws(ProgramProblem) in try place("reduce_argmax", reader, &draft) },
      "ArgMin": { (reader, draft) throws(ProgramProblem) in try place("reduce_argmin", reader, &draft) },
      "Softmax": { (reader, draft) throws(ProgramProblem) in
        try alongAxis(reader, &draft) { (value, axis, draft) throws(ProgramProblem) in
          try draft.add("softmax", [("x", .value(value)), ("axis", .integer(axis))])
        }
      },
      "LogSoftmax": { (reader, draft) throws(ProgramProblem) in
        try alongAxis(reader, &draft) { (value, axis, draft) throws(ProgramProblem) in
          let all = try draft.add(
            "reduce_log_sum_exp", [("x", .value(value)), ("axes", .integers([axis])), ("keep_dims", .truth(true))])
          return try draft.add("sub", [("x", .value(value)), ("y", .value(all))])
        }
      },
    ]
    let reductions = [
      "ReduceMean": "reduce_mean", "ReduceSum": "reduce_sum", "ReduceMax": "reduce_max", "ReduceMin": "reduce_min",
      "ReduceProd": "reduce_prod", "ReduceL1": "reduce_l1_norm", "ReduceL2": "reduce_l2_norm",
      "ReduceSumSquare": "reduce_sum_square", "ReduceLogSum": "reduce_log_sum",
      "ReduceLogSumExp": "reduce_log_sum_exp",
    ]
    for (type, operation) in reductions { table[type] = reduction(operation) }
    return table
  }()

  private static func reduction(_ operation: String) -> OnnxOperation {
    { (reader, draft) throws(ProgramProblem) in try reduce(operation, reader, &draft) }
  }

  private static func reduce(
    _ type: String, _ reader: OnnxReader, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> [DraftValue] {
    let input = try reader.input(0)
    let rank = input.shape.count
    let named = try reader.integers("axes", input: 1) ?? []
    if named.isEmpty, reader.truth("noop_with_empty_axes") { return [input] }
    let axes = named.isEmpty ? Array(0..<rank) : try OnnxReader.axes(named, of: rank)
    guard !axes.isEmpty else { return [input] }
    return [
      try draft.add(
        type,
        [
          ("x", .value(input)), ("axes", .integers(axes.sorted())),
          ("keep_dims", .truth(reader.truth("keepdims", absent: true))),
        ])
    ]
  }

  private static func place(
    _ type: String, _ reader: OnnxReader, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> [DraftValue] {
    let input = try reader.input(0)
    guard !reader.truth("select_last_index") else { throw .setting("select_last_index", value: "1") }
    return [
      try draft.add(
        type,
        [
          ("x", .value(input)), ("axis", .integer(try reader.axis(of: input.shape.count, absent: 0))),
          ("keep_dims", .truth(reader.truth("keepdims", absent: true))),
        ])
    ]
  }

  /// Along one axis; before version 13 of the operators along it and all behind it together.
  private static func alongAxis(
    _ reader: OnnxReader, _ draft: inout ProgramDraft,
    _ body: (DraftValue, Int, inout ProgramDraft) throws(ProgramProblem) -> DraftValue
  ) throws(ProgramProblem) -> [DraftValue] {
    let input = try reader.input(0)
    let shape = input.shape
    let isOld = reader.operatorSet < 13
    let axis = try reader.axis(of: shape.count, absent: isOld ? 1 : -1)
    guard isOld, shape[(axis + 1)...].contains(where: { $0 > 1 }) else { return [try body(input, axis, &draft)] }
    let flat = try OnnxShapeOperations.reshaped(
      input, [shape[..<axis].reduce(1, *), shape[axis...].reduce(1, *)], &draft)
    return [try OnnxShapeOperations.reshaped(try body(flat, 1, &draft), shape, &draft)]
  }
}
