import Foundation
import Networks
import Tensors
import TestSupport
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// ONNX files that contradict themselves, or are none.
struct OnnxFaultTests {
  private typealias Maker = OnnxBuilder

  private func problem(_ builder: OnnxBuilder, in folder: String? = nil) -> ModelFileError? {
    do throws(ModelFileError) {
      _ = try builder.file(in: folder).network()
      return nil
    } catch {
      return error
    }
  }

  private func fault(_ builder: OnnxBuilder, in folder: String? = nil) -> ProgramProblem? {
    guard case .program(let fault)? = problem(builder, in: folder) else { return nil }
    return fault.problem
  }

  private func builder(_ initializers: [WireMessage] = [], _ nodes: WireMessage...) -> OnnxBuilder {
    var builder = OnnxBuilder()
    (builder.initializers, builder.nodes) = (initializers, nodes)
    return builder
  }

  @Test func `operators that are not known are told all at once`() {
    var builder = OnnxBuilder()
    builder.add("Fold", ["x"], ["a"])
    builder.add("Relu", ["a"], ["b"])
    builder.add("Loop", ["b"], ["c"])
    builder.add("Gelu", ["c"], ["y"], domain: "com.microsoft")
    #expect(
      fault(builder)
        == .unknownOperations([
          LayerName(name: "a", type: "Fold"), LayerName(name: "c", type: "Loop"),
          LayerName(name: "y", type: "com.microsoft.Gelu"),
        ]))
  }

  @Test func `a value is made once, before it is read`() {
    #expect(fault(builder([], Maker.node("Relu", ["b"], ["y"]), Maker.node("Relu", ["y"], ["b"]))) == .undefined("b"))
    #expect(fault(builder([], Maker.node("Relu", ["x"]), Maker.node("Neg", ["x"]))) == .duplicate("y"))
    #expect(fault(builder([], Maker.node("Relu", ["x"], ["x"]))) == .duplicate("x"))
    #expect(
      fault(builder([Maker.floats("c", [], [1]), Maker.floats("c", [], [2])], Maker.node("Relu", ["x"])))
        == .duplicate("c"))
    #expect(fault(builder([], Maker.node("Relu", ["x"], ["z"]))) == .output("y"))
  }

  @Test func `nodes that would be more operations than a program has are refused`() {
    var builder = OnnxBuilder()
    // Each is two operations.
    let count = WireMessage.mostRepeated / 2 + 1
    for number in 0..<count { builder.add("LogSoftmax", [number == 0 ? "x" : "v\(number)"], ["v\(number + 1)"]) }
    builder.outputs = ["v\(count)"]
    #expect(fault(builder) == .tooManyOperations(limit: WireMessage.mostRepeated))
  }

  @Test func `what is computed cannot be a setting`() {
    #expect(
      fault(builder([], Maker.node("Cast", ["x"], ["s"], [("to", .integer(7))]), Maker.node("Reshape", ["x", "s"])))
        == .notConstant("2"))
    #expect(
      fault(builder([], Maker.node("Cast", ["x"], ["c"], [("to", .integer(9))]), Maker.node("If", ["c"]))) == .blocks)
  }

  @Test func `versions of the operators other than 11 to 24 are refused`() {
    for version in [nil, 0, 10, 25, -1] {
      var builder = builder([], Maker.node("Relu", ["x"]))
      builder.operatorSet = version
      #expect(problem(builder) == .onnx(.operatorSet(version)))
    }
  }

  @Test func `bytes that are no ONNX model are said to be none`() throws {
    for bytes: [UInt8] in [[], Array("hello, world".utf8), Array(PackageBuilder.rectifier.model.bytes)] {
      #expect(throws: ModelFileError.onnx(.notAModel(byteCount: bytes.count))) {
        _ = try ModelFile.translated(bytes, in: nil, OnnxInput())
      }
    }
  }

  // MARK: Sizes

  @Test func `sizes beyond memory are refused before anything is allocated`() {
    let huge = Maker.integers("s", [3], [1 << 20, 1 << 20, 1 << 20])
    for type in ["Expand", "Tile", "ConstantOfShape"] {
      let inputs = type == "ConstantOfShape" ? ["s"] : ["x", "s"]
      let found = fault(builder([huge], Maker.node("Reshape", ["x", "r"], ["x1"]), Maker.node(type, inputs)))
      #expect(found != nil)
    }
    let tensor = Maker.tensor("c", [1 << 40, 1 << 40], raw: [1])
    guard case .tooLarge? = fault(builder([tensor], Maker.node("Mul", ["x", "c"]))) else {
      Issue.record("not refused")
      return
    }
    #expect(
      fault(builder([Maker.tensor("c", [4], raw: [1, 2, 3])], Maker.node("Mul", ["x", "c"])))
        == .count(expected: 4, actual: 0))
  }

  @Test func `what is computed of constants is bounded in all`() {
    // A matrix of a million numbers, doubled again and again.
    var builder = OnnxBuilder()
    builder.initializers = [Maker.integers("s", [2], [1 << 10, 1 << 10])]
    builder.add("ConstantOfShape", ["s"], ["c0"])
    for index in 0..<200 { builder.add("Add", ["c\(index)", "c\(index)"], ["c\(index + 1)"]) }
    builder.add("ReduceMax", ["c200"], ["m"])
    builder.add("Mul", ["x", "m"])
    guard case .tooLarge? = fault(builder) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func `many names that differ by other signs alone take as many times as long, not the square`() {
    // Letters that a program's names do not have: all of them become one name.
    func name(_ number: Int) -> String {
      String((0..<16).map { number >> $0 & 1 == 0 ? "ä" : "ö" })
    }
    func time(_ count: Int) -> Double {
      var builder = OnnxBuilder()
      builder.inputs = [(name(0), [1, 4])]
      for index in 0..<count { builder.add("Relu", [name(index)], [name(index + 1)]) }
      builder.outputs = [name(count)]
      let clock = ContinuousClock()
      let times = (0..<3).map { _ in clock.measure { _ = try? builder.file() } }
      let shortest = times.min() ?? .zero
      return Double(shortest.components.seconds) + Double(shortest.components.attoseconds) / 1e18
    }
    #expect(time(3200) / time(200) < 90)
  }

  // MARK: Files beside the model

  @Test func `constants are read from a file beside the model, and from nowhere else`() throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let numbers: [Float] = [0, 1, 2, 3, 4, 5]
    let data = numbers.withUnsafeBytes { Data($0) }
    try data.write(to: inner.appending(path: "m.data"))
    try data.write(to: folder.url.appending(path: "outside.data"))
    func builder(_ location: String, offset: String? = "8", length: String? = "16") -> OnnxBuilder {
      self.builder(
        [Maker.external("c", [4], location: location, offset: offset, length: length)], Maker.node("Mul", ["x", "c"]))
    }
    let path = inner.path
    #expect(problem(builder("m.data"), in: path) == nil)
    #expect(problem(builder("./m.data", length: nil), in: path) == nil)
    for location in ["../outside.data", "/etc/passwd", folder.url.path + "/outside.data", "", "a/../../outside.data"] {
      #expect(fault(builder(location), in: path) == .weights(.path(location)))
    }
    #expect(fault(builder("n.data"), in: path) == .weights(.missing("n.data")))
    #expect(fault(builder("m.data"), in: nil) == .weights(.missing("m.data")))
    #expect(fault(builder("m.data", offset: "12"), in: path) == .weights(.beyond(offset: 12)))
    #expect(fault(builder("m.data", offset: "9223372036854775807"), in: path) == .weights(.beyond(offset: Int.max)))
    #expect(fault(builder("m.data", offset: "-4"), in: path) == .weights(.beyond(offset: -1)))
    #expect(fault(builder("m.data", length: "12"), in: path) == .weights(.size(expected: 16, actual: 12)))
    try FileManager.default.createSymbolicLink(
      at: inner.appending(path: "link.data"), withDestinationURL: folder.url.appending(path: "outside.data"))
    #expect(fault(builder("link.data"), in: path) == .weights(.path("link.data")))
    #expect(fault(builder("inner"), in: folder.url.path) == .weights(.missing("inner")))
    // The file itself, as it lies there.
    try Data(builder("m.data").bytes).write(to: inner.appending(path: "m.onnx"))
    let file = try ModelFile(contentsOf: inner.appending(path: "m.onnx"))
    #expect(file.kind == .mlProgram)
    #expect(try file.program.constants().values.contains { $0.values == [2, 3, 4, 5] })
  }

  // MARK: Broken files

  @Test func `a file cut off anywhere, or with other bytes, is refused or read`() async {
    // In a process of its own, so that a trap is one failed test.
    await #expect(processExitsWith: .success) {
      var builders = OnnxTranslationTests.examples.map(\.builder)
      builders.append(OnnxBuilder.classifier())
      for builder in builders {
        let bytes = builder.bytes
        for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 100)) {
          _ = try? ModelFile.translated(Array(bytes[..<length]), in: nil, OnnxInput()).network()
        }
      }
      let count = ProcessInfo.processInfo.environment["WHET_FUZZ"].flatMap { Int($0) } ?? 3000
      var random = SystemLikeGenerator(state: 7)
      for _ in 0..<count {
        var bytes = builders[Int(random.next() % UInt64(builders.count))].bytes
        for _ in 0...Int(random.next() % 4) {
          let place = Int(random.next() % UInt64(bytes.count))
          switch random.next() % 4 {
          case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
          case 1: bytes[place] ^= 1 << UInt8(random.next() % 8)
          case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][Int(random.next() % 5)]
          default: bytes.remove(at: place)
          }
          if bytes.isEmpty { break }
        }
        guard let file = try? ModelFile.translated(bytes, in: nil, OnnxInput()) else { continue }
        _ = file.check()
        _ = try? file.network()
        if (try? ModelFile(bytes: file.bytes)) != file { Issue.record("came back changed") }
      }
      // What the files ask for, and not what they hold, would take gigabytes.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first
      #expect(peak.flatMap { Int($0) }.map { $0 < 500 << 10 } ?? true, "\(peak ?? "") kB")
    }
  }
}

/// Numbers of a linear congruence, the same everywhere.
private struct SystemLikeGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
