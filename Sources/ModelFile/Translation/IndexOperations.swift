import Networks
import Operations

/// Entries found by index, put by index, or in order.
enum IndexOperations {
  static let table: [String: OperationTranslation] = [
    "gather": gather, "gather_along_axis": gatherAlong, "gather_nd": gatherPlaces, "scatter": scatter,
    "scatter_along_axis": scatterAlong, "scatter_nd": scatterPlaces, "one_hot": oneHot, "topk": top,
    "argsort": order, "cumsum": cumulate,
  ]

  // MARK: Gathering

  private static let gather: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let (indices, _, places) = try reader.tensor("indices")
    let axis = try reader.axis("axis", of: shape.count, absent: 0)
    let batch = try reader.integer("batch_dims") ?? 0
    guard batch >= 0, batch <= axis, batch <= places.count, shape[..<batch] == places[..<batch] else {
      throw .setting("batch_dims", value: "\(batch)")
    }
    let made = Array(shape[..<axis]) + Array(places[batch...]) + Array(shape[(axis + 1)...])
    let operands = [try builder.rows(x), try builder.rows(indices)]
    return [
      try builder.operation(
        .gather(axis: axis, batchAxes: batch), operands, element: element, TensorForm(made))
    ]
  }

  private static let gatherAlong: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let (indices, _, places) = try reader.tensor("indices")
    let axis = try reader.axis("axis", of: shape.count, absent: 0)
    guard agree(shape, places, but: axis) else { throw .shapes([shape, places]) }
    let operands = [try builder.rows(x), try builder.rows(indices)]
    return [try builder.operation(.gatherAlong(axis: axis), operands, element: element, TensorForm(places))]
  }

  private static func agree(_ shape: [Int], _ other: [Int], but axis: Int) -> Bool {
    shape.count == other.count && shape.indices.allSatisfy { $0 == axis || shape[$0] == other[$0] }
  }

  private static let gatherPlaces: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let (indices, _, places) = try reader.tensor("indices")
    if let batch = try reader.integer("batch_dims"), batch != 0 { throw .setting("batch_dims", value: "\(batch)") }
    guard let depth = places.last, depth >= 1, depth <= shape.count else { throw .shapes([shape, places]) }
    let operands = [try builder.rows(x), try builder.rows(indices)]
    return [
      try builder.operation(
        .gatherPlaces, operands, element: element, TensorForm(Array(places.dropLast()) + Array(shape[depth...])))
    ]
  }

  // MARK: Scattering

  private typealias Scattered = (operands: [ProgramValue], element: ElementType, shapes: [[Int]], mode: ScatterMode)

  private static func scattered(
    _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> Scattered {
    let (data, element, shape) = try reader.tensor("data")
    let (indices, _, places) = try reader.tensor("indices")
    let (updates, _, numbers) = try reader.tensor("updates")
    let name = reader.text("mode") ?? "add"
    guard let mode = ScatterMode(rawValue: name) else { throw .setting("mode", value: name) }
    let operands = [try builder.rows(data), try builder.rows(indices), try builder.rows(updates)]
    return (operands, element, [shape, places, numbers], mode)
  }

  private static let scatter: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (operands, element, shapes, mode) = try scattered(reader, &builder)
    let (shape, places, numbers) = (shapes[0], shapes[1], shapes[2])
    let axis = try reader.axis("axis", of: shape.count, absent: 0)
    let wanted = Array(shape[..<axis]) + places + Array(shape[(axis + 1)...])
    guard numbers == wanted else { throw .shapes(shapes) }
    return [try builder.operation(.scatter(axis: axis, mode), operands, element: element, TensorForm(shape))]
  }

  private static let scatterAlong: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (operands, element, shapes, mode) = try scattered(reader, &builder)
    let axis = try reader.axis("axis", of: shapes[0].count, absent: 0)
    guard shapes[1] == shapes[2], agree(shapes[0], shapes[1], but: axis) else { throw .shapes(shapes) }
    return [try builder.operation(.scatterAlong(axis: axis, mode), operands, element: element, TensorForm(shapes[0]))]
  }

  private static let scatterPlaces: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (operands, element, shapes, mode) = try scattered(reader, &builder)
    guard let depth = shapes[1].last, depth >= 1, depth <= shapes[0].count else { throw .shapes(shapes) }
    let wanted = Array(shapes[1].dropLast()) + Array(shapes[0][depth...])
    guard shapes[2] == wanted else { throw .shapes(shapes) }
    return [try builder.operation(.scatterPlaces(mode), operands, element: element, TensorForm(shapes[0]))]
  }

  private static let oneHot: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (indices, _, places) = try reader.tensor("indices")
    guard let size = try reader.integer("one_hot_vector_size") else { throw .missingInput("one_hot_vector_size") }
    guard (1...1 << 30).contains(size) else { throw .setting("one_hot_vector_size", value: "\(size)") }
    let axis = try reader.axis("axis", of: places.count + 1, absent: -1)
    let on = try reader.float("on_value") ?? 1
    let off = try reader.float("off_value") ?? 0
    let element = reader.optional("on_value")?.element ?? .int32
    var shape = places
    shape.insert(size, at: axis)
    return [
      try builder.operation(
        .oneHot(axis: axis, on: on, off: off), [try builder.rows(indices)], element: element, TensorForm(shape))
    ]
  }

  // MARK: Order

  private static let top: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let axis = try reader.axis("axis", of: shape.count, absent: -1)
    let count = try reader.integer("k") ?? 1
    guard (1...shape[axis]).contains(count) else { throw .setting("k", value: "\(count)") }
    var made = shape
    made[axis] = count
    let isAscending = try reader.truth("ascending")
    let indices = try indexType("output_indices_dtype", reader)
    return try builder.operations(
      .sort(axis: axis, isAscending: isAscending, givesValues: true), [try builder.rows(x)],
      [(element, TensorForm(made)), (indices, TensorForm(made))])
  }

  /// The type of indices that are made.
  static func indexType(_ name: String, _ reader: OperationReader) throws(ProgramProblem) -> ElementType {
    guard let label = reader.text(name) else { return .int32 }
    guard let element = ElementType(label: label), element.isInteger else { throw .setting(name, value: label) }
    return element
  }

  private static let order: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, shape) = try reader.tensor("x")
    let axis = try reader.axis("axis", of: shape.count, absent: -1)
    let isAscending = try reader.truth("ascending")
    return [
      try builder.operation(
        .sort(axis: axis, isAscending: isAscending, givesValues: false), [try builder.rows(x)], element: .int32,
        TensorForm(shape))
    ]
  }

  private static let cumulate: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let axis = try reader.axis("axis", of: shape.count, absent: 0)
    let kind = TensorOperationKind.cumulate(
      axis: axis, isExclusive: try reader.truth("exclusive"), isReversed: try reader.truth("reverse"))
    return [try builder.operation(kind, [try builder.rows(x)], element: element, TensorForm(shape))]
  }
}
