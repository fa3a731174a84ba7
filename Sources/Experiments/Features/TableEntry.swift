import Networks
import Tensors

/// How the numbers of a table's samples enter a network: as they are, or, where it reads an image, as the pixels they were made of,
/// prepared as those of photos are.
struct TableEntry: Sendable {
  /// What pixels were multiplied by in the table.
  private let scale: Float
  /// What the network does to pixels; nil where it reads numbers.
  private let image: ImagePreprocessing?

  /// The way from a table into a network's input.
  init(_ dataset: TableDataset, into input: NetworkInput?) {
    (scale, image) = (dataset.pixelScale, input?.image)
  }

  /// Whether the numbers enter as they are.
  var isDirect: Bool { image == nil }

  /// Samples as the network takes them, [samples, …].
  func entered(_ samples: Tensor) -> Tensor {
    guard let image, samples.shape[0] > 0 else { return samples }
    let length = samples.count / samples.shape[0]
    let pixels = samples.values.map(pixel)
    let values = stride(from: 0, to: pixels.count, by: length).flatMap {
      image.numbers(ofPlanes: pixels[$0..<$0 + length])
    }
    return Tensor(shape: samples.shape, values: values)
  }

  /// The pixel a number was made of: a whole number again where it was one.
  private func pixel(_ number: Float) -> Float {
    let pixel = scale == 0 ? number : number / scale
    let whole = pixel.rounded()
    return abs(pixel - whole) < 1e-3 ? whole : pixel
  }
}
