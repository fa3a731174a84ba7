import Networks
import Tensors
import Testing

@Suite struct ImagePreprocessingTests {
  /// Two pixels: (1, 2, 3) and (40, 50, 60).
  private let picture = PixelBuffer(width: 2, height: 1, bytes: [1, 2, 3, 40, 50, 60])

  private func numbers(_ image: ImagePreprocessing, _ picture: PixelBuffer) throws -> [Float] {
    let channels = image.colorSpace == .grayscale ? 1 : 3
    let network = try Network(
      NetworkDefinition(
        inputs: [NetworkInput(name: "image", shape: [channels, 1, 2], image: image)], layers: [], outputs: ["image"]))
    return try #require(try network.forward(images: [picture])["image"]).values
  }

  @Test func `channels come in the order of the colour space, scaled, biases added`() throws {
    #expect(try numbers(ImagePreprocessing(colorSpace: .rgb), picture) == [1, 40, 2, 50, 3, 60])
    #expect(try numbers(ImagePreprocessing(colorSpace: .bgr), picture) == [3, 60, 2, 50, 1, 40])
    #expect(
      try numbers(ImagePreprocessing(colorSpace: .bgr, channelScale: 2, biases: [100, 200, -300]), picture)
        == [106, 220, 204, 300, -298, -220])
  }

  @Test(arguments: [ImagePreprocessing.ColorSpace.rgb, .bgr], [1, 34, 35, 101])
  func `rows longer than a vector have the same bits as pixel by pixel`(
    space: ImagePreprocessing.ColorSpace, width: Int
  ) throws {
    let picture = PixelBuffer(
      width: width, height: 1, bytes: (0..<3 * width).map { UInt8(truncatingIfNeeded: $0 * 37) })
    for scale: Float in [1, 0.017] {
      let image = ImagePreprocessing(colorSpace: space, channelScale: scale, biases: [-0.123, 7.7, -100.1])
      let network = try Network(
        NetworkDefinition(
          inputs: [NetworkInput(name: "image", shape: [3, 1, width], image: image)], layers: [], outputs: ["image"]))
      let values = try #require(try network.forward(images: [picture])["image"]).values
      for channel in 0..<3 {
        for x in 0..<width {
          let product = scale * Float(picture.bytes[3 * x + (space == .bgr ? 2 - channel : channel)])
          #expect(values[channel * width + x] == product + image.biases[channel])
        }
      }
    }
  }

  @Test func `a scale of 0 is followed`() throws {
    #expect(try numbers(ImagePreprocessing(colorSpace: .rgb, channelScale: 0), picture) == [0, 0, 0, 0, 0, 0])
  }

  @Test func `a mean image is subtracted, channel by channel`() throws {
    let image = ImagePreprocessing(colorSpace: .rgb, meanImage: [1, 2, 3, 4, 5, 6])
    #expect(try numbers(image, picture) == [0, 38, -1, 46, -2, 54])
  }

  @Test func `gray comes from colour by luma, and colour from gray by repetition`() throws {
    let gray = ImagePreprocessing(colorSpace: .grayscale)
    // 0.299 · 40 + 0.587 · 50 + 0.114 · 60 = 48.15
    #expect(try numbers(gray, picture) == [2, 48])
    let one = PixelBuffer(width: 2, height: 1, channels: 1, bytes: [7, 255])
    #expect(try numbers(gray, one) == [7, 255])
    #expect(try numbers(ImagePreprocessing(colorSpace: .bgr), one) == [7, 255, 7, 255, 7, 255])
  }

  @Test func `a picture of another size is refused`() throws {
    #expect(throws: NetworkError.feed(.pictureSize(expected: Extent(1, 2), actual: Extent(2, 1)))) {
      try numbers(
        ImagePreprocessing(colorSpace: .rgb), PixelBuffer(width: 1, height: 2, bytes: [0, 0, 0, 0, 0, 0]))
    }
  }
}
