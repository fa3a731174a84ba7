import Tensors
import Testing
import Training

@testable import ModelFile

@Suite struct NearestNeighborsTests {
  private func remembering(_ labels: [String]) throws -> NearestNeighbors {
    var result = NearestNeighbors(dimension: 2, numberOfNeighbors: 3, weighting: .inverseDistance)
    if labels.isEmpty { return result }
    let numbers = (0..<labels.count * 2).map { Float($0) }
    try result.remember(Tensor(shape: [labels.count, 2], values: numbers), labels: labels)
    return result
  }

  @Test(arguments: [[], ["a"], ["✊", "✋", "✊"]])
  func `what is remembered is written and read`(labels: [String]) throws {
    for weighting in NearestNeighbors.Weighting.allCases {
      var neighbors = try remembering(labels)
      neighbors.weighting = weighting
      let model = try ModelFile(nearestNeighbors: neighbors, allowedNumbers: .range(minimum: 1, maximum: 10))
      #expect(try NearestNeighbors(model) == neighbors)
      #expect(model.specificationVersion == 4)
      #expect(model.isUpdatable)
      #expect(model.neighbors?.numberOfNeighbors == IntegerParameter(3, allowed: .range(minimum: 1, maximum: 10)))
      #expect(model.neighbors?.defaultLabel == .string("???"))
      #expect(model.neighbors?.index == .linear)
      #expect(model.description.trainingInputs.map(\.name) == ["features", "label"])
      #expect(model.check().findings == [])
    }
  }

  @Test func `a tree has its leaf size`() throws {
    let model = try ModelFile(nearestNeighbors: try remembering([]), index: .kdTree(leafSize: 30))
    #expect(model.neighbors?.index == .kdTree(leafSize: 30))
    #expect(model.check().findings == [])
  }

  @Test func `what cannot be written is refused`() throws {
    var neighbors = try remembering([])
    neighbors.numberOfNeighbors = 11
    #expect(throws: ModelFileError.cannotExpress(.notAllowed(parameter: "numberOfNeighbors", value: 11))) {
      _ = try ModelFile(nearestNeighbors: neighbors, allowedNumbers: .range(minimum: 1, maximum: 10))
    }
    neighbors.metric = .cosine
    #expect(throws: ModelFileError.cannotExpress(.distance)) { _ = try ModelFile(nearestNeighbors: neighbors) }
  }

  @Test func `examples that join leave the others' bytes`() throws {
    let base = try ModelFile(nearestNeighbors: try remembering(["a", "b"]))
    var neighbors = try NearestNeighbors(base)
    try neighbors.remember(Tensor(shape: [1, 2], values: [7, 8]), labels: ["new"])
    let grown = try ModelFile(nearestNeighbors: neighbors, from: base)
    #expect(try NearestNeighbors(grown) == neighbors)
    #expect(grown.description == base.description)
    let samples = { (model: ModelFile) in model.content.message(1)?[repeated: 2].messages ?? [] }
    #expect(samples(grown).prefix(2) == samples(base)[...])
    #expect(try ModelFile(nearestNeighbors: try NearestNeighbors(base), from: base) == base)
  }

  /// A classifier with one thing wrong.
  struct Bad: Sendable, CustomTestStringConvertible {
    let problem: NearestNeighborsProblem
    let edit: @Sendable (inout WireMessage) -> Void
    var testDescription: String { "\(problem)" }
  }

  static let bad: [Bad] = [
    Bad(problem: .size(field: "numberOfDimensions", value: 0)) { $0.editIndex { $0.set(1, 0) } },
    Bad(problem: .size(field: "numberOfDimensions", value: -2)) { $0.editIndex { $0.set(1, -2) } },
    Bad(problem: .sampleLength(index: 0, expected: 3, actual: 2)) { $0.editIndex { $0.set(1, 3) } },
    Bad(problem: .sampleLength(index: 0, expected: 2_147_483_647, actual: 2)) {
      $0.editIndex { $0.set(1, 2_147_483_647) }
    },
    Bad(problem: .noDistance) { $0.editIndex { $0.remove(200) } },
    Bad(problem: .noWeighting) { $0.remove(210) },
    Bad(problem: .labelCount(samples: 2, labels: 0)) { $0.remove(100) },
    Bad(problem: .size(field: "numberOfNeighbors", value: 0)) { $0.remove(3) },
    Bad(problem: .size(field: "numberOfNeighbors", value: 1 << 40)) {
      $0.set(3, message: IntegerParameter(1 << 40).encoded(over: nil))
    },
    Bad(problem: .notFinite(index: 1)) {
      $0.editIndex {
        var sample = WireMessage()
        sample[repeated: 1].floats = [1, .infinity]
        $0[repeated: 2].messages = [$0[repeated: 2].messages[0], sample]
      }
    },
    Bad(problem: .noDefaultLabel) {
      $0.remove(110)
      $0.remove(100)
      $0.editIndex { $0.remove(2) }
    },
  ]

  @Test(arguments: bad)
  func `a classifier that contradicts itself is refused`(bad: Bad) throws {
    var model = try ModelFile(nearestNeighbors: try remembering(["a", "b"]))
    bad.edit(&model.content)
    #expect(throws: ModelFileError.nearestNeighbors(bad.problem)) { _ = try NearestNeighbors(model) }
  }

  @Test func `other models are no such classifier`() throws {
    let model = try Builders.network(of: Builders.layer("l", ["x"], ["y"], type: 175))
    #expect(throws: ModelFileError.wrongKind(.neuralNetwork, wanted: [.nearestNeighborsClassifier])) {
      _ = try NearestNeighbors(model)
    }
  }

  @Test func `numbers as labels stay numbers as long as they can`() throws {
    let base = try SharedModels.model("fixtures/knn_int_labels.mlmodel")
    var neighbors = try NearestNeighbors(base)
    #expect(Set(neighbors.sampleLabels) == ["10", "20", "30"])
    #expect(neighbors.defaultLabel == "-1")
    #expect(try ModelFile(nearestNeighbors: neighbors, from: base) == base)
    try neighbors.remember(Tensor(shape: [1, 3], values: [0, 0, 0]), labels: ["40"])
    guard
      case .integers(let labels)? = ClassLabels(
        of: try ModelFile(nearestNeighbors: neighbors, from: base))
    else {
      Issue.record("no numbers")
      return
    }
    #expect(labels.last == 40)
    try neighbors.remember(Tensor(shape: [1, 3], values: [0, 0, 0]), labels: ["✊"])
    let texts = try ModelFile(nearestNeighbors: neighbors, from: base)
    #expect(try NearestNeighbors(texts) == neighbors)
    #expect(texts.check().findings == [])
  }
}

extension WireMessage {
  fileprivate mutating func editIndex(_ edit: (inout WireMessage) -> Void) {
    var index = message(1) ?? WireMessage()
    edit(&index)
    set(1, message: index)
  }
}
