/// How a stored picture must be turned to stand upright: the values of the EXIF tag Orientation (0x0112).
///
/// The names say where the stored first row and first column belong in the upright picture, as the EXIF standard does.
enum Orientation: UInt16, CaseIterable {
  case topLeft = 1
  case topRight
  case bottomRight
  case bottomLeft
  case leftTop
  case rightTop
  case rightBottom
  case leftBottom

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// Where the upright pixel (x, y) lies in the stored picture of the given sides.
  func stored(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .topLeft: (x, y)
    case .topRight: (width - 1 - x, y)
    case .bottomRight: (width - 1 - x, height - 1 - y)
    case .bottomLeft: (x, height - 1 - y)
    case .leftTop: (y, x)
    case .rightTop: (y, height - 1 - x)
    case .rightBottom: (width - 1 - y, height - 1 - x)
    case .leftBottom: (width - 1 - y, x)
    }
  }
}

extension Picture {
  /// The stored picture turned upright.
  func upright(_ orientation: Orientation) -> Picture {
    guard orientation != .topLeft else { return self }
    let newWidth = orientation.swapsSides ? height : width
    let newHeight = orientation.swapsSides ? width : height
    let bytes = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      for y in 0..<newHeight {
        for x in 0..<newWidth {
          let source = orientation.stored(x: x, y: y, width: width, height: height)
          let from = (source.y * width + source.x) * 3
          let to = (y * newWidth + x) * 3
          for channel in 0..<3 { buffer[to + channel] = pixels[from + channel] }
        }
      }
      count = pixels.count
    }
    return Picture(width: newWidth, height: newHeight, pixels: bytes)
  }
}
