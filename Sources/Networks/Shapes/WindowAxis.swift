/// Where the windows of a convolution or pooling lie along one axis.
///
/// Window i covers the input places `i * stride - before + k * dilation`, k in `0 ..< kernel`.
struct WindowAxis: Equatable {
  var input: Int
  var output: Int
  var kernel: Int
  var stride: Int
  var dilation: Int
  /// Padding before the first place, and after the last: what averages count as part of the map.
  var before: Int
  var after: Int

  /// The length of a window with its gaps.
  var extent: Int { (kernel - 1) * dilation + 1 }

  /// Whether all windows lie on the map as it is.
  var lies: Bool { before == 0 && (output - 1) * stride + extent <= input }

  /// The real places inside window i (for windows without gaps).
  func places(of window: Int) -> Range<Int> {
    let start = window * stride - before
    let end = min(start + kernel, input)
    return max(start, 0)..<max(end, max(start, 0))
  }

  /// How many places of window i lie on the padded map: what an average that counts padding divides by.
  func paddedLength(of window: Int) -> Int {
    let start = window * stride - before
    return min(start + kernel, input + after) - start
  }
}

extension WindowAxis {
  /// One place, one step at a time, without a border.
  var isPoint: Bool { kernel == 1 && stride == 1 && before == 0 && output == input }

  /// Three places side by side, one step at a time.
  var isPlainThree: Bool { kernel == 3 && stride == 1 && dilation == 1 }
}
