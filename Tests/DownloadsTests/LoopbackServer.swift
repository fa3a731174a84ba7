import Foundation
import Synchronization

/// A server on this machine that answers every request as a test wants it to, however odd. It serves as long as the
/// process lives, since a test may hold no more of it than its address.
final class LoopbackServer: Sendable {
  /// What was asked for.
  struct Request: Sendable, Equatable {
    /// The path, or of a proxy the whole address.
    let target: String
    /// The lines below it, names in lower case.
    let headers: [String: String]

    /// The place of the first byte asked for; 0 where no range was.
    var firstByte: Int {
      headers["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
    }
  }

  /// A step of an answer.
  enum Step: Sendable {
    /// The first line and those below it.
    case head(String, [String: String])
    case bytes([UInt8])
    /// Nothing for so many milliseconds, unless the other side leaves.
    case silence(Int)
    /// The connection is cut as by a broken cable.
    case reset
  }

  /// Its address: `http://127.0.0.1:40001`.
  let address: String
  private let socket: Int32
  private let answer: @Sendable (Request) -> [Step]
  private let seen = Mutex<[Request]>([])

  /// What was asked for so far.
  var requests: [Request] { seen.withLock { $0 } }

  /// Begins to serve.
  init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
    self.answer = answer
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let bound = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard bound else { throw CocoaError(.fileNoSuchFile) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread {
          self.serve(client)
          close(client)
        }
      }
    }
  }

  /// Answers with content as a good server does, ranges included.
  static func content(_ bytes: [UInt8], for request: Request) -> [Step] {
    let first = request.firstByte
    guard first > 0 else { return [.head("200 OK", ["Content-Length": "\(bytes.count)"]), .bytes(bytes)] }
    guard first < bytes.count else { return [.head("416 Range Not Satisfiable", ["Content-Length": "0"])] }
    let range = "bytes \(first)-\(bytes.count - 1)/\(bytes.count)"
    return [
      .head("206 Partial Content", ["Content-Length": "\(bytes.count - first)", "Content-Range": range]),
      .bytes(Array(bytes[first...])),
    ]
  }

  /// Answers with a status and nothing else.
  static func status(_ line: String) -> [Step] { [.head(line, ["Content-Length": "0"])] }

  private func serve(_ client: Int32) {
    guard let request = Self.read(client) else { return }
    seen.withLock { $0.append(request) }
    for step in answer(request) {
      switch step {
      case .head(let status, let headers):
        let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        Self.send(Array("HTTP/1.1 \(status)\r\n\(lines)Connection: close\r\n\r\n".utf8), to: client)
      case .bytes(let bytes): Self.send(bytes, to: client)
      case .silence(let milliseconds):
        var watched = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        poll(&watched, 1, Int32(milliseconds))
      case .reset:
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        return
      }
    }
  }

  private static func read(_ client: Int32) -> Request? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while !text.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard recv(client, &byte, 1, 0) == 1, text.count < 1 << 16 else { return nil }
      text.append(byte)
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n").map(String.init)
    let words = lines[0].split(separator: " ")
    let headers = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)) : nil
    }
    return Request(target: String(words[1]), headers: Dictionary(headers) { $1 })
  }

  private static func send(_ bytes: [UInt8], to client: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Foundation.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }
}
