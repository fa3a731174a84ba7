import Tensors

/// Operators on numbers of 8 or 16 bits that stand for others: scale · (number − zero point). Whole numbers are computed in single
/// precision, which holds them and their sums up to 2²⁴ exactly.
enum OnnxQuantizedOperations {
  static let table: [String: OnnxOperation] = [
    "QuantizeLinear": { (reader, draft) throws(ProgramProblem) in
      let x = try single(try reader.input(0), &draft)
      let axis = try axis(reader)
      let scale = try along(axis, try reader.input(1), of: x, &draft)
      let zero = try reader.optional(2).map { (zero) throws(ProgramProblem) in try along(axis, zero, of: x, &draft) }
      return [try quantized(x, scale, zero, try range(reader, zeroPoint: 2), &draft)]
    },
    "DequantizeLinear": { (reader, draft) throws(ProgramProblem) in
      let x = try reader.input(0)
      return [try shifted(x, reader.optional(2), scale: try reader.input(1), axis: try axis(reader), &draft)]
    },
    "DynamicQuantizeLinear": dynamic, "QLinearConv": convolution, "QLinearMatMul": product,
    "MatMulInteger": { (reader, draft) throws(ProgramProblem) in
      let a = try shifted(try reader.input(0), reader.optional(2), axis: -2, &draft)
      let b = try shifted(try reader.input(1), reader.optional(3), axis: -1, &draft)
      return [try OnnxProductOperations.product(a, b, bias: nil, &draft)]
    },
    "ConvInteger": { (reader, draft) throws(ProgramProblem) in
      let x = try shifted(try reader.input(0), reader.optional(2), axis: 1, &draft)
      let kernels = try shifted(try reader.input(1), reader.optional(3), axis: 0, &draft)
      return [try OnnxWindowOperations.convolution(x, kernels, bias: nil, reader, &draft)]
    },
  ]

  // MARK: Settings

  /// The numbers that the type of a zero point holds, or the one that a node names; those of 8 bits without sign where neither does.
  private static func range(_ reader: OnnxReader, zeroPoint place: Int) throws(ProgramProblem) -> ClosedRange<Int> {
    let named = reader.node.integer("output_dtype") ?? 0
    let type =
      named == 0 ? reader.optional(place)?.stored ?? .uint8 : OnnxType(rawValue: named) ?? .float32
    switch type {
    case .uint8: return 0...255
    case .int8: return -128...127
    case .uint16: return 0...65_535
    case .int16: return -32_768...32_767
    default: throw .setting("output_dtype", value: "\(named)")
    }
  }

  /// The axis along which there are several scales.
  private static func axis(_ reader: OnnxReader) throws(ProgramProblem) -> Int {
    let size = reader.node.integer("block_size") ?? 0
    guard size == 0 else { throw .setting("block_size", value: "\(size)") }
    return reader.node.integer("axis") ?? 1
  }

  /// A scale or zero point for each entry of an axis, or one for all, as it spreads over a tensor.
  private static func along(
    _ axis: Int, _ value: DraftValue, of x: DraftValue, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    let count = value.shape.reduce(1, *)
    guard count != 1 else { return try OnnxShapeOperations.reshaped(value, [], &draft) }
    let place = try OperationReader.axis(axis, of: x.shape.count, "axis")
    guard value.shape == [x.shape[place]] else { throw .shapes([x.shape, value.shape]) }
    let shape = x.shape.indices.map { $0 == place ? count : 1 }
    return try OnnxShapeOperations.reshaped(value, shape, &draft)
  }

  // MARK: Arithmetic

  /// Whole numbers as fractions.
  private static func single(_ value: DraftValue, _ draft: inout ProgramDraft) throws(ProgramProblem) -> DraftValue {
    if let constant = value.constant, !constant.element.isFloat {
      return draft.floats(constant.floats, value.shape, .float32)
    }
    return try OnnxElementOperations.converted(value, to: .float32, &draft)
  }

  /// scale · (x − zero) in single precision, or without scale; of known numbers at once.
  private static func shifted(
    _ x: DraftValue, _ zero: DraftValue?, scale: DraftValue? = nil, axis: Int, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    if let numbers = x.constant, [zero, scale].allSatisfy({ $0.map { $0.constant != nil } ?? true }) {
      let source = try QuantizedConstant(numbers, zero?.constant, scale?.constant, axis: axis)
      return draft.constant(ProgramConstant(.float32, shape: x.shape, source: source))
    }
    var value = try single(x, &draft)
    if let zero, !zero.isNothing {
      let shift = try single(try along(axis, zero, of: x, &draft), &draft)
      value = try OnnxPairOperations.pair("sub", value, shift, &draft)
    }
    return try scale.map { (scale) throws(ProgramProblem) in
      try times(value, try along(axis, scale, of: x, &draft), &draft)
    } ?? value
  }

  private static func times(
    _ x: DraftValue, _ factor: DraftValue, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    try OnnxPairOperations.pair("mul", x, try single(factor, &draft), &draft)
  }

  /// x rounded to whole numbers, halves to even, plus a zero point, held in a range.
  private static func rounded(
    _ x: DraftValue, _ zero: DraftValue?, _ range: ClosedRange<Int>, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    var value = try draft.add("round", [("x", .value(x))])
    if let zero, !zero.isNothing {
      value = try OnnxPairOperations.pair("add", value, try single(zero, &draft), &draft)
    }
    return try draft.add(
      "clip",
      [
        ("x", .value(value)), ("alpha", .float(Float(range.lowerBound))), ("beta", .float(Float(range.upperBound))),
      ])
  }

  private static func quantized(
    _ x: DraftValue, _ scale: DraftValue, _ zero: DraftValue?, _ range: ClosedRange<Int>, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    let quotient = try OnnxPairOperations.pair("real_div", try single(x, &draft), try single(scale, &draft), &draft)
    return try rounded(quotient, zero, range, &draft)
  }

  /// Numbers from the least to the greatest, 0 among them, as 8 bits: these, the scale and the zero point.
  private static let dynamic: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let x = try single(try reader.input(0), &draft)
    func bound(_ reduction: String, _ pair: String) throws(ProgramProblem) -> DraftValue {
      let extreme = try draft.add(reduction, [("x", .value(x)), ("keep_dims", .truth(false))])
      return try OnnxPairOperations.pair(pair, extreme, draft.scalar(0, .float32), &draft)
    }
    let least = try bound("reduce_min", "minimum")
    let span = try OnnxPairOperations.pair("sub", try bound("reduce_max", "maximum"), least, &draft)
    let quotient = try OnnxPairOperations.pair("real_div", span, draft.scalar(255, .float32), &draft)
    // Of numbers that are all 0 the scale is 1.
    let isNothing = try OnnxPairOperations.pair("equal", quotient, draft.scalar(0, .float32), &draft)
    let scale = try draft.add(
      "select", [("cond", .value(isNothing)), ("a", .value(draft.scalar(1, .float32))), ("b", .value(quotient))])
    let negative = try OnnxPairOperations.pair("sub", draft.scalar(0, .float32), least, &draft)
    let zero = try quantized(negative, scale, nil, 0...255, &draft)
    return [try quantized(x, scale, zero, 0...255, &draft), scale, zero]
  }

  /// The factor from sums of products to numbers of the result: one, or one for each output.
  private static func factor(
    _ x: DraftValue, _ weight: DraftValue, _ result: DraftValue, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    let both = try OnnxPairOperations.pair(
      "mul", try OnnxShapeOperations.reshaped(x, [], &draft), try single(weight, &draft), &draft)
    return try OnnxPairOperations.pair("real_div", both, try OnnxShapeOperations.reshaped(result, [], &draft), &draft)
  }

  /// Inputs x, its scale and zero point, w, its scale and zero point, the scale and zero point of the result, bias.
  private static let convolution: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let x = try shifted(try reader.input(0), try reader.input(2), axis: 1, &draft)
    let kernels = try shifted(try reader.input(3), try reader.input(5), axis: 0, &draft)
    let bias = try reader.optional(8).map { (bias) throws(ProgramProblem) in try single(bias, &draft) }
    let sums = try OnnxWindowOperations.convolution(x, kernels, bias: bias, reader, &draft)
    let factor = try factor(
      try reader.input(1), try along(1, try reader.input(4), of: sums, &draft), try reader.input(6), &draft)
    let result = try times(sums, factor, &draft)
    return [try rounded(result, try reader.input(7), try range(reader, zeroPoint: 7), &draft)]
  }

  /// Inputs a, its scale and zero point, b, its scale and zero point, the scale and zero point of the result.
  private static let product: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let a = try shifted(try reader.input(0), try reader.input(2), axis: -2, &draft)
    let b = try shifted(try reader.input(3), try reader.input(5), axis: -1, &draft)
    let sums = try OnnxProductOperations.product(a, b, bias: nil, &draft)
    let factor = try factor(
      try reader.input(1), try along(-1, try reader.input(4), of: sums, &draft), try reader.input(6), &draft)
    let result = try times(sums, factor, &draft)
    return [try rounded(result, try reader.input(7), try range(reader, zeroPoint: 7), &draft)]
  }
}

extension DraftValue {
  /// Whether it is known to be 0 everywhere.
  fileprivate var isNothing: Bool { constant.map { $0.count < 1 << 16 && $0.floats.allSatisfy { $0 == 0 } } ?? false }
}

/// Known numbers of a few bits, decoded each time they are asked for: scale · (number − zero point).
private struct QuantizedConstant: NumberSource {
  private let numbersOfFewBits: ProgramConstant
  private let zeros: [Float], scales: [Float]
  /// How many numbers follow each other that have one scale.
  private let run: Int
  let identity: [Int]

  /// - Throws: `ProgramProblem.shapes` where there are neither one scale and zero point nor as many as entries along the axis.
  init(
    _ numbers: ProgramConstant, _ zero: ProgramConstant?, _ scale: ProgramConstant?, axis: Int
  ) throws(ProgramProblem) {
    numbersOfFewBits = numbers
    (zeros, scales) = (zero?.floats ?? [0], scale?.floats ?? [1])
    var run = numbers.count
    if zeros.count != 1 || scales.count != 1 {
      let place = try OperationReader.axis(axis, of: numbers.shape.count, "axis")
      guard [zeros, scales].allSatisfy({ $0.count == 1 || $0.count == numbers.shape[place] }) else {
        throw .shapes([numbers.shape, [zeros.count], [scales.count]])
      }
      run = numbers.shape[(place + 1)...].reduce(1, *)
    }
    self.run = max(run, 1)
    var hasher = Hasher()
    hasher.combine(numbers.identity)
    hasher.combine(zeros)
    hasher.combine(scales)
    identity = [hasher.finalize(), run]
  }

  var count: Int { numbersOfFewBits.count }

  func numbers() -> [Float] {
    var made = numbersOfFewBits.floats
    for start in stride(from: 0, to: made.count, by: run) {
      let place = start / run
      let (zero, scale) = (zeros[place % zeros.count], scales[place % scales.count])
      for index in start..<min(start + run, made.count) { made[index] = (made[index] - zero) * scale }
    }
    return made
  }
}
