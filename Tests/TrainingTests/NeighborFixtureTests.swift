import Tensors
import Testing
import Training

/// The reference cases of nearest neighbours, straight from the index; and the articles' photos, or rows drawn in their place.
struct NeighborFixtureTests {
  /// One answer of the reference.
  private struct Expected {
    let label: String
    let probabilities: [(label: String, probability: Double)]
    let neighbors: [(index: Int, distance: Double)]

    init(_ fields: [String: Any]) {
      label = "\(fields["label"] ?? "")"
      probabilities = (fields["probabilities"] as? [[Any]] ?? []).map {
        ("\($0[0])", $0[1] as? Double ?? .nan)
      }
      neighbors = (fields["neighbors"] as? [[String: Any]] ?? []).map {
        ($0["index"] as? Int ?? -1, $0["distance"] as? Double ?? .nan)
      }
    }
  }

  private func check(_ votes: [Vote], _ expected: [Expected], _ name: String, neighbors: Bool = true) {
    #expect(votes.count == expected.count, "\(name)")
    for (vote, expected) in zip(votes, expected) {
      #expect(vote.label == expected.label, "\(name)")
      #expect(vote.probabilities.map(\.label) == expected.probabilities.map(\.label), "\(name)")
      for (one, other) in zip(vote.probabilities, expected.probabilities) {
        #expect(abs(one.probability - other.probability) < 1e-12, "\(name)")
      }
      guard neighbors else { continue }
      #expect(vote.neighbors.map(\.index) == expected.neighbors.map(\.index), "\(name)")
      for (one, other) in zip(vote.neighbors, expected.neighbors) {
        #expect(abs(one.distance - other.distance) <= 1e-12 * other.distance, "\(name)")
      }
      #expect(vote.neighbors.isEmpty || abs(vote.neighbors.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    }
  }

  @Test(.enabled(if: Fixtures.areThere, "the shared folder is not there"))
  func `every case, query and number of neighbours`() throws {
    let cases = Fixtures.cases("knn")
    #expect(cases.count >= 12)
    for fixture in cases {
      let queries = try #require(fixture.tensor("queries"))
      let samples = try #require(fixture.tensor("samples"))
      let labels = (fixture.fields["labels"] as? [Any] ?? []).map { "\($0)" }
      var model = NearestNeighbors(
        dimension: queries.shape[1], weighting: fixture.text("weighting") == "uniform" ? .uniform : .inverseDistance,
        defaultLabel: "\(fixture.fields["default"] ?? "")")
      try model.remember(samples, labels: labels)
      let answers = try #require(fixture.fields["expect_by_k"] as? [String: [[String: Any]]])
      #expect(!answers.isEmpty)
      for (k, expected) in answers {
        model.numberOfNeighbors = try #require(Int(k))
        check(try model.classify(queries), expected.map(Expected.init), "\(fixture.name) k=\(k)")
      }
    }
  }

  @Test(.enabled(if: Fixtures.areThere, "the shared folder is not there"))
  func `remembering more appends in the order given`() throws {
    for fixture in Fixtures.cases("knn_update") {
      let base = try #require(Fixtures.named("knn_update_base"))
      var model = NearestNeighbors(dimension: 3)
      try model.remember(
        try #require(base.tensor("samples")), labels: try #require(base.fields["labels"] as? [String]))
      try model.remember(
        try #require(fixture.tensor("new")), labels: try #require(fixture.fields["new_labels"] as? [String]))
      #expect(model.samples == fixture.tensor("all_samples")?.values)
      #expect(model.sampleLabels == fixture.fields["all_labels"] as? [String])
      let expected = try #require(fixture.fields["expect"] as? [[String: Any]])
      check(
        try model.classify(try #require(fixture.tensor("queries"))), expected.map(Expected.init), fixture.name,
        neighbors: false)
    }
  }

  @Test func `the articles' photos, and the drawn: 8 of 15 at k = 3, and the row of k = 1…10`() throws {
    let photos = try Gestures()
    var model = NearestNeighbors(dimension: 1000)
    try model.remember(photos.train, labels: photos.trainLabels)
    let correct = try (1...10).map { k in
      model.numberOfNeighbors = k
      return try Evaluation(votes: try model.classify(photos.test), truths: photos.testLabels).correct
    }
    #expect(
      correct == Gestures.expected(real: [5, 5, 8, 8, 9, 8, 8, 8, 9, 11], drawn: [8, 8, 8, 9, 9, 8, 9, 9, 7, 7]))
    model.numberOfNeighbors = 3
    model.metric = .cosine
    let cosine = try Evaluation(votes: try model.classify(photos.test), truths: photos.testLabels).correct
    #expect(cosine == Gestures.expected(real: 10, drawn: 9))
  }

  @Test(arguments: [NearestNeighbors.Weighting.inverseDistance, .uniform])
  func `row 44: the votes are those of brute force, for k = 1…10`(weighting: NearestNeighbors.Weighting) throws {
    let photos = try Gestures()
    var model = NearestNeighbors(dimension: 1000, weighting: weighting)
    try model.remember(photos.train, labels: photos.trainLabels)
    for k in 1...10 {
      model.numberOfNeighbors = k
      let votes = try model.classify(photos.test)
      for (query, vote) in votes.enumerated() {
        let distances = photos.trainLabels.indices.map { sample in
          zip(photos.test.row(query), photos.train.row(sample)).reduce(0.0) { sum, pair in
            sum + (Double(pair.0) - Double(pair.1)) * (Double(pair.0) - Double(pair.1))
          }
        }
        let nearest = distances.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.prefix(k)
        var shares: [String: Double] = [:]
        for sample in nearest {
          shares[photos.trainLabels[sample], default: 0] += weighting == .uniform ? 1 : 1 / distances[sample]
        }
        let sum = shares.values.reduce(0, +)
        for (label, probability) in vote.probabilities.map({ ($0.label, $0.probability) }) {
          #expect(abs(probability - shares[label, default: 0] / sum) < 1e-6, "k=\(k), query \(query)")
        }
      }
    }
  }

  @Test func `the articles' photos left out one by one: 18 of 45; of the drawn 15`() throws {
    let photos = try Gestures()
    var model = NearestNeighbors(dimension: 1000)
    try model.remember(photos.train, labels: photos.trainLabels)
    try model.remember(photos.test, labels: photos.testLabels)
    let votes = model.classifyEachByTheOthers()
    #expect(try Evaluation(votes: votes, truths: model.sampleLabels).correct == Gestures.expected(real: 18, drawn: 15))
    model.numberOfNeighbors = 1
    let nearest = try Evaluation(votes: model.classifyEachByTheOthers(), truths: model.sampleLabels)
    #expect(nearest.count - nearest.correct == 30)
  }
}
