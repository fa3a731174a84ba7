import CKernels

/// Changes that leave what a picture shows: turned, moved, nearer, in other light. Places beyond the edge show the edge's
/// pixels again.
extension Picture {
  /// Mirrored left to right, top to bottom, or both.
  public func flipped(horizontally: Bool, vertically: Bool) -> Picture {
    upright(
      horizontally ? vertically ? .bottomRight : .topRight : vertically ? .bottomLeft : .topLeft)
  }

  /// Turned about its middle, brought nearer and moved, with bilinear sampling.
  ///
  /// - Parameters:
  ///   - degrees: How far it is turned clockwise.
  ///   - zoom: How much larger things become; above 0.
  ///   - shift: How far they move to the right and down, as shares of the sides.
  /// - Returns: A picture of the same sides.
  public func turned(by degrees: Double, zoom: Double = 1, shift: (x: Double, y: Double) = (0, 0)) -> Picture {
    precondition(zoom > 0, "a zoom of \(zoom) does not exist")
    guard degrees != 0 || zoom != 1 || shift != (0, 0) else { return self }
    let angle = degrees * .pi / 180
    let (cosine, sine) = (whet_cos(angle) / zoom, whet_sin(angle) / zoom)
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
    let sampler = BilinearSampler(picture: self)
    var bytes = [UInt8](repeating: 0, count: pixels.count)
    for y in 0..<height {
      let fromMiddleY = Double(y) + 0.5 - middleY - shift.y * Double(height)
      for x in 0..<width {
        let fromMiddleX = Double(x) + 0.5 - middleX - shift.x * Double(width)
        let oldX = cosine * fromMiddleX + sine * fromMiddleY + middleX - 0.5
        let oldY = cosine * fromMiddleY - sine * fromMiddleX + middleY - 0.5
        sampler.sample(oldX, oldY, into: &bytes, at: (y * width + x) * 3)
      }
    }
    return Picture(width: width, height: height, pixels: bytes)
  }

  /// A part of the picture.
  ///
  /// Precondition: the part lies within it.
  public func cropped(x: Int, y: Int, width newWidth: Int, height newHeight: Int) -> Picture {
    precondition(x >= 0 && y >= 0 && x + newWidth <= width && y + newHeight <= height, "the part lies outside")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(newWidth * newHeight * 3)
    for row in y..<y + newHeight {
      let start = (row * width + x) * 3
      bytes += pixels[start..<start + newWidth * 3]
    }
    return Picture(width: newWidth, height: newHeight, pixels: bytes)
  }

  /// Each channel times a factor, cut at 255.
  public func lit(red: Double, green: Double, blue: Double) -> Picture {
    let tables = [red, green, blue].map { factor in
      (0..<256).map { UInt8(min(max((Double($0) * factor).rounded(), 0), 255)) }
    }
    var bytes = pixels
    for index in bytes.indices { bytes[index] = tables[index % 3][Int(bytes[index])] }
    return Picture(width: width, height: height, pixels: bytes)
  }

  /// Blurred by a Gaussian of so many pixels' standard deviation, cut off at three of them.
  public func blurred(deviation: Double) -> Picture {
    let reach = min(Int((3 * deviation).rounded(.up)), 64)
    guard deviation > 0.05, reach > 0 else { return self }
    let shares = (-reach...reach).map { whet_exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = shares.reduce(0, +)
    let kernel = BlurKernel(weights: shares.map { $0 / sum }, reach: reach)
    return kernel.blurred(kernel.blurred(self, dx: 1, dy: 0), dx: 0, dy: 1)
  }
}

/// Reads a picture between its pixels.
private struct BilinearSampler {
  let picture: Picture

  /// The colour between four pixels, of which those beyond the edge are the edge's.
  func sample(_ x: Double, _ y: Double, into bytes: inout [UInt8], at place: Int) {
    let (width, height) = (picture.width, picture.height)
    let (x, y) = (min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1)))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (across, down) = (x - Double(left), y - Double(top))
    for channel in 0..<3 {
      func pixel(_ x: Int, _ y: Int) -> Double { Double(picture.pixels[(y * width + x) * 3 + channel]) }
      let above = pixel(left, top) + (pixel(right, top) - pixel(left, top)) * across
      let below = pixel(left, bottom) + (pixel(right, bottom) - pixel(left, bottom)) * across
      bytes[place + channel] = UInt8((above + (below - above) * down).rounded())
    }
  }
}

/// What a pixel takes from those before and after it along one axis.
private struct BlurKernel {
  let weights: [Double]
  /// How many pixels it reaches to either side.
  let reach: Int

  func blurred(_ picture: Picture, dx: Int, dy: Int) -> Picture {
    let (width, height, pixels) = (picture.width, picture.height, picture.pixels)
    var bytes = [UInt8](repeating: 0, count: pixels.count)
    for y in 0..<height {
      for x in 0..<width {
        var (red, green, blue) = (0.0, 0.0, 0.0)
        for step in -reach...reach {
          let column = min(max(x + step * dx, 0), width - 1)
          let from = (min(max(y + step * dy, 0), height - 1) * width + column) * 3
          red += weights[step + reach] * Double(pixels[from])
          green += weights[step + reach] * Double(pixels[from + 1])
          blue += weights[step + reach] * Double(pixels[from + 2])
        }
        let to = (y * width + x) * 3
        (bytes[to], bytes[to + 1], bytes[to + 2]) = (
          UInt8(red.rounded()), UInt8(green.rounded()), UInt8(blue.rounded())
        )
      }
    }
    return Picture(width: width, height: height, pixels: bytes)
  }
}
