import JupyterWire
import Testing

private func request(_ messageType: String, _ content: JSONObject, buffers: [[UInt8]] = []) throws -> Request {
  let signer = Signer(key: [])
  let frames = Composer(signer: signer, username: "").frames(
    messageType, prefix: [], parent: nil, metadata: ["m": 1], content: content, buffers: buffers)
  return try Request(Envelope(frames: frames, signer: signer))
}

@Suite struct RequestTests {
  @Test(
    arguments: [
      ("kernel_info_request", [:], Request.kernelInfo), ("connect_request", [:], .connect),
      ("interrupt_request", [:], .interrupt), ("shutdown_request", ["restart": true], .shutdown(restart: true)),
      ("shutdown_request", [:], .shutdown(restart: false)),
      ("is_complete_request", ["code": "x"], .isComplete(code: "x")),
      ("comm_info_request", [:], .commInfo(target: nil)),
      ("comm_info_request", ["target_name": "t"], .commInfo(target: "t")),
      ("comm_info_request", ["target_name": nil], .commInfo(target: nil)),
      ("create_subshell_request", [:], .createSubshell), ("list_subshell_request", [:], .listSubshells),
      ("delete_subshell_request", ["subshell_id": "s"], .deleteSubshell(id: "s")),
      ("debug_request", ["command": "attach", "seq": 3], .debug(command: "attach", sequence: 3)),
      ("input_reply", ["value": "yes"], .inputReply(value: "yes")), ("no_such_request", ["x": 1], .unknown),
      ("", [:], .unknown),
    ] as [(String, JSONObject, Request)])
  func `a type and a content make a request`(messageType: String, content: JSONObject, expected: Request) throws {
    #expect(try request(messageType, content) == expected)
  }

  @Test(
    arguments: [
      ("execute_request", [:], RequestError.missing(field: "code")),
      ("execute_request", ["code": nil], .missing(field: "code")),
      ("execute_request", ["code": 1], .wrongType(field: "code", expected: "string")),
      ("execute_request", ["code": "", "silent": "yes"], .wrongType(field: "silent", expected: "boolean")),
      (
        "execute_request", ["code": "", "user_expressions": ["a": 1]],
        .wrongType(field: "user_expressions.a", expected: "string")
      ),
      ("complete_request", ["cursor_pos": 1], .missing(field: "code")),
      ("complete_request", ["code": "", "cursor_pos": 0.5], .wrongType(field: "cursor_pos", expected: "integer")),
      ("inspect_request", ["code": []], .wrongType(field: "code", expected: "string")),
      ("is_complete_request", [:], .missing(field: "code")),
      ("history_request", ["hist_access_type": "all"], .unknownValue(field: "hist_access_type", value: "all")),
      ("delete_subshell_request", [:], .missing(field: "subshell_id")),
      ("shutdown_request", ["restart": 1], .wrongType(field: "restart", expected: "boolean")),
      ("comm_open", ["comm_id": "1"], .missing(field: "target_name")),
      ("comm_msg", ["data": [:]], .missing(field: "comm_id")), ("input_reply", [:], .missing(field: "value")),
    ] as [(String, JSONObject, RequestError)])
  func `a field that is missing or wrong is named`(messageType: String, content: JSONObject, error: RequestError) {
    #expect(throws: error) { try request(messageType, content) }
  }

  @Test func `comm messages keep data, metadata and buffers`() throws {
    let data = CommData(data: ["x": 1], metadata: ["m": 1], buffers: [[1, 2]])
    let content: JSONObject = ["comm_id": "7", "target_name": "t", "data": ["x": 1]]
    #expect(try request("comm_open", content, buffers: [[1, 2]]) == .commOpen(id: "7", target: "t", data))
    #expect(try request("comm_msg", content, buffers: [[1, 2]]) == .commMessage(id: "7", data))
    #expect(try request("comm_close", content, buffers: [[1, 2]]) == .commClose(id: "7", data))
  }
}

@Suite struct ExecuteRequestTests {
  private func execute(_ content: JSONObject) throws -> ExecuteRequest {
    guard case .execute(let request) = try request("execute_request", content) else {
      throw RequestError.missing(field: "execute")
    }
    return request
  }

  @Test func `what is not said has the specification's default`() throws {
    let cell = try execute(["code": "x"])
    #expect(cell.code == "x")
    #expect(!cell.silent && cell.storeHistory && !cell.allowsStdin && cell.stopsOnError)
    #expect(cell.userExpressions.isEmpty)
  }

  @Test func `silence forbids history`() throws {
    #expect(try !execute(["code": "", "silent": true, "store_history": true]).storeHistory)
    #expect(try !execute(["code": "", "store_history": false]).storeHistory)
  }

  @Test func `expressions keep their order`() throws {
    let cell = try execute(["code": "", "user_expressions": ["b": "1", "a": "2"]])
    #expect(cell.userExpressions.map(\.name) == ["b", "a"])
    #expect(cell.userExpressions.map(\.expression) == ["1", "2"])
    #expect(cell != (try execute(["code": ""])))
  }
}

@Suite struct CompleteRequestTests {
  @Test(arguments: [("ab✋", 2, 2), ("ab✋", 3, 3), ("ab✋", 99, 3), ("ab✋", -5, 0), ("é\u{301}😀", 3, 3), ("", 1, 0)])
  func `the cursor counts code points and stays inside`(code: String, given: Int, expected: Int) throws {
    let content: JSONObject = ["code": .string(code), "cursor_pos": .integer(given)]
    guard case .complete(let completion) = try request("complete_request", content),
      case .inspect(let inspection) = try request("inspect_request", content)
    else {
      Issue.record("not read as what it is")
      return
    }
    #expect(completion.cursor == expected)
    #expect(inspection.cursor == expected)
    #expect(inspection.detail == 0)
  }

  @Test func `without a cursor the end of the code is meant`() throws {
    guard case .inspect(let inspection) = try request("inspect_request", ["code": "abc", "detail_level": 7]) else {
      Issue.record("not read as what it is")
      return
    }
    #expect(inspection.cursor == 3)
    #expect(inspection.detail == 1)
  }
}

@Suite struct HistoryRequestTests {
  @Test(
    arguments: [
      ([:], .tail(count: 10)), (["hist_access_type": "tail", "n": 3], .tail(count: 3)),
      (["hist_access_type": "tail", "n": -3], .tail(count: 0)),
      (["hist_access_type": "range"], .range(session: 0, start: 1, stop: nil)),
      (["hist_access_type": "range", "session": -1, "start": 2, "stop": 5], .range(session: -1, start: 2, stop: 5)),
      (["hist_access_type": "search"], .search(pattern: "*", count: nil, unique: false)),
      (
        ["hist_access_type": "search", "pattern": "a?", "n": 2, "unique": true],
        .search(pattern: "a?", count: 2, unique: true)
      ),
    ] as [(JSONObject, HistoryRequest.Access)])
  func `each way to ask is read`(content: JSONObject, access: HistoryRequest.Access) throws {
    guard case .history(let question) = try request("history_request", content) else {
      Issue.record("not read as what it is")
      return
    }
    #expect(question.access == access)
    #expect(!question.wantsOutput)
  }
}
