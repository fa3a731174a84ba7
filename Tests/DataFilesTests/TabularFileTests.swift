import Foundation
import Tensors
import Testing

@testable import DataFiles

/// Files whose bytes come piece by piece.
@Suite struct TabularFileTests {
  private let folder: DataFolder

  init() throws { folder = try DataFolder() }

  /// Far more bytes than a piece has, of few kinds.
  private var long: [UInt8] {
    (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 / 7 + $0 % 5 * ($0 >> 16)) % 40 + 48 }
  }

  private func read(_ file: URL) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try TabularData.read(file) { piece in
      #expect(piece.count <= 1 << 21)
      bytes += piece
      return nil
    }
    return bytes
  }

  /// Has a tool of the system pack a file.
  private func gzip(_ file: URL, _ level: String) throws -> URL {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.arguments = ["-k", level, file.path]
    try process.run()
    process.waitUntilExit()
    return file.appendingPathExtension("gz")
  }

  @Test func `a long file comes in order`() throws {
    #expect(try read(folder.write(long, as: "long")) == long)
    #expect(try read(folder.write([], as: "empty")) == [])
  }

  @Test(arguments: ["-1", "-9"]) func `and so does a packed one, several in a row too`(level: String) throws {
    let packed = try gzip(folder.write(long, as: "long"), level)
    #expect(try read(packed) == long)
    let twice = try Data(contentsOf: packed) + Data(contentsOf: packed)
    #expect(try read(folder.write(Array(twice), as: "twice.gz")) == long + long)
  }

  @Test func `blocks that are stored are no longer than memory`() throws {
    let count = UInt32(long.count)
    let header = Array("bvx-".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    let file = try folder.write(header + long + Array("bvx$".utf8), as: "stored.lzfse")
    #expect(try read(file) == long)
    let cut = try folder.write(header + long.prefix(9000), as: "cut.lzfse")
    #expect(throws: TabularDataError.damagedArchive(path: cut.path)) { try read(cut) }
  }

  @Test func `lines that pieces part are lines`() throws {
    let text = (0..<70_000).map { "\($0 % 10),\($0 % 256),\($0 % 251)\r\n" }.joined()
    let file = try folder.write("\u{FEFF}" + text, as: "t.csv")
    let data = try ReadTable(csv: file).data
    #expect(data.count == 70_000)
    #expect(try data.tensor([69_999]).values == [Float(69_999 % 256), Float(69_999 % 251)])
    #expect(try ReadTable(csv: gzip(file, "-6")).data == data)
  }

  @Test func `whoever wants no more is asked no more`() throws {
    let file = try folder.write(long, as: "long")
    var pieces = 0
    for file in [file, try gzip(file, "-6")] {
      pieces = 0
      #expect(throws: TabularDataError.stopped) {
        try TabularData.read(file) { _ in
          pieces += 1
          return .stopped
        }
      }
      #expect(pieces == 1)
    }
  }
}
