internal import CZlib
public import Foundation

extension Picture {
  /// The picture as the bytes of a PNG file, without loss, in a third of the time `pngData` takes: of each row the difference
  /// from the one above, packed by the frequency of its bytes alone. The grain of a photo leaves nothing else to be packed.
  ///
  /// - Returns: The file's bytes.
  /// - Throws: `notEncodable` where memory is short.
  public func quickPNGData() throws(PictureError.Problem) -> Data {
    guard let data = QuickPNG(picture: self).data else {
      throw .notEncodable(.png, width: width, height: height, detail: "zlib could not pack it")
    }
    return data
  }
}

/// A picture as such a file.
private struct QuickPNG {
  let picture: Picture

  /// The file's bytes; nil where memory is short.
  var data: Data? {
    guard let packed = Self.packed(differences) else { return nil }
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // Eight bits of red, green and blue, not interlaced.
    Self.append("IHDR", Self.bytes(picture.width) + Self.bytes(picture.height) + [8, 2, 0, 0, 0], to: &data)
    Self.append("sRGB", [0], to: &data)
    Self.append("IDAT", packed, to: &data)
    Self.append("IEND", [], to: &data)
    return data
  }

  /// Each row after the number of its filter, "Up".
  private var differences: [UInt8] {
    let (height, length) = (picture.height, picture.width * 3)
    return [UInt8](unsafeUninitializedCapacity: height * (length + 1)) { bytes, count in
      picture.pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<height {
          let (from, to) = (y * length, y * (length + 1))
          bytes[to] = 2
          if y == 0 {
            for x in 0..<length { bytes[to + 1 + x] = pixels[x] }
          } else {
            for x in 0..<length { bytes[to + 1 + x] = pixels[from + x] &- pixels[from - length + x] }
          }
        }
      }
      count = height * (length + 1)
    }
  }

  /// Bytes as zlib packs them; nil where memory is short.
  private static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard whet_deflate_frequencies(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var source = bytes
    var status = Z_OK
    let packed = source.withUnsafeMutableBufferPointer { source in
      let room = Int(deflateBound(&stream, UInt(source.count)))
      return [UInt8](unsafeUninitializedCapacity: room) { target, count in
        (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
        (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(room))
        status = deflate(&stream, Z_FINISH)
        count = room - Int(stream.avail_out)
      }
    }
    return status == Z_STREAM_END ? packed : nil
  }

  private static func append(_ kind: String, _ content: [UInt8], to data: inout Data) {
    data.append(contentsOf: bytes(content.count))
    let checked = Array(kind.utf8) + content
    data.append(contentsOf: checked)
    data.append(contentsOf: bytes(Int(crc32(0, checked, UInt32(checked.count)))))
  }

  /// A number as four bytes, the most significant first.
  private static func bytes(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, Array.init)
  }
}
