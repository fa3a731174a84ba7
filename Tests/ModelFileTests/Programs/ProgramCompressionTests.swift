import Foundation
import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// Programs whose weights are stored in fewer bits.
struct ProgramCompressionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let precision: WeightPrecision, element: ElementType, set: String
    let operation: String
    /// The largest distance to the original's numbers, which lie between ±0.2, and at most how many bits a number takes.
    let distance: Float, bits: Double
    var testDescription: String { "\(precision), \(element), \(set)" }
  }

  static let cases: [Case] =
    ["CoreML6", "CoreML7", "CoreML8"].flatMap { set in
      [ElementType.float32, .float16].flatMap { element -> [Case] in
        let linear = set == "CoreML8" ? "constexpr_blockwise_shift_scale" : "constexpr_affine_dequantize"
        var cases = [
          Case(precision: .linear(bits: 8), element: element, set: set, operation: linear, distance: 0.0009, bits: 8.5)
        ]
        for (bits, distance) in [(8, Float(0.0025)), (6, 0.008), (4, 0.03), (2, 0.11), (1, 0.21)] {
          cases.append(
            Case(
              precision: .lookupTable(bits: bits), element: element, set: set, operation: "constexpr_lut_to_dense",
              distance: distance, bits: Double(bits) + 0.7))
        }
        if element == .float32 {
          cases.append(
            Case(
              precision: .float16, element: element, set: set, operation: "constexpr_cast", distance: 0.0001, bits: 16.1
            ))
        }
        return cases
      }
    }

  @Test(arguments: cases)
  func `large weights take fewer bits, and are near to what they were`(_ packed: Case) throws {
    let original = try PackageBuilder.patches(packed.element, operationSet: packed.set).file()
    let file = try original.program.packed(packed.precision)
    let operations = try file.program.summary().operations
    #expect(operations.first { $0.type == packed.operation }?.count == 3)
    let (before, after) = (try original.network(), try file.network())
    #expect(before.layers.map(\.name) == after.layers.map(\.name))
    for (key, tensor) in before.parameters {
      let values = try #require(after.parameters[key]).values
      let distance = zip(values, tensor.values).map { abs($0 - $1) }.max() ?? 0
      #expect(distance <= (tensor.count > 10_000 ? packed.distance : 0), "\(key)")
    }
    let numbers = 96 * 192 * 3.0
    let size = Double(try #require(file.package?.files[PackageBuilder.weightPath]).count)
    #expect(size * 8 / numbers < packed.bits + 0.6)
    // Read from its bytes, and packed once more, it stays as it is.
    let again = try ModelFile(bytes: file.bytes)
    #expect(try again.network() == after)
    #expect(try again.program.packed(packed.precision).network() == after)
  }

  @Test func `few different numbers are stored exactly`() throws {
    let original = try PackageBuilder.patches().file()
    var network = try original.network()
    for (key, tensor) in network.parameters where tensor.count > 10_000 {
      let values = (0..<tensor.count).map { Float([-0.5, 0.25, 0.125, 3][$0 * 7 % 4]) }
      network.setParameter(key, to: Tensor(shape: tensor.shape, values: values))
    }
    let changed = try ProgramMaker.file(of: network, labels: ClassLabels(of: original), from: original)
    #expect(try changed.program.packed(.lookupTable(bits: 2)).network() == network)
    #expect(try changed.program.packed(.float16).network() == network)
  }

  @Test func `what operations do not know is refused`() throws {
    let old = try PackageBuilder.patches(operationSet: "CoreML5").file()
    #expect(throws: ModelFileError.cannotExpress(.programWithoutPacking("CoreML5"))) {
      try old.program.packed(.linear(bits: 8))
    }
    let file = try PackageBuilder.patches().file()
    for precision in [WeightPrecision.float32, .linear(bits: 7), .lookupTable(bits: 3)] {
      #expect(throws: ModelFileError.cannotExpress(.programPrecision)) { try file.program.packed(precision) }
    }
    #expect(try file.program.packed(.asStored) == file)
  }
}
