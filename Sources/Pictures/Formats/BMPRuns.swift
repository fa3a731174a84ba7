/// Unpacks the runs of a BMP file: pairs of a count and a value; a count of 0 begins an end, a jump or values of their own.
///
/// - Parameters:
///   - structure: What the file says of itself.
///   - bits: 8 for an index in a value, 4 for two.
///   - bytes: The file.
/// - Returns: the indices, row by row as they are stored; 0 for pixels that were jumped over.
/// - Throws: `ends` where the file ends within the runs.
func unpackBMP(
  _ structure: BMPStructure, bits: Int, in bytes: [UInt8]
) throws(PictureError.Problem) -> [UInt8] {
  let (width, height) = (structure.width, structure.height)
  let file = LittleEndianBytes(bytes)
  var indices = [UInt8](repeating: 0, count: width * height)
  var (x, y, position) = (0, 0, structure.start)

  /// Sets a pixel from the upper or lower half of a value; those beyond the row are left out.
  func set(_ value: Int, _ number: Int) {
    if x < width, y < height {
      indices[y * width + x] = UInt8(bits == 8 ? value : number.isMultiple(of: 2) ? value >> 4 : value & 15)
    }
    x += 1
  }

  while y < height {
    guard let count = file.byte(at: position), let value = file.byte(at: position + 1) else {
      throw .ends(.bmp, afterBytes: bytes.count)
    }
    position += 2
    switch (count, value) {
    case (0, 0): (x, y) = (0, y + 1)
    case (0, 1): return indices
    case (0, 2):
      guard let right = file.byte(at: position), let up = file.byte(at: position + 1) else {
        throw .ends(.bmp, afterBytes: bytes.count)
      }
      (x, y, position) = (x + right, y + up, position + 2)
    case (0, let own):
      let size = bits == 8 ? own : (own + 1) / 2
      guard position + size <= bytes.count else { throw .ends(.bmp, afterBytes: bytes.count) }
      for number in 0..<own { set(Int(bytes[position + (bits == 8 ? number : number / 2)]), number) }
      // Values of their own fill up a multiple of two bytes.
      position += size + size % 2
    default: for number in 0..<count { set(value, number) }
    }
  }
  return indices
}
