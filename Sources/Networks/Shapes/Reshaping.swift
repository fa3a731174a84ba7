/// Permutations, reshapings and repetitions: where each number comes from, and the shape of what comes out.
enum Reshaping {
  /// The axes of [Seq, C, H, W], reordered.
  static func permuted(_ input: MapShape, axes: [Int], layer: String) throws(NetworkError) -> MapShape {
    guard axes.sorted() == [0, 1, 2, 3] else {
      throw .invalidSetting(layer: layer, setting: "axis", value: axes.first { !(0...3).contains($0) } ?? axes.count)
    }
    let lengths = [input.steps, input.channels, input.height, input.width]
    return MapShape(channels: lengths[axes[1]], height: lengths[axes[2]], width: lengths[axes[3]])
      .repeated(lengths[axes[0]])
  }

  /// Axis i of the output is axis `axes[i]` of the input.
  static func permutation(axes: [Int]) -> Origin {
    { channel, row, column in
      var from = [0, 0, 0, 0]
      from[axes[1]] = channel
      from[axes[2]] = row
      from[axes[3]] = column
      return (from[1], from[2], from[3])
    }
  }

  /// The same numbers under another shape: [C, H, W] at every step of a sequence, or [Seq, C, H, W] for all of it.
  static func reshaped(_ input: MapShape, to target: [Int], layer: String) throws(NetworkError) -> MapShape {
    for length in target where length < 1 {
      throw .invalidSetting(layer: layer, setting: "targetShape", value: length)
    }
    try MemoryLimit.check(target, layer: layer)
    let steps = target.count == 4 ? target[0] : 1
    guard let shape = MapShape(Array(target.suffix(3)))?.repeated(steps), target.count >= 3,
      shape.total == input.total
    else {
      throw .shapeMismatch(layer: layer, expected: target, actual: input.lengths)
    }
    return shape
  }

  /// Both shapes unrolled in the same order.
  static func reshaping(from input: MapShape, to output: MapShape, order: AxisOrder) -> Origin {
    { channel, row, column in
      if order == .channelFirst {
        let index = (channel * output.height + row) * output.width + column
        return (index / input.pixels, index % input.pixels / input.width, index % input.width)
      }
      let index = (row * output.width + column) * output.channels + channel
      let pixel = index / input.channels
      return (index % input.channels, pixel / input.width, pixel % input.width)
    }
  }

  /// The map enlarged by whole factors.
  static func enlarged(_ input: MapShape, by factor: Extent, layer: String) throws(NetworkError) -> MapShape {
    for value in [factor.height, factor.width] where value < 1 || value > 1 << 16 {
      throw .invalidSetting(layer: layer, setting: "scalingFactor", value: value)
    }
    return MapShape(
      channels: input.channels, height: input.height * factor.height, width: input.width * factor.width)
  }

  /// Each number repeated.
  static func repetition(factor: Extent) -> Origin {
    { channel, row, column in (channel, row / factor.height, column / factor.width) }
  }

  /// Into how many equal parts the channels fall.
  static func split(_ input: MapShape, into parts: Int, layer: String) throws(NetworkError) -> [MapShape] {
    guard parts >= 1, input.channels % parts == 0 else {
      throw .shapeMismatch(layer: layer, expected: [parts, 0, 0], actual: input.lengths)
    }
    var part = input
    part.channels /= parts
    return [MapShape](repeating: part, count: parts)
  }
  /// Where the numbers of each of those parts come from, so many channels apart.
  static func parts(_ count: Int, channels: Int) -> [Origin] {
    (0..<count).map { part in { ($0 + part * channels, $1, $2) } }
  }
}
