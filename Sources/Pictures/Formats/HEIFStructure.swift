/// What a HEIF file says of itself before anything is decoded (ISO/IEC 14496-12): whether its boxes are all there.
struct HEIFStructure: Equatable {
  /// Whether no box reaches beyond the end.
  private(set) var isComplete = false

  /// Walks the outermost boxes of a file.
  init(_ bytes: [UInt8]) {
    let file = BigEndianBytes(bytes[...])
    var position = 0
    while position < file.count {
      guard var size = file.long(at: position), file.long(at: position + 4) != nil else { return }
      // A size of 0 reaches to the end; 1 announces one of eight bytes.
      if size == 0 { break }
      if size == 1 {
        guard let upper = file.long(at: position + 8), let lower = file.long(at: position + 12), upper < 1 << 20
        else { return }
        size = upper << 32 | lower
      }
      guard size >= 8, size <= file.count - position else { return }
      position += size
    }
    isComplete = true
  }
}
