import Networks
import Operations
import Tensors

/// Functions of each number by itself.
enum MapOperations {
  static let table: [String: OperationTranslation] = [
    "relu": { (reader, builder) throws(ProgramProblem) in try activation(.relu, reader, &builder) },
    "sigmoid": { (reader, builder) throws(ProgramProblem) in try activation(.sigmoid, reader, &builder) },
    "tanh": { (reader, builder) throws(ProgramProblem) in try activation(.tanh, reader, &builder) },
    "softsign": { (reader, builder) throws(ProgramProblem) in try activation(.softsign, reader, &builder) },
    "softplus": { (reader, builder) throws(ProgramProblem) in try activation(.softplus, reader, &builder) },
    "leaky_relu": { (reader, builder) throws(ProgramProblem) in
      try activation(.leakyRelu(alpha: reader.number("alpha")), reader, &builder)
    },
    "elu": { (reader, builder) throws(ProgramProblem) in
      try activation(.elu(alpha: reader.number("alpha")), reader, &builder)
    },
    "thresholded_relu": { (reader, builder) throws(ProgramProblem) in
      try activation(.thresholdedRelu(alpha: reader.number("alpha")), reader, &builder)
    },
    "linear_activation": { (reader, builder) throws(ProgramProblem) in
      try activation(.linear(alpha: reader.number("alpha"), beta: reader.number("beta")), reader, &builder)
    },
    "sigmoid_hard": { (reader, builder) throws(ProgramProblem) in
      try activation(.hardSigmoid(alpha: reader.number("alpha"), beta: reader.number("beta")), reader, &builder)
    },
    "scaled_tanh": { (reader, builder) throws(ProgramProblem) in
      try activation(.scaledTanh(alpha: reader.number("alpha"), beta: reader.number("beta")), reader, &builder)
    },
    "relu6": { (reader, builder) throws(ProgramProblem) in try map(.relu6, reader, &builder) },
    "silu": { (reader, builder) throws(ProgramProblem) in try map(.silu, reader, &builder) },
    "erf": { (reader, builder) throws(ProgramProblem) in try map(.erf, reader, &builder) },
    "exp": { (reader, builder) throws(ProgramProblem) in try map(.exp, reader, &builder) },
    "exp2": { (reader, builder) throws(ProgramProblem) in try map(.exp2, reader, &builder) },
    "abs": { (reader, builder) throws(ProgramProblem) in try map(.abs, reader, &builder) },
    "sign": { (reader, builder) throws(ProgramProblem) in try map(.sign, reader, &builder) },
    "floor": { (reader, builder) throws(ProgramProblem) in try map(.floor, reader, &builder) },
    "ceil": { (reader, builder) throws(ProgramProblem) in try map(.ceil, reader, &builder) },
    "round": { (reader, builder) throws(ProgramProblem) in try map(.round, reader, &builder) },
    "sqrt": { (reader, builder) throws(ProgramProblem) in try map(.sqrt, reader, &builder) },
    "square": { (reader, builder) throws(ProgramProblem) in try map(.square, reader, &builder) },
    "sin": { (reader, builder) throws(ProgramProblem) in try map(.sin, reader, &builder) },
    "cos": { (reader, builder) throws(ProgramProblem) in try map(.cos, reader, &builder) },
    "atan": { (reader, builder) throws(ProgramProblem) in try map(.atan, reader, &builder) },
    "logical_not": { (reader, builder) throws(ProgramProblem) in try map(.not, reader, &builder) },
    "gelu": { (reader, builder) throws(ProgramProblem) in try map(gelu(reader), reader, &builder) },
    "clip": { (reader, builder) throws(ProgramProblem) in
      try map(.clip(alpha: reader.number("alpha"), beta: reader.number("beta")), reader, &builder)
    },
    "threshold": { (reader, builder) throws(ProgramProblem) in
      try map(.clip(alpha: reader.number("alpha"), beta: .infinity), reader, &builder)
    },
    "clamped_relu": { (reader, builder) throws(ProgramProblem) in
      try map(.clampedRelu(alpha: reader.number("alpha"), beta: reader.number("beta")), reader, &builder)
    },
    "log": log,
    "rsqrt": { (reader, builder) throws(ProgramProblem) in
      try map(.rsqrt(epsilon: epsilon(1e-12, reader)), reader, &builder)
    },
    "inverse": { (reader, builder) throws(ProgramProblem) in
      try map(.inverse(epsilon: epsilon(1e-4, reader)), reader, &builder)
    },
    "cast": cast,
    "identity": { (reader, builder) throws(ProgramProblem) in [try reader.value("x")] },
    "prelu": prelu,
    "softplus_parametric": parametricSoftplus,
  ]

  static func map(
    _ function: ElementFunction, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape) = try reader.tensor("x")
    return [try builder.operation(.map(function), [x], element: element, TensorForm(shape, isMap: x.isMap))]
  }

  /// By a kind of layer networks have, through which gradients pass.
  private static func activation(
    _ function: ActivationFunction, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape) = try reader.tensor("x")
    let tensor = try builder.tensor(x)
    return [
      builder.layer(.activation(function), [tensor], element: element, TensorForm(shape, isMap: tensor.form.isMap))
    ]
  }

  /// The logarithm; that of a softmax as x − ln Σe^x, which is finite where the softmax is too small for single precision.
  private static let log: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard case .tensor(let tensor) = x, let (scores, axis) = builder.softmax(making: tensor) else {
      return try map(.log(epsilon: epsilon(Float.leastNonzeroMagnitude, reader)), reader, &builder)
    }
    var sums = TensorForm(shape, isMap: x.isMap)
    sums.shape[axis] = 1
    let all = try builder.operation(.reduce(.logSumExp, axes: [axis]), [scores], element: element, sums)
    return [
      try builder.operation(.combine(.subtract), [scores, all], element: element, TensorForm(shape, isMap: x.isMap))
    ]
  }

  /// The epsilon of an operation; where it is left out, the default as the type of x has it.
  private static func epsilon(_ absent: Float, _ reader: OperationReader) throws(ProgramProblem) -> Float {
    if let named = try reader.float("epsilon") { return named }
    return try reader.tensor("x").element == .float16 ? HalfPrecision.rounded(absent) : absent
  }

  private static func gelu(_ reader: OperationReader) throws(ProgramProblem) -> ElementFunction {
    switch reader.text("mode") ?? "EXACT" {
    case "EXACT": return .gelu
    case "TANH_APPROXIMATION": return .geluTanh
    case "SIGMOID_APPROXIMATION": return .geluSigmoid
    case let mode: throw .setting("mode", value: mode)
    }
  }

  /// Rounds to half precision, cuts to whole numbers, or leaves the numbers as they are.
  private static let cast: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, from, shape) = try reader.tensor("x")
    guard let name = reader.text("dtype") else { throw .missingInput("dtype") }
    guard let element = ElementType(label: name), element != .string else { throw .setting("dtype", value: name) }
    let form = TensorForm(shape, isMap: x.isMap)
    let function: ElementFunction? =
      switch element {
      case .float16: from == .float16 || from == .bool ? nil : .half
      case .bool: from == .bool ? nil : .truth
      case .int8, .uint8, .int16, .uint16:
        from == element ? nil : .wrap(bits: element.bits ?? 32, isSigned: element.isSigned)
      case .int32, .int64: from.isFloat ? .truncate : nil
      default: nil
      }
    if case .constant(let constant) = x, function == nil {
      return [.constant(ProgramConstant(element, shape: shape, floats: constant.floats))]
    }
    guard let function else {
      return [try builder.operation(.rename, [x], element: element, form)]
    }
    return [try builder.operation(.map(function), [x], element: element, form)]
  }

  private static let prelu: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let alpha = try reader.constant("alpha") else { throw .missingInput("alpha") }
    guard shape.count >= 3, alpha.count == shape[1] || alpha.count == 1 else { throw .shapes([shape, alpha.shape]) }
    if case .tensor(let tensor) = x, tensor.form.isMap {
      let function = ActivationFunction.prelu(alpha: Tensor(shape: [alpha.count], values: alpha.floats))
      return [builder.layer(.activation(function), [tensor], element: element, tensor.form)]
    }
    let spread = alpha.reshaped([alpha.count] + shape[2...].map { _ in 1 })
    return [try builder.operation(.combine(.prelu), [x, .constant(spread)], element: element, TensorForm(shape))]
  }

  /// α · ln(1 + e^βx), parameters per channel.
  private static let parametricSoftplus: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let alpha = try reader.constant("alpha"), let beta = try reader.constant("beta") else {
      throw .missingInput("alpha")
    }
    guard shape.count >= 3, alpha.count == shape[1], beta.count == shape[1] else {
      throw .shapes([shape, alpha.shape])
    }
    let form = TensorForm(shape, isMap: x.isMap)
    let spread = [shape[1]] + shape[2...].map { _ in 1 }
    let inner = try builder.operation(
      .combine(.multiply), [x, .constant(beta.reshaped(spread))], element: element, form)
    let soft = try builder.operation(.map(.softplus), [inner], element: element, form)
    return [
      try builder.operation(.combine(.multiply), [soft, .constant(alpha.reshaped(spread))], element: element, form)
    ]
  }
}
