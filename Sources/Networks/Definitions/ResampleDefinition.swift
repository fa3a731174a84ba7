/// The settings of a layer that computes maps of another size from the numbers around each place (format messages
/// `ResizeBilinearLayerParams`, and `UpsampleLayerParams` with fractional factors or aligned corners).
public struct ResampleDefinition: Sendable, Equatable, Codable {
  /// How large the new maps are.
  public enum Size: Sendable, Equatable, Codable {
    /// So many times as high and wide, rounded down.
    case factor(height: Float, width: Float)
    /// So many rows and columns.
    case target(Extent)
  }

  /// Which places of the old map the new ones are. Along an axis that grows from X numbers to N, place i lies at
  public enum Grid: Sendable, Equatable, Codable {
    /// the number at or before i · X / N, alone.
    case nearest
    /// i · (X − X / N) / (N − 1), beyond the last number the last (format `UPSAMPLE_MODE`, and the default of upsampling).
    case upsample
    /// i · (X − 1) / (N − 1): the ends meet (format `STRICT_ALIGN_ENDPOINTS_MODE`, `ALIGN_CORNERS_TRUE`).
    case strictEndpoints
    /// the same, but the middle where N is 1 (format `ALIGN_ENDPOINTS_MODE`).
    case endpoints
    /// (i + ½) · X / N − ½, within the map (format `ALIGN_CORNERS_FALSE`).
    case centers
    /// (i + ½) · max(1, X − 1) / N, beyond the last number the last (format `ROI_ALIGN_MODE`).
    case regions
  }

  /// How large the new maps are.
  public var size: Size
  /// Which places of the old map the new ones are.
  public var grid: Grid

  /// Describes a resampling.
  public init(size: Size, grid: Grid) {
    self.size = size
    self.grid = grid
  }
}
