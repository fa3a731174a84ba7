import JupyterWire
import Testing

private let signer = Signer(key: Array("secret".utf8))

@Suite struct ComposerTests {
  @Test func `what is composed can be read`() throws {
    let composer = Composer(signer: signer, username: "who \"me\"")
    let parent = Array(#"{"msg_id":"7",  "odd" : [1]}"#.utf8)
    let frames = composer.frames(
      "status", prefix: [[1, 2], []], parent: parent, metadata: ["m": 1], content: ["c": "✋"], buffers: [[9]])
    #expect(frames[5] == parent)
    let envelope = try Envelope(frames: frames, signer: signer)
    #expect(envelope.identities == [[1, 2], []])
    #expect(envelope.header.messageType == "status")
    #expect(envelope.header.session == composer.session)
    #expect(envelope.metadata == ["m": 1])
    #expect(envelope.content == ["c": "✋"])
    #expect(envelope.buffers == [[9]])
  }

  @Test func `a header has the fields of the specification and no others`() throws {
    let composer = Composer(signer: signer, username: "who \"me\"")
    let frames = composer.frames("status", prefix: [], parent: nil, content: [:])
    let header = try #require(try JSONReader.read(frames[2]).objectValue)
    #expect(header.members.map(\.name) == ["msg_id", "session", "username", "date", "msg_type", "version"])
    #expect(header["username"] == "who \"me\"")
    #expect(header["version"] == "5.5")
    #expect(frames[3...] == [Array("{}".utf8), Array("{}".utf8), Array("{}".utf8)])
  }

  @Test func `no identifier is given twice, nor by two copies`() throws {
    let composer = Composer(signer: signer, username: "")
    let copy = composer
    let identifiers = try (0..<100).map { index in
      let frames = (index % 2 == 0 ? composer : copy).frames("x", prefix: [], parent: nil, content: [:])
      return try Envelope(frames: frames, signer: signer).header.messageID
    }
    #expect(Set(identifiers).count == 100)
    #expect(composer.session != Composer(signer: signer, username: "").session)
  }
}
