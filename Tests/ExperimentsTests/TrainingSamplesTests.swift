import ExperimentSupport
import Foundation
import Networks
import Pictures
import Tensors
import Testing
import Training

@testable import Experiments

/// Samples for a training: which are kept in memory, and which are made anew.
struct TrainingSamplesTests {
  private let scratch: ScratchFolder
  private let workspace: Workspace
  private let pets: Selection

  init() throws {
    scratch = try ScratchFolder()
    workspace = try Workspace(petsIn: scratch)
    pets = try workspace.selection(named: "pets.train")
  }

  private func parts(learning layers: Set<String>) throws -> TrainableParts {
    var definition = TinyNetwork(outputs: 2).definition
    for index in definition.layers.indices {
      definition.layers[index].isUpdatable = layers.contains(definition.layers[index].name)
    }
    return try TrainableParts(of: definition, source: "tiny")
  }

  private func samples(_ ways: [Augmentation], _ parts: TrainableParts, epochs: Int = 4) throws -> [[Float]] {
    let source = try workspace.inference().samples(
      of: pets, targets: .classes([0, 0, 0, 1, 1, 1]),
      variation: PhotoVariation(ways: ways, seeds: SeedPlan(seed: 5)), for: parts)
    #expect(source.sampleCount == 6)
    return try (0..<epochs).map { epoch in
      let samples = try source.samples(at: [5, 0, 5], epoch: epoch)
      #expect(samples.targets == .classes([1, 0, 1]))
      let tensor = try #require(samples.inputs.tensors?[parts.boundary])
      #expect(tensor.shape == [3] + parts.boundaryShape)
      return tensor.values
    }
  }

  @Test func `features through frozen layers are the same in every epoch, and known afterwards`() throws {
    let parts = try parts(learning: ["fc1"])
    let epochs = try samples([], parts)
    #expect(Set(epochs).count == 1)
    #expect(workspace.featureCache.total.computed == 6)
    let features = try workspace.inference().features(of: pets, variant: .original, through: parts)
    #expect(epochs[0] == features.rows([5, 0, 5]).values)
  }

  @Test func `flips are worked out once, and each epoch draws among them`() throws {
    // Photos of one colour look the same however they are turned; these do not.
    for label in ["cat", "dog"] {
      for number in 0..<3 {
        let scene = Scene(seed: UInt64(number + label.count), width: 24, height: 24).picture
        try scratch.write(Array(scene.pngData()), to: "Scenes/train/\(label)/\(number).png")
      }
    }
    let read = try PhotoFolder(folder: scratch.folder.appending(path: "Scenes"), name: "scenes").read(labels: nil)
    try workspace.catalogue.put(.photos(read))
    let scenes = try workspace.selection(named: "scenes")
    let parts = try parts(learning: ["fc1"])
    let source = try workspace.inference().samples(
      of: scenes, targets: .classes([0, 0, 0, 1, 1, 1]),
      variation: PhotoVariation(ways: [.flipHorizontal], seeds: SeedPlan(seed: 5)), for: parts)
    #expect(workspace.featureCache.total.computed == 12)
    let epochs = try (0..<8).map { try source.samples(at: [0], epoch: $0).inputs.tensors?[parts.boundary]?.values }
    #expect(Set(epochs).count == 2)
  }

  @Test func `photos with other variants, or without frozen layers, are read anew and not known afterwards`() throws {
    #expect(Set(try samples([.brightness(0.5)], parts(learning: ["fc1"]))).count == 4)
    let pixels = try samples([], parts(learning: ["conv1", "fc1"]))
    #expect(Set(pixels).count == 1 && pixels[0].count == 3 * 3 * 16 * 16)
    #expect(workspace.featureCache.total.computed == 0)
  }

  @Test func `a part of the samples has its own places and targets`() throws {
    let parts = try parts(learning: ["fc1"])
    let variants = try workspace.inference().variants(of: pets, ways: [], through: parts)
    let source = try parts.source(
      variants, [4, 1], targets: .classes([1, 0]), variation: PhotoVariation(ways: [], seeds: SeedPlan(seed: 1)))
    let features = try workspace.inference().features(of: pets, variant: .original, through: parts)
    let samples = try source.samples(at: [1, 0], epoch: 0)
    #expect(samples.inputs.tensors?[parts.boundary]?.values == features.rows([1, 4]).values)
    #expect(samples.targets == .classes([0, 1]))
  }
}
