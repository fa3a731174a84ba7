import Testing

@testable import ModelFile

struct RequirementTests {
  @Test func `a model that can be trained leaves no point open`() throws {
    for path in ["fixtures/HandsEmpty.mlmodel", "fixtures/HandskNN.mlmodel", "models/MNIST_Model.mlmodel"] {
      #expect(try SharedModels.model(path).check(asUpdatable: true).findings == [], "\(path)")
    }
  }

  @Test func `a model that was never meant to be trained is told all it lacks`() throws {
    let points = try SharedModels.model("models/SqueezeNetInt8LUT.mlmodel").check(asUpdatable: true).findings
      .compactMap(
        \.rule.requirement)
    #expect(points == [.version, .layers, .loss, .optimizer, .epochs, .trainingInputs])
    let half = try SharedModels.model("models/SqueezeNetFP16.mlmodel").check(asUpdatable: true).findings.compactMap(
      \.rule.requirement)
    #expect(half.contains(.numbers))
  }

  @Test(
    arguments: [
      ("adam_no_beta1", Requirement.optimizer), ("no_epochs", .epochs), ("concat_in_path", .gradient),
      ("two_losses", .loss), ("knn_k_zero", .neighbors), ("half_updatable", .numbers), ("spec_version_3", .version),
      ("softmax_updatable", .layers), ("training_label_wrong_name", .trainingInputs), ("pipeline_last_frozen", .layers),
    ])
  func `a broken rule belongs to the point it leaves open`(name: String, point: Requirement) throws {
    let findings = try SharedModels.model("fixtures/invalid/\(name).mlmodel").check().findings
    #expect(findings.compactMap(\.rule.requirement).first == point)
  }

  @Test func `the points are those of the kind of model`() throws {
    #expect(Requirement.all(for: try SharedModels.model(SharedModels.learning).kind).count == 9)
    #expect(
      Requirement.all(for: try SharedModels.model("fixtures/HandskNN.mlmodel").kind) == [
        .version, .flag, .layers, .trainingInputs,
      ])
    #expect(
      Requirement.all(for: try SharedModels.model(SharedModels.neighbors).kind) == [.version, .flag, .neighbors])
  }
}
