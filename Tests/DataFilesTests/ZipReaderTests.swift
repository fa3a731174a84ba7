import Foundation
import Testing

@testable import DataFiles

@Suite struct ZipReaderTests {
  private func archive(_ entries: [(String, Data)]) throws -> Data {
    var writer = ZipWriter()
    for (name, content) in entries {
      if name.hasSuffix("/") {
        try writer.add(folder: String(name.dropLast()))
      } else {
        try writer.add(file: name, content)
      }
    }
    return try writer.finish()
  }

  @Test func `what was written is read`() throws {
    let entries = [
      ("train/✊/", Data()), ("train/✊/a.jpg", Data("abc".utf8)), ("labels.json", Data()),
      ("b", Data(repeating: 7, count: 100_000)),
    ]
    let reader = try ZipReader(archive(entries))
    #expect(reader.entries.map(\.name) == ["train/✊", "train/✊/a.jpg", "labels.json", "b"])
    #expect(reader.entries.map(\.isFolder) == [true, false, false, false])
    #expect(reader.entries.map(\.length) == [0, 3, 0, 100_000])
    for (entry, expected) in zip(reader.entries, entries) { #expect(try reader.content(of: entry) == expected.1) }
  }

  @Test func `an empty archive has no entries`() throws {
    #expect(try ZipReader(archive([])).entries.isEmpty)
  }

  /// An archive as Python's zipfile writes it: one deflated entry "a.txt" of "abc" 40 times.
  @Test func `a deflated entry is unpacked`() throws {
    let packed: [UInt8] = [0x4B, 0x4C, 0x4A, 0x4E, 0x1C, 0x08, 0x04, 0x00]
    let content = Data(String(repeating: "abc", count: 40).utf8)
    var bytes = Array(try archive([("a.txt", content)]))
    // The stored content gives way to the packed one, in both headers and in the end record.
    bytes.replaceSubrange(35..<35 + 120, with: packed)
    bytes[8] = 8
    bytes[18] = 8
    let directory = 35 + 8
    bytes[directory + 10] = 8
    bytes[directory + 20] = 8
    let end = bytes.count - 22
    bytes[end + 16] = UInt8(directory)
    let reader = try ZipReader(Data(bytes))
    #expect(try reader.content(of: reader.entries[0]) == content)
  }

  @Test(arguments: [
    "../a", "a/../b", "/a", "a//b", "./a", "a/.", "a\\b", "", "a\0b", String(repeating: "a/", count: 30) + "b",
    String(repeating: "a", count: 300), "..", "C:\\a",
  ])
  func `a name that is no path within a folder is refused`(name: String) throws {
    let data = try archive([(name, Data("x".utf8))])
    #expect(throws: ZipError.name(name)) { try ZipReader(data) }
  }

  @Test func `a link is refused`() throws {
    var bytes = Array(try archive([("a", Data("/etc/passwd".utf8))]))
    let directory = 30 + 1 + 11
    bytes[directory + 41] = 0xA1
    #expect(throws: ZipError.notAFile("a")) { try ZipReader(Data(bytes)) }
  }

  @Test func `two entries of one name are refused`() throws {
    let data = try archive([("a", Data()), ("a", Data("x".utf8))])
    #expect(throws: ZipError.twice("a")) { try ZipReader(data) }
  }

  @Test func `what would become too large is refused before it is unpacked`() throws {
    var limits = ZipReader.Limits()
    limits.fileBytes = 10
    limits.bytes = 15
    limits.entries = 3
    #expect(throws: ZipError.tooLarge(limit: 10)) { try ZipReader(archive([("a", Data(count: 11))]), limits: limits) }
    #expect(throws: ZipError.tooLarge(limit: 15)) {
      try ZipReader(archive([("a", Data(count: 8)), ("b", Data(count: 8))]), limits: limits)
    }
    #expect(throws: ZipError.tooMany(4, limit: 3)) {
      try ZipReader(archive([("a", Data()), ("b", Data()), ("c", Data()), ("d", Data())]), limits: limits)
    }
  }

  @Test func `content that does not fit its checksum is refused`() throws {
    var bytes = Array(try archive([("a", Data("abc".utf8))]))
    bytes[31] ^= 1
    let reader = try ZipReader(Data(bytes))
    #expect(throws: ZipError.checksum("a")) { try reader.content(of: reader.entries[0]) }
  }

  @Test func `every byte changed and every length cut is read or refused, never a crash`() throws {
    let whole = Array(try archive([("train/a.jpg", Data("abcdefgh".utf8)), ("b/", Data())]))
    func read(_ bytes: [UInt8]) {
      guard let reader = try? ZipReader(Data(bytes)) else { return }
      for entry in reader.entries { _ = try? reader.content(of: entry) }
    }
    for length in 0..<whole.count { read(Array(whole.prefix(length))) }
    for place in whole.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF, whole[place] ^ 0x10] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        read(bytes)
      }
    }
  }

  @Test func `what is no archive is said to be none`() {
    for data in [Data(), Data("PK".utf8), Data(count: 100), Data("not an archive at all, but long enough".utf8)] {
      #expect(throws: ZipError.notAnArchive) { try ZipReader(data) }
    }
  }
}
