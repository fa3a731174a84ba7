import CKernels

/// Averages over a map of rectified numbers, with a mark for each number above 0, and the way back through them.
public enum MarkedAverages {
  /// How many bytes of marks lie one after the other for one channel.
  public static func groups(pixels: Int) -> Int { (pixels + Int(WHET_MARKS) - 1) / Int(WHET_MARKS) }
  /// How many input channels `addProducts` takes at a time.
  public static var lanes: Int { Int(whet_vector_length()) }

  /// averages(c) = factor · Σ over pixels of map(pixel, c). Marks, where wanted, lie as [group][channel], `groupStep` apart. The
  /// map must be readable up to a whole vector of channels.
  public static func take(
    of map: UnsafePointer<Float>, pixelStep: Int, pixels: Int, channels: Int, factor: Float,
    into averages: UnsafeMutablePointer<Float>, marks: UnsafeMutablePointer<UInt8>?, groupStep: Int
  ) {
    whet_average_marks(map, pixelStep, Int32(pixels), Int32(channels), factor, averages, marks, groupStep)
  }

  /// sums(output, lane) += factors(output) · Σ over the output's marked pixels of map(pixel, lane), for `lanes` channels of the
  /// map; sums lie as [output][lane], aligned.
  public static func addProducts(
    of map: UnsafePointer<Float>, pixelStep: Int, pixels: Int, marks: UnsafePointer<UInt8>, outputs: Int,
    factors: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>
  ) {
    var work = whet_marked(
      input: map, pixel_step: pixelStep, marks: marks, group_step: outputs, pixels: Int32(pixels),
      outputs: Int32(outputs), factors: factors)
    whet_add_marked(&work, sums)
  }

  /// sums(c) += factors(c) · the number of the channel's marks.
  public static func addCounts(
    _ marks: UnsafePointer<UInt8>, pixels: Int, channels: Int, factors: UnsafePointer<Float>,
    to sums: UnsafeMutablePointer<Float>
  ) {
    whet_count_marks(marks, channels, Int32(groups(pixels: pixels)), Int32(channels), factors, sums)
  }

  /// map(pixel, c) = factors(c) where there is a mark, otherwise 0.
  public static func spread(
    _ marks: UnsafePointer<UInt8>, pixels: Int, channels: Int, factors: UnsafePointer<Float>,
    into map: UnsafeMutablePointer<Float>
  ) {
    whet_spread_marked(marks, channels, Int32(pixels), Int32(channels), factors, map)
  }
}
