import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct RegularFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(of path: String) -> FileReadError? {
    do throws(FileReadError) { _ = try RegularFile(path: path) } catch { return error }
    return nil
  }

  @Test func `a file is read whole, from an offset, and no further than its end`() throws {
    let path = try folder.write([1, 2, 3, 4, 5], as: "five")
    let file = try RegularFile(path: path)
    #expect(file.size == 5)
    #expect(try file.bytes(atMost: 5) == [1, 2, 3, 4, 5])
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: 3) } == 2)
    #expect(buffer == [4, 5, 0, 0])
    #expect(try buffer.withUnsafeMutableBytes { try file.read(into: $0) } == 0)
    #expect(try Data(regularFile: URL(filePath: path)) == Data([1, 2, 3, 4, 5]))
  }

  @Test func `a link to a file is a file`() throws {
    let path = try folder.write([7], as: "one")
    symlink(path, folder.path + "/link")
    #expect(try RegularFile(path: folder.path + "/link").bytes() == [7])
  }

  @Test func `a file that is too long is not read`() throws {
    let path = try folder.write([1, 2, 3], as: "three")
    #expect(throws: FileReadError.tooLarge(path: path, bytes: 3, limit: 2)) {
      try Data(regularFile: URL(filePath: path), atMost: 2)
    }
  }

  @Test func `a pipe without a writer is refused at once`() throws {
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(refusal(of: path) == .notRegular(path: path, kind: .pipe))
  }

  @Test func `a device, a folder, a socket and a link to a device are refused`() throws {
    #expect(refusal(of: "/dev/zero") == .notRegular(path: "/dev/zero", kind: .characterDevice))
    #expect(refusal(of: folder.path) == .notRegular(path: folder.path, kind: .folder))
    symlink("/dev/zero", folder.path + "/zero")
    #expect(refusal(of: folder.path + "/zero") == .notRegular(path: folder.path + "/zero", kind: .characterDevice))
    let (path, socket) = (folder.path + "/s", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let length = MemoryLayout.size(ofValue: address.sun_path)
    try #require(path.utf8.count < length)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(refusal(of: path) == .notRegular(path: path, kind: .socket))
  }

  @Test func `a missing file says so, and a path through a file`() throws {
    let path = try folder.write([], as: "empty")
    #expect(refusal(of: folder.path + "/none") == .unreadable(path: folder.path + "/none", code: ENOENT))
    #expect(refusal(of: path + "/none") == .unreadable(path: path + "/none", code: ENOTDIR))
  }
}
