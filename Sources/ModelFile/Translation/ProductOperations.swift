import Networks
import Operations
import Tensors

/// Products of matrices.
enum ProductOperations {
  static let table: [String: OperationTranslation] = [
    "linear": linear, "matmul": product, "einsum": sumOfProducts, "scaled_dot_product_attention": attention,
  ]

  private static let linear: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let (weight, _, matrix) = try reader.tensor("weight")
    guard let length = shape.last, matrix.count == 2, matrix[1] == length else { throw .shapes([shape, matrix]) }
    let bias = reader.optional("bias")
    if let bias { guard bias.shape?.product == matrix[0] else { throw .shapes([matrix, bias.shape ?? []]) } }
    let form = TensorForm(Array(shape.dropLast()) + [matrix[0]])
    let rows = try builder.rows(x)
    if case .tensor(let tensor) = rows, tensor.isVector, case .constant(let known) = weight {
      var numbers: Tensor?
      if case .constant(let constant)? = bias { numbers = Tensor(shape: [constant.count], values: constant.floats) }
      if (bias == nil) == (numbers == nil) {
        try NetworkBuilder.check(matrix)
        let definition = InnerProductDefinition(
          inputChannels: matrix[1], outputChannels: matrix[0], weights: known.tensor, bias: numbers)
        return [builder.layer(.innerProduct(definition), [tensor], element: element, form)]
      }
    }
    var operands = [rows, try builder.rows(weight)]
    if let bias { operands.append(try builder.renamed(bias, [matrix[0]])) }
    return [try builder.operation(.linear, operands, element: element, form)]
  }

  private static let product: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let (y, _, other) = try reader.tensor("y")
    let first = try reader.truth("transpose_x")
    let second = try reader.truth("transpose_y")
    guard shape.count >= 2, other.count >= 2, let leading = Array(shape.dropLast(2)).spread(Array(other.dropLast(2)))
    else {
      throw .shapes([shape, other])
    }
    let (rows, inner) = (shape[shape.count - (first ? 1 : 2)], shape[shape.count - (first ? 2 : 1)])
    let (depth, columns) = (other[other.count - (second ? 1 : 2)], other[other.count - (second ? 2 : 1)])
    guard inner == depth else { throw .shapes([shape, other]) }
    let operands = [try builder.rows(x), try builder.rows(y)]
    return [
      try builder.operation(
        .product(transposesFirst: first, transposesSecond: second), operands, element: element,
        TensorForm(leading + [rows, columns]))
    ]
  }

  private static let attention: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (query, element, queries) = try reader.tensor("query")
    let (key, _, keys) = try reader.tensor("key")
    let (value, _, values) = try reader.tensor("value")
    let rank = queries.count
    guard rank >= 2, keys.count == rank, values.count == rank, queries[rank - 1] == keys[rank - 1],
      keys[rank - 2] == values[rank - 2], queries.dropLast(2) == keys.dropLast(2),
      keys.dropLast(2) == values.dropLast(2)
    else { throw .shapes([queries, keys, values]) }
    var operands = [try builder.rows(query), try builder.rows(key), try builder.rows(value)]
    var isTruth = false
    if let mask = reader.optional("attn_mask"), let shape = mask.shape {
      let wanted = Array(queries.dropLast()) + [keys[rank - 2]]
      guard shape.spread(wanted) == wanted else { throw .shapes([shape, wanted]) }
      isTruth = mask.element == .bool
      operands.append(try builder.rows(mask))
    }
    let form = TensorForm(Array(queries.dropLast()) + [values[rank - 1]])
    return [try builder.operation(.attention(masksByTruth: isTruth), operands, element: element, form)]
  }

  // MARK: Einstein's notation

  /// Two operands brought to [batch, rows, inner] and [batch, inner, columns], multiplied, and the axes put in order.
  private static let sumOfProducts: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    guard let equation = reader.text("equation") else { throw .missingInput("equation") }
    let values = reader.values("values")
    let plan = try EinsteinPlan(equation, values.map { $0.shape ?? [] })
    let element = values[0].element ?? .float32
    let x = try arranged(
      values[0], plan.first, [plan.size(plan.batch), plan.size(plan.rows), plan.size(plan.inner)], &builder)
    let y = try arranged(
      values[1], plan.second, [plan.size(plan.batch), plan.size(plan.inner), plan.size(plan.columns)], &builder)
    let made = try builder.operation(
      .product(transposesFirst: false, transposesSecond: false), [x, y], element: element,
      TensorForm([plan.size(plan.batch), plan.size(plan.rows), plan.size(plan.columns)]))
    let spread = try builder.renamed(made, (plan.batch + plan.rows + plan.columns).map(plan.length))
    return [try MoveOperations.transposed(spread, plan.order, &builder)]
  }

  /// A constant operand as the program has it, from the form the product reads it in; nil where the equation does not fit.
  static func factor(_ operand: Int, of equation: String, _ shapes: [[Int]], from arranged: Tensor) -> Tensor? {
    guard let plan = try? EinsteinPlan(equation, shapes) else { return nil }
    let order = operand == 0 ? plan.first : plan.second
    let lengths = order.map { shapes[operand][$0] }
    let back = order.indices.map { axis in order.firstIndex(of: axis) ?? axis }
    let made = Rearrangement.transposed(lengths, order: back)
    return TensorOperation(
      "transpose", .move(made.moves, fill: nil), [.input(TensorForm(lengths))], results: [TensorForm(made.shape)]
    ).results(of: [Tensor(shape: lengths, values: arranged.values)]).first
  }

  private static func arranged(
    _ value: ProgramValue, _ order: [Int], _ shape: [Int], _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> ProgramValue {
    try builder.renamed(try MoveOperations.transposed(value, order, &builder), shape)
  }
}

/// Which axes of two tensors are multiplied, summed and kept, by an equation such as "nchw,nwhu->nchu".
private struct EinsteinPlan {
  let batch: [Character], rows: [Character], inner: [Character], columns: [Character]
  /// The order of each operand's axes, and of those of the product.
  private(set) var first: [Int] = [], second: [Int] = [], order: [Int] = []
  private var lengths: [Character: Int] = [:]

  init(_ equation: String, _ shapes: [[Int]]) throws(ProgramProblem) {
    let text = equation.filter { $0 != " " }
    let sides = text.split(separator: ">", omittingEmptySubsequences: false)
    let operands = (sides.first?.dropLast() ?? "").split(separator: ",").map(Array.init)
    let wrong = ProgramProblem.setting("equation", value: equation)
    guard sides.count == 2, sides[0].hasSuffix("-"), operands.count == 2, shapes.count == 2 else { throw wrong }
    let result = Array(sides[1])
    for (axes, shape) in zip(operands, shapes) {
      guard axes.count == shape.count, Set(axes).count == axes.count, axes.allSatisfy(\.isLetter) else { throw wrong }
      for (axis, length) in zip(axes, shape) {
        guard lengths[axis, default: length] == length else { throw .shapes(shapes) }
        lengths[axis] = length
      }
    }
    let (x, y) = (operands[0], operands[1])
    batch = result.filter { x.contains($0) && y.contains($0) }
    rows = result.filter { x.contains($0) && !y.contains($0) }
    columns = result.filter { !x.contains($0) && y.contains($0) }
    inner = x.filter { y.contains($0) && !result.contains($0) }
    guard Set(result).count == result.count, batch.count + rows.count + inner.count == x.count,
      batch.count + inner.count + columns.count == y.count, batch.count + rows.count + columns.count == result.count
    else { throw wrong }
    first = (batch + rows + inner).compactMap { x.firstIndex(of: $0) }
    second = (batch + inner + columns).compactMap { y.firstIndex(of: $0) }
    let made = batch + rows + columns
    order = result.compactMap { made.firstIndex(of: $0) }
  }

  func length(_ axis: Character) -> Int { lengths[axis, default: 1] }
  func size(_ axes: [Character]) -> Int { axes.reduce(1) { $0 * length($1) } }
}
