import JupyterWire
import Testing

extension KernelTests {
  @Suite struct InputTests {
    @Test(arguments: [("ask", false), ("secret", true)])
    func `a cell asks and gets what was typed`(verb: String, password: Bool) throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.execute("print first\n\(verb) name?", ["allow_stdin": true])
        #expect(
          try frontend.expect("input_request", about: request, over: .stdin)
            == ["prompt": "name?", "password": .bool(password)])
        try frontend.send("input_reply", ["value": "Ada ✋"], over: .stdin)
        #expect(try frontend.expectReply("execute_reply", to: request)["status"] == "ok")
        let outputs = try frontend.expectOutputs(of: request)
        #expect(outputs.dropFirst().map { $0.content["text"] } == ["first\n", "got Ada ✋\n"])
      }
    }

    @Test func `nobody is asked who cannot be`() throws {
      try FakeFrontend.talk { frontend in
        #expect(try frontend.run("ask name?", ["allow_stdin": false]).reply["ename"] == "InputNotSupported")
        #expect(try frontend.run("ask name?").reply["ename"] == "InputNotSupported")
        try frontend.expectNothing(over: .stdin)
      }
    }

    @Test func `an answer nobody waits for is dropped, and not kept for the next question`() throws {
      try FakeFrontend.talk { frontend in
        try frontend.send("input_reply", ["value": "too early"], over: .stdin)
        try frontend.send("input_reply", ["no": "value"], over: .stdin)
        try frontend.send("kernel_info_request", over: .stdin)
        try frontend.expectNothing(over: .stdin)
        let request = try frontend.execute("ask again?", ["allow_stdin": true])
        try frontend.expect("input_request", about: request, over: .stdin)
        try frontend.send("input_reply", ["value": "in time"], over: .stdin)
        _ = try frontend.expectReply("execute_reply", to: request)
        #expect(try frontend.expectOutputs(of: request).last?.content["text"] == "got in time\n")
      }
    }

    @Test func `only the asker of a cell is asked`() throws {
      try FakeFrontend.talk { frontend in
        let other = try FakeFrontend(frontend.kernel)
        let request = try frontend.execute("ask name?", ["allow_stdin": true])
        try frontend.expect("input_request", about: request, over: .stdin)
        try other.expectNothing(over: .stdin)
        try frontend.send("input_reply", ["value": ""], over: .stdin)
        #expect(try frontend.expectReply("execute_reply", to: request)["status"] == "ok")
      }
    }
  }
}
