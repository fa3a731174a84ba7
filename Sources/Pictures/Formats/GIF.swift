/// Decodes the first picture of a GIF file. What it leaves free of its screen is transparent, as browsers show it.
///
/// - Parameters:
///   - bytes: The file.
///   - limits: How large the picture may be.
/// - Returns: The picture, over white.
/// - Throws: What is wrong with the bytes.
func decodeGIF(_ bytes: [UInt8], limits: Picture.Limits) throws(PictureError.Problem) -> Picture {
  let structure = GIFStructure(bytes)
  if structure.width > 0 { try limits.check(.gif, width: structure.width, height: structure.height) }
  guard structure.isComplete else { throw .ends(.gif, afterBytes: bytes.count) }
  guard !structure.palette.isEmpty else { throw .damaged(.gif, bytes: bytes.count, detail: "no colours in it") }
  guard (1...8).contains(structure.codeBits) else {
    throw .damaged(.gif, bytes: bytes.count, detail: "codes of \(structure.codeBits) bits")
  }
  let frame = structure.frame
  let indices = unpackGIF(
    bytes, blocks: structure.data, codeBits: structure.codeBits, count: frame.width * frame.height)
  guard indices.count == frame.width * frame.height else {
    throw .damaged(
      .gif, bytes: bytes.count, detail: "\(indices.count) of \(frame.width * frame.height) pixels in it")
  }
  let colours = structure.palette.count / 3
  let rows = structure.isInterlaced ? interlacedRows(frame.height) : Array(0..<frame.height)
  var pixels = [UInt8](repeating: 255, count: structure.width * structure.height * 3)
  for (stored, y) in rows.enumerated() {
    var place = ((frame.y + y) * structure.width + frame.x) * 3
    for x in 0..<frame.width {
      let index = Int(indices[stored * frame.width + x])
      if index != structure.transparentIndex {
        let colour = structure.palette.lowerBound + index * 3
        for channel in 0..<3 { pixels[place + channel] = index < colours ? bytes[colour + channel] : 0 }
      }
      place += 3
    }
  }
  return Picture(width: structure.width, height: structure.height, pixels: pixels)
}

/// The rows of an interlaced picture in the order they are stored: each eighth, those between, and so on.
private func interlacedRows(_ height: Int) -> [Int] {
  [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in Array(stride(from: first, to: height, by: step)) }
}
