import Foundation
import JupyterWire
import ScriptedRunner
import Testing

@testable import JupyterKernel

/// Tests that talk to a whole kernel. One after another: signals are the process's, and time is short on few processors.
@Suite(.serialized, .timeLimit(.minutes(2))) struct KernelTests {
  @Test func `a kernel that cannot listen says where`() throws {
    let ports = ConnectionFile.Channel.allCases.enumerated().map { ($1, $0 + 1) }
    let connection = ConnectionFile(
      transport: .ipc, ip: "/nowhere/at/all/k", ports: Dictionary(uniqueKeysWithValues: ports), key: "")
    let error = #expect(throws: KernelError.self) { try tryToListen(connection) }
    #expect(error == .bind(channel: .shell, endpoint: "ipc:///nowhere/at/all/k-1", code: ENOENT))
  }

  @Test func `a heartbeat that cannot listen is noticed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "whet-hb-\(Identifiers.random().prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = ConnectionFile.Channel.allCases.enumerated().map { ($1, $0 + 1) }
    let connection = ConnectionFile(
      transport: .ipc, ip: folder.appending(path: "k").path, ports: Dictionary(uniqueKeysWithValues: ports), key: "")
    let inTheWay = folder.appending(path: "k-\(connection.ports[.heartbeat] ?? 0)")
    try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
    let error = #expect(throws: KernelError.self) { try tryToListen(connection) }
    #expect(error == .bind(channel: .heartbeat, endpoint: connection.endpoint(.heartbeat), code: EADDRINUSE))
  }

  private func tryToListen(_ connection: ConnectionFile) throws(KernelError) {
    _ = try Kernel(connection, runner: ScriptedRunner())
  }
}
