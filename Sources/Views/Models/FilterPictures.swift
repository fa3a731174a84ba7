public import Figures
import Pictures
public import Tensors

/// The filters of a convolution as small pictures: dark for negative numbers, bright for positive ones.
public struct FilterPictures {
  /// [filters, channels, height, width].
  let weights: Tensor
  /// The number that is drawn brightest; the largest of all when left out.
  var top: Float?

  /// Draws filters, up to the brightest number.
  public init(weights: Tensor, top: Float? = nil) { (self.weights, self.top) = (weights, top) }

  /// The most filters that are drawn.
  public static let limit = 64

  /// The pictures; nil for weights that are no filters, or filters of a single number.
  public var grid: ImageGrid? {
    guard weights.shape.count == 4, weights.shape[2] * weights.shape[3] > 1 else { return nil }
    let items = (0..<min(weights.shape[0], Self.limit)).map { filter in
      ImageGrid.Item(
        source: try? picture(filter).pngDataURI(), caption: "", description: "filter \(filter)")
    }
    let remark =
      weights.shape[1] == 3 ? "" : weights.shape[1] == 1 ? "" : ", the mean over \(weights.shape[1]) channels"
    return ImageGrid(
      title: nil, groups: [ImageGrid.Group(title: "filters\(remark)", items: items, total: weights.shape[0])],
      columns: 16, imageWidth: 36)
  }

  /// One filter, its numbers between the least and the largest of the whole layer, each as a square of pixels.
  private func picture(_ filter: Int) -> Picture {
    let (channels, height, width) = (weights.shape[1], weights.shape[2], weights.shape[3])
    let row = Array(weights.row(filter))
    let top = max(self.top ?? weights.values.map(abs).max() ?? 1, .leastNonzeroMagnitude)
    let square = max(1, 36 / max(height, width))
    var pixels: [UInt8] = []
    for y in 0..<height * square {
      for x in 0..<width * square {
        let place = (y / square) * width + x / square
        let numbers = (0..<channels).map { row[$0 * height * width + place] }
        let mean = numbers.reduce(0, +) / Float(channels)
        for channel in 0..<3 {
          let number = channels == 3 ? numbers[channel] : mean * (channels > 3 ? Float(channels).squareRoot() : 1)
          pixels.append(UInt8(shade: (number / top + 1) / 2))
        }
      }
    }
    return Picture(width: width * square, height: height * square, pixels: pixels)
  }
}
