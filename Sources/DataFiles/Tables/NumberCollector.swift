import Foundation

/// Takes the numbers of a table in their order: into memory for as long as there is room, then into a file. They are bytes
/// until one comes that is none.
struct NumberCollector {
  private var bytes: [UInt8] = []
  private var floats: [Float] = []
  private var number = RowFile.Number.byte
  private var file: RowFile?
  /// How many bytes the file has.
  private var written = 0
  private let room: TableRoom

  /// How many bytes are gathered before they are written.
  private static let chunkSize = 1 << 20

  /// Holds nothing yet.
  init(room: TableRoom) { self.room = room }

  /// Makes room in memory for so many numbers, if there is so much.
  mutating func reserve(_ count: Int, _ number: RowFile.Number) {
    guard count <= room.bytes / number.size else { return }
    if number == .byte { bytes.reserveCapacity(count) } else { floats.reserveCapacity(count) }
  }

  /// Takes numbers that are bytes.
  mutating func append(bytes new: UnsafeRawBufferPointer) throws(TabularDataError) {
    guard number == .byte else {
      for byte in new { floats.append(Float(byte)) }
      return try passOn()
    }
    bytes += new.octets
    try passOn()
  }

  /// Takes any numbers.
  mutating func append(_ new: some Collection<Float>) throws(TabularDataError) {
    if number == .byte { try widen() }
    floats += new
    try passOn()
  }

  /// Takes a row of a table in text.
  mutating func append(row: [Double]) throws(TabularDataError) {
    if number == .byte {
      if row.allSatisfy({ $0 >= 0 && $0 <= 255 && $0 == $0.rounded() }) {
        for number in row { bytes.append(UInt8(number)) }
        return try passOn()
      }
      try widen()
    }
    for number in row { floats.append(Float(number)) }
    try passOn()
  }

  /// All that was taken.
  mutating func finish() throws(TabularDataError) -> TableNumbers {
    guard let file else { return number == .byte ? .bytes(bytes) : .floats(floats) }
    try writeOut()
    return .file(file)
  }

  private var held: Int { bytes.count + floats.count * MemoryLayout<Float>.size }

  private mutating func passOn() throws(TabularDataError) {
    guard held > (file == nil ? room.bytes : Self.chunkSize) else { return }
    try writeOut()
  }

  private mutating func writeOut() throws(TabularDataError) {
    let isFirst = file == nil
    if file == nil { file = try RowFile(in: room.folder, number: number) }
    guard let file else { return }
    let (offset, folder) = (written, room.folder)
    let result = bytes.withUnsafeBytes { bytes in
      floats.withUnsafeBytes { floats in
        Result { () throws(TabularDataError) in
          try file.write(bytes.isEmpty ? floats : bytes, at: offset, in: folder)
        }
      }
    }
    try result.get()
    written += held
    bytes.removeAll(keepingCapacity: !isFirst)
    floats.removeAll(keepingCapacity: !isFirst)
  }

  /// From here on numbers are floats, and those that came before become such.
  private mutating func widen() throws(TabularDataError) {
    if file == nil, bytes.count > room.bytes / MemoryLayout<Float>.size { try writeOut() }
    defer { number = .float }
    guard let narrow = file else {
      floats = bytes.map { Float($0) }
      bytes = []
      return
    }
    try writeOut()
    let wide = try RowFile(in: room.folder, number: .float)
    for start in stride(from: 0, to: written, by: Self.chunkSize) {
      var numbers: [Float] = []
      let count = min(Self.chunkSize, written - start)
      // As if every byte were a row.
      try narrow.append(Array(start..<start + count), length: 1, scale: 1, to: &numbers)
      let folder = room.folder
      let result = numbers.withUnsafeBytes { numbers in
        Result { () throws(TabularDataError) in
          try wide.write(numbers, at: start * MemoryLayout<Float>.size, in: folder)
        }
      }
      try result.get()
    }
    file = wide
    written *= MemoryLayout<Float>.size
  }
}
