import Foundation
import Tensors
import Testing

@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile
@testable import Networks

struct NetworkDefinitionScoresTests {
  private func definition(endingIn type: String?) throws -> NetworkDefinition {
    var builder = PackageBuilder.classifier()
    let vector = PackageBuilder.tensorType(.float32, [1, 3])
    let classify = builder.operations.removeLast()
    builder.operations.removeLast()
    if let type { builder.add(type, [("x", .name("scores"))], "probabilities", vector) }
    var (copy, entries) = (classify, classify[repeated: 2].messages)
    for place in entries.indices where entries[place].text(1) == "probabilities" {
      entries[place].set(2, message: ProgramWire.argument(type == nil ? "scores" : "probabilities"))
    }
    copy[repeated: 2].messages = entries
    builder.operations.append(copy)
    return try builder.file().program.network()
  }

  @Test func `a program that gives sums is asked and trained with a softmax at its end, which its definition has not`()
    throws
  {
    let definition = try definition(endingIn: nil)
    #expect(definition.endsInScores)
    var model = NetworkModel(
      name: "m", initial: InitialWeights(definition, origin: .file), outputs: NetworkOutputs(3),
      source: NetworkSource("m"))
    model.outputs.areScores = true
    let parts = try TrainableParts(of: model)
    #expect(parts.tail.layers.last?.kind == .softmax && parts.tail.outputs.last != "scores")
    #expect(model.definition.layers.last?.kind != .softmax)
    #expect(parts.tail.endingInSoftmax.outputs[0] == parts.tail.outputs[0] + "_")
    let kept = try JSONDecoder().decode(KeptOutputs.self, from: JSONEncoder().encode(KeptOutputs(model.outputs)))
    #expect(kept.value.areScores)
  }

  @Test(arguments: ["softmax", "sigmoid"]) func `what gives probabilities is left as it is`(type: String) throws {
    #expect(try !definition(endingIn: type).endsInScores)
  }

  /// What a network of the older format ends in, behind a fully connected layer of three sums, and whether these are scores.
  @Test(
    arguments: [
      ([], true), ([.flatten(.channelFirst)], true), ([.batchNormalization(statistics)], true), ([mean], true),
      ([.softmax, .unary(UnaryDefinition(function: .logarithm))], true), ([.softmax], false),
      ([.softmax, .flatten(.channelFirst)], false), ([.activation(.sigmoid)], false), ([.activation(.relu)], false),
      ([.softmax, .unary(UnaryDefinition(function: .logarithm, scale: 2))], false),
      ([.unary(UnaryDefinition(function: .logarithm))], false), ([.softmax, mean], false),
    ] as [([LayerKind], Bool)])
  func `sums and logarithms of a softmax that a network ends in are scores`(kinds: [LayerKind], areScores: Bool) throws
  {
    var definition = TinyNetwork().definition
    definition.layers.removeLast()
    for (number, kind) in kinds.enumerated() {
      let read = definition.layers.last?.outputs[0] ?? ""
      definition.layers.append(LayerDefinition(name: "l\(number)", inputs: [read], outputs: ["l\(number)"], kind: kind))
    }
    definition.outputs = definition.layers.last?.outputs ?? []
    #expect(definition.endsInScores == areScores)
    guard areScores else { return }
    let completed = definition.endingInSoftmax
    #expect(completed.softmax(of: completed.outputs[0]) != nil)
    // A softmax that is there already is not followed by another.
    #expect(completed.layers.count { $0.kind == .softmax } == 1)
  }

  private static let statistics = BatchNormalizationDefinition(
    channels: 3, gamma: Tensor(shape: [3], values: [1, 1, 1]), beta: Tensor(shape: [3]), mean: Tensor(shape: [3]),
    variance: Tensor(shape: [3], values: [1, 1, 1]))
  private static let mean = LayerKind.pooling(
    PoolingDefinition(statistic: .average, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true))
}
