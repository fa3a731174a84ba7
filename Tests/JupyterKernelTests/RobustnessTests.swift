import JupyterWire
import Testing

extension KernelTests {
  @Suite struct RobustnessTests {
    /// Frames that are no message, most of them made from one that is.
    private static func garbage(_ good: [[UInt8]]) -> [[[UInt8]]] {
      func changed(_ index: Int, _ frame: [UInt8]) -> [[UInt8]] {
        var frames = good
        frames[index] = frame
        return frames
      }
      let deep = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
      return (0..<good.count).map { Array(good[..<$0]) }.filter { !$0.isEmpty } + [
        [[]], [[0xFF, 0xFE]], Array(good.dropFirst()), good.reversed(), changed(1, []),
        changed(1, Array(repeating: 0x30, count: 64)), changed(2, Array("{".utf8)), changed(2, [0x80, 0xFF]),
        changed(5, deep), changed(5, Array("[1]".utf8)), Array(repeating: [], count: 6000),
        [Array(repeating: 0x41, count: 4 << 20)],
      ]
    }

    @Test(arguments: [ConnectionFile.Channel.shell, .control, .stdin])
    func `garbage is dropped without a word and without harm`(channel: ConnectionFile.Channel) throws {
      try FakeFrontend.talk { frontend in
        for frames in Self.garbage(frontend.compose("kernel_info_request")) {
          frontend.sendRaw(frames, over: channel)
        }
        try frontend.expectNothing(over: channel)
        try frontend.expectNothing(over: .iopub)
        #expect(try frontend.run("print alive").reply["status"] == "ok")
      }
    }

    @Test func `signed garbage is dropped without a word and without harm`() throws {
      let signer = Signer(key: Array("secret".utf8))
      let header = Array(#"{"msg_id":"1","msg_type":"kernel_info_request"}"#.utf8)
      let empty = Array("{}".utf8)
      let bad: [[UInt8]] = [
        [], Array("{".utf8), Array("null".utf8), [0x22, 0xFF, 0x22], Array("{\"a\":\"\u{1}\"}".utf8),
        Array(repeating: UInt8(ascii: "["), count: 100_000),
        Array(#"{"a":"#.utf8) + Array(String(repeating: "{\"a\":", count: 50_000).utf8),
      ]
      try FakeFrontend.talk { frontend in
        for part in 0..<4 {
          for bytes in bad {
            var parts = [header, empty, empty, empty]
            parts[part] = bytes
            frontend.sendRaw([Envelope.delimiter, signer.signature(of: parts)] + parts, over: .shell)
          }
        }
        try frontend.expectNothing(over: .shell)
        try frontend.expectNothing(over: .iopub)
        #expect(try frontend.run("print alive").reply["status"] == "ok")
      }
    }

    @Test func `a message signed with another key is dropped`() throws {
      try FakeFrontend.talk { frontend in
        let stranger = try FakeFrontend(frontend.kernel, key: "guess")
        _ = try stranger.execute("print hacked")
        try stranger.send("shutdown_request", over: .control)
        try stranger.expectNothing(over: .shell)
        try frontend.expectNothing(over: .iopub)
        #expect(try frontend.run("count").reply["execution_count"] == 1)
      }
    }

    @Test func `with an empty key messages are neither signed nor checked`() throws {
      try FakeFrontend.talk(key: "") { frontend in
        var frames = frontend.compose("kernel_info_request")
        #expect(frames[1].isEmpty)
        frames[1] = Array("whatever".utf8)
        frontend.sendRaw(frames, over: .shell)
        let reply = try #require(frontend.receiveRaw(over: .shell))
        #expect(reply[1].isEmpty)
      }
    }

    @Test func `much source and much output pass`() throws {
      try FakeFrontend.talk { frontend in
        let code = "print " + String(repeating: "✋x", count: 100_000)
        let (reply, outputs) = try frontend.run(code)
        #expect(reply["status"] == "ok")
        #expect(outputs.first?.content["code"]?.stringValue?.utf8.count == 400_006)
        #expect(outputs.last?.content["text"]?.stringValue?.utf8.count == 400_001)
        let line = "write " + String(repeating: "0123456789", count: 10_000)
        let text = try frontend.run(Array(repeating: line, count: 20).joined(separator: "\n")).outputs
        var count = 0
        for output in text { count += output.content["text"]?.stringValue?.utf8.count ?? 0 }
        #expect(count == 2_000_000)
      }
    }

    @Test func `ten thousand display updates all arrive, then idle`() throws {
      try FakeFrontend.talk { frontend in
        let code = (0..<10_000).map { "update #one \($0)" }.joined(separator: "\n")
        let outputs = try frontend.run(code).outputs.dropFirst()
        #expect(outputs.count == 10_000)
        #expect(outputs.allSatisfy { $0.type == "update_display_data" })
      }
    }

    @Test func `what is asked while much is sent is answered, over either channel`() throws {
      try FakeFrontend.talk { frontend in
        let code = (0..<2000).map { "update #one \($0)" }.joined(separator: "\n")
        for _ in 0..<5 {
          let cell = try frontend.execute(code)
          for _ in 0..<50 {
            for channel in [ConnectionFile.Channel.control, .shell] {
              let question = try frontend.send("kernel_info_request", over: channel)
              while try frontend.receive(over: channel).parentHeader["msg_id"]?.stringValue != question {}
            }
          }
          while try frontend.receive(over: .iopub).parentHeader["msg_id"]?.stringValue != cell {}
        }
      }
    }

    @Test func `a front end that never reads keeps nobody waiting`() throws {
      try FakeFrontend.talk { frontend in
        let sleeper = try FakeFrontend(frontend.kernel)
        for _ in 0..<2000 { try sleeper.send("kernel_info_request") }
        let request = try frontend.execute("print alive")
        #expect(try frontend.expectReply("execute_reply", to: request)["status"] == "ok")
      }
    }
  }
}
