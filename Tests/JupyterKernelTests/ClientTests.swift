import JupyterWire
import Testing

extension KernelTests {
  @Suite struct ClientTests {
    @Test func `replies go to the asker, outputs to everybody`() throws {
      try FakeFrontend.talk { first in
        let second = try FakeFrontend(first.kernel)
        let request = try first.execute("print hello")
        _ = try first.expectReply("execute_reply", to: request)
        #expect(try first.expectOutputs(of: request).map(\.type) == ["execute_input", "stream"])
        #expect(try second.expectOutputs(of: request).map(\.type) == ["execute_input", "stream"])
        try second.expectNothing(over: .shell)
      }
    }

    @Test func `two front ends share one queue and one counter`() throws {
      try FakeFrontend.talk { first in
        let second = try FakeFrontend(first.kernel)
        for number in 0..<20 {
          let frontend = number % 2 == 0 ? first : second
          let request = try frontend.execute("count")
          #expect(try frontend.expectReply("execute_reply", to: request)["execution_count"] == .integer(number + 1))
        }
      }
    }

    @Test func `only the first front end hears that the kernel is starting`() throws {
      try FakeFrontend.talk { first in
        let frames = try #require(first.receiveRaw(over: .iopub))
        #expect(frames.last == Array(#"{"execution_state":"starting"}"#.utf8))
        #expect(frames[4] == Array("{}".utf8))
        let second = try FakeFrontend(first.kernel)
        #expect(second.receiveRaw(over: .iopub, within: 50) == nil)
      }
    }

    @Test func `what is published has its type as topic`() throws {
      try FakeFrontend.talk { frontend in
        _ = try frontend.execute("print x")
        let topics = try (0..<4).map { _ in try frontend.receive(over: .iopub).identities }
        #expect(topics == ["status", "execute_input", "stream.stdout", "status"].map { [Array($0.utf8)] })
      }
    }
  }
}
