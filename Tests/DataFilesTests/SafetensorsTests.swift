import DataFiles
import Files
import Foundation
import TestSupport
import Testing

struct SafetensorsTests {
  /// A file with this header and these bytes behind it.
  private func bytes(_ header: String, _ data: [UInt8] = []) -> [UInt8] {
    let count = header.utf8.count
    return (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + Array(header.utf8) + data
  }

  private func error(_ bytes: [UInt8]) -> SafetensorsError? {
    do throws(SafetensorsError) {
      let file = try Safetensors(bytes)
      for entry in file.entries { _ = try file.numbers(of: entry) }
      return nil
    } catch {
      return error
    }
  }

  @Test func `numbers of every precision are read, in the order of the file`() throws {
    let header = """
      {"__metadata__":{"format":"pt"},"c":{"dtype":"BF16","shape":[],"data_offsets":[12,14]},
      "a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},"b":{"dtype":"F16","shape":[2],"data_offsets":[8,12]},
      "d":{"dtype":"F64","shape":[1],"data_offsets":[14,22]}}
      """
    let singles: [UInt8] = [Float(1.5), -2].withUnsafeBytes { Array($0) }
    let halves: [UInt8] = [0x00, 0x3E, 0x00, 0xC0, 0xC0, 0x3F]
    let double: [UInt8] = withUnsafeBytes(of: 0.25) { Array($0) }
    let file = try Safetensors(bytes(header, singles + halves + double))
    #expect(file.entries.map(\.name) == ["a", "b", "c", "d"])
    #expect(file.entries.map(\.shape) == [[2, 1], [2], [], [1]])
    #expect(try file.entries.map { try file.numbers(of: $0) } == [[1.5, -2], [1.5, -2], [1.5], [0.25]])
  }

  @Test(arguments: ["", "{", "[]", "{}{", "{\"a\":1}", "{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", "no header"])
  func `what has no header is refused`(header: String) {
    #expect(error(bytes(header)) == .header)
  }

  @Test func `lengths beyond the file are refused`() {
    #expect(error([1, 2, 3]) == .header)
    #expect(error([UInt8](repeating: 0xFF, count: 64)) == .header)
    #expect(error([0, 0, 0, 0, 0, 0, 0, 0x40] + Array("{}".utf8)) == .header)
    func entry(_ shape: String, _ offsets: String, type: String = "F32") -> [UInt8] {
      bytes("{\"a\":{\"dtype\":\"\(type)\",\"shape\":\(shape),\"data_offsets\":\(offsets)}}", [0, 0, 0, 0])
    }
    #expect(error(entry("[1]", "[0,4]")) == nil)
    for (shape, offsets) in [
      ("[1]", "[0,8]"), ("[2]", "[0,4]"), ("[1]", "[4,0]"), ("[1]", "[-4,0]"), ("[-1]", "[0,4]"),
      ("[4294967296,4294967296,4294967296]", "[0,4]"), ("[1]", "[0,9223372036854775807]"),
    ] { #expect(error(entry(shape, offsets)) == .range("a"), "\(shape) \(offsets)") }
    #expect(error(entry("[1]", "[0,4]", type: "I32")) == .type("a", "I32"))
  }

  @Test func `a folder is no file, and what is not there is not read`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SafetensorsError.self) { _ = try Safetensors(contentsOf: folder.url) }
    #expect(throws: SafetensorsError.self) { _ = try Safetensors(contentsOf: folder.url.appending(path: "none")) }
  }
}
