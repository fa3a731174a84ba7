import Testing

@testable import ExperimentSupport
@testable import ModelFile

struct WeightFileTests {
  private static let numbers: [UInt8] = [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40]

  /// A package with three numbers in its file of weights, bytes of which are changed, and the value that names them.
  private func value(
    _ element: ElementType = .float32, offset: Int? = nil, file name: String? = nil,
    _ change: (inout [UInt8]?) -> Void = { _ in }
  ) throws -> Result<[Float], ProgramProblem> {
    var builder = PackageBuilder.rectifier
    var value = builder.stored(element, [3], WeightFileTests.numbers)
    value.set(2, message: PackageBuilder.tensorType(element, [3]))
    var blob = try #require(value.message(5))
    if let offset { blob.set(2, offset) }
    if let name { blob.set(1, name) }
    value.set(5, message: blob)
    var files = builder.files
    change(&files[PackageBuilder.weightPath])
    let package = try ModelPackage.opened(files).package
    return Result { () throws(ProgramProblem) in try ValueRecord(value).constant(package).floats }
  }

  private func fault(_ problem: WeightFileProblem) -> Result<[Float], ProgramProblem> { .failure(.weights(problem)) }

  @Test func `a record is read`() throws { #expect(try value() == .success([1, 2, 3])) }

  @Test func `a record of another place, type or length is refused`() throws {
    #expect(try value(offset: 32) == fault(.record(offset: 32)))
    #expect(try value(offset: 65) == fault(.record(offset: 65)))
    #expect(try value(offset: 1 << 40) == fault(.record(offset: 1 << 40)))
    #expect(try value(offset: -1) == fault(.record(offset: Int.max)))
    #expect(try value { $0?[64] = 0 } == fault(.record(offset: 64)))
    #expect(try value { $0?[4] = 7 } == fault(.header))
    #expect(try value { $0?.removeLast(170) } == fault(.header))
    #expect(try value { $0?[68] = 1 } == fault(.type(1)))
    #expect(try value { $0?[72] = 8 } == fault(.size(expected: 12, actual: 8)))
    #expect(try value { $0?[80] = 192 } == fault(.beyond(offset: 64)))
    #expect(try value { $0?[87] = 0xFF } == fault(.beyond(offset: 64)))
    #expect(try value { $0?.removeLast(60) } == fault(.beyond(offset: 64)))
  }

  @Test func `weights lie within the package`() throws {
    #expect(try value { $0 = nil } == fault(.missing("@model_path/weights/weight.bin")))
    for name in ["@model_path/../../../weight.bin", "/etc/passwd", "../x"] {
      #expect(try value(file: name) == fault(.path(name)))
    }
  }

  @Test func `numbers of few bits are unpacked, the first lowest`() throws {
    // 3 bits each: 5, 2, 7, 1 over two bytes.
    let bits = PackedBits([0b11_010_101, 0b001_1], bits: 3)
    #expect(bits.integers(count: 4, isSigned: false) == [5, 2, 7, 1])
    #expect(PackedBits([0xF1], bits: 4).integers(count: 2, isSigned: true) == [1, -1])
    #expect(PackedBits([0x80, 0xFF], bits: 16).integers(count: 1, isSigned: true) == [-128])
  }

  @Test func `a constant has as many numbers as its shape`() throws {
    let short = PackageBuilder.floats([1, 2], [3])
    #expect(throws: ProgramProblem.count(expected: 3, actual: 2)) { _ = try ValueRecord(short).constant(nil) }
    let huge = PackageBuilder.value(.float32, [1 << 40, 1 << 40], 1) { $0[repeated: 1].floats = [1] }
    #expect(throws: ProgramProblem.tooLarge(value: "", shape: [1 << 40, 1 << 40])) {
      _ = try ValueRecord(huge).constant(nil)
    }
    #expect(try ValueRecord(PackageBuilder.text("valid")).constant(nil).texts == ["valid"])
    #expect(ValueRecord(PackageBuilder.text("valid")).text == "valid")
  }
}
