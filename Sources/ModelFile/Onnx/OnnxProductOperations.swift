/// Products of matrices.
enum OnnxProductOperations {
  static let table: [String: OnnxOperation] = [
    "MatMul": { (reader, draft) throws(ProgramProblem) in
      [try product(try reader.input(0), try reader.input(1), bias: nil, &draft)]
    },
    "Gemm": general, "Einsum": sumOfProducts,
  ]

  /// x · y, and a bias where y is a known matrix: then a fully connected layer.
  static func product(
    _ x: DraftValue, _ y: DraftValue, bias: DraftValue?, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    if let matrix = y.constant, matrix.element.isFloat, y.shape.count == 2, x.constant == nil, x.shape.count >= 1 {
      var inputs: [(String, ProgramDraft.Argument)] = [
        ("x", .value(x)), ("weight", .value(try transposed(matrix, y.name, &draft))),
      ]
      if let bias { inputs.append(("bias", .value(bias))) }
      return try draft.add("linear", inputs)
    }
    // A vector is a matrix of one row, or of one column.
    var (first, second) = (x, y)
    if x.shape.count == 1 { first = try OnnxShapeOperations.reshaped(x, [1, x.shape[0]], &draft) }
    if y.shape.count == 1 { second = try OnnxShapeOperations.reshaped(y, [y.shape[0], 1], &draft) }
    var made = try draft.add("matmul", [("x", .value(first)), ("y", .value(second))])
    guard x.shape.count == 1 || y.shape.count == 1 else { return made }
    var shape = made.shape
    if y.shape.count == 1 { shape.removeLast() }
    if x.shape.count == 1 { shape.remove(at: shape.count - (y.shape.count == 1 ? 1 : 2)) }
    made = try OnnxShapeOperations.reshaped(made, shape, &draft)
    return made
  }

  /// A known matrix with rows and columns exchanged.
  private static func transposed(
    _ matrix: ProgramConstant, _ name: String, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    if let known = draft.transposes[name] { return known }
    let (rows, columns) = (matrix.shape[0], matrix.shape[1])
    let (numbers, square) = (matrix.floats, 32)
    let made = [Float](unsafeUninitializedCapacity: numbers.count) { buffer, filled in
      // Square by square, so that what is written lies near.
      for top in stride(from: 0, to: rows, by: square) {
        for left in stride(from: 0, to: columns, by: square) {
          for column in left..<min(left + square, columns) {
            for row in top..<min(top + square, rows) { buffer[column * rows + row] = numbers[row * columns + column] }
          }
        }
      }
      filled = numbers.count
    }
    let constant = ProgramConstant(matrix.element, shape: [columns, rows], floats: made)
    let turned = draft.constant(constant, "\(name)_transposed")
    draft.transposes[name] = turned
    return turned
  }

  /// α · A · B + β · C.
  private static let general: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let (a, b) = (try reader.input(0), try reader.input(1))
    let (alpha, beta) = (reader.node.float("alpha") ?? 1, reader.node.float("beta") ?? 1)
    let (turnsFirst, turnsSecond) = (reader.truth("transA"), reader.truth("transB"))
    guard a.shape.count == 2, b.shape.count == 2 else { throw .shapes([a.shape, b.shape]) }
    let columns = b.shape[turnsSecond ? 0 : 1]
    var c = reader.optional(2)
    if alpha == 1, beta == 1, !turnsFirst, let matrix = b.constant, a.constant == nil,
      c == nil || c?.constant?.count == columns
    {
      let weight = turnsSecond ? b : try transposed(matrix, b.name, &draft)
      var inputs: [(String, ProgramDraft.Argument)] = [("x", .value(a)), ("weight", .value(weight))]
      if let bias = c?.constant { inputs.append(("bias", .value(draft.constant(bias.reshaped([columns]), c?.name)))) }
      return [try draft.add("linear", inputs)]
    }
    var made = try draft.add(
      "matmul",
      [
        ("x", .value(a)), ("y", .value(b)), ("transpose_x", .truth(turnsFirst)), ("transpose_y", .truth(turnsSecond)),
      ])
    if alpha != 1 { made = try OnnxPairOperations.pair("mul", made, draft.scalar(alpha, made.element), &draft) }
    if let known = c, beta != 1 {
      c = try OnnxPairOperations.pair("mul", known, draft.scalar(beta, known.element), &draft)
    }
    if let c { made = try OnnxPairOperations.pair("add", made, c, &draft) }
    return [made]
  }

  private static let sumOfProducts: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    guard let equation = reader.node.text("equation") else { throw .missingInput("equation") }
    return [try draft.add("einsum", [("values", .values(try reader.all())), ("equation", .text(equation))])]
  }
}
