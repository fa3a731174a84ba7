import ModelFile
import Networks
import Tensors
import Training

/// Runs the cases of nearest neighbours, from the model files themselves.
enum FixtureNeighbors {
  static func ask(_ example: FixtureCase) throws -> FixtureComparison {
    var model = try NearestNeighbors(example.modelFile())
    guard let queries = try example.tensor("queries") else { throw FixtureCase.Missing("queries") }
    var comparison = FixtureComparison()
    compareSettings(example, model, &comparison)
    if let samples = try example.tensor("samples") {
      comparison.take("samples", model.samples, samples.values, allowed: 0)
    }
    if let labels = example.labels {
      comparison.take("labels", isTrue: labels.map(\.text) == model.sampleLabels)
    }
    for (number, expected) in example.expect_by_k ?? [:] {
      model.numberOfNeighbors = Int(number) ?? 1
      for index in [NearestNeighbors.Index.linear, .kdTree(leafSize: 2)] {
        model.index = index
        compare(try model.classify(queries), expected, "k = \(number)", allowed: 1e-12, &comparison)
      }
    }
    return comparison
  }

  private static func compareSettings(
    _ example: FixtureCase, _ model: NearestNeighbors, _ comparison: inout FixtureComparison
  ) {
    if let weighting = example.weighting {
      comparison.take("weighting", isTrue: (weighting == "uniform") == (model.weighting == .uniform))
    }
    if let index = example.index {
      comparison.take("index", isTrue: (index == "linear") == (model.index == .linear))
    }
    if let label = example.default { comparison.take("default label", isTrue: label.text == model.defaultLabel) }
  }

  /// Appends samples, writes the file, reads it again, and asks.
  static func update(_ example: FixtureCase) throws -> FixtureComparison {
    let file = try example.modelFile()
    var model = try NearestNeighbors(file)
    guard let new = try example.tensor("new"), let queries = try example.tensor("queries") else {
      throw FixtureCase.Missing("new or queries")
    }
    try model.remember(new, labels: (example.new_labels ?? []).map(\.text))
    let written = try ModelFile(nearestNeighbors: model, from: file)
    let read = try NearestNeighbors(ModelFile(bytes: written.bytes))
    var comparison = FixtureComparison()
    if let all = try example.tensor("all_samples") {
      comparison.take("samples written", read.samples, all.values, allowed: 0)
    }
    if let labels = example.all_labels {
      comparison.take("labels written", isTrue: labels.map(\.text) == read.sampleLabels)
    }
    compare(try read.classify(queries), example.expect ?? [], "after", allowed: 1e-12, &comparison)
    return comparison
  }

  /// Photos through the pipeline's network into its nearest neighbours. Distances and shares follow from features in single
  /// precision.
  static func pipeline(_ example: FixtureCase) throws -> FixtureComparison {
    let file = try example.modelFile()
    guard let first = file.pipeline.models.first, let last = file.pipeline.models.last,
      let photos = try example.borrowedPictures(),
      let asked = example.predict
    else { throw FixtureCase.Missing("a pipeline and photos") }
    let definition = try first.network()
    let output = definition.outputs.first ?? ""
    guard let features = try Network(definition).forward(images: photos, outputs: [output])[output] else {
      throw FixtureCase.Missing("features")
    }
    func rows(_ chosen: FixtureCase.Photos) -> Tensor {
      let rows = chosen.first..<chosen.first + chosen.count
      return Tensor(shape: [chosen.count, features.shape[1]], values: rows.flatMap { features.row($0) })
    }
    var model = try NearestNeighbors(last)
    model.numberOfNeighbors = example.neighbors ?? model.numberOfNeighbors
    if let weighting = example.weighting { model.weighting = weighting == "uniform" ? .uniform : .inverseDistance }
    if let new = example.update { try model.remember(rows(new), labels: (new.labels ?? []).map(\.text)) }
    var comparison = FixtureComparison()
    compare(try model.classify(rows(asked)), example.expect ?? [], "photos", allowed: 1e-5, &comparison)
    return comparison
  }

  private static func compare(
    _ votes: [Vote], _ expected: [FixtureCase.Answer], _ place: String, allowed: Double,
    _ comparison: inout FixtureComparison
  ) {
    comparison.take("\(place): number of answers", isTrue: votes.count == expected.count)
    for (query, (vote, answer)) in zip(votes, expected).enumerated() {
      let place = "\(place), query \(query)"
      comparison.take("\(place): label", isTrue: vote.label == answer.label.text)
      if let probabilities = answer.probabilities {
        let labels = vote.probabilities.map(\.label)
        comparison.take(
          "\(place): labels",
          isTrue: probabilities.order.map { $0 == labels } ?? (Set(labels) == Set(probabilities.byLabel.keys)))
        for one in vote.probabilities {
          let wanted = probabilities.byLabel[one.label] ?? .nan
          comparison.take("\(place): probability", one.probability, wanted, allowed: allowed)
        }
      }
      guard let neighbors = answer.neighbors else { continue }
      comparison.take("\(place): neighbours", isTrue: vote.neighbors.map(\.index) == neighbors.map(\.index))
      for (one, other) in zip(vote.neighbors, neighbors) {
        comparison.take("\(place): distance", one.distance, other.distance, allowed: allowed * max(1, other.distance))
      }
    }
  }
}
