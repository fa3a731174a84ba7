/// A pooling layer's settings (format field `PoolingLayerParams`).
public struct PoolingDefinition: Sendable, Equatable, Codable {
  /// What is taken of each window.
  public enum Statistic: Sendable, Equatable, Codable {
    /// The largest number, the mean, or the square root of the sum of squares.
    case max, average, l2
  }

  /// What is taken of each window.
  public var statistic: Statistic
  /// The window's height and width; ignored when `isGlobal`.
  public var kernelSize: Extent
  /// The steps from one window to the next.
  public var stride: Extent
  /// What surrounds the input.
  public var padding: Padding
  /// Whether an average counts only the real pixels of a window.
  public var excludesPadding: Bool
  /// Whether the one window is the whole map.
  public var isGlobal: Bool

  /// Describes a pooling layer.
  public init(
    statistic: Statistic, kernelSize: Extent, stride: Extent, padding: Padding = .valid(Margins()),
    excludesPadding: Bool = false, isGlobal: Bool = false
  ) {
    self.statistic = statistic
    self.kernelSize = kernelSize
    self.stride = stride
    self.padding = padding
    self.excludesPadding = excludesPadding
    self.isGlobal = isGlobal
  }
}
