import Testing

@testable import ModelFile

@Suite struct WireMessageTests {
  @Test func `of a single value given twice the last one counts`() {
    let message = WireMessage([0x08, 0x01, 0x08, 0x02])
    #expect(message.unsigned(1) == 2)
  }

  @Test func `an absent field is 0, false, empty or nil`() {
    let message = WireMessage()
    #expect(message.unsigned(1) == 0)
    #expect(!message.bool(1))
    #expect(message.float(1) == 0)
    #expect(message.double(1) == 0)
    #expect(message.text(1) == "")
    #expect(message.message(1) == nil)
    #expect(message[repeated: 1].floats == [])
    #expect(message.float(1, absent: 3) == 3)
  }

  @Test func `a field of another wire type counts as absent`() {
    let message = WireMessage([0x0D, 0, 0, 0, 0x40])
    #expect(message.float(1) == 2)
    #expect(message.unsigned(1) == 0)
    #expect(message.text(1) == "")
    #expect(message.values(1).count == 1)
  }

  @Test func `whole numbers keep their sign and are held to their width`() {
    let minusOne = WireMessage([0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01])
    #expect(minusOne.integer(1) == -1)
    #expect(minusOne.choice(1) == -1)
    #expect(minusOne.count(1) == Int.max)
    #expect(WireMessage([0x08, 0x80, 0x80, 0x80, 0x80, 0x10]).choice(1) == 0)
  }

  @Test func `lists are read packed, unpacked and mixed`() {
    var message = WireMessage()
    message.bytes = [0x08, 0x01, 0x0A, 0x03, 0x02, 0x80, 0x01, 0x08, 0x03]
    #expect(message[repeated: 1].unsigned == [1, 2, 128, 3])
    message.bytes = [0x0D, 0, 0, 0x80, 0x3F, 0x0A, 0x04, 0, 0, 0, 0x40]
    #expect(message[repeated: 1].floats == [1, 2])
    #expect(message[repeated: 1].floatCount == 2)
  }

  @Test func `parts of one message are merged`() {
    let message = WireMessage([0x0A, 0x02, 0x08, 0x01, 0x0A, 0x02, 0x10, 0x02])
    #expect(message.message(1) == WireMessage([0x08, 0x01, 0x10, 0x02]))
  }

  @Test func `of messages that exclude each other the last one counts, without what it replaced`() throws {
    let message = WireMessage([0x0A, 0x02, 0x08, 0x01, 0x12, 0x00, 0x0A, 0x02, 0x08, 0x02])
    let found = try #require(message.oneOf([1, 2]))
    #expect(found.number == 1)
    #expect(found.message == WireMessage([0x08, 0x02]))
  }

  @Test func `setting what is already there changes no byte`() {
    let odd: Bytes = [0x08, 0x81, 0x00, 0x12, 0x01, 0x41, 0x1D, 0, 0, 0x80, 0x3F, 0x20, 0x00]
    var message = WireMessage(odd)
    message.set(1, 1)
    message.set(2, "A")
    message.set(3, Float(1))
    message.set(4, false)
    message.set(5, 0)
    message[repeated: 6].texts = []
    #expect(message.bytes == odd)
  }

  @Test func `a changed field keeps its place and every other byte`() {
    var message = WireMessage([0x32, 0x01, 0x58, 0x08, 0x05, 0xFA, 0x07, 0x01, 0x59])
    message.set(1, 6)
    #expect(message.bytes == [0x32, 0x01, 0x58, 0x08, 0x06, 0xFA, 0x07, 0x01, 0x59])
    message.set(1, 0)
    #expect(message.bytes == [0x32, 0x01, 0x58, 0xFA, 0x07, 0x01, 0x59])
  }

  @Test func `a new field goes before the first with a higher number`() {
    var message = WireMessage([0x08, 0x01, 0x28, 0x05])
    message.set(3, 3)
    #expect(message.bytes == [0x08, 0x01, 0x18, 0x03, 0x28, 0x05])
    message.set(9, 9)
    #expect(message.bytes == [0x08, 0x01, 0x18, 0x03, 0x28, 0x05, 0x48, 0x09])
  }

  @Test func `lists grow, shrink and keep what stays`() {
    var message = WireMessage()
    message[repeated: 1].texts = ["a", "b"]
    message.set(2, 7)
    #expect(message.bytes == [0x0A, 0x01, 0x61, 0x0A, 0x01, 0x62, 0x10, 0x07])
    message[repeated: 1].texts = ["a", "c", "d"]
    #expect(message[repeated: 1].texts == ["a", "c", "d"])
    #expect(message.bytes.suffix(2) == [0x10, 0x07])
    message[repeated: 1].texts = ["a"]
    #expect(message.bytes == [0x0A, 0x01, 0x61, 0x10, 0x07])
  }

  @Test func `negative zero and numbers that are none are kept bit for bit`() {
    var message = WireMessage()
    message.set(1, Float(-0.0))
    #expect(message.float(1).bitPattern == (-0.0 as Float).bitPattern)
    message.set(1, Float(bitPattern: 0x7FC0_1234))
    #expect(message.float(1).bitPattern == 0x7FC0_1234)
    message.set(2, Double(-0.0))
    #expect(message.double(2).sign == .minus)
    message.set(1, Float(0))
    #expect(message.values(1).isEmpty)
  }

  @Test func `setting one of several removes the others`() {
    var message = WireMessage([0x0A, 0x00, 0x12, 0x00, 0x18, 0x01])
    message.set(oneOf: [1, 2], 1)
    #expect(message.bytes == [0x0A, 0x00, 0x18, 0x01])
    message.set(oneOf: [1, 2], nil)
    #expect(message.bytes == [0x18, 0x01])
  }
}
