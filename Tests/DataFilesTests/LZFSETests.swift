import CZlib
import Foundation
import TestSupport
import Testing

@testable import DataFiles

@Suite struct LZFSETests {
  /// Bytes packed by the reference implementation; `Tests/Reference/lzfse.py` writes them.
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let length: Int
    let crc32: UInt32
    let packed: Data

    var testDescription: String { name }
  }

  private static let cases: [Case] = {
    struct File: Decodable { let cases: [Case] }
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Goldens/DataFiles/lzfse.json")
    return ((try? JSONDecoder().decode(File.self, from: Data(contentsOf: url))) ?? File(cases: [])).cases
  }()

  private static func unpack(_ bytes: [UInt8], limit: Int = 1 << 20) throws(UnpackingError) -> [UInt8] {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(UnpackingError) in try LZFSE.unpack(bytes, limit: limit) }
    }
    return try result.get()
  }

  private static func unpacked(_ name: String) throws -> [UInt8] {
    try unpack(Array(try #require(cases.first { $0.name == name }).packed))
  }

  @Test func `every kind of block is there`() {
    #expect(Self.cases.count >= 10)
    let kinds = Set(Self.cases.map { String(decoding: $0.packed.prefix(4), as: UTF8.self) })
    #expect(kinds == ["bvx-", "bvxn", "bvx1", "bvx2"])
  }

  @Test(arguments: cases)
  func `unpacks what the reference packed`(packed: Case) throws {
    let bytes = try Self.unpack(Array(packed.packed))
    #expect(bytes.count == packed.length)
    #expect(bytes.withUnsafeBytes { crc32_z(0, $0.baseAddress, bytes.count) } == packed.crc32)
    #expect(Array(packed.packed).withUnsafeBytes { LZFSE.isPacked($0) })
  }

  @Test func `small ones by eye`() throws {
    #expect(try Self.unpacked("a word") == Array("whet whet whet your knives".utf8))
    #expect(try Self.unpacked("a run") == [UInt8](repeating: UInt8(ascii: "a"), count: 1000))
    #expect(try Self.unpacked("a table") == Self.unpacked("a table, plainly"))
    #expect(try Self.unpack(Array("bvx$".utf8)) == [])
  }

  @Test(arguments: cases)
  func `a file cut anywhere is told`(packed: Case) {
    let bytes = Array(packed.packed)
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)) {
      #expect(throws: UnpackingError.self) { try Self.unpack(Array(bytes.prefix(length))) }
    }
  }

  /// Every byte of the first 64, and places drawn from a seed behind them, every other one among the tables a block
  /// begins with; as many as `WHET_FUZZ` says.
  @Test(arguments: cases)
  func `no wrong byte crashes, hangs or makes more than the limit`(packed: Case) {
    let bytes = Array(packed.packed)
    var dice = Dice(seed: UInt64(packed.crc32))
    let (first, tables) = (min(bytes.count, 64), min(bytes.count, 900))
    let drawn = (0..<Rounds.fuzz(else: 160)).map { round in
      first + dice.below(max(1, (round.isMultiple(of: 2) ? tables : bytes.count) - first))
    }
    for place in Array(0..<first) + drawn where place < bytes.count {
      let change = dice.one(of: [0x01, 0x80, 0xFF] as [UInt8])
      var broken = bytes
      broken[place] ^= change
      if let result = try? Self.unpack(broken, limit: packed.length) {
        #expect(result.count <= packed.length, "byte \(place) changed by \(change)")
      }
    }
  }

  @Test(arguments: cases.filter { $0.length > 1 })
  func `more than allowed is refused before it is made`(packed: Case) {
    #expect(throws: UnpackingError.tooLong) { try Self.unpack(Array(packed.packed), limit: packed.length - 1) }
  }

  @Test(arguments: [[], [98, 118, 120], Array("bvx?".utf8), Array("gzip".utf8)])
  func `other files are none`(bytes: [UInt8]) {
    #expect(!bytes.withUnsafeBytes { LZFSE.isPacked($0) })
    #expect(throws: UnpackingError.self) { try Self.unpack(bytes) }
  }

  // MARK: Tables

  /// Row 24: reading .csv.lzfse gives the same as .csv.
  @Test func `row 24: a packed table is the table`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "whet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let packed = try #require(Self.cases.first { $0.name == "a table" }).packed
    let (plainFile, packedFile) = (folder.appending(path: "t.csv"), folder.appending(path: "t.csv.lzfse"))
    try Data(Self.unpacked("a table")).write(to: plainFile)
    try packed.write(to: packedFile)
    let table = try ReadTable(csv: packedFile).data
    #expect(try table == ReadTable(csv: plainFile).data)
    #expect(table.count == 400 && table.sampleShape == [40])
    try packed.prefix(5000).write(to: packedFile)
    #expect(throws: TabularDataError.damagedArchive(path: packedFile.path)) { try ReadTable(csv: packedFile).data }
  }
}
