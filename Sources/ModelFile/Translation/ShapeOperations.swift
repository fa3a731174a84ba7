import Networks
import Operations

/// Other shapes of the same numbers.
enum ShapeOperations {
  static let table: [String: OperationTranslation] = [
    "reshape": reshape, "reshape_like": reshapeLike, "squeeze": squeeze, "expand_dims": expand, "shape": shape,
    "transpose": transpose, "flatten2d": flatten,
  ]

  private static let reshape: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, old) = try reader.tensor("x")
    guard let wanted = try reader.integers("shape") else { throw .missingInput("shape") }
    return [try builder.renamed(x, try new(old, wanted, version: reader.version))]
  }

  /// The shape that is asked for, −1 and 0 replaced by lengths.
  private static func new(_ old: [Int], _ wanted: [Int], version: Int) throws(ProgramProblem) -> [Int] {
    let wrong = ProgramProblem.setting("shape", value: "\(wanted)")
    var shape = wanted
    for place in shape.indices where shape[place] == 0 {
      // From CoreML7 on, 0 is counted from the last axis.
      let axis = version >= 7 ? old.count - (shape.count - place) : place
      guard version >= 7 || old.count == shape.count else { throw wrong }
      shape[place] = old.indices.contains(axis) ? old[axis] : 1
    }
    guard shape.allSatisfy({ $0 >= 1 || $0 == -1 }), shape.count(where: { $0 == -1 }) <= 1 else { throw wrong }
    guard let known = shape.filter({ $0 != -1 }).product else { throw .tooLarge(value: "", shape: wanted) }
    let count = old.reduce(1, *)
    if let free = shape.firstIndex(of: -1) {
      guard count % known == 0 else { throw .shapes([old, wanted]) }
      shape[free] = count / known
    } else {
      guard known == count else { throw .shapes([old, wanted]) }
    }
    return shape
  }

  private static let reshapeLike: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, old) = try reader.tensor("x")
    let references = reader.values("ref_tensors")
    guard let begins = try reader.integers("begins"), let ends = try reader.integers("ends"),
      begins.count == references.count, ends.count == references.count
    else { throw .missingInput("begins") }
    let masks = try reader.truths("end_masks") ?? references.map { _ in false }
    var shape: [Int] = []
    for (place, reference) in references.enumerated() {
      let lengths = reference.shape ?? []
      let begin = begins[place] < 0 ? begins[place] + lengths.count : begins[place]
      let end =
        masks.indices.contains(place) && masks[place]
        ? lengths.count : ends[place] < 0 ? ends[place] + lengths.count : ends[place]
      guard begin >= 0, begin <= end, end <= lengths.count else { throw .setting("begins", value: "\(begins)") }
      shape += lengths[begin..<end]
    }
    guard shape.product == old.product else { throw .shapes([old, shape]) }
    return [try builder.renamed(x, shape)]
  }

  private static let squeeze: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, old) = try reader.tensor("x")
    let named = try reader.axes("axes", of: old.count)
    let axes = named ?? old.indices.filter { old[$0] == 1 }
    guard axes.allSatisfy({ old[$0] == 1 }) else { throw .setting("axes", value: "\(axes)") }
    return [try builder.renamed(x, old.indices.filter { !axes.contains($0) }.map { old[$0] })]
  }

  private static let expand: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, old) = try reader.tensor("x")
    guard let named = try reader.integers("axes") else { throw .missingInput("axes") }
    guard let axes = try reader.axes("axes", of: old.count + named.count) else { throw .missingInput("axes") }
    var shape = old
    for axis in axes.sorted() { shape.insert(1, at: axis) }
    return [try builder.renamed(x, shape)]
  }

  private static let shape: OperationTranslation = { (reader, _) throws(ProgramProblem) in
    let lengths = try reader.tensor("x").shape
    return [.constant(ProgramConstant(.int32, shape: [lengths.count], integers: lengths))]
  }

  private static let transpose: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, old) = try reader.tensor("x")
    guard let order = try reader.axes("perm", of: old.count), order.count == old.count else {
      throw .missingInput("perm")
    }
    return [try MoveOperations.transposed(x, order, &builder)]
  }

  private static let flatten: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, old) = try reader.tensor("x")
    let axis = try reader.axis("axis", of: old.count + 1, absent: 1)
    return [try builder.renamed(x, [old[..<axis].reduce(1, *), old[axis...].reduce(1, *)])]
  }
}
