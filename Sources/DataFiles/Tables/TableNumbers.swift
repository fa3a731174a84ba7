/// The numbers that are kept of a table's samples, sample after sample, in memory or in a file.
enum TableNumbers: Sendable, Equatable {
  case bytes([UInt8]), floats([Float]), file(RowFile)

  /// How many bytes the numbers of so many samples take, `length` of each.
  func byteCount(samples: Int, length: Int) -> Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .floats(let floats): floats.count * MemoryLayout<Float>.size
    case .file(let file): samples * length * file.number.size
    }
  }

  /// Appends the numbers of samples by their places, `length` of each, times a scale.
  ///
  /// - Throws: `TabularDataError.rowsLost`.
  func append(
    _ places: some Collection<Int>, length: Int, scale: Float, to numbers: inout [Float]
  ) throws(TabularDataError) {
    switch self {
    case .bytes(let bytes):
      bytes.withUnsafeBufferPointer { bytes in
        for place in places {
          for byte in bytes[place * length..<(place + 1) * length] { numbers.append(Float(byte) * scale) }
        }
      }
    case .floats(let floats):
      for place in places {
        let sample = floats[place * length..<(place + 1) * length]
        if scale == 1 { numbers += sample } else { for number in sample { numbers.append(number * scale) } }
      }
    case .file(let file):
      try file.append(Array(places), length: length, scale: scale, to: &numbers)
    }
  }
}
