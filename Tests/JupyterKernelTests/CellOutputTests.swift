import JupyterKernel
import Synchronization
import Testing

@Suite struct CellOutputTests {
  @Test func `every call becomes an event`() {
    let events = Mutex<[CellOutput.Event]>([])
    let output = CellOutput { event in events.withLock { $0.append(event) } }
    let bundle = MIMEBundle(plainText: "x", html: "<b>x</b>", svg: "<svg/>")
    output.stdout("a")
    output.stderr("b")
    output.display(bundle)
    output.display(bundle, id: "1")
    output.updateDisplay(id: "1", bundle)
    output.result(bundle)
    output.clear(wait: true)
    #expect(
      events.withLock { $0 } == [
        .stream(.stdout, "a"), .stream(.stderr, "b"), .display(bundle, id: nil), .display(bundle, id: "1"),
        .updateDisplay(bundle, id: "1"), .result(bundle), .clear(wait: true),
      ])
  }

  @Test func `nobody can be asked where nobody answers`() {
    let output = CellOutput { _ in }
    #expect(throws: InputError.notSupported) { try output.input(prompt: "?") }
  }

  @Test func `a question reaches whoever answers`() throws {
    let output = CellOutput(ask: { prompt, password in "\(prompt) \(password)" }, deliver: { _ in })
    #expect(try output.input(prompt: "name?", password: true) == "name? true")
  }
}
