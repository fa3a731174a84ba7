import JupyterWire
import ScriptedRunner
import Testing

extension KernelTests {
  @Suite struct ExecuteTests {
    @Test func `a cell is busy, shows what it runs, prints, replies and is idle`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.execute("print hello\ndisplay there\nresult 42")
        try frontend.expectBusy(request)
        #expect(
          try frontend.expect("execute_input", about: request)
            == ["code": "print hello\ndisplay there\nresult 42", "execution_count": 1])
        #expect(try frontend.expect("stream", about: request) == ["name": "stdout", "text": "hello\n"])
        #expect(
          try frontend.expect("display_data", about: request)
            == ["data": ["text/plain": "there"], "metadata": [:], "transient": [:]])
        #expect(
          try frontend.expect("execute_result", about: request)
            == ["execution_count": 1, "data": ["text/plain": "42"], "metadata": [:], "transient": [:]])
        try frontend.expectIdle(request)
        #expect(
          try frontend.expectReply("execute_reply", to: request)
            == ["status": "ok", "execution_count": 1, "payload": [], "user_expressions": [:]])
      }
    }

    @Test func `what is put off is done between the reply and idle`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.execute("print now\nafterwards later")
        _ = try frontend.expectReply("execute_reply", to: request)
        frontend.runner.noteAnswer()
        try frontend.expectBusy(request)
        _ = try frontend.expect("execute_input", about: request)
        #expect(try frontend.expect("stream", about: request)["text"] == "now\n")
        #expect(try frontend.expect("stream", about: request)["text"] == "later\n")
        try frontend.expectIdle(request)
      }
    }

    @Test func `an error is the same on IOPub and in the reply`() throws {
      try FakeFrontend.talk { frontend in
        let (reply, outputs) = try frontend.run("print before\nfail it broke\nprint after")
        #expect(outputs.map(\.type) == ["execute_input", "stream", "error"])
        let error: JSONObject = [
          "ename": "Failure", "evalue": "it broke", "traceback": ["first line", "Failure: it broke"],
        ]
        #expect(outputs.last?.content == error)
        #expect(
          reply
            == JSONObject([("status", "error"), ("execution_count", 1)] + error.members.map { ($0.name, $0.value) }))
      }
    }

    // Where pieces of one text are cut is a matter of time; OutboxTests hold it against a clock of their own.
    @Test func `text goes to its stream and keeps its order among other outputs`() throws {
      try FakeFrontend.talk { frontend in
        let (_, outputs) = try frontend.run("write a\nwrite b\nwarn c\nprint d\ndisplay e\nprint f")
        var shown: [(place: String, text: String)] = []
        for output in outputs.dropFirst() {
          let place = output.content["name"]?.stringValue ?? output.type
          let text = output.content["text"]?.stringValue ?? ""
          if output.type == "stream", shown.last?.place == place {
            shown[shown.count - 1].text += text
          } else {
            shown.append((place, text))
          }
        }
        #expect(shown.map(\.place) == ["stdout", "stderr", "stdout", "display_data", "stdout"])
        #expect(shown.map(\.text) == ["ab", "c\n", "d\n", "", "f\n"])
      }
    }

    @Test func `many lines arrive whole, in few messages`() throws {
      try FakeFrontend.talk { frontend in
        let (_, outputs) = try frontend.run("lines 100000")
        let streams = outputs.filter { $0.type == "stream" }
        let text = streams.compactMap { $0.content["text"]?.stringValue }.joined()
        #expect(text == (0..<100_000).map { "\($0)\n" }.joined())
        #expect(streams.count < 60)
      }
    }

    @Test func `text is shown while its cell still runs`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.execute("print early\nsleep 60000")
        try frontend.expectBusy(request)
        try frontend.expect("execute_input", about: request)
        #expect(try frontend.expect("stream", about: request)["text"] == "early\n")
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: request)["status"] == "error")
      }
    }

    @Test func `a cell that says nothing for long is busy at once all the same, and remembered`() throws {
      try FakeFrontend.talk { frontend in
        let request = try frontend.execute("sleep 60000")
        try frontend.expectBusy(request)
        try frontend.expect("execute_input", about: request)
        let question = try frontend.send(
          "history_request", ["hist_access_type": "tail", "n": 1, "output": false, "raw": true])
        #expect(try frontend.expectReply("history_reply", to: question)["history"] == [[1, 1, "sleep 60000"]])
        try frontend.send("interrupt_request", over: .control)
        #expect(try frontend.expectReply("execute_reply", to: request)["status"] == "error")
      }
    }

    @Test func `a silent cell shows nothing at all`() throws {
      try FakeFrontend.talk { frontend in
        for code in ["print a\nwarn b\ndisplay c\nresult d\nclear", "fail quietly"] {
          let (reply, outputs) = try frontend.run(code, ["silent": true, "store_history": true])
          #expect(outputs.isEmpty)
          #expect(reply["execution_count"] == 0)
        }
      }
    }

    @Test func `only stored cells are counted`() throws {
      try FakeFrontend.talk { frontend in
        let cells: [(JSONObject, Int)] = [
          ([:], 1), (["store_history": false], 1), (["silent": true], 1), ([:], 2), (["silent": true], 2), ([:], 3),
        ]
        for (options, number) in cells {
          let (reply, outputs) = try frontend.run("count", options)
          #expect(reply["execution_count"] == .integer(number))
          #expect(options["silent"] == true || outputs.first?.content["execution_count"] == .integer(number))
        }
        #expect(try frontend.run("fail", [:]).reply["execution_count"] == 4)
      }
    }

    @Test func `expressions are evaluated after a cell that succeeded`() throws {
      try FakeFrontend.talk { frontend in
        let expressions: JSONObject = ["user_expressions": ["a": "upper x✋", "b": "nonsense"]]
        let values = try frontend.run("print x", expressions).reply["user_expressions"]
        #expect(
          values == [
            "a": ["status": "ok", "data": ["text/plain": "X✋"], "metadata": [:]],
            "b": ["status": "error", "ename": "BadExpression", "evalue": "nonsense", "traceback": ["no: nonsense"]],
          ])
        #expect(try frontend.run("fail", expressions).reply["user_expressions"] == nil)
      }
    }

    @Test func `a display can be updated, also by a later cell`() throws {
      try FakeFrontend.talk { frontend in
        let first = try frontend.run("display #one begin").outputs.last
        #expect(first?.type == "display_data")
        #expect(first?.content["transient"] == ["display_id": "one"])
        let second = try frontend.run("update #one end").outputs.last
        #expect(second?.type == "update_display_data")
        #expect(
          second?.content == [
            "data": ["text/plain": "end", "text/html": "<b>end</b>"], "metadata": [:],
            "transient": ["display_id": "one"],
          ])
      }
    }

    @Test func `outputs can be cleared, at once or when the next one comes`() throws {
      try FakeFrontend.talk { frontend in
        let outputs = try frontend.run("clear\nclear wait").outputs.dropFirst()
        #expect(outputs.map(\.type) == ["clear_output", "clear_output"])
        #expect(outputs.map(\.content) == [["wait": false], ["wait": true]])
      }
    }

    @Test func `output that comes late belongs to its own cell`() throws {
      try FakeFrontend.talk { frontend in
        let first = try frontend.execute("late 100 tardy")
        _ = try frontend.expectReply("execute_reply", to: first)
        #expect(try frontend.expectOutputs(of: first).map(\.type) == ["execute_input"])
        #expect(try frontend.expect("stream", about: first)["text"] == "tardy\n")
      }
    }

    @Test func `cells run in the order they were sent`() throws {
      try FakeFrontend.talk { frontend in
        let requests = try (0..<300).map { try frontend.execute("print \($0)") }
        for (index, request) in requests.enumerated() {
          #expect(try frontend.expectReply("execute_reply", to: request)["execution_count"] == .integer(index + 1))
          let outputs = try frontend.expectOutputs(of: request)
          #expect(outputs.last?.content["text"] == .string("\(index)\n"))
        }
      }
    }
  }
}
