public import Networks

/// In which way a photo is turned before a network sees it.
public struct PhotoVariant: Sendable, Hashable {
  /// Mirrored left to right.
  public var flippedHorizontally = false
  /// Mirrored top to bottom.
  public var flippedVertically = false

  /// A photo mirrored as told.
  public init(flippedHorizontally: Bool = false, flippedVertically: Bool = false) {
    self.flippedHorizontally = flippedHorizontally
    self.flippedVertically = flippedVertically
  }

  /// As it was taken.
  public static let original = PhotoVariant()

  /// Turns the pixels.
  public func apply(to buffer: PixelBuffer) -> PixelBuffer {
    guard self != .original else { return buffer }
    let width = buffer.width
    let height = buffer.height
    var turned = [UInt8](repeating: 0, count: buffer.bytes.count)
    for y in 0..<height {
      let sourceY = flippedVertically ? height - 1 - y : y
      for x in 0..<width {
        let from = (sourceY * width + (flippedHorizontally ? width - 1 - x : x)) * 3
        let to = (y * width + x) * 3
        for channel in 0..<3 { turned[to + channel] = buffer.bytes[from + channel] }
      }
    }
    return PixelBuffer(width: width, height: height, bytes: turned)
  }
}
