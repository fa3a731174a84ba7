/// Decodes a BMP file: palettes of 1 to 8 bits, packed or not, and channels of any width up to 32 bits a pixel.
///
/// - Parameters:
///   - bytes: The file.
///   - limits: How large the picture may be.
/// - Returns: The picture, over white.
/// - Throws: What is wrong with the bytes.
func decodeBMP(_ bytes: [UInt8], limits: Picture.Limits) throws(PictureError.Problem) -> Picture {
  let structure = BMPStructure(bytes)
  guard structure.width > 0 else {
    guard bytes.count >= 54 else { throw .ends(.bmp, afterBytes: bytes.count) }
    throw .damaged(.bmp, bytes: bytes.count, detail: "no picture in it")
  }
  try limits.check(.bmp, width: structure.width, height: structure.height)
  let pixels: [UInt8]
  switch structure.packing {
  case .indices(let bits):
    pixels = coloured(try indices(of: structure, bits: bits, in: bytes), of: structure, in: bytes)
  case .runs(let bits):
    pixels = coloured(try unpackBMP(structure, bits: bits, in: bytes), of: structure, in: bytes)
  case .channels(let size, let masks): pixels = try channels(of: structure, bytes: size, masks: masks, in: bytes)
  case .other(let number): throw .unsupported(.bmp, feature: "compression \(number)")
  }
  let stored = Picture(width: structure.width, height: structure.height, pixels: pixels)
  return structure.isTopDown ? stored : stored.flipped(horizontally: false, vertically: true)
}

/// The bytes of a row, which are a multiple of four; a file too short for all rows breaks off.
private func rowBytes(of structure: BMPStructure, bits: Int, in bytes: [UInt8]) throws(PictureError.Problem) -> Int {
  let length = (structure.width * bits + 31) / 32 * 4
  // The last row may lack what fills it up.
  let needed = structure.start + length * (structure.height - 1) + (structure.width * bits + 7) / 8
  guard needed <= bytes.count else { throw .ends(.bmp, afterBytes: bytes.count) }
  return length
}

/// Indices that are not packed, row by row as they are stored.
private func indices(of structure: BMPStructure, bits: Int, in bytes: [UInt8]) throws(PictureError.Problem) -> [UInt8] {
  let length = try rowBytes(of: structure, bits: bits, in: bytes)
  let perByte = 8 / bits, mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
  return [UInt8](unsafeUninitializedCapacity: structure.width * structure.height) { buffer, count in
    for y in 0..<structure.height {
      for x in 0..<structure.width {
        let byte = bytes[structure.start + y * length + x / perByte]
        buffer[y * structure.width + x] = byte >> UInt8(8 - bits * (x % perByte + 1)) & mask
      }
    }
    count = structure.width * structure.height
  }
}

/// The colours of indices; black for an index without one.
private func coloured(_ indices: [UInt8], of structure: BMPStructure, in bytes: [UInt8]) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: indices.count * 3) { buffer, count in
    for (pixel, index) in indices.enumerated() {
      let place = structure.paletteStart + Int(index) * structure.colourBytes
      // Blue comes first.
      for channel in 0..<3 {
        buffer[pixel * 3 + channel] = Int(index) < structure.colours ? bytes[place + 2 - channel] : 0
      }
    }
    count = indices.count * 3
  }
}

/// Channels of their own, row by row as they are stored.
private func channels(
  of structure: BMPStructure, bytes size: Int, masks: [Int], in bytes: [UInt8]
) throws(PictureError.Problem) -> [UInt8] {
  let length = try rowBytes(of: structure, bits: size * 8, in: bytes)
  let fields = masks.map(BitField.init)
  let isTransparent = masks[3] != 0
  let channels = isTransparent ? 4 : 3
  let pixels = [UInt8](unsafeUninitializedCapacity: structure.width * structure.height * channels) { buffer, count in
    var target = 0
    for y in 0..<structure.height {
      var place = structure.start + y * length
      for _ in 0..<structure.width {
        var value = 0
        for byte in 0..<size { value |= Int(bytes[place + byte]) << (8 * byte) }
        for channel in 0..<channels { buffer[target + channel] = fields[channel].level(value) }
        target += channels
        place += size
      }
    }
    count = target
  }
  return isTransparent ? overWhite(pixels) : pixels
}

/// Neighbouring bits of a number that are a channel.
private struct BitField {
  private let shift: Int, most: Int

  init(mask: Int) {
    shift = mask == 0 ? 0 : mask.trailingZeroBitCount
    // A mask with gaps is taken as if it had none.
    most = mask == 0 ? 0 : 1 << (Int.bitWidth - mask.leadingZeroBitCount - mask.trailingZeroBitCount) - 1
  }

  /// The channel of a pixel, from 0 to 255.
  func level(_ value: Int) -> UInt8 {
    most == 0 ? 0 : most == 255 ? UInt8(value >> shift & 255) : UInt8(((value >> shift & most) * 255 + most / 2) / most)
  }
}
