import ExperimentSupport
import Foundation
import ModelFile
import Synchronization
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Whatever was done can be taken back: statements drawn at random, and as many steps back.
struct UndoAnythingTests {
  /// What a folder holds, by path.
  private static func content(of folder: URL) -> [String: Data] {
    var found: [String: Data] = [:]
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    while let url = all?.nextObject() as? URL {
      guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else { continue }
      found[url.path.replacingOccurrences(of: folder.path, with: "")] = try? Data(contentsOf: url)
    }
    return found
  }

  /// What a notebook holds, down to the bits of its models; when a file was written is no part of it.
  private struct State: Equatable {
    let classes: [String: [String]], photos: [String: [String]]
    let networks: [String: Fingerprint], starters: [String: Fingerprint], epochs: [String: [Double]]
    let memories: [String: [Float]]
    let files: [String: Data]

    init(_ notebook: Notebook) {
      var (classes, photos): ([String: [String]], [String: [String]]) = ([:], [:])
      var (networks, starters): ([String: Fingerprint], [String: Fingerprint]) = ([:], [:])
      var (epochs, memories): ([String: [Double]], [String: [Float]]) = ([:], [:])
      for name in ["pets", "hands"] {
        let dataset = notebook.dataset(name)
        classes[name] = dataset?.labels
        photos[name] = dataset?.splits.flatMap { split in split.photos.map { "\(split.name)/\($0.label)/\($0.name)" } }
      }
      for name in ["hand", "near"] {
        switch notebook.model(name) {
        case .network(let model)?:
          networks[name] = Fingerprint(of: model.definition)
          starters[name] = Fingerprint(of: model.initial.definition)
          epochs[name] = model.training.records.map(\.trainLoss)
        case .neighbors(let model)?: memories[name] = model.memory.samples + [Float(model.memory.numberOfNeighbors)]
        case .hybrid?, nil: break
        }
      }
      (self.classes, self.photos, self.networks, self.starters) = (classes, photos, networks, starters)
      (self.epochs, self.memories) = (epochs, memories)
      files = UndoAnythingTests.content(of: notebook.folder.appending(path: "work"))
    }
  }

  private static func statement(_ dice: inout Dice, _ number: Int) -> String {
    let seed = dice.below(1000)
    return dice.one(of: [
      "add hands.train \"new.png\" label=\(dice.one(of: ["cat", "dog"]))", "remove hands.train \(dice.below(3))",
      "remove hands.test \(dice.below(2))", "relabel hands.train \(dice.below(3)) to=\(dice.one(of: ["cat", "dog"]))",
      "class hands add=new\(number)", "class hands rename=cat to=cat\(number)", "restore hands",
      "train hand on=pets.train epochs=\(1 + dice.below(3)) seed=\(seed)", "train hand epochs=1", "reset hand",
      "reset hand seed=\(seed)", "grow hand classes=\(4 + number)", "network hand from=tiny classes=3 seed=\(seed)",
      "knn near features=tiny.pool1 numberOfNeighbors=\(1 + dice.below(9))", "train near on=pets.train", "reset near",
      "update hand epochs=[\(1 + dice.below(9)), 20]", "fit hand on=pets.train", "load hand \"saved.mlmodel\"",
      "dataset pets path=\"Pets\" labels=[dog, cat]",
    ])
  }

  @Test(arguments: 1...8)
  func `beyond 27: twenty statements and twenty times undo leave what there was, bit for bit`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let notebook = try Notebook(isRemembering: true)
    try notebook.smallDataset()
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    try notebook.photo("new.png", red: 1, green: 2, blue: 3)
    notebook.run(
      """
      dataset pets path="Pets"; dataset hands path="Pets" into="work"
      network hand from=tiny classes=3 seed=42; knn near features=tiny.pool1; save hand path="saved.mlmodel"
      """)
    let start = State(notebook)
    let before = notebook.workbench.withWorkspace { $0.undo.done.count }
    var done = 0
    while done < 20 {
      let statement = Self.statement(&dice, done)
      notebook.page.clear()
      // One that has nothing to do, or cannot be, is no step.
      guard case .finished = notebook.workbench.run(statement, on: notebook.page) else { continue }
      done = notebook.workbench.withWorkspace { $0.undo.done.count } - before
    }
    let end = State(notebook)
    for _ in 0..<20 { notebook.run("undo") }
    // Said without the two states, which are long.
    let (undone, isTheStart) = (State(notebook), State(notebook) == start)
    #expect(isTheStart, "\(Self.differences(undone, start))")
    for _ in 0..<20 { notebook.run("redo") }
    let (redone, isTheEnd) = (State(notebook), State(notebook) == end)
    #expect(isTheEnd, "\(Self.differences(redone, end))")
  }

  /// What differs.
  private static func differences(_ one: State, _ other: State) -> [String] {
    zip(Mirror(reflecting: one).children, Mirror(reflecting: other).children).compactMap { one, other in
      "\(one.value)" == "\(other.value)"
        ? nil : "\(one.label ?? ""): \(one.value) / \(other.value)".prefix(600).description
    }
  }
}
