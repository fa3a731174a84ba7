extension TensorOperation {
  /// Whether a gradient passes from the results to an operand. None passes to indices and conditions, and none through what gives
  /// places, truth values or whole numbers.
  public func passesGradient(to operand: Int) -> Bool {
    switch kind {
    case .map(let function): function.hasSlope
    case .combine(let function): function.hasSlope
    case .select: operand > 0
    case .reduce(let reduction, _): reduction != .argumentOfMaximum && reduction != .argumentOfMinimum
    case .attention(_, let masksByTruth, _): operand < 3 || !masksByTruth
    case .gather, .gatherAlong, .gatherPlaces: operand == 0
    case .scatter(_, let mode), .scatterAlong(_, let mode), .scatterPlaces(let mode): operand != 1 && mode.hasSlope
    case .oneHot: false
    case .sort(_, _, let givesValues): givesValues
    case .rename, .move, .pick, .softmax, .normalize, .linear, .product, .windows, .pool, .cumulate, .resample,
      .localResponse:
      true
    }
  }

  /// For each of the tensors that are handed to it, whether a gradient passes to it.
  public var inputsWithGradient: [Bool] {
    operands.indices.compactMap { if case .input = operands[$0] { passesGradient(to: $0) } else { nil } }
  }

  /// The operands that training can change, by their numbers: constant weights of a product, of windows or of a normalisation, and
  /// the constant that is added to it; a table that indices choose from; numbers that a tensor is added to, multiplied by or joined
  /// with, and those added to the scores of an attention. What masks by truth is no weight.
  public var learnable: (weights: Int?, bias: Int?) {
    func constant(_ operand: Int) -> Int? {
      guard operands.indices.contains(operand), case .constant = operands[operand] else { return nil }
      return operand
    }
    switch kind {
    case .linear, .windows, .normalize: return (constant(1), constant(1) == nil ? nil : constant(2))
    case .product: return (constant(1) ?? constant(0), nil)
    case .gather, .gatherAlong, .gatherPlaces: return (constant(0), nil)
    case .attention(_, masksByTruth: false, _): return (constant(3), nil)
    case _ where isWithNumbers:
      return (operands.indices.lazy.compactMap(constant).first { operands[$0].form.count > 1 }, nil)
    default: return (nil, nil)
    }
  }

  /// Whether it adds, multiplies or joins, so that the numbers it may have of its own are those of positions, scales or tokens; or of a
  /// mask, which looks the same, as does what is added to the scores of an attention. Training changes them only where somebody says so.
  public var isWithNumbers: Bool {
    switch kind {
    case .combine(.add), .combine(.multiply), .attention(_, masksByTruth: false, _): true
    case .move: label == "concat"
    default: false
    }
  }
}

extension ElementFunction {
  /// Whether it has a slope that is not 0 nearly everywhere; rounding to half precision passes gradients as they are.
  var hasSlope: Bool {
    switch self {
    case .sign, .floor, .ceil, .round, .truncate, .truth, .not, .wrap: false
    default: true
    }
  }
}

extension PairFunction {
  /// Whether it has a slope that is not 0 nearly everywhere.
  var hasSlope: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder, .power, .maximum, .minimum, .prelu: true
    case .floorDivide, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .exclusiveOr:
      false
    }
  }
}

extension ScatterMode {
  /// Whether its gradient is known: of what is replaced, added and taken off.
  var hasSlope: Bool { self == .update || self == .add || self == .sub }
}
