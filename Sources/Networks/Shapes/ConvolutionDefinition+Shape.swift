import Tensors

extension ConvolutionDefinition {
  /// The shape of what comes out; checks settings and parameters.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    for (setting, value) in [("groups", groups), ("outputChannels", outputChannels)] where value < 1 {
      throw .invalidSetting(layer: layer, setting: setting, value: value)
    }
    guard outputChannels % groups == 0 else {
      throw .invalidSetting(layer: layer, setting: "groups", value: groups)
    }
    guard input.channels % groups == 0 else {
      throw .shapeMismatch(layer: layer, expected: weightedInput, actual: input.lengths)
    }
    let geometry = try geometry(of: input, layer: layer)
    let (first, second) =
      isDeconvolution
      ? (input.channels, outputChannels / groups) : (outputChannels, input.channels / groups)
    let expected = [first, second, kernelSize.height, kernelSize.width]
    try MemoryLimit.check(expected, layer: layer)
    guard weights.shape == expected else {
      // A wrong channel count is the input's fault as often as the weights': say what the weights would take.
      let channels = isDeconvolution ? weights.shape.first : weights.shape.dropFirst().first.map { $0 * groups }
      if weights.shape.count == 4, let channels, channels != input.channels {
        throw .shapeMismatch(layer: layer, expected: [channels, 0, 0], actual: input.lengths)
      }
      throw .parameterMismatch(layer: layer, parameter: "weights", expected: expected, actual: weights.shape)
    }
    if let bias, bias.count != outputChannels {
      throw .parameterMismatch(layer: layer, parameter: "bias", expected: [outputChannels], actual: bias.shape)
    }
    try geometry.checkBand(channels: max(input.channels, outputChannels), layer: layer)
    let (rows, columns) = (geometry.rows, geometry.columns)
    return isDeconvolution
      ? MapShape(channels: outputChannels, height: rows.input, width: columns.input)
      : MapShape(channels: outputChannels, height: rows.output, width: columns.output)
  }

  private var weightedInput: [Int] {
    guard weights.shape.count == 4 else { return [0, 0, 0] }
    return [isDeconvolution ? weights.shape[0] : weights.shape[1] * groups, 0, 0]
  }

  /// The windows: of the layer itself, or for a deconvolution of the convolution it runs backwards, whose input is this
  /// layer's output.
  func geometry(of input: MapShape, layer: String) throws(NetworkError) -> WindowGeometry {
    if !isDeconvolution {
      return try WindowGeometry(
        layer: layer, input: input, kernel: kernelSize, stride: stride, dilation: dilation, padding: padding)
    }
    // Checks the settings; the format ignores a deconvolution's dilation.
    _ = try WindowGeometry(
      layer: layer, input: MapShape(channels: 1, height: kernelSize.height, width: kernelSize.width),
      kernel: kernelSize, stride: stride, padding: .valid(Margins()))
    // A stated size may be the middle of a map whose places cannot be counted.
    try MemoryLimit.check([(input.height - 1) * stride.height + kernelSize.height], layer: layer)
    try MemoryLimit.check([(input.width - 1) * stride.width + kernelSize.width], layer: layer)
    let margins: Margins? = if case .valid(let margins) = padding { margins } else { nil }
    let isTopLeftHeavy = padding == .same(topLeftHeavy: true)
    let rows = WindowAxis(
      enlarging: input.height, kernel: kernelSize.height, stride: stride.height, stated: outputShape?.height,
      margins: margins.map { ($0.top, $0.bottom) }, isHeavyBefore: isTopLeftHeavy)
    let columns = WindowAxis(
      enlarging: input.width, kernel: kernelSize.width, stride: stride.width, stated: outputShape?.width,
      margins: margins.map { ($0.left, $0.right) }, isHeavyBefore: isTopLeftHeavy)
    guard rows.input > 0, columns.input > 0 else { throw .emptyOutput(layer: layer, input: input.lengths) }
    return WindowGeometry(rows: rows, columns: columns)
  }
}

extension WindowAxis {
  /// The windows of the convolution that a deconvolution runs backwards: from `small` places to
  /// (small - 1) · stride + kernel less the margins, or small · stride, or what is stated.
  fileprivate init(
    enlarging small: Int, kernel: Int, stride: Int, stated: Int?, margins: (Int, Int)?, isHeavyBefore: Bool
  ) {
    let whole = (small - 1) * stride + kernel
    let length = stated ?? margins.map { whole - $0.0 - $0.1 } ?? small * stride
    var before = margins?.0 ?? 0
    if margins == nil || stated != nil {
      let total = max(0, whole - length)
      before = isHeavyBefore ? total - total / 2 : total / 2
    }
    self.init(input: length, output: small, kernel: kernel, stride: stride, dilation: 1, before: before, after: 0)
  }
}
