import Networks
import Tensors
import Testing

@testable import ModelFile

/// Every package with reference results, and every broken one with its verdict.
struct ProgramFixtureTests {
  private static let areThere: ConditionTrait = .enabled(
    if: !ProgramCase.all.isEmpty, "the folder of packages is not there")

  @Test(areThere, arguments: ProgramCase.of("forward", "classify"))
  func `agrees with the reference, and on any number of threads`(example: ProgramCase) throws {
    let definition = try example.network()
    let results = try example.results(definition, threads: 2)
    let alone = try example.results(definition, threads: 1)
    for (place, name) in (example.outputs ?? []).enumerated() {
      let output = example.kind == "classify" ? definition.outputs[place] : name
      let expected = try ProgramCase.values(name, in: example.data).values
      let actual = results[output] ?? []
      #expect(actual.map(\.bitPattern) == alone[output]?.map(\.bitPattern), "\(example.name): \(name)")
      guard actual.count == expected.count else {
        Issue.record("\(example.name): \(name) has \(actual.count) numbers instead of \(expected.count)")
        continue
      }
      let allowed = example.allowed(expected)
      let worst = zip(actual, expected).map { one, other -> Double in
        one == other || one.isNaN && other.isNaN ? 0 : abs(Double(one) - Double(other))
      }.max { !$0.isNaN && ($1.isNaN || $0 < $1) }
      if let worst, !(worst <= allowed) {
        print("PROGRAM \(example.name): \(name) off by \(worst), allowed \(allowed)")
        Issue.record("\(example.name): \(name) off by \(worst), allowed \(allowed)")
      }
    }
    if example.kind == "classify" { try labels(example, definition, results) }
  }

  private func labels(
    _ example: ProgramCase, _ definition: NetworkDefinition, _ results: [String: [Float]]
  ) throws {
    let labels = try #require(ClassLabels(of: example.file())).texts
    #expect(labels == example.labels?.map(\.text))
    let scores = results[definition.outputs[0]] ?? []
    for (sample, label) in (example.predicted ?? []).enumerated() {
      let row = Array(scores[sample * labels.count..<(sample + 1) * labels.count])
      let winner = row.indices.max { (row[$0], $1) < (row[$1], $0) }
      #expect(winner.map { labels[$0] } == label.text, "\(example.name): sample \(sample)")
    }
  }

  @Test(areThere, arguments: ProgramCase.all.filter { $0.decoded != nil })
  func `compressed weights are decoded to the bit`(example: ProgramCase) throws {
    let constants = try example.file().program.constants(function: example.function)
    for stored in example.decoded?.tensors ?? [] {
      let expected = try ProgramCase.values(stored.name, in: example.decoded)
      let actual = try #require(constants[stored.name])
      #expect(actual.shape == expected.shape)
      #expect(actual.values.map(\.bitPattern) == expected.values.map(\.bitPattern), "\(example.name)")
    }
  }

  @Test(areThere, arguments: ProgramCase.of("invalid"))
  func `a broken package is refused, and a sound one is not`(example: ProgramCase) throws {
    do {
      let definition = try example.network()
      _ = try Network(definition)
      #expect(example.accepted == true, "\(example.name): \(example.why ?? "")")
    } catch {
      #expect(example.accepted == false, "\(example.name): \(error)")
    }
  }

  @Test(.enabled(if: ProgramCase.areShared, "the folder of packages is not there"))
  func `there are six hundred and eighty-one cases`() { #expect(ProgramCase.all.count == 681) }
}
