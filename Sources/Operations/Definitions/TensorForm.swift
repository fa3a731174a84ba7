/// The shape of a tensor of any rank, and how it lies in memory: row-major, or, of four axes [N, C, H, W], with the channels of a
/// pixel together as the maps of a network.
public struct TensorForm: Sendable, Equatable, Codable {
  /// The lengths of its axes, outermost first; none for a single number.
  public var shape: [Int]
  /// Whether it lies as a map.
  public var isMap: Bool

  /// Describes a tensor.
  ///
  /// Precondition: a map has four axes.
  public init(_ shape: [Int], isMap: Bool = false) {
    precondition(!isMap || shape.count == 4, "a map has the axes [N, C, H, W]")
    self.shape = shape
    self.isMap = isMap
  }

  /// How many numbers it holds; `Int.max` where no integer says so.
  public var count: Int {
    if shape.contains(0) { return 0 }
    return shape.reduce(1) { product, length in
      let (count, overflows) = product.multipliedReportingOverflow(by: length)
      return overflows ? Int.max : count
    }
  }

  /// The steps from one entry of each axis to the next: of a map with so many floats from pixel to pixel, and from one sample's map to
  /// the next.
  public func steps(pixelStep: Int? = nil, sampleStep: Int? = nil) -> [Int] {
    guard isMap else {
      var steps: [Int] = []
      var step = 1
      for length in shape.reversed() {
        steps.append(step)
        step *= length
      }
      return steps.reversed()
    }
    let pixel = pixelStep ?? shape[1]
    let row = shape[3] * pixel
    return [sampleStep ?? shape[2] * row, 1, row, pixel]
  }
}

/// Where a tensor's numbers lie: its shape, and a step for each axis.
public struct TensorView: Sendable, Equatable {
  /// The lengths of its axes.
  public var shape: [Int]
  /// From one entry of each axis to the next, in floats.
  public var steps: [Int]

  /// Describes a view.
  public init(_ form: TensorForm, pixelStep: Int? = nil, sampleStep: Int? = nil) {
    shape = form.shape
    steps = form.steps(pixelStep: pixelStep, sampleStep: sampleStep)
  }

  init(shape: [Int], steps: [Int]) { (self.shape, self.steps) = (shape, steps) }

  var count: Int { shape.reduce(1, *) }

  /// The steps of this view spread over another shape, as NumPy spreads: axes are matched from the last one on, and lengths of 1
  /// are repeated.
  func steps(spreadOver target: [Int]) -> [Int] {
    target.indices.map { axis in
      let own = axis - (target.count - shape.count)
      return own < 0 || shape[own] == 1 ? 0 : steps[own]
    }
  }
}
