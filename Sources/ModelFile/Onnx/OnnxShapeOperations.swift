/// Other shapes of the same numbers, and shapes as numbers.
enum OnnxShapeOperations {
  static let table: [String: OnnxOperation] = [
    "Reshape": reshape, "Flatten": flatten, "Squeeze": squeeze, "Unsqueeze": unsqueeze, "Transpose": transpose,
    "Shape": shape, "Constant": constant, "ConstantOfShape": filled, "Range": range,
    "Size": { (reader, draft) throws(ProgramProblem) in
      let count = Int(Int32(clamping: try reader.input(0).shape.reduce(1, *)))
      return [draft.constant(ProgramConstant(.int32, shape: [], integers: [count]))]
    },
  ]

  /// The most numbers that are made of a shape alone.
  private static let mostMade = 1 << 24

  /// The same numbers in another shape of as many.
  static func reshaped(
    _ value: DraftValue, _ shape: [Int], _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    guard value.shape != shape else { return value }
    if let constant = value.constant {
      guard constant.count == shape.product else { throw .shapes([value.shape, shape]) }
      return draft.constant(constant.reshaped(shape))
    }
    return try draft.add("reshape", [("x", .value(value)), ("shape", .integers(shape))])
  }

  private static let reshape: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    guard let wanted = try reader.input(1).constant?.wholeNumbers else { throw .notConstant("2") }
    var shape = wanted
    if !reader.truth("allowzero") {
      for place in shape.indices where shape[place] == 0 {
        guard input.shape.indices.contains(place) else { throw .setting("shape", value: "\(wanted)") }
        shape[place] = input.shape[place]
      }
    }
    let count = input.shape.reduce(1, *)
    guard shape.allSatisfy({ $0 >= -1 }), shape.count(where: { $0 == -1 }) <= 1,
      let known = shape.filter({ $0 != -1 }).product
    else { throw .setting("shape", value: "\(wanted)") }
    if let free = shape.firstIndex(of: -1) {
      guard known > 0, count % known == 0 else { throw .shapes([input.shape, wanted]) }
      shape[free] = count / known
    } else {
      guard known == count else { throw .shapes([input.shape, wanted]) }
    }
    return [try reshaped(input, shape, &draft)]
  }

  private static let flatten: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let axis = try reader.axis(of: input.shape.count + 1, absent: 1)
    // A negative axis counts from the last, not from behind it.
    let place = (reader.node.integer("axis") ?? 1) < 0 ? axis - 1 : axis
    guard place >= 0 else { throw .setting("axis", value: "\(place)") }
    return [try reshaped(input, [input.shape[..<place].reduce(1, *), input.shape[place...].reduce(1, *)], &draft)]
  }

  private static let squeeze: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let shape = input.shape
    let axes: [Int]
    if let named = try reader.integers("axes", input: 1) {
      axes = try OnnxReader.axes(named, of: shape.count)
    } else {
      axes = shape.indices.filter { shape[$0] == 1 }
    }
    guard axes.allSatisfy({ shape[$0] == 1 }) else { throw .setting("axes", value: "\(axes)") }
    return [try reshaped(input, shape.indices.filter { !axes.contains($0) }.map { shape[$0] }, &draft)]
  }

  private static let unsqueeze: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    guard let named = try reader.integers("axes", input: 1) else { throw .missingInput("axes") }
    var shape = input.shape
    for axis in try OnnxReader.axes(named, of: shape.count + named.count).sorted() { shape.insert(1, at: axis) }
    return [try reshaped(input, shape, &draft)]
  }

  private static let transpose: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let order = reader.node.integers("perm") ?? input.shape.indices.reversed()
    return [try draft.add("transpose", [("x", .value(input)), ("perm", .integers(order))])]
  }

  private static let shape: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let shape = try reader.input(0).shape
    func place(_ named: Int) -> Int { min(max(named < 0 ? named + shape.count : named, 0), shape.count) }
    let start = place(reader.node.integer("start") ?? 0)
    let end = max(start, place(reader.node.integer("end") ?? shape.count))
    return [
      draft.constant(ProgramConstant(.int32, shape: [end - start], integers: Array(shape[start..<end])))
    ]
  }

  private static let constant: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let node = reader.node
    let made: ProgramConstant
    if let tensor = node.tensor("value") {
      made = try tensor.constant(reader.files)
    } else if let number = node.float("value_float") {
      made = ProgramConstant(.float32, shape: [], floats: [number])
    } else if let numbers = node.floats("value_floats") {
      made = ProgramConstant(.float32, shape: [numbers.count], floats: numbers)
    } else if let number = node.integer("value_int") {
      made = ProgramConstant(.int32, shape: [], integers: [Int(Int32(clamping: number))])
    } else if let numbers = node.integers("value_ints") {
      made = ProgramConstant(.int32, shape: [numbers.count], integers: numbers.map { Int(Int32(clamping: $0)) })
    } else {
      throw .missingInput("value")
    }
    return [draft.constant(made, node.outputs.first)]
  }

  private static let filled: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    guard let shape = try reader.input(0).constant?.wholeNumbers else { throw .notConstant("1") }
    guard shape.allSatisfy({ $0 >= 0 }), let count = shape.map({ max($0, 1) }).product, count <= mostMade else {
      throw .tooLarge(value: "", shape: shape)
    }
    let value = try reader.node.tensor("value")?.constant(reader.files)
    let (element, number) = (value?.element ?? .float32, value?.floats.first ?? 0)
    let numbers = [Float](repeating: number, count: shape.contains(0) ? 0 : count)
    return [draft.constant(ProgramConstant(element, shape: shape, floats: numbers))]
  }

  private static let range: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    var bounds: [Float] = []
    for place in 0..<3 {
      guard let bound = try reader.input(place).constant?.floats.first else { throw .notConstant("\(place + 1)") }
      bounds.append(bound)
    }
    let count = ((bounds[1] - bounds[0]) / bounds[2]).rounded(.up)
    guard count.isFinite, count <= Float(mostMade) else {
      throw .tooLarge(value: "", shape: [Int(clamping: Int64.max)])
    }
    let numbers = (0..<(count > 0 ? Int(count) : 0)).map { bounds[0] + Float($0) * bounds[2] }
    return [
      draft.constant(ProgramConstant(try reader.input(0).element, shape: [numbers.count], floats: numbers))
    ]
  }
}
