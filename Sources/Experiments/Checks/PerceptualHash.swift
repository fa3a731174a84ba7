public import Pictures

/// What a photo looks like, in few numbers: enough to tell copies of one picture, and what is dark, pale or blurred.
public struct PerceptualHash: Sendable, Equatable {
  /// The sides of the file's picture, in pixels.
  public let width: Int, height: Int
  /// A small copy, [16, 16, 3], 0…1.
  public let small: [Float]
  /// The mean of the small copy, and how far its numbers are spread around it.
  public let mean: Double, contrast: Double
  /// The mean luminance, 0…1, and its deviation.
  public let brightness: Double, deviation: Double
  /// The deviation of the Laplacian of the luminance at 128 × 128 pixels, 0…4: small where nothing has an edge.
  public let sharpness: Double

  /// The side of the small copy.
  public static let side = 16
  private static let edgeSide = 128

  /// How many pixels along the shorter side a picture needs to be looked at.
  public static let enough = edgeSide * 2

  /// Looks at a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture, or a reduced copy of it.
  ///   - whole: The sides in the file, where the picture is a copy.
  public init(_ picture: Picture, of whole: (width: Int, height: Int)? = nil) {
    (width, height) = whole ?? (picture.width, picture.height)
    small = picture.resized(width: Self.side, height: Self.side).pixels.map { Float($0) / 255 }
    (mean, contrast) = Self.spread(small.map(Double.init))
    let large = picture.resized(width: Self.edgeSide, height: Self.edgeSide).pixels
    // ITU-R BT.601.
    let shades = stride(from: 0, to: large.count, by: 3).map { place -> Double in
      let (red, green, blue) = (Double(large[place]), Double(large[place + 1]), Double(large[place + 2]))
      return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
    }
    (brightness, deviation) = Self.spread(shades)
    var edges: [Double] = []
    for y in 1..<Self.edgeSide - 1 {
      for x in 1..<Self.edgeSide - 1 {
        let place = y * Self.edgeSide + x
        edges.append(
          4 * shades[place] - shades[place - 1] - shades[place + 1] - shades[place - Self.edgeSide]
            - shades[place + Self.edgeSide])
      }
    }
    sharpness = Self.spread(edges).deviation
  }

  /// The root of the mean squared difference of the small copies, 0…1; of this one mirrored, if wanted.
  public func distance(to other: PerceptualHash, mirrored: Bool = false) -> Double {
    var sum: Float = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let own = (y * Self.side + (mirrored ? Self.side - 1 - x : x)) * 3
        let its = (y * Self.side + x) * 3
        for channel in 0..<3 {
          let difference = small[own + channel] - other.small[its + channel]
          sum += difference * difference
        }
      }
    }
    return (Double(sum) / Double(small.count)).squareRoot()
  }

  private static func spread(_ values: [Double]) -> (mean: Double, deviation: Double) {
    let mean = values.reduce(0, +) / Double(max(1, values.count))
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (squares / Double(max(1, values.count))).squareRoot())
  }
}
