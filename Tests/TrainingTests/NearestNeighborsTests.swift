import Tensors
import Testing
import Training

@Suite struct NearestNeighborsTests {
  private typealias Model = NearestNeighbors

  /// A model of points on a line.
  private func line(
    _ points: [(Float, String)], k: Int, _ weighting: Model.Weighting = .uniform
  ) throws -> Model {
    var model = Model(dimension: 1, numberOfNeighbors: k, weighting: weighting)
    try model.remember(Tensor(shape: [points.count, 1], values: points.map(\.0)), labels: points.map(\.1))
    return model
  }

  private func vote(_ model: Model, _ query: Float...) throws -> Vote {
    try #require(try model.classify(Tensor(shape: [1, query.count], values: query)).first)
  }

  @Test func `an empty model answers its default label`() throws {
    let vote = try vote(Model(dimension: 2, defaultLabel: "nobody"), 0, 0)
    #expect(vote.label == "nobody")
    #expect(vote.probabilities == [LabelProbability(label: "nobody", probability: 1)])
    #expect(vote.neighbors.isEmpty)
  }

  @Test func `distances are squared`() throws {
    let vote = try vote(try line([(0, "a"), (5, "b")], k: 2), 2)
    #expect(vote.neighbors.map(\.distance) == [4, 9])
    #expect(vote.neighbors.map(\.index) == [0, 1])
  }

  @Test func `at equal distances the sample remembered earlier is nearer`() throws {
    let model = try line([(1, "a"), (-1, "b"), (1, "c"), (-1, "d")], k: 3)
    #expect(try vote(model, 0).neighbors.map(\.index) == [0, 1, 2])
  }

  @Test func `equal votes go to the label met first walking outwards`() throws {
    #expect(try vote(try line([(3, "far"), (1, "near")], k: 2), 0).label == "near")
    #expect(try vote(try line([(1, "a"), (2, "b"), (3, "b"), (4, "a")], k: 4), 0).label == "a")
    #expect(try vote(try line([(1, "a"), (2, "b"), (3, "b")], k: 3), 0).label == "b")
  }

  @Test func `an inverse distance outweighs two farther neighbours`() throws {
    let points: [(Float, String)] = [(1, "a"), (2, "b"), (2, "b")]
    let vote = try vote(try line(points, k: 3, .inverseDistance), 0)
    #expect(vote.label == "a")
    #expect(vote.probabilities.map(\.probability) == [1 / 1.5, 0.5 / 1.5])
    #expect(vote.neighbors.map(\.share) == [1 / 1.5, 0.25 / 1.5, 0.25 / 1.5] as [Double])
    #expect(try self.vote(try line(points, k: 3, .uniform), 0).label == "b")
  }

  @Test func `exact matches take the whole inverse vote, equally`() throws {
    let model = try line([(0, "a"), (0, "b"), (1e-20, "c"), (0, "b")], k: 4, .inverseDistance)
    let vote = try vote(model, 0)
    #expect(vote.label == "b")
    #expect(vote.probabilities.map(\.probability) == [1.0 / 3, 2.0 / 3, 0] as [Double])
  }

  @Test func `asked for more neighbours than there are, all vote`() throws {
    let vote = try vote(try line([(1, "a"), (2, "b")], k: 1000), 0)
    #expect(vote.neighbors.count == 2)
    #expect(vote.label == "a")
  }

  @Test func `k may be changed without remembering anew`() throws {
    var model = try line([(1, "a"), (2, "b"), (3, "b")], k: 1)
    #expect(try vote(model, 0).label == "a")
    model.numberOfNeighbors = 3
    #expect(try vote(model, 0).label == "b")
  }

  @Test func `twelve classes are welcome`() throws {
    let model = try line((0..<12).map { (Float($0), "class \($0)") }, k: 1)
    for number in 0..<12 { #expect(try vote(model, Float(number)).label == "class \(number)") }
    #expect(model.labels.count == 12)
  }

  @Test func `cosine looks at directions alone`() throws {
    var model = Model(dimension: 2, numberOfNeighbors: 3, weighting: .uniform, metric: .cosine)
    try model.remember(
      Tensor(shape: [4, 2], values: [10, 0, 0, 1, -3, 0, 0, 0]), labels: ["east", "north", "west", "nowhere"])
    let vote = try vote(model, 0.001, 0)
    #expect(vote.neighbors.map(\.index) == [0, 1, 3])
    #expect(vote.neighbors.map(\.distance) == [0, 1, 1])
    model.numberOfNeighbors = 4
    #expect(try self.vote(model, 0.001, 0).neighbors.last?.distance == 2)
    #expect(try self.vote(model, 0, 0).neighbors.map(\.distance) == [1, 1, 1, 1])
  }

  @Test func `parallel vectors match exactly in spite of rounding`() throws {
    var model = Model(dimension: 3, numberOfNeighbors: 1, metric: .cosine)
    try model.remember(Tensor(shape: [1, 3], values: [0.1, 0.7, 0.3]), labels: ["a"])
    #expect(try vote(model, 0.1 * 3, 0.7 * 3, 0.3 * 3).neighbors.first?.distance == 0)
  }

  @Test func `a key is remembered once, and takes a new label`() throws {
    var model = Model(dimension: 1, numberOfNeighbors: 1)
    let features = Tensor(shape: [3, 1], values: [1, 2, 3])
    #expect(
      try model.remember(features, labels: ["a", "b", "c"], keys: ["k1", "k2", "k1"])
        == Model.Remembered(added: 2, relabelled: 1, known: 0))
    #expect(model.sampleLabels == ["c", "b"])
    #expect(
      try model.remember(features, labels: ["c", "b", "new"], keys: ["k1", "k2", nil])
        == Model.Remembered(added: 1, relabelled: 0, known: 2))
    #expect(model.samples == [1, 2, 3])
    #expect(model.keys == ["k1", "k2", nil])
  }

  @Test func `samples without keys are appended each time`() throws {
    var model = Model(dimension: 1)
    let feature = Tensor(shape: [1, 1], values: [1])
    #expect(try model.remember(feature, labels: ["a"]).added == 1)
    #expect(try model.remember(feature, labels: ["a"]).added == 1)
    #expect(model.count == 2)
  }

  @Test func `forgetting keeps the others in order`() throws {
    var model = try line([(1, "a"), (2, "b"), (3, "c"), (4, "d")], k: 1)
    model.forget([1, 3, 17])
    #expect(model.samples == [1, 3])
    #expect(model.sampleLabels == ["a", "c"])
    #expect(model.keys.count == 2)
    model.forgetAll()
    #expect(model == Model(dimension: 1, numberOfNeighbors: 1, weighting: .uniform))
  }

  @Test func `leaving each out in turn equals models without it`() throws {
    var generator = SeededGenerator(seed: 5)
    for k in 1...4 {
      let points = (0..<12).map { _ in (generator.uniform(-1, 1), ["a", "b", "c"][generator.below(3)]) }
      let votes = try line(points, k: k, .inverseDistance).classifyEachByTheOthers()
      for index in points.indices {
        var others = points
        others.remove(at: index)
        let expected = try vote(try line(others, k: k, .inverseDistance), points[index].0)
        #expect(votes[index].label == expected.label)
        #expect(votes[index].neighbors.map(\.distance) == expected.neighbors.map(\.distance))
      }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 8, 9, 16, 17, 31])
  func `every length is measured as a plain loop would`(dimension: Int) throws {
    var generator = SeededGenerator(seed: UInt64(dimension))
    let numbers = (0..<dimension * 6).map { _ in Float(generator.below(2001) - 1000) }
    var model = Model(dimension: dimension, numberOfNeighbors: 5, weighting: .uniform)
    try model.remember(
      Tensor(shape: [5, dimension], values: Array(numbers[dimension...])), labels: ["a", "b", "c", "d", "e"])
    let query = Array(numbers[..<dimension])
    let expected = (1...5).map { sample in
      (0..<dimension).reduce(0.0) { sum, place in
        let difference = Double(query[place] - numbers[sample * dimension + place])
        return sum + difference * difference
      }
    }
    let votes = try model.classify(Tensor(shape: [1, dimension], values: query))
    let order = expected.indices.sorted { (expected[$0], $0) < (expected[$1], $1) }
    #expect(votes[0].neighbors.map(\.index) == order)
    #expect(votes[0].neighbors.map(\.distance) == order.map { expected[$0] })
  }

  @Test func `what does not fit changes nothing`() throws {
    var model = try line([(1, "a")], k: 1)
    let before = model
    #expect(throws: TrainingError.dimensions(expected: 1, actual: 2)) {
      try model.remember(Tensor(shape: [1, 2]), labels: ["a"])
    }
    #expect(throws: TrainingError.shape([3])) { try model.remember(Tensor(shape: [3]), labels: ["a"]) }
    #expect(throws: TrainingError.count(of: "labels", expected: 2, actual: 1)) {
      try model.remember(Tensor(shape: [2, 1]), labels: ["a"])
    }
    #expect(throws: TrainingError.count(of: "keys", expected: 1, actual: 2)) {
      try model.remember(Tensor(shape: [1, 1]), labels: ["a"], keys: ["k", "l"])
    }
    #expect(throws: TrainingError.notFinite(sample: 1, position: 0)) {
      try model.remember(Tensor(shape: [2, 1], values: [0, .nan]), labels: ["a", "b"])
    }
    #expect(throws: TrainingError.notFinite(sample: 0, position: 0)) {
      try model.classify(Tensor(shape: [1, 1], values: [.infinity]))
    }
    #expect(throws: TrainingError.dimensions(expected: 1, actual: 3)) {
      try model.classify(Tensor(shape: [1, 3]))
    }
    #expect(model == before)
  }
}
