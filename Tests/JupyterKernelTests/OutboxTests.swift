import JupyterWire
import Synchronization
import Testing

@testable import JupyterKernel

private let signer = Signer(key: [])

private func makeOutbox(now: @escaping @Sendable () -> Int = { 0 }) throws -> (Outbox, Doorbell) {
  let doorbell = try Doorbell()
  return (Outbox(composer: Composer(signer: signer, username: ""), doorbell: doorbell, now: now), doorbell)
}

private func origin(_ identifier: String) throws -> Origin {
  let header = Array(#"{"msg_id":"\#(identifier)","msg_type":"execute_request"}"#.utf8)
  let frames = [Array("asker".utf8), Envelope.delimiter, []] + [header] + Array(repeating: Array("{}".utf8), count: 3)
  return Origin(try Envelope(frames: frames, signer: signer), channel: .shell)
}

private func read(_ items: [Outbox.Item]) throws -> [String] {
  try items.map { item in
    let envelope = try Envelope(frames: item.frames, signer: signer)
    let text = envelope.content["text"]?.stringValue ?? ""
    let parent = envelope.parentHeader["msg_id"]?.stringValue ?? ""
    return "\(item.channel) \(envelope.header.messageType) \(parent) \(text)"
  }
}

@Suite struct OutboxTests {
  @Test func `what is posted is taken once, in its order`() throws {
    let (outbox, _) = try makeOutbox()
    let asker = try origin("1")
    outbox.status("busy", about: asker)
    outbox.send("execute_reply", to: asker, [:])
    outbox.send("input_request", to: asker, over: .stdin, [:])
    outbox.publish("display_data", about: nil, [:])
    #expect(
      try read(outbox.take().items) == [
        "iopub status 1 ", "shell execute_reply 1 ", "stdin input_request 1 ", "iopub display_data  ",
      ])
    #expect(outbox.take().items.isEmpty)
  }

  @Test func `between an answer and the word that it is done nobody can be heard`() throws {
    let (outbox, _) = try makeOutbox()
    let asker = try origin("1")
    let isDone = Atomic(false)
    try Threads.start("answering") {
      for _ in 0..<5000 { outbox.answer("complete_reply", to: asker, [:]) }
      isDone.store(true, ordering: .releasing)
    }
    var count = 0
    while count < 10_000 {
      let isLast = isDone.load(ordering: .acquiring)
      let items = outbox.take().items
      count += items.count
      #expect(items.count.isMultiple(of: 2))
      if isLast { break }
    }
    #expect(count == 10_000)
    outbox.status("busy", about: asker, cells: 1)
    outbox.answer("complete_reply", to: asker, [:])
    #expect(
      try read(outbox.take().items) == [
        "iopub status 1 ", "shell complete_reply 1 ", "iopub status 1 ", "iopub status  ",
      ])
  }

  @Test func `replies carry the address of the asker, publications their type`() throws {
    let (outbox, _) = try makeOutbox()
    outbox.send("execute_reply", to: try origin("1"), [:])
    outbox.publish("status", about: nil, [:])
    outbox.welcome(topic: Array("top".utf8))
    #expect(outbox.take().items.map { $0.frames[0] } == ["asker", "status", "top"].map { Array($0.utf8) })
  }

  @Test func `text waits, and comes before whatever is posted behind it`() throws {
    let (outbox, _) = try makeOutbox()
    let asker = try origin("1")
    outbox.write("a", to: .stdout, about: asker)
    outbox.write("b", to: .stdout, about: asker)
    outbox.write("", to: .stderr, about: asker)
    #expect(outbox.take().items.isEmpty)
    outbox.publish("display_data", about: asker, [:])
    #expect(try read(outbox.take().items) == ["iopub stream 1 ab", "iopub display_data 1 "])
  }

  @Test func `another stream or another cell ends the text before it`() throws {
    let (outbox, _) = try makeOutbox()
    let (first, second) = (try origin("1"), try origin("2"))
    outbox.write("a", to: .stdout, about: first)
    outbox.write("b", to: .stderr, about: first)
    outbox.write("c", to: .stderr, about: second)
    outbox.status("idle", about: second)
    #expect(
      try read(outbox.take().items)
        == ["iopub stream 1 a", "iopub stream 1 b", "iopub stream 2 c", "iopub status 2 "])
  }

  @Test func `text is due after a short time, then after a longer one`() throws {
    let time = Atomic<Int>(1000)
    let (outbox, _) = try makeOutbox { time.load(ordering: .relaxed) }
    let asker = try origin("1")
    let steps: [(now: Int, write: String?, sent: [String], wait: Int?)] = [
      (1000, "a", [], 1), (1000, "b", [], 1), (1001, nil, ["iopub stream 1 ab"], nil), (1002, "c", [], 49),
      (1050, "d", [], 1), (1051, nil, ["iopub stream 1 cd"], nil), (2000, "e", [], 1),
      (2700, nil, ["iopub stream 1 e"], nil),
    ]
    for step in steps {
      time.store(step.now, ordering: .relaxed)
      if let text = step.write { outbox.write(text, to: .stdout, about: asker) }
      let batch = outbox.take()
      #expect(try read(batch.items) == step.sent, "at \(step.now)")
      #expect(batch.wait == step.wait, "at \(step.now)")
    }
  }

  @Test func `much text does not wait`() throws {
    let (outbox, _) = try makeOutbox()
    let asker = try origin("1")
    outbox.write("a", to: .stdout, about: asker)
    outbox.write(String(repeating: "b", count: 1 << 18), to: .stdout, about: asker)
    #expect(try read(outbox.take().items).map(\.count) == ["iopub stream 1 a".count + 1 << 18])
  }

  @Test func `the doorbell rings only for a sender that sleeps, and once`() throws {
    let (outbox, doorbell) = try makeOutbox()
    let asker = try origin("1")
    outbox.status("busy", about: asker)
    #expect(doorbell.silence().isEmpty)
    #expect(outbox.take().items.count == 1)
    #expect(outbox.take().items.isEmpty)
    outbox.status("busy", about: asker)
    outbox.status("idle", about: asker)
    #expect(doorbell.silence().count == 1)
    #expect(outbox.take().items.count == 2)
    #expect(outbox.take().items.isEmpty)
    outbox.write("a", to: .stdout, about: asker)
    outbox.write("b", to: .stdout, about: asker)
    #expect(doorbell.silence().count == 1)
  }

  @Test func `what leaves with the next message wakes a sleeper, but none who only dozes`() throws {
    let (outbox, doorbell) = try makeOutbox()
    let asker = try origin("1")
    // Nobody is expected to answer: the sender sleeps until somebody rings.
    #expect(outbox.take().wait == nil)
    outbox.status("busy", about: asker, leaving: .withNext)
    #expect(doorbell.silence().count == 1)
    #expect(outbox.take().items.count == 1)
    // Somebody is: it looks again by itself.
    outbox.expectAnswer()
    #expect(outbox.take().wait == 1)
    outbox.status("busy", about: asker, leaving: .withNext)
    outbox.send("execute_reply", to: asker, [:], leaving: .withNext)
    #expect(doorbell.silence().isEmpty)
    outbox.status("idle", about: asker)
    #expect(doorbell.silence().count == 1)
    #expect(
      try read(outbox.take().items) == ["iopub status 1 ", "shell execute_reply 1 ", "iopub status 1 "])
    // And when the doze is over, it sleeps.
    #expect(outbox.take().wait == nil)
  }

  @Test func `a sender who dozes learns by itself when text is due`() throws {
    let time = Atomic<Int>(1000)
    let (outbox, doorbell) = try makeOutbox { time.load(ordering: .relaxed) }
    let asker = try origin("1")
    outbox.expectAnswer()
    #expect(outbox.take().wait == 1)
    outbox.write("a", to: .stdout, about: asker)
    #expect(doorbell.silence().isEmpty)
    time.store(1001, ordering: .relaxed)
    #expect(try read(outbox.take().items) == ["iopub stream 1 a"])
    outbox.expectAnswer()
    #expect(outbox.take().wait == 1)
    outbox.write("b", to: .stdout, about: asker)
    time.store(1002, ordering: .relaxed)
    #expect(outbox.take().wait == 49)
    outbox.status("busy", about: asker, leaving: .withNext)
    #expect(doorbell.silence().count == 1)
  }

  @Test func `the first cell waits until somebody hears it, for a second at most`() throws {
    let time = Atomic<Int>(1000)
    let (outbox, _) = try makeOutbox { time.add(250, ordering: .relaxed).oldValue }
    outbox.waitForListener(unless: Cancellation())
    #expect(time.load(ordering: .relaxed) == 2250)
    outbox.waitForListener(unless: Cancellation())
    #expect(time.load(ordering: .relaxed) == 2500, "it has waited once, and asks for the time alone")
  }

  @Test func `a cell does not wait where somebody listens, nor when it is to stop`() throws {
    let time = Atomic<Int>(1000)
    let (outbox, _) = try makeOutbox { time.add(250, ordering: .relaxed).oldValue }
    let cancellation = Cancellation()
    cancellation.cancel()
    outbox.waitForListener(unless: cancellation)
    outbox.noteListener()
    outbox.waitForListener(unless: Cancellation())
    #expect(time.load(ordering: .relaxed) == 1500)
  }

  @Test func `while cells run, what is idle is followed by busy`() throws {
    let (outbox, _) = try makeOutbox()
    let (first, second, question) = (try origin("1"), try origin("2"), try origin("3"))
    func told(_ body: () -> Void) throws -> [String] {
      body()
      return try outbox.take().items.map { item in
        let envelope = try Envelope(frames: item.frames, signer: signer)
        let (state, parent) = (envelope.content["execution_state"], envelope.parentHeader["msg_id"])
        return "\(state?.stringValue ?? "") \(parent?.stringValue ?? "-")"
      }
    }
    #expect(try told { outbox.status("idle", about: question) } == ["idle 3"])
    #expect(try told { outbox.status("busy", about: first, cells: 1) } == ["busy 1"])
    #expect(try told { outbox.status("busy", about: question) } == ["busy 3"])
    #expect(try told { outbox.status("idle", about: question) } == ["idle 3", "busy -"])
    #expect(try told { outbox.status("busy", about: second, cells: 1) } == ["busy 2"])
    #expect(try told { outbox.status("idle", about: first, cells: -1) } == ["idle 1", "busy -"])
    #expect(try told { outbox.status("idle", about: second, cells: -1) } == ["idle 2"])
  }
}
