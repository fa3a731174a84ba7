import Foundation
import TestSupport
import Testing

@testable import ModelFile

/// Broken files do no harm: `$WHET_FUZZ` says how many are tried (4,000 unless given), `$WHET_FUZZ_SEED` from which seed.
@Suite(.enabled(if: SharedModels.areThere, "the shared folder is not there"))
struct MutationTests {
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// In a process of its own, so that a trap is one failed test and the memory measured is that of the models alone.
  @Test func `a broken model is refused or read, and never does harm`() async {
    await #expect(processExitsWith: .success) {
      let seed = UInt64(MutationTests.setting("WHET_FUZZ_SEED") ?? 1)
      let models = try SharedModels.paths.map { try Array(Data(contentsOf: SharedModels.url($0))) }
      var mutator = Mutator(seed: seed, others: models.filter { $0.count < 6000 })
      let before = MutationTests.peakMemory()
      var read = 0
      for index in 0..<(MutationTests.setting("WHET_FUZZ") ?? 4000) {
        let bytes = mutator.next()
        let time = MutationTests.processorTime { if MutationTests.use(bytes) { read += 1 } }
        #expect(time < 5, "seed \(seed), number \(index), \(bytes.count) bytes: \(time) s")
      }
      // The files have up to 100 kB; the largest thing that may be made of one is a table of its numbers.
      #expect(MutationTests.peakMemory() - before < 64 << 20)
      #expect(read > 0)
    }
  }

  @Test(arguments: [
    ("description", [0x12, 0x00] as [UInt8]), ("kind", [0xA2, 0x1F, 0x00]),
    ("layers", [0xA2, 0x1F, 0x02, 0x0A, 0x00]), ("inputs", [0x12, 0x02, 0x0A, 0x00]),
    ("training inputs", [0x12, 0x03, 0x92, 0x03, 0x00]), ("pipeline", [0xD2, 0x0C, 0x02, 0x0A, 0x00]),
    ("pipeline names", [0xD2, 0x0C, 0x02, 0x12, 0x00]), ("samples", [0xA2, 0x19, 0x04, 0x0A, 0x02, 0x12, 0x00]),
  ])
  func `a field given many times takes as many times as long, not the square`(what: String, field: [UInt8]) {
    func time(_ count: Int) -> Double {
      let bytes: [UInt8] = [0x08, 0x04, 0x50, 0x01] + (0..<count).flatMap { _ in field }
      return (0..<3).map { _ in MutationTests.processorTime { _ = MutationTests.use(bytes) } }.min() ?? 0
    }
    // Sixteen times the bytes take sixteen times as long; the square would be 256 times.
    #expect(time(4800) / time(300) < 90, "\(what)")
  }

  /// Does with a model whatever can be done with one; whether it could be read at all.
  private static func use(_ bytes: [UInt8]) -> Bool {
    guard let model = try? ModelFile(bytes: bytes) else { return false }
    if model.bytes != bytes { Issue.record("a model of \(bytes.count) bytes came back changed") }
    use(model)
    return true
  }

  private static func use(_ model: ModelFile) {
    _ = model.check()
    _ = model.updatability()
    _ = model.rewrittenForTraining()
    _ = model.description
    _ = model.updateParameters
    if let neighbors = try? model.nearestNeighbors() { _ = try? ModelFile(nearestNeighbors: neighbors, from: model) }
    var changed = model
    changed.description = model.description
    if changed != model { Issue.record("a description set to itself changed the model") }
    if let parameters = model.updateParameters {
      _ = try? model.updating(layers: model.layers.map(\.name), with: parameters)
    }
    if let network = try? model.network(), let labels = model.classLabels {
      _ = try? ModelFile(classifier: network, labels: labels, update: model.updateParameters, from: model)
      for precision in [WeightPrecision.float16, .linear(bits: 5), .lookupTable(bits: 3)] {
        _ = try? ModelFile(classifier: network, labels: labels, precision: precision, from: model)
      }
      _ = try? network.growingClassifier(by: 1)
    }
    for inner in model.models where inner.models.isEmpty { use(inner) }
  }

  /// How many seconds this thread has worked, whatever else the machine is doing.
  private static func processorTime(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    work()
    return now() - start
  }

  /// The most memory this process has held, in bytes.
  private static func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }
}
