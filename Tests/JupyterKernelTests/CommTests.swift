import JupyterWire
import ScriptedRunner
import Testing

extension KernelTests {
  @Suite struct CommTests {
    @Test func `a comm of an unknown target is closed at once`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.send("comm_open", ["comm_id": "7", "target_name": "nobody", "data": ["x": 1]])
        let outputs = try frontend.expectOutputs(of: request)
        #expect(outputs.map(\.type) == ["comm_close"])
        #expect(outputs.first?.content == ["comm_id": "7", "data": [:]])
        #expect(try info(frontend, [:]) == [:])
      }
    }

    @Test func `a comm carries data, metadata and bytes both ways until it is closed`() throws {
      let target = EchoTarget()
      try FakeFrontend.talk(targets: ["echo": target]) { frontend in
        let opening = try frontend.send("comm_open", ["comm_id": "7", "target_name": "echo", "data": ["x": 1]])
        #expect(
          try frontend.expectOutputs(of: opening).first?.content == ["comm_id": "7", "data": ["opened": ["x": 1]]])
        #expect(try info(frontend, [:]) == ["7": ["target_name": "echo"]])
        #expect(try info(frontend, ["target_name": "echo"]) == ["7": ["target_name": "echo"]])
        #expect(try info(frontend, ["target_name": "other"]) == [:])

        let message = try frontend.send(
          "comm_msg", ["comm_id": "7", "data": ["y": "✋"]], metadata: ["m": 1], buffers: [[0, 255], []])
        try frontend.expectBusy(message)
        let echo = try frontend.receive(over: .iopub)
        #expect(echo.content == ["comm_id": "7", "data": ["echo": ["y": "✋"]]])
        #expect(echo.metadata == ["m": 1])
        #expect(echo.buffers == [[0, 255], []])
        try frontend.expectIdle(message)

        let closing = try frontend.send("comm_close", ["comm_id": "7", "data": [:]])
        #expect(try frontend.expectOutputs(of: closing).isEmpty)
        #expect(target.closed == ["7"])
        #expect(try info(frontend, [:]) == [:])
      }
    }

    @Test func `messages for a comm that is not open are nobody's`() throws {
      try FakeFrontend.talk { frontend in
        for messageType in ["comm_msg", "comm_close"] {
          let request = try frontend.send(messageType, ["comm_id": "unknown", "data": [:]])
          #expect(try frontend.expectOutputs(of: request).isEmpty)
        }
      }
    }

    @Test func `comms are served while a cell runs`() throws {
      try FakeFrontend.talk(targets: ["echo": EchoTarget()]) { frontend in
        let running = try frontend.execute("busy 60000")
        try frontend.expectBusy(running)
        try frontend.expect("execute_input", about: running)
        let opening = try frontend.send("comm_open", ["comm_id": "1", "target_name": "echo"])
        #expect(try frontend.expectOutputs(of: opening).map(\.type) == ["comm_msg"])
        try frontend.send("interrupt_request", over: .control)
        _ = try frontend.expectReply("execute_reply", to: running)
      }
    }

    private func info(_ frontend: FakeFrontend, _ content: JSONObject) throws -> JSONValue? {
      let request = try frontend.send("comm_info_request", content)
      let reply = try frontend.expectReply("comm_info_reply", to: request)
      _ = try frontend.expectOutputs(of: request)
      return reply["comms"]
    }
  }
}
