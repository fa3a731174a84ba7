import Glibc
import JupyterWire
import ScriptedRunner
import Testing

@testable import JupyterKernel

extension KernelTests {
  @Suite struct ShutdownTests {
    @Test(arguments: [ConnectionFile.Channel.control, .shell], [false, true])
    func `the kernel answers, tells everybody and ends`(channel: ConnectionFile.Channel, restart: Bool) throws {
      let kernel = try RunningKernel(key: "secret")
      let frontend = try FakeFrontend(kernel)
      let request = try frontend.send("shutdown_request", ["restart": .bool(restart)], over: channel)
      let content: JSONObject = ["status": "ok", "restart": .bool(restart)]
      #expect(try frontend.expectReply("shutdown_reply", to: request, over: channel) == content)
      let outputs = try frontend.expectOutputs(of: request)
      #expect(outputs.map(\.type) == ["shutdown_reply"])
      #expect(outputs.first?.content == content)
      #expect(kernel.ending() == .shutdown(restart: restart))
      #expect(kernel.runner.saves == [restart])
    }

    @Test(arguments: ["busy 60000", "sleep 60000", "deaf 15000"])
    func `a running cell does not hold it up`(code: String) throws {
      let kernel = try RunningKernel(key: "secret")
      let frontend = try FakeFrontend(kernel)
      _ = try frontend.execute(code)
      _ = try frontend.execute("print never")
      try frontend.waitUntilRunning()
      let start = Clock.milliseconds
      let request = try frontend.send("shutdown_request", over: .control)
      _ = try frontend.expectReply("shutdown_reply", to: request, over: .control)
      #expect(kernel.ending() == .shutdown(restart: false))
      #expect(Clock.milliseconds - start < 10_000)
    }

    @Test func `a cell that waits for input does not hold it up`() throws {
      let kernel = try RunningKernel(key: "secret")
      let frontend = try FakeFrontend(kernel)
      let asking = try frontend.execute("ask name?", ["allow_stdin": true])
      try frontend.expect("input_request", about: asking, over: .stdin)
      try frontend.send("shutdown_request", over: .control)
      #expect(kernel.ending() == .shutdown(restart: false))
    }

    @Test func `SIGTERM ends it, and it can save`() throws {
      let kernel = try RunningKernel(key: "secret")
      let frontend = try FakeFrontend(kernel)
      _ = try frontend.execute("busy 60000")
      try frontend.waitUntilRunning()
      kill(getpid(), SIGTERM)
      #expect(kernel.ending() == .terminated)
      #expect(kernel.runner.saves == [false])
    }
  }
}
