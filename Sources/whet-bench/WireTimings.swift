import JupyterWire

/// What becomes of a cell's processor time on the wire: reading the request, writing the four messages that answer it.
enum WireTimings {
  /// Prints the best of 20 rounds of each step.
  static func run() {
    let signer = Signer(key: Array("5f1e0c1a7b9d4e2f8a6c3b5d7e9f1a2b".utf8))
    let composer = Composer(signer: signer, username: "bench")
    let header =
      #"{"msg_id":"7d1c_1","session":"7d1c","username":"u","date":"2026-01-01T00:00:00.000000Z","msg_type":"#
      + #""execute_request","version":"5.3"}"#
    let content =
      #"{"code":"x = 1","silent":false,"store_history":true,"user_expressions":{},"allow_stdin":false,"#
      + #""stop_on_error":true}"#
    let parts = [header, "{}", "{}", content].map { Array($0.utf8) }
    let frames = [Array("front".utf8), Envelope.delimiter, signer.signature(of: parts)] + parts
    print("\nof a cell's processor time, µs (best of 20 rounds of 1,000):")
    report("checking a signature") { _ = signer.verifies(frames[2], of: parts) }
    report("reading the request, its signature checked") {
      if let envelope = try? Envelope(frames: frames, signer: signer) { _ = try? Request(envelope) }
    }
    let reply: JSONObject = ["status": "ok", "execution_count": 1, "payload": [], "user_expressions": [:]]
    report("writing and signing the reply") {
      _ = composer.frames("execute_reply", prefix: [frames[0]], parent: parts[0], content: reply)
    }
    report("writing and signing busy, execute_input, reply and idle") {
      for state in ["busy", "idle"] {
        _ = composer.frames(
          "status", prefix: [[1]], parent: parts[0], content: ["execution_state": .string(state)])
      }
      _ = composer.frames(
        "execute_input", prefix: [[1]], parent: parts[0], content: ["code": "x = 1", "execution_count": 1])
      _ = composer.frames("execute_reply", prefix: [frames[0]], parent: parts[0], content: reply)
    }
    print("the rest of it: ZeroMQ's five sendings and one taking in, and two changes of thread")
  }

  private static func report(_ what: String, _ work: () -> Void) {
    let clock = ContinuousClock()
    let best = (0..<20).map { _ in clock.measure { for _ in 0..<1000 { work() } } }.min() ?? .zero
    print(column("  \(what)", -62) + column("\((best / .microseconds(10)).rounded() / 100)", 8))
  }
}
