import Foundation
import JupyterWire
import Testing

private let usual: JSONObject = [
  "shell_port": 1001, "iopub_port": 1002, "stdin_port": 1003, "control_port": 1004, "hb_port": 1005,
  "ip": "127.0.0.1", "key": "a-b", "transport": "tcp", "signature_scheme": "hmac-sha256", "kernel_name": "whet",
]

private func read(_ changes: [(String, JSONValue?)] = []) throws(ConnectionFileError) -> ConnectionFile {
  var fields = usual
  for (name, value) in changes { fields[name] = value }
  return try ConnectionFile(bytes: JSONWriter.write(fields))
}

@Suite struct ConnectionFileTests {
  @Test func `each channel has its address`() throws {
    let file = try read()
    #expect(file.key == "a-b")
    #expect(file.curve == nil)
    let endpoints = ConnectionFile.Channel.allCases.map(file.endpoint)
    #expect(endpoints == [1001, 1004, 1002, 1003, 1005].map { "tcp://127.0.0.1:\($0)" })
  }

  @Test(arguments: [
    ("tcp", "0.0.0.0", "tcp://0.0.0.0:1001"), ("tcp", "localhost", "tcp://127.0.0.1:1001"),
    ("tcp", "::1", "tcp://[::1]:1001"), ("ipc", "/run/k/ipc", "ipc:///run/k/ipc-1001"),
  ])
  func `an address is what transport and ip say`(transport: String, ip: String, endpoint: String) throws {
    let file = try read([("transport", .string(transport)), ("ip", .string(ip))])
    #expect(file.endpoint(.shell) == endpoint)
  }

  @Test func `transport and signature scheme have their usual values`() throws {
    #expect(try read([("transport", nil), ("signature_scheme", nil)]) == read())
  }

  @Test func `an ipc port may be any positive number`() throws {
    #expect(try read([("transport", "ipc"), ("shell_port", 1)]).endpoint(.shell) == "ipc://127.0.0.1-1")
    #expect(try read([("transport", "ipc"), ("shell_port", 100_000)]).endpoint(.shell) == "ipc://127.0.0.1-100000")
  }

  @Test func `without ports the launcher is told those that are free`() throws {
    let noPorts: [(String, JSONValue?)] = ["shell", "iopub", "stdin", "control", "hb"].map { ("\($0)_port", nil) }
    let file = try read(noPorts + [("registration_port", 4711)])
    #expect(file.registrationEndpoint == "tcp://127.0.0.1:4711")
    #expect(file.ports.count == 5 && file.ports.values.allSatisfy { $0 == 0 })
    #expect(try read([("registration_port", 4711)]).registrationEndpoint == nil, "the file names ports")
    #expect(throws: ConnectionFileError.port(field: "registration_port", value: 70_000)) {
      try read(noPorts + [("registration_port", 70_000)])
    }
    let others: [(String, JSONValue)] = [
      ("transport", "ipc"), ("curve_publickey", .string(Self.key)), ("registration_port", .null),
    ]
    for (name, value) in others {
      let keys: [(String, JSONValue?)] = name.hasPrefix("curve") ? [("curve_secretkey", .string(Self.key))] : []
      #expect(throws: ConnectionFileError.self) {
        try read(noPorts + [("registration_port", 4711)] + keys + [(name, value)])
      }
    }
  }

  private static let key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"

  @Test func `keys for encryption have 40 digits`() throws {
    let key = Self.key
    let file = try read([("curve_publickey", .string(key)), ("curve_secretkey", .string(key))])
    #expect(file.curve == .init(publicKey: key, secretKey: key))
    #expect(try read([("curve_publickey", nil), ("curve_secretkey", .null)]).curve == nil)
  }

  @Test(
    arguments: [
      (.string(key), nil, "curve_secretkey"), (nil, .string(key), "curve_publickey"),
      (.string(key), "short", "curve_secretkey"), (.string(key), .string(key + "a"), "curve_secretkey"),
      (.string(key), .string(key.dropLast() + " "), "curve_secretkey"), (7, .string(key), "curve_publickey"),
      (.string(key), .string(String(repeating: "é", count: 20)), "curve_secretkey"), ("", "", "curve_publickey"),
    ] as [(JSONValue?, JSONValue?, String)])
  func `half a pair of keys never means no encryption`(publicKey: JSONValue?, secretKey: JSONValue?, field: String) {
    #expect(throws: ConnectionFileError.curveKey(field: field)) {
      try read([("curve_publickey", publicKey), ("curve_secretkey", secretKey)])
    }
  }

  @Test(
    arguments: [
      ("ip", nil, ConnectionFileError.missing(field: "ip")), ("ip", "", .missing(field: "ip")),
      ("key", nil, .missing(field: "key")), ("key", 5, .missing(field: "key")),
      ("hb_port", nil, .missing(field: "hb_port")), ("iopub_port", "1002", .missing(field: "iopub_port")),
      ("shell_port", 0, .port(field: "shell_port", value: 0)),
      ("stdin_port", -7, .port(field: "stdin_port", value: -7)),
      ("control_port", 65536, .port(field: "control_port", value: 65536)),
      ("transport", "udp", .transport("udp")), ("signature_scheme", "hmac-md5", .signatureScheme("hmac-md5")),
    ] as [(String, JSONValue?, ConnectionFileError)])
  func `what is wrong is named`(field: String, value: JSONValue?, error: ConnectionFileError) {
    #expect(throws: error) { try read([(field, value)]) }
  }

  @Test func `what is no JSON object is no connection file`() {
    #expect(throws: ConnectionFileError.notAnObject) { try ConnectionFile(bytes: Array("[]".utf8)) }
    #expect(throws: ConnectionFileError.notJSON(JSONError(offset: 0, problem: .unexpectedEnd))) {
      try ConnectionFile(bytes: [])
    }
  }

  @Test func `a file is read, and what cannot be read is named`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "connection-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "kernel.json").path
    #expect(throws: ConnectionFileError.unreadable(path: path, code: ENOENT)) { try ConnectionFile(path: path) }
    #expect(throws: ConnectionFileError.unreadable(path: folder.path, code: EISDIR)) {
      try ConnectionFile(path: folder.path)
    }
    try Data(JSONWriter.write(usual)).write(to: URL(filePath: path))
    #expect(try ConnectionFile(path: path) == read())
    try Data(repeating: 0x20, count: 2 << 20).write(to: URL(filePath: path))
    #expect(throws: ConnectionFileError.tooLarge(path: path)) { try ConnectionFile(path: path) }
  }
}
