import Networks
import Operations
import Tensors

/// Numbers put elsewhere.
enum MoveOperations {
  static let table: [String: OperationTranslation] = [
    "split": split, "concat": join, "stack": stack, "slice_by_index": slice, "slice_by_size": sliceBySize,
    "tile": tile, "reverse": reverse, "pad": pad, "crop": crop,
    "pixel_shuffle": { (reader, builder) throws(ProgramProblem) in
      try spread("upscale_factor", isDepthFirst: true, reader, &builder)
    },
    "depth_to_space": { (reader, builder) throws(ProgramProblem) in
      try spread("block_size", isDepthFirst: false, reader, &builder)
    },
    "pixel_unshuffle": { (reader, builder) throws(ProgramProblem) in
      try gathered("downscale_factor", isDepthFirst: true, reader, &builder)
    },
    "space_to_depth": { (reader, builder) throws(ProgramProblem) in
      try gathered("block_size", isDepthFirst: false, reader, &builder)
    },
  ]

  /// Another order of the axes. Between maps and rows whose last axis is that of the channels nothing moves.
  static func transposed(
    _ value: ProgramValue, _ order: [Int], _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> ProgramValue {
    guard let shape = value.shape, order != Array(shape.indices) else { return value }
    let made = order.map { shape[$0] }
    if case .tensor(let tensor) = value, shape.count == 4, shape[0] == 1 {
      if tensor.form.isMap, order == [0, 2, 3, 1] {
        return builder.layer(.flatten(.channelLast), [tensor], element: tensor.element, TensorForm(made))
      }
      if !tensor.form.isMap, order == [0, 3, 1, 2] {
        return builder.layer(
          .reshape(targetShape: Array(made[1...]), order: .channelLast), [tensor], element: tensor.element,
          TensorForm(made, isMap: true))
      }
    }
    return try builder.operation(
      .move(Rearrangement.transposed(shape, order: order).moves, fill: nil), [value],
      element: value.element ?? .float32,
      TensorForm(made))
  }

  // MARK: Parts and wholes

  private static let split: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, _, shape) = try reader.tensor("x")
    let axis = try reader.axis("axis", of: shape.count)
    let sizes: [Int]
    if let named = try reader.integers("split_sizes") {
      sizes = named
    } else {
      guard let count = try reader.integer("num_splits") else { throw .missingInput("num_splits") }
      guard count >= 1, count <= shape[axis], shape[axis] % count == 0 else {
        throw .setting("num_splits", value: "\(count)")
      }
      sizes = Array(repeating: shape[axis] / count, count: count)
    }
    var total = 0
    for size in sizes {
      guard size >= 1, size <= shape[axis] else { throw .setting("split_sizes", value: "\(sizes)") }
      total += size
    }
    guard total == shape[axis] else { throw .setting("split_sizes", value: "\(sizes)") }
    return try builder.parts(of: x, axis: axis, sizes: sizes)
  }

  /// Tensors whose shapes agree but for one axis.
  private static func parts(
    _ reader: OperationReader, but axis: Int?
  ) throws(ProgramProblem) -> (values: [ProgramValue], shapes: [[Int]], isMap: Bool) {
    let values = reader.values("values")
    let shapes = values.map { $0.shape ?? [] }
    guard let first = shapes.first else { throw .missingInput("values") }
    for shape in shapes {
      let agrees = shape.count == first.count && first.indices.allSatisfy { $0 == axis || shape[$0] == first[$0] }
      guard agrees else { throw .shapes(shapes) }
    }
    return (values, shapes, first.count == 4 && values.contains(where: \.isMap))
  }

  private static let join: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let rank = try reader.value("values").shape?.count ?? 0
    let axis = try reader.axis("axis", of: rank)
    let isInterleaved = try reader.truth("interleave")
    let (values, shapes, isMap) = try parts(reader, but: isInterleaved ? nil : axis)
    let element = values[0].element ?? .float32
    if !isInterleaved, axis == 1, isMap {
      let maps = values.compactMap { value -> ProgramTensor? in
        if case .tensor(let tensor) = value, tensor.form.isMap { tensor } else { nil }
      }
      var shape = shapes[0]
      shape[1] = shapes.reduce(0) { $0 + $1[1] }
      if maps.count == values.count, Set(maps.map(\.name)).count == maps.count {
        return [builder.layer(.concat, maps, element: element, TensorForm(shape, isMap: true))]
      }
    }
    let made =
      isInterleaved ? Rearrangement.interleaved(shapes, axis: axis) : Rearrangement.joined(shapes, axis: axis)
    return [
      try builder.operation(
        .move(made.moves, fill: nil), values, element: element, TensorForm(made.shape, isMap: isMap))
    ]
  }

  private static let stack: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (values, shapes, _) = try parts(reader, but: nil)
    let axis = try reader.axis("axis", of: shapes[0].count + 1)
    let made = Rearrangement.stacked(shapes[0], count: values.count, axis: axis)
    return [
      try builder.operation(
        .move(made.moves, fill: nil), values, element: values[0].element ?? .float32, TensorForm(made.shape))
    ]
  }

  private static let tile: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let counts = try reader.integers("reps") else { throw .missingInput("reps") }
    guard counts.count == shape.count, counts.allSatisfy({ (1...1 << 30).contains($0) }) else {
      throw .setting("reps", value: "\(counts)")
    }
    guard (shape + counts).product != nil else { throw .tooLarge(value: "", shape: shape + counts) }
    let made = Rearrangement.tiled(shape, counts: counts)
    return [
      try builder.operation(
        .move(made.moves, fill: nil), [x], element: element, TensorForm(made.shape, isMap: x.isMap))
    ]
  }

  // MARK: Cuts

  private static let slice: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let begin = try reader.integers("begin"), let end = try reader.integers("end") else {
      throw .missingInput("begin")
    }
    let strides = try reader.integers("stride") ?? shape.map { _ in 1 }
    let none = shape.map { _ in false }
    let freeBegins = try reader.truths("begin_mask") ?? none
    let freeEnds = try reader.truths("end_mask") ?? none
    let single = try reader.truths("squeeze_mask") ?? none
    for (name, count) in [
      ("begin", begin.count), ("end", end.count), ("stride", strides.count), ("begin_mask", freeBegins.count),
      ("end_mask", freeEnds.count), ("squeeze_mask", single.count),
    ] where count != shape.count { throw .setting(name, value: "[\(count)]") }
    var (starts, counts, steps) = ([Int](), [Int](), [Int]())
    for (axis, length) in shape.enumerated() {
      let range = Slice(
        length: length, begin: freeBegins[axis] ? nil : begin[axis], end: freeEnds[axis] ? nil : end[axis],
        stride: strides[axis], isSingle: single[axis])
      guard let range else { throw .setting("begin", value: "\(begin)") }
      starts.append(range.start)
      counts.append(range.count)
      steps.append(range.step)
    }
    try NetworkBuilder.check(counts)
    let made = Rearrangement.sliced(shape, start: starts, counts: counts, steps: steps)
    let sliced = try builder.operation(
      .move(made.moves, fill: nil), [x], element: element, TensorForm(made.shape, isMap: x.isMap))
    guard single.contains(true) else { return [sliced] }
    return [try builder.renamed(sliced, shape.indices.filter { !single[$0] }.map { counts[$0] })]
  }

  /// What a slice keeps of an axis, as NumPy has it.
  private struct Slice {
    let start: Int, count: Int, step: Int

    /// Nil where there is no such entry.
    init?(length: Int, begin: Int?, end: Int?, stride: Int, isSingle: Bool) {
      func place(_ named: Int) -> Int { named < 0 ? named + length : named }
      if isSingle {
        start = place(begin ?? 0)
        (count, step) = (1, 1)
        guard start >= 0, start < length else { return nil }
        return
      }
      guard stride != 0, stride > -1 << 30, stride < 1 << 30 else { return nil }
      step = stride
      if stride > 0 {
        start = begin.map { min(max(place($0), 0), length) } ?? 0
        let last = end.map { min(max(place($0), 0), length) } ?? length
        count = max(0, (last - start + stride - 1) / stride)
      } else {
        start = begin.map { min(max(place($0), -1), length - 1) } ?? length - 1
        let last = end.map { min(max(place($0), -1), length - 1) } ?? -1
        count = max(0, (start - last - stride - 1) / -stride)
      }
    }
  }

  private static let sliceBySize: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let begin = try reader.integers("begin"), let size = try reader.integers("size") else {
      throw .missingInput("begin")
    }
    guard begin.count == shape.count, size.count == shape.count else { throw .setting("begin", value: "\(begin)") }
    var (starts, counts) = ([Int](), [Int]())
    for (axis, length) in shape.enumerated() {
      let start = begin[axis] < 0 ? begin[axis] + length : begin[axis]
      guard start >= 0, start < length else { throw .setting("begin", value: "\(begin)") }
      let count = size[axis] == -1 ? length - start : size[axis]
      guard count >= 1, count <= length - start else { throw .setting("size", value: "\(size)") }
      starts.append(start)
      counts.append(count)
    }
    let made = Rearrangement.sliced(shape, start: starts, counts: counts, steps: shape.map { _ in 1 })
    return [
      try builder.operation(
        .move(made.moves, fill: nil), [x], element: element, TensorForm(made.shape, isMap: x.isMap))
    ]
  }

  private static let crop: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let rows = try reader.integers("crop_height"), let columns = try reader.integers("crop_width") else {
      throw .missingInput("crop_height")
    }
    guard shape.count >= 3 else { throw .shapes([shape]) }
    var (starts, counts) = (shape.map { _ in 0 }, shape)
    for (axis, cut) in [(shape.count - 2, rows), (shape.count - 1, columns)] {
      guard cut.count == 2, cut.allSatisfy({ (0...shape[axis]).contains($0) }), cut[0] + cut[1] < shape[axis] else {
        throw .setting(axis == shape.count - 1 ? "crop_width" : "crop_height", value: "\(cut)")
      }
      starts[axis] = cut[0]
      counts[axis] -= cut[0] + cut[1]
    }
    let made = Rearrangement.sliced(shape, start: starts, counts: counts, steps: shape.map { _ in 1 })
    return [
      try builder.operation(
        .move(made.moves, fill: nil), [x], element: element, TensorForm(made.shape, isMap: x.isMap))
    ]
  }

  // MARK: Entries by number

  private static let reverse: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let axes = try reader.axes("axes", of: shape.count) ?? Array(shape.indices)
    let tables = shape.indices.map { axis in
      axes.contains(axis) ? Array((0..<shape[axis]).reversed()) : Array(0..<shape[axis])
    }
    return [
      try builder.operation(.pick(tables, fill: 0), [x], element: element, TensorForm(shape, isMap: x.isMap))
    ]
  }

  private static let pad: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let pad = try reader.integers("pad") else { throw .missingInput("pad") }
    let mode = reader.text("mode") ?? "constant"
    let fill = try reader.float("constant_val") ?? 0
    guard pad.count % 2 == 0, pad.count / 2 <= shape.count, pad.allSatisfy({ (0...1 << 24).contains($0) }) else {
      throw .setting("pad", value: "\(pad)")
    }
    let first = shape.count - pad.count / 2
    var made = shape
    for axis in first..<max(shape.count, first) { made[axis] += pad[2 * (axis - first)] + pad[2 * (axis - first) + 1] }
    try NetworkBuilder.check(made)
    var tables: [[Int]] = []
    for (axis, length) in shape.enumerated() {
      let before = axis < first ? 0 : pad[2 * (axis - first)]
      let entries = (0..<made[axis]).map { entry -> Int in
        let place = entry - before
        if place >= 0, place < length { return place }
        return switch mode {
        case "replicate": min(max(place, 0), length - 1)
        case "reflect": place < 0 ? -place : 2 * (length - 1) - place
        default: -1
        }
      }
      guard mode != "reflect" || entries.allSatisfy({ (0..<length).contains($0) }) else {
        throw .setting("pad", value: "\(pad)")
      }
      tables.append(entries)
    }
    guard ["constant", "reflect", "replicate"].contains(mode) else { throw .setting("mode", value: mode) }
    return [
      try builder.operation(.pick(tables, fill: fill), [x], element: element, TensorForm(made, isMap: x.isMap))
    ]
  }

  // MARK: Blocks of pixels

  private static func block(
    _ name: String, _ reader: OperationReader, isSpread: Bool
  ) throws(ProgramProblem) -> (x: ProgramValue, element: ElementType, shape: [Int], block: Int) {
    let (x, element, shape) = try reader.tensor("x")
    guard let block = try reader.integer(name) else { throw .missingInput(name) }
    guard shape.count == 4 else { throw .shapes([shape]) }
    guard (1...1 << 12).contains(block),
      isSpread ? shape[1] % (block * block) == 0 : shape[2] % block == 0 && shape[3] % block == 0
    else { throw .setting(name, value: "\(block)") }
    return (x, element, shape, block)
  }

  private static func spread(
    _ name: String, isDepthFirst: Bool, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape, block) = try MoveOperations.block(name, reader, isSpread: true)
    let made = Rearrangement.spread(shape, by: block, isDepthFirst: isDepthFirst)
    let form = TensorForm(made.shape, isMap: x.isMap)
    return [try builder.operation(.move(made.moves, fill: nil), [x], element: element, form)]
  }

  private static func gathered(
    _ name: String, isDepthFirst: Bool, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape, block) = try MoveOperations.block(name, reader, isSpread: false)
    let made = Rearrangement.gathered(shape, by: block, isDepthFirst: isDepthFirst)
    let form = TensorForm(made.shape, isMap: x.isMap)
    return [try builder.operation(.move(made.moves, fill: nil), [x], element: element, form)]
  }
}
