import Foundation
import TestSupport
import Testing

@testable import DataFiles

@Suite struct GzipTests {
  /// "whet whet whet your knives": stored, and in the format's own code.
  private static let stored = "H4sIAAAAAAAAAwEaAOX/d2hldCB3aGV0IHdoZXQgeW91ciBrbml2ZXMTPe09GgAAAA=="
  private static let fixed = "H4sIAAAAAAAAAyvPSC1RKIcTlfmlRQrZeZllqcUAEz3tPRoAAAA="
  /// The same with the file's name in the header; nothing; "one " and "two" as two members.
  private static let named = "H4sICAAAAAAAA3doZXQudHh0ACvPSC1RKIcTlfmlRQrZeZllqcUAEz3tPRoAAAA="
  private static let nothing = "H4sIAAAAAAAAAwMAAAAAAAAAAAA="
  private static let members = "H4sIAAAAAAAAA8vPS1UAAElhrCMEAAAAH4sIAAAAAAAAAyspzwcAZorKEQMAAAA="
  /// A thousand times "a": a copy that runs into itself.
  private static let run = "H4sIAAAAAAAAA0tMHAWjYBQMdwAAA9o4mugDAAA="
  /// Letters by a rule, in a code of the block's own.
  private static let dynamic =
    "H4sIAAAAAAAAA+3MwREAIAwCwdpyzvXfkhi1AP/y3AEK1LGiQCUcCDWEuZWUGtwre0T9l5eXCQ2p0F91AQAA"

  private static let letters: String = {
    var bytes: [UInt8] = []
    for number in 0..<150 {
      let letter = UInt8(65 + (number * number) % 7)
      bytes += [UInt8](repeating: letter, count: number % 4 + 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }()

  private func unpack(_ bytes: [UInt8], limit: Int = 1 << 20) throws(UnpackingError) -> [UInt8] {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(UnpackingError) in try Gzip.unpack(bytes, limit: limit) }
    }
    return try result.get()
  }

  private func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

  @Test(arguments: [
    (stored, "whet whet whet your knives"), (fixed, "whet whet whet your knives"),
    (named, "whet whet whet your knives"), (nothing, ""), (members, "one two"),
    (run, String(repeating: "a", count: 1000)), (dynamic, letters),
  ])
  func `every kind of block and header`(packed: String, text: String) throws {
    #expect(String(decoding: try unpack(try bytes(packed)), as: UTF8.self) == text)
  }

  @Test(arguments: [stored, fixed, named, members, run, dynamic])
  func `cut off anywhere it is a fault, or a whole number of members`(packed: String) throws {
    let whole = try bytes(packed)
    for length in 0..<whole.count {
      do {
        let unpacked = try unpack(Array(whole[..<length]))
        #expect(packed == Self.members && String(decoding: unpacked, as: UTF8.self) == "one ")
      } catch {
        #expect(error == .truncated || error == .malformed)
      }
    }
  }

  @Test(arguments: [stored, fixed, members, run, dynamic])
  func `with any byte changed it is a fault or, beside the data, no matter`(packed: String) throws {
    let whole = try bytes(packed)
    let expected = try unpack(whole)
    for place in whole.indices {
      for change in [0x01, 0x10, 0x80, 0xFF] as [UInt8] {
        var damaged = whole
        damaged[place] ^= change
        if let unpacked = try? unpack(damaged) { #expect(unpacked == expected) }
      }
    }
  }

  @Test func `a bomb stops at the limit`() throws {
    #expect(throws: UnpackingError.tooLong) { try unpack(try bytes(Self.run), limit: 999) }
    #expect(try unpack(try bytes(Self.run), limit: 1000).count == 1000)
    #expect(throws: UnpackingError.tooLong) { try unpack(try bytes(Self.stored), limit: 25) }
    #expect(throws: UnpackingError.tooLong) { try unpack(try bytes(Self.members), limit: 6) }
  }

  @Test func `packed bytes that come in pieces, of which each makes more than is handed on at once`() throws {
    let folder = try TemporaryFolder()
    let content =
      [UInt8](repeating: 7, count: 3_000_000) + (0..<600_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }
    let file = try folder.write(content, as: "long")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = [file]
    try process.run()
    process.waitUntilExit()
    let packed = try Array(Data(contentsOf: URL(filePath: file + ".gz")))
    #expect(try unpack(packed, limit: 3_600_000) == content)
    #expect(throws: UnpackingError.tooLong) { try unpack(packed, limit: 3_599_999) }
    let reader = try BufferedReader(file + ".gz", limit: .max)
    var bytes: [UInt8] = []
    try Gzip.unpack(try #require(reader.next()), then: reader, limit: .max) { piece in
      bytes += piece.octets
      return true
    }
    #expect(bytes == content)
  }
}
