import Networks
import Operations
import Tensors

/// Convolutions and poolings.
enum WindowOperations {
  static let table: [String: OperationTranslation] = [
    "conv": convolution, "conv_transpose": deconvolution,
    "max_pool": { (reader, builder) throws(ProgramProblem) in try pool(.maximum, reader, &builder) },
    "l2_pool": { (reader, builder) throws(ProgramProblem) in try pool(.l2, reader, &builder) },
    "avg_pool": { (reader, builder) throws(ProgramProblem) in
      let excludes = try reader.truth("exclude_padding_from_average")
      return try pool(.average(countsPadding: !excludes), reader, &builder)
    },
  ]

  // MARK: Convolutions

  private static func groups(_ reader: OperationReader, channels: Int) throws(ProgramProblem) -> Int {
    let groups = try reader.integer("groups") ?? 1
    guard groups >= 1, channels % groups == 0 else { throw .setting("groups", value: "\(groups)") }
    return groups
  }

  /// The bias, checked; nil where there is none.
  private static func bias(_ reader: OperationReader, count: Int) throws(ProgramProblem) -> ProgramValue? {
    guard let bias = reader.optional("bias") else { return nil }
    guard let shape = bias.shape, shape.product == count else { throw .shapes([bias.shape ?? [], [count]]) }
    return bias
  }

  private static let convolution: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let (weight, _, kernels) = try reader.tensor("weight")
    guard (3...5).contains(shape.count), kernels.count == shape.count else { throw .shapes([shape, kernels]) }
    let groups = try WindowOperations.groups(reader, channels: shape[1])
    guard kernels[0] >= 1, kernels[0] % groups == 0, kernels[1] * groups == shape[1] else {
      throw .shapes([shape, kernels])
    }
    var windows = try WindowReader(reader, kernel: Array(kernels[2...]), over: Array(shape[2...]))
    try windows.lay()
    let bias = try WindowOperations.bias(reader, count: kernels[0])
    let made = [shape[0], kernels[0]] + windows.counts
    if shape.count == 4, case .constant(let known) = weight, let bias = known.asBias(bias) {
      try NetworkBuilder.check(kernels)
      let tensor = try builder.tensor(try builder.map(.tensor(try builder.tensor(x))))
      let definition = ConvolutionDefinition(
        outputChannels: kernels[0], kernelSize: windows.extent(windows.kernel), stride: windows.extent(windows.strides),
        dilation: windows.extent(windows.dilations), groups: groups, padding: .valid(windows.margins),
        weights: known.tensor, bias: bias.tensor)
      return [builder.layer(.convolution(definition), [tensor], element: element, TensorForm(made, isMap: true))]
    }
    return [
      try general(x, weight, bias, windows.settings, groups: groups, element: element, TensorForm(made), &builder)
    ]
  }

  private static func general(
    _ x: ProgramValue, _ weight: ProgramValue, _ bias: ProgramValue?, _ settings: WindowSettings, groups: Int,
    element: ElementType, _ form: TensorForm, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> ProgramValue {
    var operands = [try builder.rows(x), try builder.rows(weight)]
    if let bias { operands.append(try builder.rows(bias)) }
    return try builder.operation(.windows(settings, groups: groups), operands, element: element, form)
  }

  /// A convolution run backwards: by the layer networks have, or as a convolution over the tensor with zeros between its numbers.
  private static let deconvolution: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let weight = try reader.constant("weight") else { throw .missingInput("weight") }
    let kernels = weight.shape
    guard (3...5).contains(shape.count), kernels.count == shape.count, kernels[0] == shape[1] else {
      throw .shapes([shape, kernels])
    }
    let groups = try WindowOperations.groups(reader, channels: shape[1])
    let (lengths, rank) = (Array(shape[2...]), shape.count - 2)
    let windows = try WindowReader(reader, kernel: Array(kernels[2...]), over: lengths)
    let type = reader.text("pad_type") ?? "valid"
    guard type == "valid" || type == "custom" else { throw .setting("pad_type", value: type) }
    let (channels, overflows) = kernels[1].multipliedReportingOverflow(by: groups)
    guard !overflows else { throw .tooLarge(value: "", shape: kernels) }
    let bias = try WindowOperations.bias(reader, count: channels)
    let counts = (0..<rank).map { axis -> Int in
      let reach = (windows.kernel[axis] - 1) * windows.dilations[axis]
      let whole = (lengths[axis] - 1) * windows.strides[axis] + reach + 1
      return whole - windows.before[axis] - windows.after[axis]
    }
    if let stated = try reader.integers("output_shape"), stated != [shape[0], channels] + counts {
      throw .setting("output_shape", value: "\(stated)")
    }
    let made = [shape[0], channels] + counts
    try NetworkBuilder.check(made)
    try NetworkBuilder.check(kernels)
    if shape.count == 4, windows.dilations == [1, 1], let bias = weight.asBias(bias) {
      let tensor = try builder.tensor(try builder.map(.tensor(try builder.tensor(x))))
      let definition = ConvolutionDefinition(
        outputChannels: channels, kernelSize: windows.extent(windows.kernel), stride: windows.extent(windows.strides),
        groups: groups, padding: .valid(windows.margins), weights: weight.tensor, bias: bias.tensor,
        isDeconvolution: true)
      return [builder.layer(.convolution(definition), [tensor], element: element, TensorForm(made, isMap: true))]
    }
    // What lies before a convolution's first number is its window less the margin; a larger margin cuts numbers off.
    let reach = (0..<rank).map { (windows.kernel[$0] - 1) * windows.dilations[$0] }
    let before = (0..<rank).map { reach[$0] - windows.before[$0] }
    let after = (0..<rank).map { reach[$0] - windows.after[$0] }
    guard before.allSatisfy({ $0 >= 0 }), after.allSatisfy({ $0 >= 0 }) else {
      throw .setting("pad", value: "\(windows.before + windows.after)")
    }
    let spans = (0..<rank).map { (lengths[$0] - 1) * windows.strides[$0] + 1 }
    let wide = Array(shape[..<2]) + spans
    let spaced = (0..<rank).map { (axis: Int) -> Move.Track.Loop in .init(axis + 2, step: windows.strides[axis]) }
    let loops = [Move.Track.Loop(0), Move.Track.Loop(1)] + spaced
    let to = Move.Track(start: shape.map { _ in 0 }, loops)
    let move = Move(lengths: shape, from: Move.Track(rank: shape.count), to: to)
    let spread = try builder.operation(
      .move([move], fill: 0), [try builder.rows(x)], element: element, TensorForm(wide))
    let settings = WindowSettings(
      kernel: windows.kernel, strides: Array(repeating: 1, count: rank), dilations: windows.dilations, before: before,
      after: after)
    return [
      try general(
        spread, .constant(weight.flipped(groups: groups)), bias, settings, groups: groups, element: element,
        TensorForm(made), &builder)
    ]
  }

  // MARK: Poolings

  private static func pool(
    _ kind: PoolKind, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape) = try reader.tensor("x")
    guard (3...5).contains(shape.count) else { throw .shapes([shape]) }
    guard let kernel = try reader.integers("kernel_sizes") else { throw .missingInput("kernel_sizes") }
    let isCeiling = try reader.truth("ceil_mode")
    var windows = try WindowReader(reader, kernel: kernel, over: Array(shape[2...]))
    try windows.lay(isCeiling: isCeiling)
    let form = TensorForm(Array(shape[..<2]) + windows.counts, isMap: shape.count == 4)
    // Layers of networks take no window that lies in the border alone, and count what hangs over as padding.
    if isCeiling, kind == .maximum || kind == .average(countsPadding: false) { windows.pad() }
    if shape.count == 4, kind != .l2, windows.allTouch, windows.areAllThatFit {
      let tensor = try builder.tensor(try builder.map(.tensor(try builder.tensor(x))))
      var definition = PoolingDefinition(
        statistic: .max, kernelSize: windows.extent(kernel), stride: windows.extent(windows.strides),
        padding: .valid(windows.margins))
      if case .average(let countsPadding) = kind {
        (definition.statistic, definition.excludesPadding) = (.average, !countsPadding)
      }
      return [builder.layer(.pooling(definition), [tensor], element: element, form)]
    }
    return [try builder.operation(.pool(windows.settings, kind), [x], element: element, form)]
  }
}

extension ProgramConstant {
  /// A bias as a layer holds it: known, or none; nil where it is computed.
  fileprivate func asBias(_ bias: ProgramValue?) -> (tensor: Tensor?, isKnown: Bool)? {
    switch bias {
    case nil: (nil, true)
    case .constant(let known)?: (Tensor(shape: [known.count], values: known.floats), true)
    default: nil
    }
  }

  /// The kernels of a deconvolution, [C, O / groups, …], as those of the convolution that makes the same: [O, C / groups, …], from
  /// back to front; and the other way round.
  func flipped(groups: Int) -> ProgramConstant {
    let (values, taps) = (floats, shape[2...].reduce(1, *))
    let (outputs, channels) = (shape[1], shape[0] / groups)
    var made = [Float](repeating: 0, count: values.count)
    for group in 0..<groups {
      for channel in 0..<channels {
        for output in 0..<outputs {
          let from = ((group * channels + channel) * outputs + output) * taps
          let to = ((group * outputs + output) * channels + channel) * taps
          for tap in 0..<taps { made[to + taps - 1 - tap] = values[from + tap] }
        }
      }
    }
    return ProgramConstant(element, shape: [outputs * groups, channels] + Array(shape[2...]), floats: made)
  }
}
