/// A height and a width, or a step down and a step to the right.
public struct Extent: Sendable, Equatable, Codable {
  /// The vertical part.
  public var height: Int
  /// The horizontal part.
  public var width: Int

  /// Makes an extent; height first, as in the format.
  public init(_ height: Int, _ width: Int) {
    self.height = height
    self.width = width
  }
}

/// How many rows and columns of padding lie on each side.
public struct Margins: Sendable, Equatable, Codable {
  /// Rows above, rows below, columns to the left and columns to the right.
  public var top: Int, bottom: Int, left: Int, right: Int

  /// Makes margins; none unless said.
  public init(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) {
    self.top = top
    self.bottom = bottom
    self.left = left
    self.right = right
  }
}

/// How a layer with windows treats its input's border.
public enum Padding: Sendable, Equatable, Codable {
  /// So many zeros on each side, and only whole windows.
  case valid(Margins)
  /// As many zeros as make the output ceil(input / stride) long; the odd one at the bottom right, or at the top left.
  case same(topLeftHeavy: Bool)
  /// Caffe's pooling: so many rows and columns on both sides, the last window may hang over the edge.
  case includeLastPixel(rows: Int, columns: Int)
}
