import JupyterWire
import Testing

extension KernelTests {
  @Suite struct QuestionTests {
    @Test(arguments: [ConnectionFile.Channel.shell, .control])
    func `the kernel tells who it is`(channel: ConnectionFile.Channel) throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.send("kernel_info_request", over: channel)
        #expect(
          try frontend.expectReply("kernel_info_reply", to: request, over: channel) == [
            "status": "ok", "protocol_version": "5.5", "implementation": "scripted-kernel",
            "implementation_version": "1.0",
            "language_info": [
              "name": "scripted", "version": "1.0", "mimetype": "text/x-scripted", "file_extension": ".scripted",
              "codemirror_mode": "shell", "pygments_lexer": "bash", "nbconvert_exporter": "script",
            ],
            "banner": "A language for tests", "debugger": false, "supported_features": ["kernel subshells"],
            "help_links": [["text": "Help", "url": "https://example.org"]],
          ])
        #expect(try frontend.expectOutputs(of: request).isEmpty)
      }
    }

    @Test func `the kernel tells where it listens`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.send("connect_request")
        let reply = try frontend.expectReply("connect_reply", to: request)
        for (channel, port) in frontend.kernel.connection.ports {
          #expect(reply["\(channel.rawValue)_port"] == .integer(port))
        }
      }
    }

    @Test func `completion counts code points`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.send("complete_request", ["code": "😀é\u{301} pr", "cursor_pos": 6])
        #expect(
          try frontend.expectReply("complete_reply", to: request) == [
            "status": "ok", "matches": ["print"], "cursor_start": 4, "cursor_end": 6,
            "metadata": [
              "_jupyter_types_experimental": [
                ["start": 4, "end": 6, "text": "print", "type": "verb", "signature": ""]
              ]
            ],
          ])
        #expect(try frontend.expectOutputs(of: request).isEmpty)
        let none = try frontend.send("complete_request", ["code": "zz", "cursor_pos": 2])
        #expect(try frontend.expectReply("complete_reply", to: none)["metadata"] == [:])
      }
    }

    @Test func `inspection finds or finds nothing`() throws {
      try FakeFrontend.talk { frontend in
        let found = try frontend.send("inspect_request", ["code": "print x", "cursor_pos": 3, "detail_level": 1])
        #expect(
          try frontend.expectReply("inspect_reply", to: found)
            == ["status": "ok", "found": true, "data": ["text/plain": "print at 3, detail 1"], "metadata": [:]])
        let missing = try frontend.send("inspect_request", ["code": "zz", "cursor_pos": 1, "detail_level": 0])
        #expect(
          try frontend.expectReply("inspect_reply", to: missing)
            == ["status": "ok", "found": false, "data": [:], "metadata": [:]])
      }
    }

    @Test(
      arguments: [
        ("print", ["status": "complete"]), ("print \\", ["status": "incomplete", "indent": "  "]),
        ("]", ["status": "invalid"]), ("", ["status": "unknown"]),
      ] as [(String, JSONObject)])
    func `code is complete or not`(code: String, reply: JSONObject) throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.send("is_complete_request", ["code": .string(code)])
        #expect(try frontend.expectReply("is_complete_reply", to: request) == reply)
      }
    }

    @Test func `history has what was stored, with results when asked`() throws {
      try FakeFrontend.talk { frontend in
        _ = try frontend.run("result one")
        _ = try frontend.run("print unstored", ["store_history": false])
        _ = try frontend.run("print silent", ["silent": true])
        _ = try frontend.run("print two")
        let tail = try frontend.send("history_request", ["hist_access_type": "tail", "n": 5, "output": true])
        #expect(
          try frontend.expectReply("history_reply", to: tail) == [
            "status": "ok", "history": [[1, 1, ["result one", "one"]], [1, 2, ["print two", nil]]],
          ])
        let search = try frontend.send(
          "history_request", ["hist_access_type": "search", "pattern": "*two", "output": false])
        #expect(
          try frontend.expectReply("history_reply", to: search) == ["status": "ok", "history": [[1, 2, "print two"]]])
      }
    }

    @Test(
      arguments: [
        ("execute_request", [:], "execute_reply", "the field code is missing"),
        ("complete_request", ["code": 1], "complete_reply", "the field code is no string"),
        ("history_request", ["hist_access_type": "all"], "history_reply", "the field hist_access_type cannot be all"),
      ] as [(String, JSONObject, String, String)])
    func `a request with a wrong content is answered with an error`(
      messageType: String, content: JSONObject, replyType: String, sentence: String
    ) throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.send(messageType, content)
        let reply = try frontend.expectReply(replyType, to: request)
        #expect(reply["status"] == "error")
        #expect(reply["ename"] == "InvalidRequest")
        #expect(reply["evalue"] == .string(sentence))
        #expect(reply["execution_count"] == (messageType == "execute_request" ? 0 : nil))
        #expect(try frontend.expectOutputs(of: request).isEmpty)
      }
    }

    @Test func `a debugger is refused politely`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.send(
          "debug_request", ["type": "request", "command": "attach", "seq": 4], over: .control)
        #expect(
          try frontend.expectReply("debug_reply", to: request, over: .control) == [
            "type": "response", "seq": 0, "request_seq": 4, "success": false, "command": "attach",
            "message": "scripted-kernel has no debugger", "body": [:],
          ])
      }
    }

    @Test(arguments: [ConnectionFile.Channel.shell, .control])
    func `a type nobody knows is worked on and left`(channel: ConnectionFile.Channel) throws {
      try FakeFrontend.talk { frontend in
        for messageType in ["usage_request", "kernel_info_reply", "", "💥"] {
          let request = try frontend.send(messageType, ["x": 1], over: channel)
          #expect(try frontend.expectOutputs(of: request).isEmpty)
        }
        try frontend.expectNothing(over: channel)
      }
    }

    @Test func `while a cell runs everything but cells is answered at once`() throws {
      try FakeFrontend.talk { frontend in
        let running = try frontend.execute("busy 60000")
        try frontend.waitUntilRunning()
        let waiting = try frontend.execute("print later")
        let questions: [(String, JSONObject)] = [
          ("kernel_info", [:]), ("complete", ["code": "pr"]), ("inspect", ["code": "print"]),
          ("is_complete", ["code": "x"]), ("history", ["hist_access_type": "tail"]), ("comm_info", [:]),
        ]
        for (name, content) in questions {
          let request = try frontend.send("\(name)_request", content)
          _ = try frontend.expectReply("\(name)_reply", to: request)
        }
        let info = try frontend.send("kernel_info_request", over: .control)
        _ = try frontend.expectReply("kernel_info_reply", to: info, over: .control)
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: running)["status"] == "error")
        #expect(try frontend.expectReply("execute_reply", to: waiting)["status"] == "aborted")
      }
    }
  }
}
