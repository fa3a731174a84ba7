import Networks

/// The layers that can learn: convolutions and fully connected layers.
extension LayerReader {
  func convolution() throws(ModelFileError) -> ConvolutionDefinition {
    try expect()
    let outputs = try size(1, "outputChannels")
    let kernelChannels = try size(2, "kernelChannels")
    let groups = max(content.count(10), 1)
    try check(groups, "nGroups", least: 1)
    let kernel = try extent(20, "kernelSize", absent: 3)
    let isDeconvolution = content.bool(60)
    // The kernel's channels are the input's, divided by the groups in a convolution but not in a deconvolution.
    guard outputs.isMultiple(of: groups), !isDeconvolution || kernelChannels.isMultiple(of: groups) else {
      throw fail(.groups(channels: outputs.isMultiple(of: groups) ? kernelChannels : outputs, groups: groups))
    }
    let shape = [isDeconvolution ? kernelChannels : outputs, isDeconvolution ? outputs / groups : kernelChannels]
    let outputShape = content[repeated: 100].counts.isEmpty ? nil : try extent(100, "outputShape", absent: 1)
    return ConvolutionDefinition(
      outputChannels: outputs, kernelSize: kernel, stride: try extent(30, "stride", absent: 1),
      dilation: try extent(40, "dilationFactor", absent: 1), groups: groups, padding: try padding(valid: 50, same: 51),
      weights: try tensor(
        90, "weights", shape: shape + [kernel.height, kernel.width], channelAxis: isDeconvolution ? 1 : 0,
        groups: isDeconvolution ? groups : 1),
      bias: try bias(91, has: 70, channels: outputs), isDeconvolution: isDeconvolution,
      outputShape: isDeconvolution ? outputShape : nil)
  }

  func innerProduct() throws(ModelFileError) -> InnerProductDefinition {
    try expect()
    let inputs = try size(1, "inputChannels")
    let outputs = try size(2, "outputChannels")
    return InnerProductDefinition(
      inputChannels: inputs, outputChannels: outputs, weights: try tensor(20, "weights", shape: [outputs, inputs]),
      bias: try bias(21, has: 10, channels: outputs))
  }
}
