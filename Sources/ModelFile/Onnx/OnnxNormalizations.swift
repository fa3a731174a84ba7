/// Normalisations by statistics.
enum OnnxNormalizations {
  static let table: [String: OnnxOperation] = [
    "BatchNormalization": batch, "LayerNormalization": layer, "InstanceNormalization": instance,
    "GroupNormalization": group, "LRN": localResponse, "LpNormalization": length,
  ]

  private static func epsilon(_ reader: OnnxReader) -> Float { reader.node.float("epsilon") ?? 1e-5 }

  private static let batch: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    guard !reader.truth("training_mode") else { return [try ownBatch(reader, &draft)] }
    return [
      try draft.add(
        "batch_norm",
        [
          ("x", .value(try reader.input(0))), ("mean", .value(try reader.input(3))),
          ("variance", .value(try reader.input(4))), ("gamma", .value(try reader.input(1))),
          ("beta", .value(try reader.input(2))), ("epsilon", .float(epsilon(reader))),
        ])
    ]
  }

  /// By the mean and variance of what is there, as in training: networks standardise their weights so.
  private static func ownBatch(_ reader: OnnxReader, _ draft: inout ProgramDraft) throws(ProgramProblem) -> DraftValue {
    let input = try reader.input(0)
    let shape = input.shape
    guard shape.count >= 2 else { throw .shapes([shape]) }
    let axes = shape.indices.filter { $0 != 1 }
    func mean(_ value: DraftValue) throws(ProgramProblem) -> DraftValue {
      try draft.add("reduce_mean", [("x", .value(value)), ("axes", .integers(axes)), ("keep_dims", .truth(true))])
    }
    let centered = try OnnxPairOperations.pair("sub", input, try mean(input), &draft)
    let variance = try mean(try OnnxPairOperations.pair("mul", centered, centered, &draft))
    let factor = try draft.add("rsqrt", [("x", .value(variance)), ("epsilon", .float(epsilon(reader)))])
    var made = try OnnxPairOperations.pair("mul", centered, factor, &draft)
    for (operation, place) in [("mul", 1), ("add", 2)] {
      let each = [1, shape[1]] + shape[2...].map { _ in 1 }
      let spread = try OnnxShapeOperations.reshaped(try reader.input(place), each, &draft)
      made = try OnnxPairOperations.pair(operation, made, spread, &draft)
    }
    return made
  }

  private static let layer: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    guard reader.node.outputs.dropFirst().allSatisfy(\.isEmpty) else { throw .output(reader.node.outputs[1]) }
    let input = try reader.input(0)
    let axis = try reader.axis(of: input.shape.count, absent: -1)
    let inner = Array(input.shape[axis...])
    var inputs: [(String, ProgramDraft.Argument)] = [
      ("x", .value(input)), ("axes", .integers(Array(axis..<input.shape.count))), ("epsilon", .float(epsilon(reader))),
    ]
    for (name, place) in [("gamma", 1), ("beta", 2)] {
      guard let value = reader.optional(place) else { continue }
      guard value.shape.product == inner.product else { throw .shapes([inner, value.shape]) }
      inputs.append((name, .value(try OnnxShapeOperations.reshaped(value, inner, &draft))))
    }
    return [try draft.add("layer_norm", inputs)]
  }

  private static let instance: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    [
      try draft.add(
        "instance_norm",
        [
          ("x", .value(try reader.input(0))), ("gamma", .value(try reader.input(1))),
          ("beta", .value(try reader.input(2))), ("epsilon", .float(epsilon(reader))),
        ])
    ]
  }

  /// Groups of channels, each to mean 0 and variance 1, then scaled and shifted.
  private static let group: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let shape = input.shape
    guard let groups = reader.node.integer("num_groups"), shape.count >= 3, groups >= 1, shape[1] % groups == 0 else {
      throw .setting("num_groups", value: "\(reader.node.integer("num_groups") ?? 0)")
    }
    let flat = [shape[0], groups, shape[1...].reduce(1, *) / groups]
    let grouped = try OnnxShapeOperations.reshaped(input, flat, &draft)
    let normalized = try draft.add(
      "layer_norm", [("x", .value(grouped)), ("axes", .integers([2])), ("epsilon", .float(epsilon(reader)))])
    var made = try OnnxShapeOperations.reshaped(normalized, shape, &draft)
    for (operation, place) in [("mul", 1), ("add", 2)] {
      let value = try reader.input(place)
      guard let constant = value.constant else { throw .notConstant("\(place + 1)") }
      // Before version 21 there is one for each group.
      let numbers = constant.floats
      guard numbers.count == groups || numbers.count == shape[1] else { throw .shapes([shape, value.shape]) }
      let each = (0..<shape[1]).map { numbers[numbers.count == shape[1] ? $0 : $0 / (shape[1] / groups)] }
      let spread = draft.floats(each, [1, shape[1]] + shape[2...].map { _ in 1 }, made.element)
      made = try OnnxPairOperations.pair(operation, made, spread, &draft)
    }
    return [made]
  }

  private static let localResponse: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let node = reader.node
    guard let size = node.integer("size") else { throw .missingInput("size") }
    return [
      try draft.add(
        "local_response_norm",
        [
          ("x", .value(try reader.input(0))), ("size", .integer(size)), ("alpha", .float(node.float("alpha") ?? 1e-4)),
          ("beta", .float(node.float("beta") ?? 0.75)), ("k", .float(node.float("bias") ?? 1)),
        ])
    ]
  }

  private static let length: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let axis = try reader.axis(of: input.shape.count, absent: -1)
    let norms = [1: "reduce_l1_norm", 2: "reduce_l2_norm"]
    guard let norm = norms[reader.node.integer("p") ?? 2] else {
      throw .setting("p", value: "\(reader.node.integer("p") ?? 2)")
    }
    let length = try draft.add(
      norm, [("x", .value(input)), ("axes", .integers([axis])), ("keep_dims", .truth(true))])
    return [try OnnxPairOperations.pair("real_div", input, length, &draft)]
  }
}
