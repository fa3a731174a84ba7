import Glibc
import JupyterWire
import Testing

extension KernelTests {
  @Suite struct InterruptTests {
    @Test(arguments: ["sleep 60000", "busy 60000"])
    func `a running cell is stopped and the next one runs`(code: String) throws {
      try FakeFrontend.talk { frontend in
        let running = try frontend.execute(code)
        try frontend.waitUntilRunning()
        let interrupt = try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("interrupt_reply", to: interrupt, over: .control) == ["status": "ok"])
        #expect(try frontend.expectReply("execute_reply", to: running)["ename"] == "Interrupted")
        let next = try frontend.execute("print fine")
        #expect(try frontend.expectReply("execute_reply", to: next)["status"] == "ok")
      }
    }

    @Test func `the cells behind it are aborted`() throws {
      try FakeFrontend.talk { frontend in
        let running = try frontend.execute("sleep 60000", ["stop_on_error": false])
        let waiting = try frontend.execute("print no")
        try frontend.waitUntilRunning()
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: running)["status"] == "error")
        #expect(try frontend.expectReply("execute_reply", to: waiting)["status"] == "aborted")
      }
    }

    @Test func `the cells behind one that came to its end all the same are aborted too`() throws {
      try FakeFrontend.talk { frontend in
        let running = try frontend.execute("deaf 300")
        let waiting = try frontend.execute("print no")
        try frontend.waitUntilRunning()
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: running)["status"] == "ok")
        #expect(try frontend.expectReply("execute_reply", to: waiting)["status"] == "aborted")
      }
    }

    @Test func `an idle kernel answers, and the next cell runs`() throws {
      try FakeFrontend.talk { frontend in
        let interrupt = try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("interrupt_reply", to: interrupt, over: .control) == ["status": "ok"])
        #expect(try frontend.expectOutputs(of: interrupt).isEmpty)
        #expect(try frontend.run("sleep 20").reply["status"] == "ok")
      }
    }

    @Test func `the signal interrupts like the message`() throws {
      try FakeFrontend.talk { frontend in
        let running = try frontend.execute("sleep 60000")
        try frontend.waitUntilRunning()
        kill(getpid(), SIGINT)
        #expect(try frontend.expectReply("execute_reply", to: running)["ename"] == "Interrupted")
      }
    }

    @Test func `a cell that waits for input is stopped`() throws {
      try FakeFrontend.talk { frontend in
        let running = try frontend.execute("ask name?", ["allow_stdin": true])
        try frontend.expect("input_request", about: running, over: .stdin)
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: running)["ename"] == "Interrupted")
      }
    }
  }
}
