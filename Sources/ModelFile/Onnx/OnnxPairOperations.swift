/// Functions of two numbers, of tensors spread over each other.
enum OnnxPairOperations {
  static let table: [String: OnnxOperation] = {
    var table: [String: OnnxOperation] = [
      "Div": divide, "Pow": power, "Mod": remainder, "Where": choose, "Mean": mean,
    ]
    let pairs = [
      "Sub": "sub", "Equal": "equal", "Less": "less", "LessOrEqual": "less_equal", "Greater": "greater",
      "GreaterOrEqual": "greater_equal", "And": "logical_and", "Or": "logical_or", "Xor": "logical_xor",
    ]
    for (type, operation) in pairs { table[type] = ofTwo(operation) }
    for (type, operation) in ["Add": "add", "Mul": "mul", "Sum": "add", "Max": "maximum", "Min": "minimum"] {
      table[type] = ofAll(operation)
    }
    return table
  }()

  private static func ofTwo(_ operation: String) -> OnnxOperation {
    { (reader, draft) throws(ProgramProblem) in [try pair(operation, try reader.input(0), try reader.input(1), &draft)]
    }
  }

  /// Of any number of values, one after the other.
  private static func ofAll(_ operation: String) -> OnnxOperation {
    { (reader, draft) throws(ProgramProblem) in
      let values = try reader.all()
      var result = values[0]
      for value in values.dropFirst() { result = try pair(operation, result, value, &draft) }
      return [result]
    }
  }

  static func pair(
    _ operation: String, _ x: DraftValue, _ y: DraftValue, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    try draft.add(operation, [("x", .value(x)), ("y", .value(y))])
  }

  /// Quotients; of whole numbers cut towards 0.
  private static let divide: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let x = try reader.input(0)
    let y = try reader.input(1)
    guard !x.element.isFloat else { return [try pair("real_div", x, y, &draft)] }
    let numerator = try OnnxElementOperations.converted(x, to: .float32, &draft)
    let denominator = try OnnxElementOperations.converted(y, to: .float32, &draft)
    let quotient = try pair("real_div", numerator, denominator, &draft)
    return [try OnnxElementOperations.converted(quotient, to: .int32, &draft)]
  }

  private static let power: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let x = try reader.input(0)
    let y = try reader.input(1)
    if let exponent = y.constant, exponent.count == 1, x.shape.count >= y.shape.count {
      switch exponent.floats.first {
      case 2?: return [try draft.add("square", [("x", .value(x))])]
      case 0.5?: return [try draft.add("sqrt", [("x", .value(x))])]
      default: break
      }
    }
    return [try pair("pow", x, try OnnxElementOperations.converted(y, to: x.element, &draft), &draft)]
  }

  /// The remainder with the divisor's sign, or with that of what is divided.
  private static let remainder: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let x = try reader.input(0)
    let y = try reader.input(1)
    guard reader.truth("fmod") else { return [try pair("mod", x, y, &draft)] }
    let quotient = try OnnxElementOperations.converted(try pair("real_div", x, y, &draft), to: .int32, &draft)
    let whole = try OnnxElementOperations.converted(quotient, to: x.element, &draft)
    return [try pair("sub", x, try pair("mul", whole, y, &draft), &draft)]
  }

  private static let choose: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let (condition, a, b) = (try reader.input(0), try reader.input(1), try reader.input(2))
    return [try draft.add("select", [("cond", .value(condition)), ("a", .value(a)), ("b", .value(b))])]
  }

  private static let mean: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let values = try reader.all()
    var sum = values[0]
    for value in values.dropFirst() { sum = try pair("add", sum, value, &draft) }
    return [try pair("mul", sum, draft.scalar(1 / Float(values.count), sum.element), &draft)]
  }
}
