extension Strokes {
  /// The strokes as white on black in the size a network reads: 0 to 255, row by row from the top, [height, width].
  ///
  /// - Parameters:
  ///   - width: How many pixels a row has; at least 1.
  ///   - height: How many rows there are; at least 1.
  ///   - isCentered: Whether the drawing is brought to the place and size that digits have in MNIST (Y. LeCun, C. Cortes,
  ///     C. Burges, "The MNIST database of handwritten digits"): its longer side 20 of 28 pixels, its centre of mass in the
  ///     middle. Nothing becomes more than twice as large as it was drawn, so that a dot stays one. Otherwise the sheet is
  ///     scaled as it is.
  /// - Returns: A byte for each pixel.
  public func pixels(width: Int, height: Int, isCentered: Bool) -> [UInt8] {
    precondition(width > 0 && height > 0, "a picture of \(width)×\(height) pixels does not exist")
    let ink = Ink(self)
    let side = Double(Self.side)
    var (left, top) = (0.0, 0.0)
    var (stepX, stepY) = (side / Double(width), side / Double(height))
    if isCentered, let box = ink.box {
      let step = Self.step(Double(max(box.rows.count, box.columns.count)), to: Double(min(width, height)))
      (stepX, stepY) = (step, step)
      left = ink.centre.x - Double(width) / 2 * step
      top = ink.centre.y - Double(height) / 2 * step
    }
    return ink.averaged(left: left, top: top, stepX: stepX, stepY: stepY, width: width, height: height).map {
      UInt8((min(max($0, 0), 1) * 255).rounded())
    }
  }

  /// How many pixels of the sheet become one, for ink of a length to fill 20 of 28 pixels of a side.
  private static func step(_ length: Double, to side: Double) -> Double {
    max(length / (side * 20 / 28), Double(Self.side) / side / 2)
  }
}
