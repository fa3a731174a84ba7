public import Tensors

extension Picture {
  /// The pixels as numbers from 0 to 255 with axes [3, height, width], channels in the order red, green, blue.
  public var tensor: Tensor {
    let area = width * height
    let values = [Float](unsafeUninitializedCapacity: area * 3) { buffer, count in
      for pixel in 0..<area {
        for channel in 0..<3 { buffer[channel * area + pixel] = Float(pixels[pixel * 3 + channel]) }
      }
      count = area * 3
    }
    return Tensor(shape: [3, height, width], values: values)
  }
}
