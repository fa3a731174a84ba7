import Foundation
import Testing

@testable import DataFiles

/// Files that are taken for tables in text.
@Suite struct OtherContentTests {
  private let folder: DataFolder

  init() throws { folder = try DataFolder() }

  private static let beginnings: [(content: OtherContent, bytes: [UInt8])] = [
    (.database, Array("SQLite format 3\0".utf8)), (.array, [0x93] + Array("NUMPY\u{1}\0".utf8)),
    (.archive, [0x50, 0x4B, 3, 4, 20, 0]), (.parquet, Array("PAR1\u{15}".utf8)),
    (.hdf5, [0x89] + Array("HDF\r\n".utf8)),
    (.bytes, Array("a,b\n1,2\n3,\0\n".utf8)),
  ]

  @Test(arguments: beginnings.indices) func `is told by its first bytes`(place: Int) throws {
    let (content, bytes) = Self.beginnings[place]
    let file = try folder.write(bytes + Array(repeating: 65, count: 100), as: "x.csv")
    #expect(throws: TabularDataError.notText(path: file.path, content)) { try ReadTable(csv: file) }
  }

  @Test func `text of any encoding is none of these`() {
    for text in ["PAR,1\n", "PK,3\n", "caf\u{E9},1\n", ""] {
      let bytes = text.unicodeScalars.map { UInt8($0.value) }
      #expect(bytes.withUnsafeBytes { OtherContent($0) } == nil)
    }
  }
}
