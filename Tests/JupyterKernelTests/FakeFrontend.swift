import CZeroMQ
import Foundation
import JupyterWire
import ScriptedRunner
import Synchronization
import Testing

@testable import JupyterKernel

/// A front end that says exactly what it is told to, and a kernel in this process for it to talk to.
///
/// Its verbs read like the messaging specification. Whatever it waits for must come within seconds and must be the next
/// thing that comes.
final class FakeFrontend {
  /// Something that did not happen as the specification says.
  struct Surprise: Error, CustomStringConvertible {
    let description: String
  }

  /// How long to wait for what must come, in milliseconds: longer where all is slower, as under a sanitizer.
  static let patience = 1000 * (ProcessInfo.processInfo.environment["WHET_PATIENCE"].flatMap { Int($0) } ?? 20)

  let runner: ScriptedRunner
  let kernel: RunningKernel
  private let composer: Composer
  private let signer: Signer
  private let context: UnsafeMutableRawPointer
  private var sockets: [ConnectionFile.Channel: UnsafeMutableRawPointer] = [:]

  /// Connects to a kernel. It has subscribed to everything and been welcomed when this returns.
  init(_ kernel: RunningKernel, key: String? = nil) throws {
    self.kernel = kernel
    runner = kernel.runner
    signer = Signer(key: Array((key ?? kernel.connection.key).utf8))
    composer = Composer(signer: signer, username: "frontend")
    context = try #require(zmq_ctx_new())
    let identity = Array(composer.session.utf8)
    for channel in ConnectionFile.Channel.allCases {
      let kinds: [ConnectionFile.Channel: Int32] = [.iopub: ZMQ_SUB, .heartbeat: ZMQ_REQ]
      let socket = try #require(zmq_socket(context, kinds[channel] ?? ZMQ_DEALER))
      var none: Int32 = 0
      zmq_setsockopt(socket, ZMQ_LINGER, &none, 4)
      zmq_setsockopt(socket, ZMQ_RCVHWM, &none, 4)
      if channel == .iopub { zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "", 0) }
      if kinds[channel] == nil { zmq_setsockopt(socket, ZMQ_ROUTING_ID, identity, identity.count) }
      try #require(zmq_connect(socket, kernel.connection.endpoint(channel)) == 0)
      sockets[channel] = socket
    }
    if key == nil { try expectWelcome() }
  }

  deinit {
    sockets.values.forEach { zmq_close($0) }
    zmq_ctx_term(context)
  }

  /// Starts a kernel, lets a front end talk to it, and ends it.
  static func talk(
    key: String = "secret", targets: [String: any CommTarget] = [:], _ body: (FakeFrontend) throws -> Void
  ) throws {
    let kernel = try RunningKernel(key: key, targets: targets)
    defer { kernel.end() }
    try body(FakeFrontend(kernel))
  }
}

// MARK: - Saying

extension FakeFrontend {
  /// Sends a request and returns its identifier.
  @discardableResult
  func send(
    _ messageType: String, _ content: JSONObject = [:], over channel: ConnectionFile.Channel = .shell,
    metadata: JSONObject = [:], buffers: [[UInt8]] = []
  ) throws -> String {
    let frames = composer.frames(
      messageType, prefix: [], parent: nil, metadata: metadata, content: content, buffers: buffers)
    sendRaw(frames, over: channel)
    return try MessageHeader(bytes: frames[2]).messageID
  }

  /// Sends frames as they are.
  func sendRaw(_ frames: [[UInt8]], over channel: ConnectionFile.Channel) {
    guard let socket = sockets[channel] else { return }
    for (index, frame) in frames.enumerated() {
      zmq_send(socket, frame, frame.count, index < frames.count - 1 ? ZMQ_SNDMORE : 0)
    }
  }

  /// The frames of a request that has not been sent.
  func compose(_ messageType: String, _ content: JSONObject = [:]) -> [[UInt8]] {
    composer.frames(messageType, prefix: [], parent: nil, content: content)
  }

  /// Asks to run a cell. `options` are further fields of the request.
  func execute(_ code: String, _ options: JSONObject = [:], in subshell: String? = nil) throws -> String {
    var content: JSONObject = ["code": .string(code)]
    for option in options.members { content.append(option.name, option.value) }
    guard let subshell else { return try send("execute_request", content) }
    return try send("execute_request", content, in: subshell)
  }

  /// Sends a request to a shell beside the main one.
  @discardableResult
  func send(_ messageType: String, _ content: JSONObject = [:], in subshell: String) throws -> String {
    var frames = compose(messageType, content)
    frames[2] = frames[2].dropLast() + Array(#","subshell_id":"\#(subshell)"}"#.utf8)
    frames[1] = signer.signature(of: frames[2...5])
    sendRaw(frames, over: .shell)
    return try MessageHeader(bytes: frames[2]).messageID
  }

  /// Opens a shell beside the main one.
  func openShell() throws -> String {
    let request = try send("create_subshell_request", over: .control)
    let reply = try expectReply("create_subshell_reply", to: request, over: .control)
    guard try expectOutputs(of: request).isEmpty, reply["status"] == "ok", let id = reply["subshell_id"]?.stringValue
    else { throw Surprise(description: "no shell: \(reply)") }
    return id
  }
}

// MARK: - Hearing

extension FakeFrontend {
  /// The next frames on a channel, or `nil` when none come in time.
  func receiveRaw(over channel: ConnectionFile.Channel, within milliseconds: Int = patience) -> [[UInt8]]? {
    guard let socket = sockets[channel] else { return nil }
    var item = zmq_pollitem_t(socket: socket, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0)
    guard zmq_poll(&item, 1, milliseconds) > 0 else { return nil }
    var frames: [[UInt8]] = []
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    repeat {
      guard zmq_msg_recv(&message, socket, 0) >= 0 else { return nil }
      frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))))
    } while zmq_msg_more(&message) != 0
    return frames
  }

  /// The next message on a channel. Welcomes, which other front ends cause too, are passed over, and so are the words about nothing
  /// that the kernel is starting, which the first front end hears, and that it is still busy.
  func receive(over channel: ConnectionFile.Channel) throws -> Envelope {
    while true {
      guard let frames = receiveRaw(over: channel) else { throw Surprise(description: "nothing came on \(channel)") }
      let envelope = try Envelope(frames: frames, signer: signer)
      if !Self.isGeneral(envelope) { return envelope }
    }
  }

  /// The content of the next message on a channel, which must be of that type and about that request.
  @discardableResult
  func expect(
    _ messageType: String, about request: String?, over channel: ConnectionFile.Channel = .iopub
  ) throws -> JSONObject {
    let envelope = try receive(over: channel)
    guard envelope.header.messageType == messageType, envelope.parentHeader["msg_id"]?.stringValue == request else {
      throw Surprise(
        description: "expected \(messageType) about \(request ?? "nothing"), got \(envelope.header.messageType) about "
          + "\(envelope.parentHeader["msg_id"]?.stringValue ?? "nothing"): \(envelope.content)")
    }
    return envelope.content
  }

  /// The content of the reply to a request, which must be the next message there.
  func expectReply(
    _ messageType: String, to request: String, over channel: ConnectionFile.Channel = .shell
  ) throws -> JSONObject {
    try expect(messageType, about: request, over: channel)
  }

  func expectBusy(_ request: String) throws {
    let content = try expect("status", about: request)
    guard content == ["execution_state": "busy"] else { throw Surprise(description: "not busy: \(content)") }
  }

  func expectIdle(_ request: String) throws {
    let content = try expect("status", about: request)
    guard content == ["execution_state": "idle"] else { throw Surprise(description: "not idle: \(content)") }
  }

  /// The messages on IOPub from `busy` to `idle` about a request, without these two.
  func expectOutputs(of request: String) throws -> [(type: String, content: JSONObject)] {
    try expectBusy(request)
    var outputs: [(String, JSONObject)] = []
    while true {
      let envelope = try receive(over: .iopub)
      guard envelope.parentHeader["msg_id"]?.stringValue == request else {
        throw Surprise(description: "\(envelope.header.messageType) about another request")
      }
      if envelope.content == ["execution_state": "idle"] { return outputs }
      outputs.append((envelope.header.messageType, envelope.content))
    }
  }

  /// Runs a cell to its end.
  func run(
    _ code: String, _ options: JSONObject = [:]
  ) throws -> (
    reply: JSONObject, outputs: [(type: String, content: JSONObject)]
  ) {
    let request = try execute(code, options)
    return (try expectReply("execute_reply", to: request), try expectOutputs(of: request))
  }

  /// Nothing comes on a channel for a while.
  func expectNothing(over channel: ConnectionFile.Channel, for milliseconds: Int = 50) throws {
    while let frames = receiveRaw(over: channel, within: milliseconds) {
      if let envelope = try? Envelope(frames: frames, signer: signer), Self.isGeneral(envelope) { continue }
      throw Surprise(description: "unexpected on \(channel): \(frames.map { String(decoding: $0, as: UTF8.self) })")
    }
  }

  /// Waits until as many cells are running, in shells of their own.
  func waitUntilRunning(_ count: Int = 1) throws {
    for _ in 0..<15_000 {
      if runner.runningCount >= count { return }
      usleep(2000)
    }
    throw Surprise(description: "no \(count) cells began to run")
  }

  private static func isGeneral(_ envelope: Envelope) -> Bool {
    envelope.header.messageType == "iopub_welcome"
      || envelope.header.messageType == "status" && envelope.parentHeader.isEmpty
  }

  /// Somebody was welcomed to all topics, so this front end hears everything from now on. Among much traffic some of it
  /// may come before.
  private func expectWelcome() throws {
    while let frames = receiveRaw(over: .iopub) {
      let envelope = try Envelope(frames: frames, signer: signer)
      guard envelope.header.messageType == "iopub_welcome" else { continue }
      guard envelope.content == ["subscription": ""], envelope.parentHeader.isEmpty else {
        throw Surprise(description: "a strange welcome: \(envelope)")
      }
      return
    }
    throw Surprise(description: "no welcome")
  }
}

/// A kernel on threads of this process, listening on sockets in a folder of its own.
final class RunningKernel: Sendable {
  let runner = ScriptedRunner()
  let connection: ConnectionFile
  private let hasEnded = Semaphore()
  private let outcome = Mutex<Result<Kernel.Ending.Cause, KernelError>?>(nil)

  init(key: String, targets: [String: any CommTarget] = [:]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "whet-\(Identifiers.random().prefix(12))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ports = ConnectionFile.Channel.allCases.enumerated().map { ($1, $0 + 1) }
    connection = ConnectionFile(
      transport: .ipc, ip: folder.appending(path: "k").path, ports: Dictionary(uniqueKeysWithValues: ports), key: key)
    Later.run { [self] in
      do throws(KernelError) {
        let ending = try Kernel(connection, runner: runner, commTargets: targets).run()
        outcome.withLock { $0 = .success(ending.cause) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      // Here: what a last release does, the process may not live to see.
      try? FileManager.default.removeItem(at: folder)
      hasEnded.signal()
    }
  }

  /// Why the kernel ended, once it has; `nil` when it does not within seconds.
  func ending() -> Kernel.Ending.Cause? {
    guard hasEnded.wait(milliseconds: 20_000) else { return nil }
    hasEnded.signal()
    return outcome.withLock { try? $0?.get() }
  }

  /// Asks the kernel to end, unless it has ended, and waits for it.
  func end() {
    if outcome.withLock({ $0 }) == nil, let frontend = try? FakeFrontend(self) {
      _ = try? frontend.send("shutdown_request", over: .control)
      _ = frontend.receiveRaw(over: .control)
    }
    _ = ending()
  }
}
