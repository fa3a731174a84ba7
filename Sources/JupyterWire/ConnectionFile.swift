import Glibc

/// Where a kernel listens and how its messages are signed: the JSON file a front end hands to the kernel it starts
/// (jupyter_client, "Connection files").
public struct ConnectionFile: Sendable, Equatable {
  /// The five sockets of a kernel.
  public enum Channel: String, Sendable, Equatable, CaseIterable {
    /// Requests and their replies.
    case shell
    /// Requests that must not wait for others.
    case control
    /// What everybody sees.
    case iopub
    /// Questions to the reader.
    case stdin
    /// The sign of life.
    case heartbeat = "hb"
  }

  /// How the bytes travel.
  public enum Transport: String, Sendable, Equatable {
    /// Over the network.
    case tcp
    /// Over sockets in the file system.
    case ipc
  }

  /// Keys for an encrypted transport (ZeroMQ's CURVE), each of 40 characters (Z85).
  public struct CurveKeys: Sendable, Equatable {
    /// The key the kernel is known by.
    public var publicKey: String
    /// The key it keeps.
    public var secretKey: String

    /// A pair of keys.
    public init(publicKey: String, secretKey: String) {
      self.publicKey = publicKey
      self.secretKey = secretKey
    }
  }

  /// How the bytes travel.
  public var transport: Transport
  /// The address to listen at; for `ipc` the beginning of the sockets' paths.
  public var ip: String
  /// The port of each channel; for `ipc` the end of its socket's path.
  public var ports: [Channel: Int]
  /// The key messages are signed with; empty for none.
  public var key: String
  /// Keys for an encrypted transport, or `nil` for a plain one.
  public var curve: CurveKeys?
  /// The port of the launcher that is to be told the channels' ports (JEP 66); `nil` where the file names them. With it they are
  /// 0: any that is free.
  public var registrationPort: Int?

  /// A connection.
  ///
  /// Precondition: every channel has a port.
  public init(
    transport: Transport = .tcp, ip: String = "127.0.0.1", ports: [Channel: Int], key: String, curve: CurveKeys? = nil,
    registrationPort: Int? = nil
  ) {
    precondition(Channel.allCases.allSatisfy { ports[$0] != nil }, "a channel has no port")
    self.transport = transport
    self.ip = ip
    self.ports = ports
    self.key = key
    self.curve = curve
    self.registrationPort = registrationPort
  }

  /// The path of a channel's socket in the file system; `nil` for a network address.
  public func path(_ channel: Channel) -> String? {
    transport == .ipc ? "\(ip)-\(ports[channel] ?? 0)" : nil
  }

  /// The address of a channel in ZeroMQ's notation.
  public func endpoint(_ channel: Channel) -> String {
    switch transport {
    case .ipc: "ipc://\(path(channel) ?? "")"
    case .tcp: address(port: ports[channel] ?? 0)
    }
  }

  /// The launcher's address in ZeroMQ's notation, where it is to be told the channels' ports.
  public var registrationEndpoint: String? { registrationPort.map(address) }

  private func address(port: Int) -> String {
    let host = ip == "localhost" ? "127.0.0.1" : ip.utf8.contains(UInt8(ascii: ":")) ? "[\(ip)]" : ip
    return "tcp://\(host):\(port)"
  }
}

/// Why a connection file cannot be used.
public enum ConnectionFileError: Error, Sendable, Equatable {
  /// It cannot be read; the number is the system's `errno`.
  case unreadable(path: String, code: Int32)
  /// It is larger than any connection file.
  case tooLarge(path: String)
  /// It is not JSON.
  case notJSON(JSONError)
  /// It is JSON, but no object.
  case notAnObject
  /// A field is missing or of the wrong kind.
  case missing(field: String)
  /// A port that does not exist.
  case port(field: String, value: Int)
  /// A transport other than `tcp` and `ipc`.
  case transport(String)
  /// A way to sign other than `hmac-sha256`.
  case signatureScheme(String)
  /// A key for the encrypted transport that is missing beside the other one, or no 40 digits of Z85.
  case curveKey(field: String)
}

// MARK: - Reading

extension ConnectionFile {
  /// Reads a connection file.
  ///
  /// - Throws: The first thing that is wrong with it.
  public init(path: String) throws(ConnectionFileError) {
    try self.init(bytes: try Self.contents(of: path))
  }

  /// Reads the content of a connection file.
  ///
  /// - Throws: The first thing that is wrong with it.
  public init(bytes: [UInt8]) throws(ConnectionFileError) {
    let value: JSONValue
    do { value = try JSONReader.read(bytes) } catch { throw .notJSON(error) }
    guard case .object(let fields) = value else { throw .notAnObject }
    let transportName = fields["transport"]?.stringValue ?? "tcp"
    guard let transport = Transport(rawValue: transportName) else { throw .transport(transportName) }
    let scheme = fields["signature_scheme"]?.stringValue ?? "hmac-sha256"
    guard scheme == "hmac-sha256" else { throw .signatureScheme(scheme) }
    guard let ip = fields["ip"]?.stringValue, !ip.isEmpty else { throw .missing(field: "ip") }
    guard let key = fields["key"]?.stringValue else { throw .missing(field: "key") }
    let curve = try Self.curve(fields)
    // A launcher that is told ports has no key for it in its file: an encrypted kernel is given them.
    let isRegistered =
      fields["shell_port"] == nil && fields["registration_port"] != nil && transport == .tcp && curve == nil
    let noPorts = Dictionary(uniqueKeysWithValues: Channel.allCases.map { ($0, 0) })
    self.init(
      transport: transport, ip: ip, ports: isRegistered ? noPorts : try Self.ports(fields, transport), key: key,
      curve: curve, registrationPort: isRegistered ? try Self.port("registration_port", fields, transport) : nil)
  }

  private static func ports(_ fields: JSONObject, _ transport: Transport) throws(ConnectionFileError) -> [Channel: Int]
  {
    var ports: [Channel: Int] = [:]
    for channel in Channel.allCases { ports[channel] = try port("\(channel.rawValue)_port", fields, transport) }
    return ports
  }

  private static func port(
    _ field: String, _ fields: JSONObject, _ transport: Transport
  ) throws(ConnectionFileError) -> Int {
    guard let port = fields[field]?.integerValue else { throw .missing(field: field) }
    guard port > 0, transport == .ipc || port <= 65535 else { throw .port(field: field, value: port) }
    return port
  }

  private static func curve(_ fields: JSONObject) throws(ConnectionFileError) -> CurveKeys? {
    let names = ["curve_publickey", "curve_secretkey"]
    // Half a pair, or a key of the wrong kind, must not come to mean that nothing is encrypted.
    guard names.contains(where: { fields[$0] ?? .null != .null }) else { return nil }
    let keys = try names.map { (name) throws(ConnectionFileError) in
      guard let key = fields[name]?.stringValue, isKey(key) else { throw .curveKey(field: name) }
      return key
    }
    return CurveKeys(publicKey: keys[0], secretKey: keys[1])
  }

  /// Whether a text is 32 bytes in Z85 (ZeroMQ's RFC 32): 40 of its 85 digits.
  private static func isKey(_ text: String) -> Bool {
    let others = Array(".-:+=^!/*?&<>()[]{}@%$#".utf8)
    return text.utf8.count == 40
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          true
        default: others.contains(byte)
        }
      }
  }

  private static func contents(of path: String) throws(ConnectionFileError) -> [UInt8] {
    let greatestSize = 1 << 20
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, code: errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= greatestSize else { throw .tooLarge(path: path) }
    }
  }
}
