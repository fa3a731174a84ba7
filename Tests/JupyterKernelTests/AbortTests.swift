import JupyterWire
import Testing

extension KernelTests {
  @Suite struct AbortTests {
    @Test(arguments: [1, 2, 50])
    func `cells sent together with a failing one are aborted`(count: Int) throws {
      try FakeFrontend.talk { frontend in
        let failing = try frontend.execute("fail")
        let waiting = try (0..<count).map { try frontend.execute("print \($0)") }
        #expect(try frontend.expectReply("execute_reply", to: failing)["status"] == "error")
        #expect(try frontend.expectOutputs(of: failing).map(\.type) == ["execute_input", "error"])
        for request in waiting {
          let reply = try frontend.expectReply("execute_reply", to: request)
          #expect(reply == ["status": "aborted", "execution_count": 1])
          #expect(try frontend.expectOutputs(of: request).isEmpty)
        }
        #expect(try frontend.run("print later").reply == executed(2))
      }
    }

    @Test func `a cell sent after the reply is never aborted`() throws {
      try FakeFrontend.talk { frontend in
        for round in 0..<20 {
          let failing = try frontend.execute("fail")
          _ = try frontend.expectReply("execute_reply", to: failing)
          let next = try frontend.execute("print fine")
          #expect(try frontend.expectReply("execute_reply", to: next) == executed(2 * round + 2))
        }
      }
    }

    @Test func `without stop_on_error the next cells run`() throws {
      try FakeFrontend.talk { frontend in
        let failing = try frontend.execute("fail", ["stop_on_error": false])
        let next = try frontend.execute("print fine")
        #expect(try frontend.expectReply("execute_reply", to: failing)["status"] == "error")
        #expect(try frontend.expectReply("execute_reply", to: next) == executed(2))
      }
    }

    @Test func `a silent cell that fails aborts nothing`() throws {
      try FakeFrontend.talk { frontend in
        let failing = try frontend.execute("fail", ["silent": true])
        let next = try frontend.execute("print fine")
        #expect(try frontend.expectReply("execute_reply", to: failing)["status"] == "error")
        #expect(try frontend.expectReply("execute_reply", to: next) == executed(1))
      }
    }

    @Test func `questions that wait beside the cells are still answered`() throws {
      try FakeFrontend.talk { frontend in
        _ = try frontend.execute("fail")
        let waiting = try frontend.execute("print no")
        let question = try frontend.send("is_complete_request", ["code": "print"])
        var replies: [String: JSONValue] = [:]
        for _ in 0..<3 {
          let envelope = try frontend.receive(over: .shell)
          replies[envelope.parentHeader["msg_id"]?.stringValue ?? ""] = envelope.content["status"]
        }
        #expect(replies[waiting] == "aborted")
        #expect(replies[question] == "complete")
      }
    }

    private func executed(_ number: Int) -> JSONObject {
      ["status": "ok", "execution_count": .integer(number), "payload": [], "user_expressions": [:]]
    }
  }
}
