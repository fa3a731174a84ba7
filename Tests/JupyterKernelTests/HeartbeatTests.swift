import JupyterWire
import Testing

extension KernelTests {
  @Suite struct HeartbeatTests {
    @Test func `whatever is sent comes back`() throws {
      try FakeFrontend.talk { frontend in
        for bytes in [Array("ping".utf8), [], [0, 255], Array(repeating: 7, count: 100_000)] as [[UInt8]] {
          frontend.sendRaw([bytes], over: .heartbeat)
          #expect(frontend.receiveRaw(over: .heartbeat) == [bytes])
        }
      }
    }

    @Test func `it beats while a cell computes and prints`() throws {
      try FakeFrontend.talk { frontend in
        let running = try frontend.execute("lines 200000\nbusy 60000")
        try frontend.waitUntilRunning()
        for _ in 0..<200 {
          frontend.sendRaw([[1]], over: .heartbeat)
          #expect(frontend.receiveRaw(over: .heartbeat) == [[1]])
        }
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: running)["status"] == "error")
      }
    }
  }
}
