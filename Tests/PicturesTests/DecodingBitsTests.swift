import Foundation
import Pictures
import TestSupport
import Testing

/// Decoded and resized pictures have the same bits on every processor; the digests were written down once. `./Tests/run` asks for
/// them with every kind of vectors that the processor has (`WHET_VECTORS`), and of libjpeg-turbo without its own
/// (`JSIMD_FORCENONE`).
@Suite struct DecodingBitsTests {
  @Test func `decoded pictures`() throws {
    let pixels = try Reference.decoding().flatMap { try Picture(bytes: Array($0.file)).pixels }
    #expect(Digest.of(bytes: pixels) == 14_728_686_822_700_287_701)
  }

  /// A smooth picture with noise, whose sides are no multiples of a block's.
  private var picture: Picture {
    let (width, height) = (203, 149)
    let rough = noise(3 * width * height)
    return Picture(
      width: width, height: height,
      pixels: (0..<3 * width * height).map { place in
        let (x, y) = (place / 3 % width, place / 3 / width)
        return UInt8(clamping: (x * (place % 3 + 1) / 3 + y + Int(rough[place]) / 4) % 256)
      })
  }

  @Test(arguments: [(0.3, 8_898_157_852_894_658_772 as UInt64), (0.9, 15_134_879_757_545_000_327)])
  func `a JPEG, written, read whole and at a fraction of its size`(quality: Double, expected: UInt64) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jpg")
    defer { try? FileManager.default.removeItem(at: url) }
    let data = try picture.jpegData(quality: quality)
    try data.write(to: url)
    let read = try [149, 74, 37, 18].map { try ReducedPicture(contentsOf: url, enough: $0).picture.pixels }
    #expect(Digest.of(bytes: Array(data) + read.joined()) == expected)
  }

  @Test func `resized pictures`() {
    let sizes = [(227, 227), (64, 64), (28, 28), (400, 17), (9, 300)]
    let pixels = sizes.flatMap { width, height in
      [CropAndScale.scaleFill, .scaleFit, .centerCrop].map { picture.resized(width: width, height: height, $0).pixels }
    }
    #expect(Digest.of(bytes: pixels.joined()) == 18_235_890_119_847_333_289)
  }
}
