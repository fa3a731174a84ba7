import Foundation
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
}
