import Testing

@testable import ModelFile

@Suite struct WireReaderTests {
  @Test(arguments: [
    ([0x08, 0x00], WireValue.varint(0)), ([0x08, 0x7F], .varint(127)), ([0x08, 0x80, 0x01], .varint(128)),
    ([0x08, 0x80, 0x80, 0x00], .varint(0)),
    ([0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01], .varint(.max)),
    ([0x09, 1, 2, 3, 4, 5, 6, 7, 8], .fixed64(0x0807_0605_0403_0201)), ([0x0D, 1, 2, 3, 4], .fixed32(0x0403_0201)),
    ([0x0A, 0x00], .bytes([])), ([0x0A, 0x02, 0x41, 0x42], .bytes([0x41, 0x42])),
    ([0x0B, 0x0C], .group([])), ([0x0B, 0x10, 0x05, 0x0C], .group([0x10, 0x05])),
    ([0x0B, 0x13, 0x14, 0x0C], .group([0x13, 0x14])),
  ])
  func `each wire type is read`(bytes: [UInt8], value: WireValue) throws {
    var reader = WireReader(bytes[...])
    let field = try #require(try reader.next())
    #expect(field.number == 1)
    #expect(field.value == value)
    #expect(field.extent == 0..<bytes.count)
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [
    ([0x08], WireError.Kind.truncated(missing: 1)), ([0x08, 0x80], .truncated(missing: 1)),
    ([0x09, 1, 2], .truncated(missing: 6)), ([0x0D, 1], .truncated(missing: 3)),
    ([0x0A, 0x05, 0x41], .truncated(missing: 4)), ([0x0A], .truncated(missing: 1)),
    ([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x00], .truncated(missing: 2_147_483_646)),
    ([0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01], .truncated(missing: .max)),
    ([0x08] + [UInt8](repeating: 0x80, count: 10), .endlessNumber),
    ([0x00], .impossibleTag(0)), ([0x07], .impossibleTag(7)), ([0x0E], .impossibleTag(14)),
    ([0x80, 0x80, 0x80, 0x80, 0x10, 0x00], .impossibleTag(1 << 32)),
    ([0x0C], .unopenedGroup(1)), ([0x0B, 0x14], .unopenedGroup(2)), ([0x0B], .truncated(missing: 1)),
    ([0x0B, 0x10], .truncated(missing: 1)),
  ])
  func `each break is told from the others`(bytes: [UInt8], kind: WireError.Kind) throws {
    var reader = WireReader(bytes[...])
    let fault = #expect(throws: WireError.self) { _ = try reader.next() }
    #expect(fault?.kind == kind)
  }

  @Test func `a fault's offset is that of the field it begins with`() throws {
    var reader = WireReader([0x08, 0x01, 0x08, 0x02, 0x0A, 0x09, 0x00])
    _ = try reader.next()
    _ = try reader.next()
    #expect(throws: WireError(.truncated(missing: 8), at: 4)) { _ = try reader.next() }
  }

  @Test func `offsets inside a slice are those of the whole`() throws {
    let file: [UInt8] = [0xAA, 0xBB, 0x08]
    var reader = WireReader(file[2...])
    #expect(throws: WireError(.truncated(missing: 1), at: 3)) { _ = try reader.next() }
  }

  @Test func `groups may nest a hundred deep and no deeper`() throws {
    for (depth, isFine) in [(100, true), (101, false), (100_000, false)] {
      let bytes = [UInt8](repeating: 0x0B, count: depth) + [UInt8](repeating: 0x0C, count: depth)
      var reader = WireReader(bytes[...])
      if isFine {
        #expect(try reader.next()?.extent == 0..<bytes.count)
      } else {
        #expect(throws: WireError(.tooDeep, at: 100)) { _ = try reader.next() }
      }
    }
  }

  @Test func `what the writer writes the reader reads`() throws {
    let values: [WireValue] = [
      .varint(0), .varint(300), .varint(.max), .fixed32(7), .fixed64(.max), .bytes([]), .bytes([1, 2, 3]),
      .group([0x08, 0x01]),
    ]
    for number in [1, 15, 16, 2047, 2048, 1 << 29 - 1] {
      var writer = WireWriter()
      for value in values { writer.append(number, value) }
      var reader = WireReader(writer.bytes[...])
      for value in values {
        let field = try reader.next()
        #expect(field?.number == number)
        #expect(field?.value == value)
      }
      #expect(try reader.next() == nil)
    }
  }
}
