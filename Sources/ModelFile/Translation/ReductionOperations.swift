import Networks
import Operations
import Tensors

/// Statistics along axes, and normalisations by them.
enum ReductionOperations {
  static let table: [String: OperationTranslation] = [
    "reduce_mean": mean,
    "reduce_sum": { (reader, builder) throws(ProgramProblem) in try reduce(.sum, reader, &builder) },
    "reduce_max": { (reader, builder) throws(ProgramProblem) in try reduce(.maximum, reader, &builder) },
    "reduce_min": { (reader, builder) throws(ProgramProblem) in try reduce(.minimum, reader, &builder) },
    "reduce_prod": { (reader, builder) throws(ProgramProblem) in try reduce(.product, reader, &builder) },
    "reduce_l1_norm": { (reader, builder) throws(ProgramProblem) in try reduce(.l1, reader, &builder) },
    "reduce_l2_norm": { (reader, builder) throws(ProgramProblem) in try reduce(.l2, reader, &builder) },
    "reduce_sum_square": { (reader, builder) throws(ProgramProblem) in try reduce(.sumOfSquares, reader, &builder) },
    "reduce_log_sum": { (reader, builder) throws(ProgramProblem) in try reduce(.logSum, reader, &builder) },
    "reduce_log_sum_exp": { (reader, builder) throws(ProgramProblem) in try reduce(.logSumExp, reader, &builder) },
    "reduce_argmax": { (reader, builder) throws(ProgramProblem) in
      try argument(.argumentOfMaximum, reader, &builder)
    },
    "reduce_argmin": { (reader, builder) throws(ProgramProblem) in
      try argument(.argumentOfMinimum, reader, &builder)
    },
    "softmax": softmax, "layer_norm": layerNorm, "batch_norm": batchNorm, "instance_norm": instanceNorm,
    "l2_norm": lengthNorm, "local_response_norm": localResponse,
  ]

  // MARK: Statistics

  private static func reduce(
    _ reduction: Reduction, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, element, shape) = try reader.tensor("x")
    let axes = try reader.axes("axes", of: shape.count) ?? Array(shape.indices)
    return [
      try reduced(x, reduction, axes.sorted(), keeps: try reader.truth("keep_dims"), element: element, &builder)
    ]
  }

  private static func argument(
    _ reduction: Reduction, _ reader: OperationReader, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> [ProgramValue] {
    let (x, _, shape) = try reader.tensor("x")
    let axis = try reader.axis("axis", of: shape.count, absent: -1)
    let element = try IndexOperations.indexType("output_dtype", reader)
    return [try reduced(x, reduction, [axis], keeps: try reader.truth("keep_dims"), element: element, &builder)]
  }

  private static func reduced(
    _ x: ProgramValue, _ reduction: Reduction, _ axes: [Int], keeps: Bool, element: ElementType,
    _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> ProgramValue {
    var shape = x.shape ?? []
    for axis in axes { shape[axis] = 1 }
    let kept = try builder.operation(
      .reduce(reduction, axes: axes), [x], element: element, TensorForm(shape, isMap: x.isMap))
    guard !keeps else { return kept }
    return try builder.renamed(kept, shape.indices.filter { !axes.contains($0) }.map { shape[$0] })
  }

  /// The mean; over the rows and columns of maps the layer networks have, through which gradients pass.
  private static let mean: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard case .tensor(let tensor) = x, tensor.form.isMap, try reader.axes("axes", of: 4)?.sorted() == [2, 3] else {
      return try reduce(.mean, reader, &builder)
    }
    let definition = PoolingDefinition(
      statistic: .average, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true)
    let made = builder.layer(
      .pooling(definition), [tensor], element: element, TensorForm(Array(shape[..<2]) + [1, 1], isMap: true))
    guard try !reader.truth("keep_dims") else { return [made] }
    return [try builder.renamed(made, Array(shape[..<2]))]
  }

  private static let softmax: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let axis = try reader.axis("axis", of: shape.count, absent: -1)
    if case .tensor(let tensor) = x, tensor.isVector && axis == shape.count - 1 || tensor.form.isMap && axis == 1 {
      return [builder.layer(.softmax, [tensor], element: element, tensor.form)]
    }
    return [
      try builder.operation(.softmax(axis: axis), [x], element: element, TensorForm(shape, isMap: x.isMap))
    ]
  }

  // MARK: Normalisations

  /// The epsilon of an operation; where it is left out, the default as the type of x has it.
  private static func epsilon(_ absent: Float, _ reader: OperationReader) throws(ProgramProblem) -> Float {
    if let named = try reader.float("epsilon") { return named }
    return try reader.tensor("x").element == .float16 ? HalfPrecision.rounded(absent) : absent
  }

  private static let layerNorm: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let axes = try reader.axes("axes", of: shape.count) ?? Array(shape.indices)
    guard axes == axes.sorted() else { throw .setting("axes", value: "\(axes)") }
    let epsilon = try ReductionOperations.epsilon(1e-5, reader)
    let form = TensorForm(shape, isMap: x.isMap)
    let gamma = reader.optional("gamma")
    let beta = reader.optional("beta")
    let inner = axes.map { shape[$0] }
    for other in [gamma, beta].compactMap(\.self) where other.shape != inner {
      throw .shapes([inner, other.shape ?? []])
    }
    var operands = [x]
    if gamma != nil || beta != nil {
      operands.append(gamma ?? .constant(constant(1, inner, element)))
      operands.append(beta ?? .constant(constant(0, inner, element)))
    }
    return [
      try builder.operation(
        .normalize(axes: axes, epsilon: epsilon, centers: true), operands, element: element, form)
    ]
  }

  private static func constant(_ value: Float, _ shape: [Int], _ element: ElementType) -> ProgramConstant {
    ProgramConstant(element, shape: shape, floats: Array(repeating: value, count: shape.reduce(1, *)))
  }

  private static let batchNorm: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let mean = try reader.constant("mean"), let variance = try reader.constant("variance") else {
      throw .missingInput("mean")
    }
    let gamma = try reader.constant("gamma")
    let beta = try reader.constant("beta")
    let epsilon = try ReductionOperations.epsilon(1e-5, reader)
    guard shape.count >= 2 else { throw .shapes([shape]) }
    let channels = shape[1]
    for other in [mean, variance, gamma, beta].compactMap(\.self) where other.count != channels {
      throw .shapes([shape, other.shape])
    }
    func tensor(_ constant: ProgramConstant?) -> Tensor? {
      constant.map { Tensor(shape: [channels], values: $0.floats) }
    }
    if case .tensor(let map) = x, map.form.isMap {
      let definition = BatchNormalizationDefinition(
        channels: channels, gamma: tensor(gamma), beta: tensor(beta), mean: tensor(mean), variance: tensor(variance),
        epsilon: epsilon)
      return [builder.layer(.batchNormalization(definition), [map], element: element, map.form)]
    }
    let (factors, offsets) = (gamma?.floats, beta?.floats)
    let (means, variances) = (mean.floats, variance.floats)
    let scale = (0..<channels).map { channel in
      Double(factors?[channel] ?? 1) / (Double(variances[channel]) + Double(epsilon)).squareRoot()
    }
    let shift = (0..<channels).map { (channel: Int) -> Float in
      Float(Double(offsets?[channel] ?? 0) - Double(means[channel]) * scale[channel])
    }
    return [
      try scaled(x, scale.map { Float($0) }, shift, element: element, &builder)
    ]
  }

  /// Each channel, along axis 1, times a factor and plus an offset.
  private static func scaled(
    _ x: ProgramValue, _ scale: [Float]?, _ shift: [Float]?, element: ElementType, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> ProgramValue {
    let shape = x.shape ?? []
    let form = TensorForm(shape, isMap: x.isMap)
    let spread = [shape[1]] + shape[2...].map { _ in 1 }
    var value = x
    for (function, numbers) in [(PairFunction.multiply, scale), (.add, shift)] {
      guard let numbers else { continue }
      let constant = ProgramValue.constant(ProgramConstant(element, shape: spread, floats: numbers))
      value = try builder.operation(.combine(function), [value, constant], element: element, form)
    }
    return value
  }

  private static let instanceNorm: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard shape.count >= 3 else { throw .shapes([shape]) }
    let gamma = try reader.constant("gamma")
    let beta = try reader.constant("beta")
    for other in [gamma, beta].compactMap(\.self) where other.count != shape[1] { throw .shapes([shape, other.shape]) }
    let normalized = try builder.operation(
      .normalize(axes: Array(2..<shape.count), epsilon: try epsilon(1e-5, reader), centers: true), [x],
      element: element, TensorForm(shape, isMap: x.isMap))
    return [try scaled(normalized, gamma?.floats, beta?.floats, element: element, &builder)]
  }

  private static let lengthNorm: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard shape.count >= 3 else { throw .shapes([shape]) }
    let axes = Array(shape.count - 3..<shape.count)
    return [
      try builder.operation(
        .normalize(axes: axes, epsilon: try epsilon(1e-6, reader), centers: false), [x], element: element,
        TensorForm(shape, isMap: x.isMap))
    ]
  }

  private static let localResponse: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    guard let size = try reader.integer("size") else { throw .missingInput("size") }
    guard shape.count >= 3, (1...1 << 20).contains(size) else { throw .setting("size", value: "\(size)") }
    let kind = TensorOperationKind.localResponse(
      size: size, alpha: try reader.float("alpha") ?? 1e-4, beta: try reader.float("beta") ?? 0.75,
      k: try reader.float("k") ?? 1)
    return [try builder.operation(kind, [try builder.rows(x)], element: element, TensorForm(shape))]
  }
}
