import JupyterWire
import Testing

private let signer = Signer(key: Array("secret".utf8))

private func frames(
  identities: [String] = ["me"], header: String = #"{"msg_id":"1","msg_type":"kernel_info_request","session":"s"}"#,
  parent: String = "{}", metadata: String = "{}", content: String = "{}", buffers: [[UInt8]] = []
) -> [[UInt8]] {
  let parts = [header, parent, metadata, content].map { Array($0.utf8) }
  return identities.map { Array($0.utf8) } + [Envelope.delimiter, signer.signature(of: parts)] + parts + buffers
}

@Suite struct EnvelopeTests {
  @Test(arguments: [[], ["one"], ["one", "", "three"]])
  func `every part of a message comes to its place`(identities: [String]) throws {
    let message = frames(
      identities: identities, parent: #"{"msg_id":"0"}"#, metadata: #"{"m":1}"#, content: #"{"c":2}"#,
      buffers: [[0xFF, 0], []])
    let envelope = try Envelope(frames: message, signer: signer)
    #expect(envelope.identities == identities.map { Array($0.utf8) })
    #expect(envelope.header.messageID == "1")
    #expect(envelope.header.messageType == "kernel_info_request")
    #expect(envelope.header.session == "s")
    #expect(envelope.header.bytes == message[identities.count + 2])
    #expect(envelope.parentHeader == ["msg_id": "0"])
    #expect(envelope.metadata == ["m": 1])
    #expect(envelope.content == ["c": 2])
    #expect(envelope.buffers == [[0xFF, 0], []])
  }

  @Test func `a delimiter inside a buffer is a buffer`() throws {
    let envelope = try Envelope(frames: frames(buffers: [Envelope.delimiter]), signer: signer)
    #expect(envelope.buffers == [Envelope.delimiter])
  }

  @Test func `no beginning of a message is a message`() throws {
    let whole = frames()
    for count in 0..<whole.count {
      let error = #expect(throws: EnvelopeError.self) { try Envelope(frames: Array(whole[..<count]), signer: signer) }
      #expect(error == (count < 2 ? .missingDelimiter : .tooFewFrames(count - 2)))
    }
  }

  @Test func `a message with any frame changed is not believed`() {
    let whole = frames()
    for index in 2..<whole.count {
      var changed = whole
      changed[index].append(0x20)
      #expect(throws: EnvelopeError.wrongSignature) { try Envelope(frames: changed, signer: signer) }
    }
    var unsigned = whole
    unsigned[2] = []
    #expect(throws: EnvelopeError.wrongSignature) { try Envelope(frames: unsigned, signer: signer) }
  }

  @Test func `the signature is looked at before the JSON`() {
    let garbage = Array("{garbage".utf8)
    let message = [Envelope.delimiter, Array(repeating: 0x30, count: 64)] + Array(repeating: garbage, count: 4)
    #expect(throws: EnvelopeError.wrongSignature) { try Envelope(frames: message, signer: signer) }
  }

  @Test(arguments: [
    ("", JSONError.Problem.unexpectedEnd), ("{", .unexpectedEnd), ("{}}", .trailingBytes),
    ("{\"a\":nul}", .unexpectedByte(0x7D)),
    (String(repeating: "[", count: 100_000), .tooDeep),
  ])
  func `a frame that is not JSON is named`(text: String, problem: JSONError.Problem) {
    for (part, message) in variants(of: text) {
      let error = #expect(throws: EnvelopeError.self) { try Envelope(frames: message, signer: signer) }
      guard case .notJSON(part, let cause) = error else {
        Issue.record("\(String(describing: error)) does not name \(part)")
        continue
      }
      #expect(cause.problem == problem)
    }
  }

  @Test(arguments: ["[]", "null", "1", "\"{}\""])
  func `a frame that is no object is named`(text: String) {
    for (part, message) in variants(of: text) {
      #expect(throws: EnvelopeError.notAnObject(part)) { try Envelope(frames: message, signer: signer) }
    }
  }

  @Test(arguments: [
    ("{}", "msg_id"), (#"{"msg_id":"1"}"#, "msg_type"), (#"{"msg_id":1,"msg_type":"x"}"#, "msg_id"),
    (#"{"msg_id":"1","msg_type":null}"#, "msg_type"),
  ])
  func `a header must have its identifier and its type`(header: String, field: String) {
    #expect(throws: EnvelopeError.missingField(field)) {
      try Envelope(frames: frames(header: header), signer: signer)
    }
  }

  private func variants(of text: String) -> [(EnvelopeError.Part, [[UInt8]])] {
    [
      (.header, frames(header: text)), (.parentHeader, frames(parent: text)), (.metadata, frames(metadata: text)),
      (.content, frames(content: text)),
    ]
  }
}
