import Arithmetic
import Testing

struct WindowsTests {
  private static let channels = 21, height = 9, width = 11
  private static let map = numbers(height * width * channels)

  /// Sums of depthwise windows of a stride of 1 or 2 in both directions, with as many zeros around the map as half a kernel.
  private func sums(kernel: Int, stride: Int, of map: [Float], border: Windows.Border?) -> [Float] {
    let (channels, half) = (WindowsTests.channels, kernel / 2)
    let width = border == nil ? WindowsTests.width + 2 * half : WindowsTests.width
    let (rows, columns) = ((WindowsTests.height - 1) / stride + 1, (WindowsTests.width - 1) / stride + 1)
    let taps = (0..<kernel * kernel).map { ($0 / kernel * width + $0 % kernel) * channels }
    let (weights, bias) = (numbers(kernel * kernel * channels + 16), numbers(channels + 16))
    var result = [Float](repeating: .nan, count: rows * columns * channels)
    result.withUnsafeMutableBufferPointer { result in
      map.withUnsafeBufferPointer { map in
        taps.withUnsafeBufferPointer { taps in
          guard let start = map.baseAddress, let output = result.baseAddress else { return }
          Windows(
            input: border == nil ? start : start - half * (width + 1) * channels, output: output, taps: taps,
            channels: 1,
            outputs: channels, rows: rows, columns: columns, inputRowStep: stride * width * channels,
            inputStep: stride * channels, outputRowStep: columns * channels, outputStep: channels
          ).convolveDepthwise(weights: weights, bias: bias, border: border)
        }
      }
    }
    return result
  }

  @Test(arguments: [(3, 1), (3, 2), (5, 1), (5, 2), (7, 1)])
  func `taps outside a map count nothing, as if zeros lay there`(kernel: Int, stride: Int) {
    let (channels, half) = (WindowsTests.channels, kernel / 2)
    let (height, width) = (WindowsTests.height + 2 * half, WindowsTests.width + 2 * half)
    var band = [Float](repeating: 0, count: height * width * channels)
    for y in 0..<WindowsTests.height {
      for x in 0..<WindowsTests.width {
        for c in 0..<channels {
          band[((y + half) * width + x + half) * channels + c] =
            WindowsTests.map[(y * WindowsTests.width + x) * channels + c]
        }
      }
    }
    let border = Windows.Border(
      above: half, left: half, height: WindowsTests.height, width: WindowsTests.width, rowStride: stride, rowDilation: 1
    )
    #expect(Windows.Border.suits(kernel: (kernel, kernel), stride: stride, dilation: 1))
    #expect(
      sums(kernel: kernel, stride: stride, of: WindowsTests.map, border: border)
        == sums(kernel: kernel, stride: stride, of: band, border: nil))
  }
}

/// Numbers from -1 to 1.
private func numbers(_ count: Int) -> [Float] { (0..<count).map { Float($0 * 7919 % 2003) / 1001.5 - 1 } }
