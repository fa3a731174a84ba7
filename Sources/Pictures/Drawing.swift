internal import CDecoders

/// Drawings as pictures: librsvg sets their texts in the machine's fonts. The library is opened at the first one.
public enum Drawing {
  /// Why there is no picture.
  public enum Problem: Error, Equatable {
    /// The library is not installed, or too old: the name of its file.
    case noLibrary(String)
    /// The library's words.
    case refused(String)
  }

  /// The file of the library that draws; nil where it is there.
  public static var missingLibrary: String? {
    whet_svg_is_drawable() != 0 ? nil : String(cString: whet_svg_library)
  }

  /// A drawing as a picture, on white where it is transparent.
  ///
  /// - Parameters:
  ///   - svg: The drawing.
  ///   - width: How wide the picture is, in pixels, at least 1.
  ///   - height: How high it is.
  /// - Returns: The picture.
  /// - Throws: `Problem`.
  public static func picture(of svg: String, width: Int, height: Int) throws(Problem) -> Picture {
    let bytes = Array(svg.utf8)
    var outcome = WHET_DAMAGED
    var message = [CChar](repeating: 0, count: Int(whet_message_size))
    let size = width * height
    let drawn = [UInt32](unsafeUninitializedCapacity: size) { buffer, count in
      buffer.initialize(repeating: 0)
      count = size
      buffer.withMemoryRebound(to: UInt8.self) { pixels in
        outcome = whet_svg_draw(bytes, bytes.count, Int32(width), Int32(height), pixels.baseAddress, &message)
      }
    }
    switch outcome {
    case WHET_DECODED: break
    case WHET_NO_LIBRARY: throw .noLibrary(String(cString: whet_svg_library))
    default: throw .refused(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    let pixels = [UInt8](unsafeUninitializedCapacity: size * 3) { buffer, count in
      for (place, pixel) in drawn.enumerated() {
        // Native-endian words of opacity, red, green and blue; what is left of the page is white.
        let rest = 255 - (pixel >> 24)
        buffer[place * 3] = UInt8(min(255, (pixel >> 16 & 255) + rest))
        buffer[place * 3 + 1] = UInt8(min(255, (pixel >> 8 & 255) + rest))
        buffer[place * 3 + 2] = UInt8(min(255, (pixel & 255) + rest))
      }
      count = size * 3
    }
    return Picture(width: width, height: height, pixels: pixels)
  }
}
