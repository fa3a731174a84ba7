/// Numbers put elsewhere.
enum OnnxMoveOperations {
  static let table: [String: OnnxOperation] = [
    "Concat": join, "Split": split, "Slice": slice, "Expand": expand, "Tile": tile, "Pad": pad,
    "DepthToSpace": { (reader, draft) throws(ProgramProblem) in
      let isDepthFirst = reader.node.text("mode") == "CRD"
      return try blocks(
        isDepthFirst ? "pixel_shuffle" : "depth_to_space", isDepthFirst ? "upscale_factor" : "block_size", reader,
        &draft)
    },
    "SpaceToDepth": { (reader, draft) throws(ProgramProblem) in
      try blocks("space_to_depth", "block_size", reader, &draft)
    },
  ]

  private static func blocks(
    _ type: String, _ setting: String, _ reader: OnnxReader, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> [DraftValue] {
    guard let size = reader.node.integer("blocksize") else { throw .missingInput("blocksize") }
    return [try draft.add(type, [("x", .value(try reader.input(0))), (setting, .integer(size))])]
  }

  private static let join: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let values = try reader.all().filter { $0.constant?.count != 0 }
    guard let first = values.first else { return [try reader.input(0)] }
    guard values.count > 1 else { return [first] }
    let axis = try reader.axis(of: first.shape.count)
    return [try draft.add("concat", [("values", .values(values)), ("axis", .integer(axis))])]
  }

  private static let split: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let axis = try reader.axis(of: input.shape.count, absent: 0)
    let length = input.shape[axis]
    var sizes: [Int]
    if let named = try reader.integers("split", input: 1) {
      sizes = named
    } else {
      let count = reader.node.integer("num_outputs") ?? reader.node.outputs.count
      guard count >= 1, count <= length else { throw .setting("num_outputs", value: "\(count)") }
      // The last is smaller where the length does not divide.
      let size = (length + count - 1) / count
      sizes = Array(repeating: size, count: count - 1)
      sizes.append(length - size * (count - 1))
    }
    guard sizes.count == reader.node.outputs.count else { throw .setting("split", value: "\(sizes)") }
    return try draft.add(
      "split", [("x", .value(input)), ("axis", .integer(axis)), ("split_sizes", .integers(sizes))], outputs: sizes.count
    )
  }

  private static let slice: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let rank = input.shape.count
    guard let starts = try reader.constant(1)?.wholeNumbers, let ends = try reader.constant(2)?.wholeNumbers else {
      throw .missingInput("starts")
    }
    let axes = try OnnxReader.axes(try reader.constant(3)?.wholeNumbers ?? Array(starts.indices), of: rank)
    let steps = try reader.constant(4)?.wholeNumbers ?? starts.map { _ in 1 }
    guard ends.count == starts.count, axes.count == starts.count, steps.count == starts.count else {
      throw .setting("starts", value: "\(starts)")
    }
    var (begin, end, stride) = (input.shape.map { _ in 0 }, input.shape, input.shape.map { _ in 1 })
    var (freeBegins, freeEnds) = (input.shape.map { _ in true }, input.shape.map { _ in true })
    for (place, axis) in axes.enumerated() {
      let length = input.shape[axis]
      stride[axis] = steps[place]
      // Places beyond the axis are its ends.
      let start = starts[place] < 0 ? starts[place] + length : starts[place]
      let stop = ends[place] < 0 ? ends[place] + length : ends[place]
      if steps[place] > 0 {
        (begin[axis], end[axis]) = (min(max(start, 0), length), min(max(stop, 0), length))
        (freeBegins[axis], freeEnds[axis]) = (begin[axis] == 0, end[axis] == length)
      } else {
        begin[axis] = min(max(start, 0), length - 1)
        end[axis] = max(stop, 0)
        (freeBegins[axis], freeEnds[axis]) = (begin[axis] == length - 1, stop < 0)
      }
    }
    // A cut of nothing is joined to something, and gone.
    let counts = begin.indices.map { freeEnds[$0] && stride[$0] < 0 ? 1 : (end[$0] - begin[$0]) * stride[$0].signum() }
    guard counts.allSatisfy({ $0 > 0 }) else {
      let shape = zip(input.shape, counts).map { $1 > 0 ? $0 : 0 }
      return [draft.floats([], shape, input.element)]
    }
    return [
      try draft.add(
        "slice_by_index",
        [
          ("x", .value(input)), ("begin", .integers(begin)), ("end", .integers(end)), ("stride", .integers(stride)),
          ("begin_mask", .truths(freeBegins)), ("end_mask", .truths(freeEnds)),
        ])
    ]
  }

  /// Numbers repeated along axes of length 1.
  private static let expand: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    guard let wanted = try reader.input(1).constant?.wholeNumbers else { throw .notConstant("2") }
    guard let shape = input.shape.spread(wanted) else { throw .shapes([input.shape, wanted]) }
    return [try repeated(input, to: shape, &draft)]
  }

  /// A value spread to a shape.
  ///
  /// Precondition: its axes have those lengths, or 1.
  private static func repeated(
    _ value: DraftValue, to shape: [Int], _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    let ones = Array(repeating: 1, count: shape.count - value.shape.count)
    let input = try OnnxShapeOperations.reshaped(value, ones + value.shape, &draft)
    guard input.shape != shape else { return input }
    let counts = zip(shape, input.shape).map { $0 == $1 ? 1 : $0 }
    return try draft.add("tile", [("x", .value(input)), ("reps", .integers(counts))])
  }

  private static let tile: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    guard let counts = try reader.input(1).constant?.wholeNumbers else { throw .notConstant("2") }
    return [try draft.add("tile", [("x", .value(input)), ("reps", .integers(counts))])]
  }

  /// What is left where so much is cut off the beginning and the end of each axis.
  private static func cut(
    _ input: DraftValue, by cuts: [Int], _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    guard cuts.contains(where: { $0 != 0 }) else { return input }
    let begin = input.shape.indices.map { cuts[2 * $0] }
    let size = input.shape.indices.map { input.shape[$0] - cuts[2 * $0] - cuts[2 * $0 + 1] }
    guard size.allSatisfy({ $0 > 0 }) else { throw .setting("pads", value: "\(cuts.map { -$0 })") }
    return try draft.add(
      "slice_by_size", [("x", .value(input)), ("begin", .integers(begin)), ("size", .integers(size))])
  }

  /// Surrounds numbers, or cuts off what is less than nothing.
  private static let pad: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    var input = try reader.input(0)
    let rank = input.shape.count
    guard let named = try reader.integers("pads", input: 1) else { throw .missingInput("pads") }
    let axes = try OnnxReader.axes(try reader.constant(3)?.wholeNumbers ?? Array(0..<rank), of: rank)
    guard named.count == 2 * axes.count else { throw .setting("pads", value: "\(named)") }
    var pads = Array(repeating: 0, count: 2 * rank)
    for (place, axis) in axes.enumerated() {
      (pads[2 * axis], pads[2 * axis + 1]) = (named[place], named[axes.count + place])
    }
    input = try cut(input, by: pads.map { max(0, -$0) }, &draft)
    pads = pads.map { max(0, $0) }
    guard pads.contains(where: { $0 != 0 }) else { return [input] }
    let modes = ["constant": "constant", "reflect": "reflect", "edge": "replicate"]
    let name = reader.node.text("mode") ?? "constant"
    guard let mode = modes[name] else { throw .setting("mode", value: name) }
    let fill = try reader.constant(2)?.floats.first ?? reader.node.float("value") ?? 0
    return [
      try draft.add(
        "pad", [("x", .value(input)), ("pad", .integers(pads)), ("mode", .text(mode)), ("constant_val", .float(fill))])
    ]
  }
}
