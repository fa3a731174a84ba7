import Glibc
import JupyterKernel
import JupyterWire
import ScriptedRunner
import Testing

extension KernelTests {
  /// Shells beside the main one, as front ends see them (JEP 91, "Kernel subshells").
  @Suite struct ShellsTests {
    @Test func `shells are opened, listed and closed over control`() throws {
      try FakeFrontend.talk { frontend in
        #expect(try list(frontend) == [])
        let (first, second) = (try frontend.openShell(), try frontend.openShell())
        #expect(first != second && !first.isEmpty)
        #expect(try list(frontend) == [.string(first), .string(second)])
        #expect(try delete(first, frontend) == ["status": "ok"])
        #expect(try list(frontend) == [.string(second)])
        let other = try FakeFrontend(frontend.kernel)
        #expect(try list(other) == [.string(second)])
      }
    }

    @Test func `a cell of a subshell runs while one of the main shell does`() throws {
      try FakeFrontend.talk { frontend in
        let shell = try frontend.openShell()
        let long = try frontend.execute("sleep 60000")
        try frontend.waitUntilRunning()
        try frontend.expectBusy(long)
        try frontend.expect("execute_input", about: long)
        for number in 2..<5 {
          let short = try frontend.execute("print here", in: shell)
          #expect(try frontend.expectReply("execute_reply", to: short) == executed(number))
          #expect(try frontend.expectOutputs(of: short).map(\.type) == ["execute_input", "stream"])
        }
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: long)["ename"] == "Interrupted")
      }
    }

    @Test func `the other way round, and two subshells beside each other`() throws {
      try FakeFrontend.talk { frontend in
        let (one, two) = (try frontend.openShell(), try frontend.openShell())
        let long = try [one, two].map { try frontend.execute("sleep 60000", in: $0) }
        try frontend.waitUntilRunning(2)
        let short = try frontend.execute("print here")
        #expect(try frontend.expectReply("execute_reply", to: short) == executed(3))
        // An interrupt is the kernel's, not a shell's.
        try frontend.send("interrupt_request", over: .control)
        var seen: [String: JSONValue] = [:]
        for _ in long {
          let envelope = try frontend.receive(over: .shell)
          seen[envelope.parentHeader["msg_id"]?.stringValue ?? ""] = envelope.content["ename"]
        }
        #expect(long.map { seen[$0] } == ["Interrupted", "Interrupted"])
      }
    }

    @Test func `a shell's cells run one after another, and an error aborts those of its own shell alone`() throws {
      try FakeFrontend.talk { frontend in
        let shell = try frontend.openShell()
        let running = try frontend.execute("sleep 300")
        try frontend.waitUntilRunning()
        let failing = try frontend.execute("fail", in: shell)
        let behind = try frontend.execute("print no", in: shell)
        let waiting = try frontend.execute("print yes")
        var statuses: [String: JSONValue] = [:]
        for _ in 0..<4 {
          let envelope = try frontend.receive(over: .shell)
          statuses[envelope.parentHeader["msg_id"]?.stringValue ?? ""] = envelope.content["status"]
        }
        #expect([running, failing, behind, waiting].map { statuses[$0] } == ["ok", "error", "aborted", "ok"])
        #expect(try frontend.expectReply("execute_reply", to: frontend.execute("count", in: shell))["status"] == "ok")
      }
    }

    @Test func `a shell that is closed answers the cells that wait, and stops the one that runs`() throws {
      try FakeFrontend.talk { frontend in
        let shell = try frontend.openShell()
        let running = try frontend.execute("sleep 60000", in: shell)
        try frontend.waitUntilRunning()
        let waiting = try (0..<3).map { try frontend.execute("print \($0)", in: shell) }
        // What was sent over shell is there before what is sent over control.
        _ = try frontend.expectReply("is_complete_reply", to: frontend.send("is_complete_request", ["code": ""]))
        let deletion = try frontend.send("delete_subshell_request", ["subshell_id": .string(shell)], over: .control)
        #expect(try frontend.expectReply("delete_subshell_reply", to: deletion, over: .control) == ["status": "ok"])
        var statuses: [String: JSONValue] = [:]
        for _ in 0..<4 {
          let envelope = try frontend.receive(over: .shell)
          statuses[envelope.parentHeader["msg_id"]?.stringValue ?? ""] = envelope.content["status"]
        }
        #expect(waiting.map { statuses[$0] } == ["aborted", "aborted", "aborted"])
        #expect(statuses[running] == "error")
        #expect(try frontend.expectReply("execute_reply", to: frontend.execute("print on"))["status"] == "ok")
      }
    }

    @Test func `closing a shell ends its cell's question to the reader`() throws {
      try FakeFrontend.talk { frontend in
        let shell = try frontend.openShell()
        let asking = try frontend.execute("ask name?", ["allow_stdin": true], in: shell)
        try frontend.expect("input_request", about: asking, over: .stdin)
        #expect(try delete(shell, frontend, isQuiet: false) == ["status": "ok"])
        #expect(try frontend.expectReply("execute_reply", to: asking)["ename"] == "Interrupted")
      }
    }

    @Test func `two shells ask the reader one after the other`() throws {
      try FakeFrontend.talk { frontend in
        let shell = try frontend.openShell()
        let first = try frontend.execute("ask first?", ["allow_stdin": true])
        try frontend.expect("input_request", about: first, over: .stdin)
        let second = try frontend.execute("ask second?", ["allow_stdin": true], in: shell)
        try frontend.expectNothing(over: .stdin)
        try frontend.send("input_reply", ["value": "one"], over: .stdin)
        #expect(try frontend.expectReply("execute_reply", to: first)["status"] == "ok")
        try frontend.expect("input_request", about: second, over: .stdin)
        try frontend.send("input_reply", ["value": "two"], over: .stdin)
        #expect(try frontend.expectReply("execute_reply", to: second)["status"] == "ok")
      }
    }

    @Test func `a shell nobody opened is an error, whatever it is asked`() throws {
      try FakeFrontend.talk { frontend in
        let cell = try frontend.execute("print lost", in: "no-such")
        let refusal: JSONObject = [
          "status": "error", "ename": "UnknownSubshell", "evalue": "there is no subshell no-such", "traceback": [],
          "execution_count": 0,
        ]
        #expect(try frontend.expectReply("execute_reply", to: cell) == refusal)
        #expect(try frontend.expectOutputs(of: cell).isEmpty)
        let question = try frontend.send("complete_request", ["code": "pr"], in: "no-such")
        #expect(try frontend.expectReply("complete_reply", to: question)["ename"] == "UnknownSubshell")
        #expect(try frontend.expectOutputs(of: question).isEmpty)
        let message = try frontend.send("comm_msg", ["comm_id": "c", "data": [:]], in: "no-such")
        #expect(try frontend.expectOutputs(of: message).isEmpty)
        #expect(try delete("no-such", frontend)["ename"] == "UnknownSubshell")
        let shell = try frontend.openShell()
        #expect(try delete(shell, frontend) == ["status": "ok"])
        #expect(try delete(shell, frontend)["ename"] == "UnknownSubshell")
        let nothing = try frontend.send("delete_subshell_request", over: .control)
        let reply = try frontend.expectReply("delete_subshell_reply", to: nothing, over: .control)
        #expect(reply["evalue"] == "the field subshell_id is missing")
      }
    }

    @Test func `questions and comms of a subshell are answered while its cell runs`() throws {
      try FakeFrontend.talk { frontend in
        let shell = try frontend.openShell()
        let running = try frontend.execute("sleep 60000", in: shell)
        try frontend.waitUntilRunning()
        let question = try frontend.send("is_complete_request", ["code": "x"], in: shell)
        #expect(try frontend.expectReply("is_complete_reply", to: question) == ["status": "complete"])
        let info = try frontend.send("kernel_info_request", in: shell)
        #expect(try frontend.expectReply("kernel_info_reply", to: info)["status"] == "ok")
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: running)["status"] == "error")
      }
    }

    @Test func `a kernel ends with cells running in all its shells`() throws {
      try FakeFrontend.talk { frontend in
        let shell = try frontend.openShell()
        _ = try frontend.execute("sleep 60000")
        _ = try frontend.execute("sleep 60000", in: shell)
        try frontend.waitUntilRunning(2)
        try frontend.send("shutdown_request", over: .control)
        #expect(frontend.kernel.ending() == .shutdown(restart: false))
      }
    }

    private func list(_ frontend: FakeFrontend) throws -> [JSONValue]? {
      let request = try frontend.send("list_subshell_request", over: .control)
      let reply = try frontend.expectReply("list_subshell_reply", to: request, over: .control)
      #expect(reply["status"] == "ok")
      #expect(try frontend.expectOutputs(of: request).isEmpty)
      guard case .array(let ids)? = reply["subshell_id"] else { return nil }
      return ids
    }

    private func delete(_ id: String, _ frontend: FakeFrontend, isQuiet: Bool = true) throws -> JSONObject {
      let request = try frontend.send("delete_subshell_request", ["subshell_id": .string(id)], over: .control)
      let reply = try frontend.expectReply("delete_subshell_reply", to: request, over: .control)
      if isQuiet { #expect(try frontend.expectOutputs(of: request).isEmpty) }
      return reply
    }

    private func executed(_ number: Int) -> JSONObject {
      ["status": "ok", "execution_count": .integer(number), "payload": [], "user_expressions": [:]]
    }
  }
}
