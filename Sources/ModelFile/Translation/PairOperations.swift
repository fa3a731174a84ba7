import Networks
import Operations
import Tensors

/// Functions of two numbers, of tensors spread over each other.
enum PairOperations {
  static let table: [String: OperationTranslation] = [
    "add": { (reader, builder) throws(ProgramProblem) in try sum(reader, &builder) },
    "mul": { (reader, builder) throws(ProgramProblem) in try product(reader, &builder) },
    "sub": { (reader, builder) throws(ProgramProblem) in try arithmetic(.subtract, reader, &builder) },
    "real_div": { (reader, builder) throws(ProgramProblem) in try arithmetic(.divide, reader, &builder) },
    "floor_div": { (reader, builder) throws(ProgramProblem) in try arithmetic(.floorDivide, reader, &builder) },
    "mod": { (reader, builder) throws(ProgramProblem) in try arithmetic(.remainder, reader, &builder) },
    "pow": { (reader, builder) throws(ProgramProblem) in try arithmetic(.power, reader, &builder) },
    "maximum": { (reader, builder) throws(ProgramProblem) in try arithmetic(.maximum, reader, &builder) },
    "minimum": { (reader, builder) throws(ProgramProblem) in try arithmetic(.minimum, reader, &builder) },
    "equal": { (reader, builder) throws(ProgramProblem) in try truth(.equal, reader, &builder) },
    "not_equal": { (reader, builder) throws(ProgramProblem) in try truth(.notEqual, reader, &builder) },
    "less": { (reader, builder) throws(ProgramProblem) in try truth(.less, reader, &builder) },
    "less_equal": { (reader, builder) throws(ProgramProblem) in try truth(.lessOrEqual, reader, &builder) },
    "greater": { (reader, builder) throws(ProgramProblem) in try truth(.greater, reader, &builder) },
    "greater_equal": { (reader, builder) throws(ProgramProblem) in try truth(.greaterOrEqual, reader, &builder) },
    "logical_and": { (reader, builder) throws(ProgramProblem) in try truth(.and, reader, &builder) },
    "logical_or": { (reader, builder) throws(ProgramProblem) in try truth(.or, reader, &builder) },
    "logical_xor": { (reader, builder) throws(ProgramProblem) in try truth(.exclusiveOr, reader, &builder) },
    "select": select,
  ]

  private typealias Operands = (x: ProgramValue, y: ProgramValue, element: ElementType, form: TensorForm)

  private static func operands(_ reader: OperationReader) throws(ProgramProblem) -> Operands {
    let (x, element, shape) = try reader.tensor("x")
    let (y, _, other) = try reader.tensor("y")
    guard let spread = shape.spread(other) else { throw .shapes([shape, other]) }
    return (x, y, element, TensorForm(spread, isMap: spread.count == 4 && (x.isMap || y.isMap)))
  }

  private static func arithmetic(
    _ function: PairFunction, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, y, element, form) = try operands(reader)
    return [try builder.operation(.combine(function), [x, y], element: element, form)]
  }

  private static func truth(
    _ function: PairFunction, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, y, _, form) = try operands(reader)
    return [try builder.operation(.combine(function), [x, y], element: .bool, form)]
  }

  private static func sum(
    _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem)
    -> [ProgramValue]
  {
    let operands = try operands(reader)
    if let made = layer(operands, &builder, tensors: .add(constant: 0), constant: { .add(constant: $0) }) {
      return [made]
    }
    return [
      try builder.operation(.combine(.add), [operands.x, operands.y], element: operands.element, operands.form)
    ]
  }

  private static func product(
    _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem)
    -> [ProgramValue]
  {
    let operands = try operands(reader)
    if let made = layer(operands, &builder, tensors: .multiply(constant: 1), constant: { .multiply(constant: $0) }) {
      return [made]
    }
    return [
      try builder.operation(.combine(.multiply), [operands.x, operands.y], element: operands.element, operands.form)
    ]
  }

  /// By a kind of layer networks have, through which gradients pass: of two tensors that lie alike, or of one with a constant for all of
  /// its numbers; nil for others.
  private static func layer(
    _ operands: Operands, _ builder: inout NetworkBuilder, tensors: LayerKind, constant: (Float) -> LayerKind
  ) -> ProgramValue? {
    let (x, y, element, form) = operands
    switch (x, y) {
    case (.tensor(let one), .tensor(let two)) where one.name != two.name:
      // The smaller one is spread, over maps alone.
      guard one.form.isMap == two.form.isMap else { return nil }
      if one.form == form, two.form == form || spreads(two.form, over: form) {
        return builder.layer(tensors, [one, two], element: element, form)
      }
      if two.form == form, spreads(one.form, over: form) {
        return builder.layer(tensors, [two, one], element: element, form)
      }
    case (.tensor(let tensor), .constant(let known)), (.constant(let known), .tensor(let tensor)):
      if tensor.form == form, known.shape.count <= form.shape.count, known.count == 1 {
        return builder.layer(constant(known.floats[0]), [tensor], element: element, form)
      }
    default: break
    }
    return nil
  }

  private static func spreads(_ small: TensorForm, over form: TensorForm) -> Bool {
    small.isMap && form.isMap && small.shape[0] == form.shape[0]
      && zip(small.shape, form.shape).allSatisfy { $0 == $1 || $0 == 1 }
  }

  private static let select: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (condition, _, truths) = try reader.tensor("cond")
    let (a, element, shape) = try reader.tensor("a")
    let (b, _, other) = try reader.tensor("b")
    guard let spread = shape.spread(other)?.spread(truths) else { throw .shapes([truths, shape, other]) }
    let isMap = spread.count == 4 && (a.isMap || b.isMap || condition.isMap)
    return [try builder.operation(.select, [condition, a, b], element: element, TensorForm(spread, isMap: isMap))]
  }
}
