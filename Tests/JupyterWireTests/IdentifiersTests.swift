import JupyterWire
import Testing

@Suite struct IdentifiersTests {
  @Test func `a session is 32 hexadecimal digits, each time others`() {
    let sessions = (0..<50).map { _ in Identifiers().session }
    #expect(Set(sessions).count == 50)
    for session in sessions {
      #expect(session.count == 32 && session.allSatisfy { "0123456789abcdef".contains($0) })
    }
  }

  @Test func `identifiers count up behind their session`() {
    let identifiers = Identifiers()
    #expect(identifiers.next() == "\(identifiers.session)_1")
    #expect(identifiers.next() == "\(identifiers.session)_2")
  }
}
