/// How a padding layer fills what it adds (format field `PaddingLayerParams`).
public struct PaddingDefinition: Sendable, Equatable, Codable {
  /// What the new rows and columns hold.
  public enum Fill: Sendable, Equatable, Codable {
    /// One number.
    case constant(Float)
    /// The map mirrored at its edge; the edge itself is not repeated.
    case reflection
    /// The nearest number of the map.
    case replication
  }

  /// What the new rows and columns hold.
  public var filling: Fill
  /// How many of them lie on each side.
  public var margins: Margins

  /// Describes a padding layer.
  public init(filling: Fill, margins: Margins) {
    self.filling = filling
    self.margins = margins
  }
}

/// What a crop layer keeps (format field `CropLayerParams`).
public struct CropDefinition: Sendable, Equatable, Codable {
  /// What is cut off each side, when the layer has one input.
  public var margins: Margins
  /// The upper left corner of the window, when a second input gives its size.
  public var offset: Extent

  /// Describes a crop layer.
  public init(margins: Margins = Margins(), offset: Extent = Extent(0, 0)) {
    self.margins = margins
    self.offset = offset
  }
}

/// What a slice layer keeps (format field `SliceLayerParams`).
public struct SliceDefinition: Sendable, Equatable, Codable {
  /// The axes a slice can run along.
  public enum Axis: Sendable, Equatable, Codable { case channel, height, width }

  /// The axis it runs along.
  public var axis: Axis
  /// The first entry kept; negative counts from the end: -1 is the last entry.
  public var start: Int
  /// The entry before which it ends; negative counts from the end: -1 is the last entry, left out.
  public var end: Int
  /// The step from one kept entry to the next.
  public var stride: Int

  /// Describes a slice layer.
  public init(axis: Axis, start: Int, end: Int, stride: Int = 1) {
    self.axis = axis
    self.start = start
    self.end = end
    self.stride = stride
  }
}

/// What a reduce layer makes of the numbers along its axes (format field `ReduceLayerParams`).
public struct ReduceDefinition: Sendable, Equatable, Codable {
  /// What is taken of the numbers.
  public enum Statistic: Sendable, Equatable, Codable {
    /// The sum, mean, product, Σ ln(x + epsilon), sum of squares, sum of magnitudes, or Euclidean length.
    case sum, average, product, logSum, sumOfSquares, l1, l2
    /// The largest or the smallest number, or the index of the largest along one axis.
    case maximum, minimum, argumentOfMaximum
  }

  /// The axes that shrink to length 1.
  public enum Axes: Sendable, Equatable, Codable { case channelHeightWidth, heightWidth, channel, height, width }

  /// What is taken of the numbers.
  public var statistic: Statistic
  /// The axes that shrink to length 1.
  public var axes: Axes
  /// What is added inside the logarithm.
  public var epsilon: Float

  /// Describes a reduce layer.
  public init(statistic: Statistic, axes: Axes, epsilon: Float = 1e-6) {
    self.statistic = statistic
    self.axes = axes
    self.epsilon = epsilon
  }
}

/// How an upsampling layer finds the numbers between the given ones.
public enum Interpolation: Sendable, Equatable, Codable {
  /// The given number at floor(i / factor).
  case nearest
  /// Linear between the given numbers around i / factor; beyond the last, the last.
  case bilinear
}
