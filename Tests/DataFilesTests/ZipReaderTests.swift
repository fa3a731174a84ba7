import Files
import Foundation
import TestSupport
import Testing

@testable import DataFiles

@Suite struct ZipReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func archive(_ entries: [(String, Data)]) throws -> [UInt8] {
    let url = folder.url.appending(path: "written.zip")
    let file = try AtomicFile(at: url.path(percentEncoded: false))
    let writer = try ZipWriter(file)
    for (name, content) in entries {
      if name.hasSuffix("/") {
        try writer.add(folder: String(name.dropLast()))
      } else {
        try writer.add(file: name, content)
      }
    }
    let size = try writer.finish()
    try file.finish()
    let bytes = try Array(Data(contentsOf: url))
    #expect(size == bytes.count)
    return bytes
  }

  private func reader(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws -> ZipReader {
    try ZipReader(contentsOf: URL(filePath: folder.write(bytes, as: "read.zip")), limits: limits)
  }

  /// An archive of one entry, deflated by the system's zlib.
  private func deflated(_ name: String, _ content: Data) throws -> [UInt8] {
    let source = folder.url.appending(path: name)
    try content.write(to: source)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sys, zipfile; zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED).write(sys.argv[2], sys.argv[3])",
      folder.path + "/deflated.zip", source.path, name,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try Array(Data(contentsOf: folder.url.appending(path: "deflated.zip")))
  }

  @Test func `what was written is read`() throws {
    let entries = [
      ("train/✊/", Data()), ("train/✊/a.jpg", Data("abc".utf8)), ("labels.json", Data()),
      ("b", Data(repeating: 7, count: 700_000)),
    ]
    let reader = try reader(archive(entries))
    #expect(reader.entries.map(\.name) == ["train/✊", "train/✊/a.jpg", "labels.json", "b"])
    #expect(reader.entries.map(\.isFolder) == [true, false, false, false])
    #expect(reader.entries.map(\.length) == [0, 3, 0, 700_000])
    for (entry, expected) in zip(reader.entries, entries).reversed() {
      #expect(try reader.content(of: entry) == expected.1)
    }
  }

  @Test func `an empty archive has no entries`() throws {
    #expect(try reader(archive([])).entries.isEmpty)
  }

  @Test func `a deflated entry is unpacked`() throws {
    let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 3 + $0 * $0 >> 9) })
    let reader = try reader(deflated("a.txt", content))
    #expect(reader.entries.map(\.name) == ["a.txt"])
    #expect(try reader.content(of: reader.entries[0]) == content)
  }

  @Test(arguments: [
    "../a", "a/../b", "/a", "a//b", "./a", "a/.", "a\\b", "", String(repeating: "a/", count: 30) + "b",
    String(repeating: "a", count: 300), "..", "C:\\a",
  ])
  func `a name that is no path within a folder is refused`(name: String) throws {
    let bytes = try archive([(name, Data("x".utf8))])
    #expect(throws: ZipError.name(name)) { try reader(bytes) }
  }

  @Test func `a name with a zero byte is refused, written and read`() throws {
    #expect(throws: ZipError.name("a\0b")) { try archive([("a\0b", Data("x".utf8))]) }
    var bytes = try archive([("a_b", Data("x".utf8))])
    bytes[30 + 3 + 1 + 46 + 1] = 0
    #expect(throws: ZipError.name("a\0b")) { try reader(bytes) }
  }

  @Test func `a link is refused`() throws {
    var bytes = try archive([("a", Data("/etc/passwd".utf8))])
    let directory = 30 + 1 + 11
    bytes[directory + 41] = 0xA1
    #expect(throws: ZipError.notAFile("a")) { try reader(bytes) }
  }

  @Test func `two entries of one name are refused`() throws {
    let bytes = try archive([("a", Data()), ("a", Data("x".utf8))])
    #expect(throws: ZipError.twice("a")) { try reader(bytes) }
  }

  @Test func `what would become too large is refused before it is unpacked`() throws {
    var limits = ZipLimits()
    limits.entryBytes = 10
    limits.bytes = 15
    limits.entries = 3
    #expect(throws: ZipError.entryTooLarge("a", limit: 10)) {
      try reader(archive([("a", Data(count: 11))]), limits: limits)
    }
    #expect(throws: ZipError.tooLarge(limit: 15)) {
      try reader(archive([("a", Data(count: 8)), ("b", Data(count: 8))]), limits: limits)
    }
    #expect(throws: ZipError.tooMany(4, limit: 3)) {
      try reader(archive([("a", Data()), ("b", Data()), ("c", Data()), ("d", Data())]), limits: limits)
    }
  }

  @Test func `a photo of zeros is refused by how much it would grow`() throws {
    let bytes = try deflated("photo.jpg", Data(count: 40_000_000))
    #expect(bytes.count < 100_000)
    #expect {
      try reader(bytes)
    } throws: { error in
      guard case .ratio("photo.jpg", 40_000_000, _, 100) = error as? ZipError else { return false }
      return true
    }
    // So little may grow as it likes.
    let small = try reader(deflated("photo.jpg", Data(count: 9_000_000)))
    #expect(try small.content(of: small.entries[0]).count == 9_000_000)
  }

  @Test func `entries that share their packed bytes are refused by how much all would grow`() throws {
    var limits = ZipLimits()
    (limits.harmless, limits.ratio) = (100, 3)
    // Each of the two directory entries leads to the same stored kilobyte.
    let bytes = try archive((0..<9).map { ("\($0)", Data(repeating: 7, count: 1000)) })
    let start = bytes.count - 22 - 9 * 47
    var shared = Array(bytes[..<1031])
    for entry in 0..<9 {
      var record = Array(bytes[start + entry * 47..<start + (entry + 1) * 47])
      record.replaceSubrange(42..<46, with: [0, 0, 0, 0])
      shared += record
    }
    var end = Array(bytes[(bytes.count - 22)...])
    end.replaceSubrange(16..<20, with: [UInt8(1031 & 255), UInt8(1031 >> 8), 0, 0])
    #expect(throws: ZipError.ratio(nil, bytes: 9000, packed: shared.count + 22, limit: 3)) {
      try reader(shared + end, limits: limits)
    }
  }

  @Test func `an entry that becomes longer or shorter than its directory says is damaged`() throws {
    let bytes = try deflated("a.txt", Data(repeating: 7, count: 5000))
    let directory = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    for length in [4000, 6000] {
      var lying = bytes
      for place in [22, directory + 24] {
        lying.replaceSubrange(place..<place + 2, with: [UInt8(length & 255), UInt8(length >> 8)])
      }
      let reader = try reader(lying)
      #expect(throws: ZipError.self) { try reader.content(of: reader.entries[0]) }
    }
  }

  @Test func `content that does not fit its checksum is refused`() throws {
    var bytes = try archive([("a", Data("abc".utf8))])
    bytes[31] ^= 1
    let reader = try reader(bytes)
    #expect(throws: ZipError.checksum("a")) { try reader.content(of: reader.entries[0]) }
  }

  @Test func `every byte changed and every length cut is read as it was or refused, never a crash`() throws {
    let contents = [Data("abcdefgh".utf8), Data()]
    let whole = try archive([("train/a.jpg", contents[0]), ("b/", contents[1])])
    func read(_ bytes: [UInt8]) {
      guard let reader = try? reader(bytes) else { return }
      for entry in reader.entries {
        guard let content = try? reader.content(of: entry) else { continue }
        #expect(contents.contains(content))
      }
    }
    for length in 0..<whole.count {
      read(Array(whole.prefix(length)))
      #expect((try? reader(Array(whole.prefix(length)))) == nil)
    }
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
      #expect(throws: ZipError.notAnArchive) { try reader(Array(data)) }
    }
  }

  @Test func `a pipe and a folder are no archives`() throws {
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ZipError.notRegular(.pipe)) { try ZipReader(contentsOf: URL(filePath: pipe)) }
    #expect(throws: ZipError.notRegular(.folder)) { try ZipReader(contentsOf: folder.url) }
    #expect(throws: ZipError.cannotRead(code: ENOENT)) {
      try ZipReader(contentsOf: folder.url.appending(path: "none.zip"))
    }
  }
}
