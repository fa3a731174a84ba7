import Foundation
import Networks
import Tensors
import Testing

@testable import ExperimentSupport
@testable import Files
@testable import ModelFile

/// Weights that stay in their file until they are needed.
struct StoredWeightsTests {
  private func answers(_ network: NetworkDefinition) throws -> [UInt32] {
    let input = network.inputs[0]
    let count = input.shape.reduce(1, *)
    let x = Tensor(shape: [2] + input.shape, values: (0..<2 * count).map { Float($0 * 31 % 256) })
    return try Network(network).forward([input.name: x])[network.outputs[0]]?.values.map(\.bitPattern) ?? []
  }

  private func large(_ network: NetworkDefinition) -> [Tensor] {
    network.parameters.values.filter { $0.count > 10_000 }
  }

  @Test(arguments: [ElementType.float32, .float16])
  func `large weights are read from the file each time, and give the bits of weights in memory`(
    _ element: ElementType
  ) throws {
    let network = try PackageBuilder.patches(element).file().network()
    #expect(large(network).count == 3 && large(network).allSatisfy { $0.source != nil })
    var eager = network
    for (key, tensor) in network.parameters {
      eager.setParameter(key, to: Tensor(shape: tensor.shape, values: tensor.values))
    }
    #expect(eager.parameters.values.allSatisfy { $0.source == nil } && eager == network)
    #expect(try answers(network) == answers(eager))
    // The engine leaves them where they are; what is set since stays.
    let engine = try Network(network)
    #expect(large(engine.definition).allSatisfy { $0.source != nil })
    let key = try #require(network.parameters.first { $0.value.count > 10_000 }?.key)
    let zeros = Tensor(shape: network.parameters[key]?.shape ?? [], repeating: 0)
    engine[parameter: key] = zeros
    #expect(engine.definition.parameters[key] == zeros)
    eager.setParameter(key, to: zeros)
    let input = network.inputs[0]
    let x = Tensor(shape: [1] + input.shape, repeating: 40)
    #expect(try engine.forward([input.name: x]) == Network(eager).forward([input.name: x]))
  }

  @Test func `weights that are trained are those of the file at first`() throws {
    var network = try PackageBuilder.patches().file().network()
    for index in network.layers.indices where network.layers[index].weights != nil {
      network.layers[index].isUpdatable = true
    }
    let frozen = try PackageBuilder.patches().file().network()
    #expect(try answers(network) == answers(frozen))
  }

  @Test func `a file's content is the same in memory and in a temporary file`() throws {
    let bytes = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let (stored, held) = (PackageFile(bytes), PackageFile(held: bytes))
    #expect(stored.heldCount == 0 && held.heldCount == bytes.count && stored.count == bytes.count)
    #expect(stored == held && stored.all == bytes && stored == stored)
    let range = 1_000_001..<2_200_003
    #expect(stored.bytes(range) == bytes[range] && held.bytes(range) == bytes[range])
    var pieces: [UInt8] = []
    stored.forEachPiece { pieces += $0 }
    #expect(pieces == bytes)
    var other = bytes
    other[2_999_999] ^= 1
    #expect(PackageFile(other) != stored && PackageFile(Array(bytes.dropLast())) != stored)
  }

  @Test func `what happens to a package on the disk does not change the model that was read`() throws {
    let scratch = try ScratchFolder()
    var files = PackageBuilder.patches().files
    // Large enough for a temporary file.
    files[PackageBuilder.weightPath]?.append(contentsOf: [UInt8](repeating: 0, count: 1 << 20))
    let place = scratch.folder.appending(path: "a.mlpackage")
    try PackageBuilder.write(files, to: place)
    let file = try ModelFile(contentsOf: place)
    #expect(file.storage.heldCount < 100_000 && file.storage.byteCount > 1 << 20)
    let before = try answers(file.network())
    #expect(truncate(place.path(percentEncoded: false) + "/" + PackageBuilder.weightPath, 100) == 0)
    #expect(try answers(file.network()) == before)
    // All in one stretch of bytes, and back.
    let again = try ModelFile(bytes: file.bytes)
    #expect(again == file)
    #expect(try answers(again.network()) == before)
  }
}
