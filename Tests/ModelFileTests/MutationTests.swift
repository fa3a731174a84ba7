import CAllocations
import Foundation
import Networks
import TestSupport
import Testing
import Training

@testable import ModelFile

/// Broken files do no harm: `$WHET_FUZZ` says how many are tried (3,000 unless given), `$WHET_FUZZ_SEED` from which seed.
struct MutationTests {
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// In a process of its own, so that a trap is one failed test and the memory measured is that of the models alone.
  @Test func `a broken model is refused or read, and never does harm`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let seed = UInt64(MutationTests.setting("WHET_FUZZ_SEED") ?? 1)
      let models = try SharedModels.paths.map { try SharedModels.bytes($0) }
      var mutator = Mutator(seed: seed, others: models.filter { $0.count < 6000 })
      let before = MutationTests.peakMemory()
      let count = MutationTests.setting("WHET_FUZZ") ?? 3000
      var (read, run) = (0, 0)
      var worst: (time: Double, memory: Double) = (0, 0)
      for index in 0..<count {
        let bytes = mutator.next()
        allocations_begin()
        let (time, outcome) = MutationTests.timed { MutationTests.use(bytes) }
        let memory = allocations_end()
        read += outcome.isRead ? 1 : 0
        run += outcome.isNetwork ? 1 : 0
        let place = "seed \(seed), number \(index), \(bytes.count) bytes"
        #expect(time < 5, "\(place): \(time) s")
        #expect(memory < MutationTests.most(for: bytes.count), "\(place): \(memory) bytes held")
        worst = (max(worst.time, time), max(worst.memory, Double(memory) / Double(max(bytes.count, 1000))))
        if count > 10_000, (index + 1).isMultiple(of: count / 10) {
          print(
            "\(index + 1) tried, \(read) read, \(run) networks; at most \(worst.time) s, \(worst.memory) times the file"
          )
        }
      }
      // The files have up to 100 kB; the largest thing that may be made of one is a table of its numbers.
      #expect(MutationTests.peakMemory() - before < 64 << 20)
      #expect(read > count / 10 && run > count / 100)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
  }

  /// How much memory reading a file of so many bytes, and everything that can be done with it, may hold at once.
  private static func most(for bytes: Int) -> Int { 200 * bytes + (1 << 20) }

  @Test(arguments: [
    ("description", [0x12, 0x00] as [UInt8]), ("kind", [0xA2, 0x1F, 0x00]),
    ("layers", [0xA2, 0x1F, 0x02, 0x0A, 0x00]), ("inputs", [0x12, 0x02, 0x0A, 0x00]),
    ("training inputs", [0x12, 0x03, 0x92, 0x03, 0x00]), ("pipeline", [0xD2, 0x0C, 0x02, 0x0A, 0x00]),
    ("pipeline names", [0xD2, 0x0C, 0x02, 0x12, 0x00]), ("samples", [0xA2, 0x19, 0x04, 0x0A, 0x02, 0x12, 0x00]),
  ])
  func `a field given many times takes as many times as long, not the square`(what: String, field: [UInt8]) {
    func time(_ count: Int) -> Double {
      let bytes: [UInt8] = [0x08, 0x04, 0x50, 0x01] + (0..<count).flatMap { _ in field }
      return (0..<3).map { _ in MutationTests.timed { MutationTests.use(bytes) }.time }.min() ?? 0
    }
    // Sixteen times the bytes take sixteen times as long; the square would be 256 times.
    #expect(time(4800) / time(300) < 90, "\(what)")
  }

  /// Does with a model whatever can be done with one; whether it could be read at all, and was a network.
  private static func use(_ bytes: [UInt8]) -> (isRead: Bool, isNetwork: Bool) {
    guard let model = try? ModelFile(bytes: bytes) else { return (false, false) }
    if model.bytes != bytes { Issue.record("a model of \(bytes.count) bytes came back changed") }
    return (true, use(model))
  }

  /// Whether it is a network that could be expanded.
  @discardableResult private static func use(_ model: ModelFile) -> Bool {
    _ = model.check()
    _ = model.check(asUpdatable: true).findings
    _ = RewrittenModel(model)
    _ = model.description
    _ = model.updateParameters
    if let neighbors = try? NearestNeighbors(model) { _ = try? ModelFile(nearestNeighbors: neighbors, from: model) }
    var changed = model
    changed.description = model.description
    if changed != model { Issue.record("a description set to itself changed the model") }
    for inner in model.pipeline.models where inner.pipeline.models.isEmpty { use(inner) }
    if model.pipeline.isChainOfNetworks, let chain = try? model.pipeline.chain() {
      _ = chain.split(chain.definition)
      _ = try? chain.definition.shapes()
      _ = try? model.pipeline.replacing(model.pipeline.models)
    }
    guard let network = try? model.network() else { return false }
    _ = try? network.shapes()
    _ = try? network.splitAtOneTensor()
    if let labels = ClassLabels(of: model) {
      _ = try? ModelFile(classifier: network, labels: labels, update: model.updateParameters, from: model)
      for precision in [WeightPrecision.float16, .linear(bits: 5), .lookupTable(bits: 3)] {
        _ = try? ModelFile(classifier: network, labels: labels, precision: precision, from: model)
      }
      _ = try? network.growingClassifier(by: 1)
    } else {
      _ = try? ModelFile(network: network, outputs: model.description.outputs, from: model)
    }
    return true
  }

  /// How many seconds this thread has worked, whatever else the machine is doing, and what came of it.
  private static func timed<Outcome>(_ work: () -> Outcome) -> (time: Double, outcome: Outcome) {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    let outcome = work()
    return (now() - start, outcome)
  }

  /// The most memory this process has held, in bytes.
  private static func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }
}
