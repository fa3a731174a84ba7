/// Functions of each number by itself.
enum OnnxElementOperations {
  static let table: [String: OnnxOperation] = {
    var table: [String: OnnxOperation] = [
      "LeakyRelu": { (reader, draft) throws(ProgramProblem) in
        [try draft.add("leaky_relu", [x(try reader.input(0)), ("alpha", .float(reader.node.float("alpha") ?? 0.01))])]
      },
      "Elu": { (reader, draft) throws(ProgramProblem) in
        [try draft.add("elu", [x(try reader.input(0)), ("alpha", .float(reader.node.float("alpha") ?? 1))])]
      },
      "HardSigmoid": { (reader, draft) throws(ProgramProblem) in
        let (alpha, beta) = (reader.node.float("alpha") ?? 0.2, reader.node.float("beta") ?? 0.5)
        return [try hardSigmoid(try reader.input(0), alpha, beta, &draft)]
      },
      "HardSwish": { (reader, draft) throws(ProgramProblem) in
        let input = try reader.input(0)
        let gate = try hardSigmoid(input, 1 / 6, 0.5, &draft)
        return [try draft.add("mul", [x(input), ("y", .value(gate))])]
      },
      "Gelu": { (reader, draft) throws(ProgramProblem) in
        let mode = reader.node.text("approximate") == "tanh" ? "TANH_APPROXIMATION" : "EXACT"
        return [try draft.add("gelu", [x(try reader.input(0)), ("mode", .text(mode))])]
      },
      "Log": { (reader, draft) throws(ProgramProblem) in
        [try draft.add("log", [x(try reader.input(0)), ("epsilon", .float(0))])]
      },
      "Neg": { (reader, draft) throws(ProgramProblem) in
        let input = try reader.input(0)
        return [try draft.add("mul", [x(input), ("y", .value(draft.scalar(-1, input.element)))])]
      },
      "Reciprocal": { (reader, draft) throws(ProgramProblem) in
        let input = try reader.input(0)
        return [try draft.add("real_div", [("x", .value(draft.scalar(1, input.element))), ("y", .value(input))])]
      },
      "Identity": { (reader, _) throws(ProgramProblem) in [try reader.input(0)] },
      "Dropout": { (reader, _) throws(ProgramProblem) in [try reader.input(0)] },
      "Clip": clip, "PRelu": prelu, "Selu": selu, "Mish": mish, "Swish": swish, "Cast": cast,
      "CastLike": { (reader, draft) throws(ProgramProblem) in
        [try converted(try reader.input(0), to: try reader.input(1).element, &draft)]
      },
    ]
    let same = [
      "Relu": "relu", "Sigmoid": "sigmoid", "Tanh": "tanh", "Softplus": "softplus", "Softsign": "softsign",
      "Erf": "erf", "Exp": "exp", "Sqrt": "sqrt", "Abs": "abs", "Floor": "floor", "Ceil": "ceil", "Round": "round",
      "Sign": "sign", "Sin": "sin", "Cos": "cos", "Atan": "atan", "Not": "logical_not",
    ]
    for (type, operation) in same { table[type] = plain(operation) }
    return table
  }()

  /// An operation of programs that reads one value and has no settings.
  private static func plain(_ operation: String) -> OnnxOperation {
    { (reader, draft) throws(ProgramProblem) in [try draft.add(operation, [("x", .value(try reader.input(0)))])] }
  }

  private static func x(_ value: DraftValue) -> (String, ProgramDraft.Argument) { ("x", .value(value)) }

  private static func hardSigmoid(
    _ input: DraftValue, _ alpha: Float, _ beta: Float, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    try draft.add("sigmoid_hard", [x(input), ("alpha", .float(alpha)), ("beta", .float(beta))])
  }

  private static let clip: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    func bound(_ name: String, _ place: Int) throws(ProgramProblem) -> Float? {
      if let setting = reader.node.float(name) { return setting }
      guard let constant = try reader.constant(place) else { return nil }
      guard constant.count == 1, let value = constant.floats.first else {
        throw .setting(name, value: "\(constant.shape)")
      }
      return value
    }
    let low = try bound("min", 1)
    let high = try bound("max", 2)
    if low == 0, high == 6, input.element.isFloat { return [try draft.add("relu6", [x(input)])] }
    if low == 0, high == nil, input.element.isFloat { return [try draft.add("relu", [x(input)])] }
    if let low, let high, input.element.isFloat {
      return [try draft.add("clip", [x(input), ("alpha", .float(low)), ("beta", .float(high))])]
    }
    var value = input
    for (operation, limit) in [("maximum", low), ("minimum", high)] {
      guard let limit else { continue }
      value = try draft.add(operation, [x(value), ("y", .value(draft.scalar(limit, input.element)))])
    }
    return [value]
  }

  /// Numbers below 0 times a slope: one for each channel, or any that spread.
  private static let prelu: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let slope = try reader.input(1)
    let rank = input.shape.count
    if let constant = slope.constant, rank >= 3 {
      let isPerChannel =
        slope.shape.count == rank - 1 && slope.shape.dropFirst().allSatisfy { $0 == 1 }
        && slope.shape[0] == input.shape[1]
      if constant.count == 1 || isPerChannel {
        let alpha = draft.constant(constant.reshaped([constant.count]))
        return [try draft.add("prelu", [x(input), ("alpha", .value(alpha))])]
      }
    }
    let above = try draft.add("relu", [x(input)])
    let below = try draft.add("minimum", [x(input), ("y", .value(draft.scalar(0, input.element)))])
    let scaled = try draft.add("mul", [x(below), ("y", .value(slope))])
    return [try draft.add("add", [x(above), ("y", .value(scaled))])]
  }

  private static let selu: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let (alpha, gamma) = (reader.node.float("alpha") ?? 1.673_263_2, reader.node.float("gamma") ?? 1.050_701)
    let bent = try draft.add("elu", [x(input), ("alpha", .float(alpha))])
    return [try draft.add("mul", [x(bent), ("y", .value(draft.scalar(gamma, input.element)))])]
  }

  private static let mish: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let gate = try draft.add("tanh", [x(try draft.add("softplus", [x(input)]))])
    return [try draft.add("mul", [x(input), ("y", .value(gate))])]
  }

  private static let swish: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let alpha = reader.node.float("alpha") ?? 1
    guard alpha != 1 else { return [try draft.add("silu", [x(input)])] }
    let scaled = try draft.add("mul", [x(input), ("y", .value(draft.scalar(alpha, input.element)))])
    return [try draft.add("mul", [x(input), ("y", .value(try draft.add("sigmoid", [x(scaled)])))])]
  }

  // MARK: Types

  private static let cast: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    guard let type = OnnxType(rawValue: reader.node.integer("to") ?? 0) else {
      throw .setting("to", value: "\(reader.node.integer("to") ?? 0)")
    }
    return [try converted(try reader.input(0), to: type.computed, &draft)]
  }

  /// The same numbers as another type.
  static func converted(
    _ value: DraftValue, to element: ElementType, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    guard value.element != element else { return value }
    return try draft.add("cast", [x(value), ("dtype", .text(element.label))])
  }
}
