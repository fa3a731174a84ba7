import Arithmetic
import Tensors

extension ImagePreprocessing {
  /// The numbers of pixels, 0 to 255, that lie channel by channel, red, green and blue, as the network takes them: in its order of
  /// channels scale · pixel + bias, less the mean image.
  public func numbers(ofPlanes planes: ArraySlice<Float>) -> [Float] {
    let channels = colorSpace == .grayscale ? 1 : 3
    guard planes.count.isMultiple(of: channels) else { return Array(planes) }
    let pixels = planes.count / channels
    let means = meanImage.flatMap { $0.count == planes.count ? $0 : nil }
    return (0..<channels).flatMap { channel in
      let first = planes.startIndex + (colorSpace == .bgr ? 2 - channel : channel) * pixels
      let bias = biases.indices.contains(channel) ? biases[channel] : 0
      return (0..<pixels).map { pixel in
        channelScale * planes[first + pixel] + bias - (means?[channel * pixels + pixel] ?? 0)
      }
    }
  }

  /// Writes a picture as numbers, in the tensor's channel order: scale · pixel + bias, less the mean image.
  func convert(_ picture: PixelBuffer, into map: Map, sample: Int) {
    let source = colorSpace == .grayscale ? picture.gray() : picture
    let isGray = source.channels == 1
    let order: [Int32] =
      switch colorSpace {
      case .grayscale: [0]
      case .rgb: isGray ? [0, 0, 0] : [0, 1, 2]
      case .bgr: isGray ? [0, 0, 0] : [2, 1, 0]
      }
    let channels = order.count
    let offsets = (0..<channels).map { biases.indices.contains($0) ? biases[$0] : 0 }
    let to = map.sample(sample)
    source.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      Elementwise.convertPixels(
        base, channels: source.channels, into: to, pixelStep: map.pixelStep, count: map.shape.pixels, order: order,
        scale: channelScale, biases: offsets)
    }
    guard let meanImage, meanImage.count == map.shape.count else { return }
    for pixel in 0..<map.shape.pixels {
      for c in 0..<channels { to[pixel * map.pixelStep + c] -= meanImage[c * map.shape.pixels + pixel] }
    }
  }
}
