/// Convolutions and poolings.
enum OnnxWindowOperations {
  static let table: [String: OnnxOperation] = [
    "Conv": convolution, "ConvTranspose": deconvolution, "Col2Im": folding,
    "MaxPool": { (reader, draft) throws(ProgramProblem) in
      guard reader.node.outputs.count <= 1 || reader.node.outputs[1].isEmpty else {
        throw .output(reader.node.outputs[1])
      }
      return try pool("max_pool", [], reader, &draft)
    },
    "AveragePool": { (reader, draft) throws(ProgramProblem) in
      let excludes = !reader.truth("count_include_pad")
      return try pool("avg_pool", [("exclude_padding_from_average", .truth(excludes))], reader, &draft)
    },
    "GlobalAveragePool": { (reader, draft) throws(ProgramProblem) in try whole("reduce_mean", reader, &draft) },
    "GlobalMaxPool": { (reader, draft) throws(ProgramProblem) in try whole("reduce_max", reader, &draft) },
  ]

  private typealias Settings = [(String, ProgramDraft.Argument)]

  /// Strides and borders, as convolutions and poolings of so many axes have them.
  private static func windows(_ reader: OnnxReader, axes: Int, pads: [Int]?) throws(ProgramProblem) -> Settings {
    var settings: Settings = [
      ("strides", .integers(reader.node.integers("strides") ?? Array(repeating: 1, count: axes)))
    ]
    switch reader.node.text("auto_pad") ?? "NOTSET" {
    case "SAME_UPPER": settings.append(("pad_type", .text("same")))
    case "SAME_LOWER": settings.append(("pad_type", .text("same_lower")))
    case "VALID": settings.append(("pad_type", .text("valid")))
    case "NOTSET":
      guard let pads, pads.contains(where: { $0 != 0 }) else {
        settings.append(("pad_type", .text("valid")))
        break
      }
      guard pads.count == 2 * axes else { throw .setting("pads", value: "\(pads)") }
      // All beginnings and then all ends; a program has them axis by axis.
      let ordered = (0..<axes).flatMap { [pads[$0], pads[axes + $0]] }
      settings += [("pad_type", .text("custom")), ("pad", .integers(ordered))]
    case let other: throw .setting("auto_pad", value: other)
    }
    return settings
  }

  private static func kernel(_ reader: OnnxReader, _ weight: [Int]) throws(ProgramProblem) {
    guard weight.count >= 3 else { throw .shapes([weight]) }
    if let stated = reader.node.integers("kernel_shape"), stated != Array(weight[2...]) {
      throw .setting("kernel_shape", value: "\(stated)")
    }
  }

  private static let convolution: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    [try convolution(try reader.input(0), try reader.input(1), bias: reader.optional(2), reader, &draft)]
  }

  /// A convolution with the settings of a node.
  static func convolution(
    _ x: DraftValue, _ weight: DraftValue, bias: DraftValue?, _ reader: OnnxReader, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> DraftValue {
    try kernel(reader, weight.shape)
    let axes = weight.shape.count - 2
    var inputs: Settings = [("x", .value(x)), ("weight", .value(weight))]
    inputs += try windows(reader, axes: axes, pads: reader.node.integers("pads"))
    inputs.append(("dilations", .integers(reader.node.integers("dilations") ?? Array(repeating: 1, count: axes))))
    inputs.append(("groups", .integer(reader.node.integer("group") ?? 1)))
    if let bias { inputs.append(("bias", .value(bias))) }
    return try draft.add("conv", inputs)
  }

  private static let deconvolution: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    let weight = try reader.input(1)
    try kernel(reader, weight.shape)
    let axes = weight.shape.count - 2
    guard reader.node.integers("output_shape") == nil, (reader.node.text("auto_pad") ?? "NOTSET") == "NOTSET" else {
      throw .setting("output_shape", value: "\(reader.node.integers("output_shape") ?? [])")
    }
    var pads = reader.node.integers("pads") ?? Array(repeating: 0, count: 2 * axes)
    // What is put out further is cut off less at the end.
    if let further = reader.node.integers("output_padding") {
      guard further.count == axes, pads.count == 2 * axes, (0..<axes).allSatisfy({ further[$0] <= pads[axes + $0] })
      else {
        throw .setting("output_padding", value: "\(further)")
      }
      for axis in 0..<axes { pads[axes + axis] -= further[axis] }
    }
    var inputs: Settings = [("x", .value(input)), ("weight", .value(weight))]
    inputs += try windows(reader, axes: axes, pads: pads)
    inputs.append(("dilations", .integers(reader.node.integers("dilations") ?? Array(repeating: 1, count: axes))))
    inputs.append(("groups", .integer(reader.node.integer("group") ?? 1)))
    if let bias = reader.optional(2) { inputs.append(("bias", .value(bias))) }
    return [try draft.add("conv_transpose", inputs)]
  }

  /// Blocks put back where they were cut out, summed where they overlap: a deconvolution in which each entry of a block has a
  /// kernel of a single 1.
  private static let folding: OnnxOperation = { (reader, draft) throws(ProgramProblem) in
    let input = try reader.input(0)
    guard let image = try reader.constant(1)?.wholeNumbers, let block = try reader.constant(2)?.wholeNumbers else {
      throw .missingInput("block_shape")
    }
    let axes = image.count
    let strides = reader.node.integers("strides") ?? image.map { _ in 1 }
    let dilations = reader.node.integers("dilations") ?? image.map { _ in 1 }
    let pads = reader.node.integers("pads") ?? (image + image).map { _ in 0 }
    guard input.shape.count == 3, axes == 2, block.count == axes, strides.count == axes, dilations.count == axes,
      pads.count == 2 * axes, (image + block + strides + dilations).allSatisfy({ (1...1 << 20).contains($0) }),
      pads.allSatisfy({ (0...1 << 20).contains($0) })
    else { throw .shapes([input.shape, image, block]) }
    let spans = image.indices.map { image[$0] + pads[$0] + pads[axes + $0] - dilations[$0] * (block[$0] - 1) - 1 }
    let counts = image.indices.map { spans[$0] / strides[$0] + 1 }
    let entries = block.reduce(1, *)
    // What the blocks do not reach is missing at the end.
    let missing = image.indices.map { spans[$0] % strides[$0] }
    guard spans.allSatisfy({ $0 >= 0 }), counts.reduce(1, *) == input.shape[2], input.shape[1] % entries == 0,
      image.indices.allSatisfy({ missing[$0] <= pads[axes + $0] })
    else { throw .shapes([input.shape, image, block]) }
    guard input.shape[1] * entries <= 1 << 24 else { throw .tooLarge(value: "", shape: [input.shape[1], entries]) }
    let channels = input.shape[1] / entries
    let blocks = try OnnxShapeOperations.reshaped(input, [input.shape[0], input.shape[1]] + counts, &draft)
    var kernels = [Float](repeating: 0, count: channels * entries * entries)
    for place in 0..<(channels * entries) { kernels[place * entries + place % entries] = 1 }
    let weight = draft.floats(kernels, [channels * entries, 1] + block, input.element)
    let ordered = image.indices.flatMap { [pads[$0], pads[axes + $0] - missing[$0]] }
    return [
      try draft.add(
        "conv_transpose",
        [
          ("x", .value(blocks)), ("weight", .value(weight)), ("strides", .integers(strides)),
          ("pad_type", .text("custom")), ("pad", .integers(ordered)), ("dilations", .integers(dilations)),
          ("groups", .integer(channels)),
        ])
    ]
  }

  private static func pool(
    _ type: String, _ further: Settings, _ reader: OnnxReader, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> [DraftValue] {
    guard let kernel = reader.node.integers("kernel_shape") else { throw .missingInput("kernel_shape") }
    if let dilations = reader.node.integers("dilations"), dilations.contains(where: { $0 != 1 }) {
      throw .setting("dilations", value: "\(dilations)")
    }
    var inputs: Settings = [("x", .value(try reader.input(0))), ("kernel_sizes", .integers(kernel))]
    inputs += try windows(reader, axes: kernel.count, pads: reader.node.integers("pads"))
    inputs.append(("ceil_mode", .truth(reader.truth("ceil_mode"))))
    return [try draft.add(type, inputs + further)]
  }

  private static func whole(
    _ type: String, _ reader: OnnxReader, _ draft: inout ProgramDraft
  ) throws(ProgramProblem) -> [DraftValue] {
    let input = try reader.input(0)
    guard input.shape.count >= 3 else { throw .shapes([input.shape]) }
    let axes = Array(2..<input.shape.count)
    return [try draft.add(type, [("x", .value(input)), ("axes", .integers(axes)), ("keep_dims", .truth(true))])]
  }
}
