internal import CTransfer

/// A connection to servers, kept from one file to the next.
final class Transfer {
  private let handle: OpaquePointer
  private let agent: String

  /// Prepares for transfers.
  ///
  /// - Parameter agent: What servers are told of the program: `whet/1.0`.
  /// - Throws: `DownloadError.noLibrary`.
  init(agent: String) throws(DownloadError) {
    var missing: UnsafePointer<CChar>?
    guard let handle = whet_transfer_open(&missing) else {
      throw .noLibrary(missing.map { String(cString: $0) } ?? "libcurl")
    }
    self.handle = handle
    self.agent = agent
  }

  deinit { whet_transfer_close(handle) }

  /// What a server says before it sends the content.
  struct Response {
    /// HTTP's status code.
    let status: Int
    /// How many bytes it is going to send, if it says so.
    let length: Int?
    /// The place of the first byte it sends, if it says so.
    let firstByte: Int?
  }

  /// How a transfer ended.
  enum Outcome: Equatable {
    case done, interrupted, stalled, declined
    case failed(code: Int32, words: String)
  }

  /// What becomes of what a server sends.
  protocol Receiver: AnyObject {
    /// Told of an answer before its first byte; false to have nothing of it.
    func begin(_ response: Response) -> Bool
    /// Given the content, piece by piece; false to have no more.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool
    /// Asked at least twenty times a second whether to go on.
    func goesOn() -> Bool
  }

  /// Transfers the content of an address.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - firstByte: The place of the first byte that is wanted.
  ///   - patience: For how many seconds nothing may come.
  ///   - receiver: Gets it, on this thread.
  /// - Returns: How it ended.
  func run(_ address: String, from firstByte: Int, patience: Int, to receiver: any Receiver) -> Outcome {
    var box = Box(receiver: receiver)
    var result = whet_transfer_result()
    withUnsafeMutablePointer(to: &box) { box in
      address.withCString { url in
        agent.withCString { agent in
          var request = whet_transfer_request(
            url: url, first_byte: Int64(firstByte), patience: Int32(patience), user_agent: agent, context: box,
            begin: { Box.receiver($0)?.begin(Response($1)) == true ? 1 : 0 },
            take: { Box.receiver($0)?.take(UnsafeRawBufferPointer(start: $1, count: $2)) == true ? 1 : 0 },
            goes_on: { Box.receiver($0)?.goesOn() == true ? 1 : 0 })
          whet_transfer_run(handle, &request, &result)
        }
      }
    }
    return Outcome(result)
  }

  /// What the C functions are handed.
  private struct Box {
    let receiver: any Receiver

    static func receiver(_ context: UnsafeMutableRawPointer?) -> (any Receiver)? {
      context?.assumingMemoryBound(to: Box.self).pointee.receiver
    }
  }
}

extension Transfer.Response {
  fileprivate init(_ response: UnsafePointer<whet_response>?) {
    guard let response = response?.pointee else { preconditionFailure("an answer is always given") }
    status = Int(response.status)
    length = response.length < 0 ? nil : Int(response.length)
    firstByte = response.first_byte < 0 ? nil : Int(response.first_byte)
  }
}

extension Transfer.Outcome {
  fileprivate init(_ result: whet_transfer_result) {
    let words = withUnsafeBytes(of: result.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch result.outcome {
    case WHET_TRANSFER_DONE: self = .done
    case WHET_TRANSFER_INTERRUPTED: self = .interrupted
    case WHET_TRANSFER_STALLED: self = .stalled
    case WHET_TRANSFER_DECLINED: self = .declined
    default: self = .failed(code: result.code, words: words)
    }
  }

  /// The error behind a failure of an address.
  ///
  /// - Parameters:
  ///   - code: libcurl's code.
  ///   - words: libcurl's words.
  ///   - address: What was to be transferred.
  ///   - received: How many bytes of the file are there.
  ///   - size: How many it has.
  /// - Returns: What is the matter.
  static func error(code: Int32, words: String, address: String, received: Int, size: Int) -> DownloadError {
    switch code {
    case whet_transfer_partial: .cutShort(address: address, received: received, size: size)
    case whet_transfer_resolve, whet_transfer_resolve_proxy, whet_transfer_connect:
      .unreachable(address: address, reason: words)
    case whet_transfer_certificates: .noCertificates(address: address, reason: words)
    case whet_transfer_redirects, whet_transfer_protocol, whet_transfer_url:
      .redirected(address: address, reason: words)
    default: .transfer(address: address, reason: words)
    }
  }
}
