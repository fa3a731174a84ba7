import Foundation
import Tensors
import Testing

@testable import Training

/// What models of tables answer is what scikit-learn's answer: see Tests/Reference/tables.py.
struct ReferenceTablesTests {
  private struct Table: Decodable {
    struct Neighbors: Decodable {
      let metric: String, weights: String
      let k: Int
      let numbers: [Double], probabilities: [Double]
    }
    struct Logistic: Decodable {
      let l2: Double
      let probabilities: [Double]
    }
    struct Ridge: Decodable {
      let l2: Double
      let standardized: [Double], plain: [Double]
    }
    let width: Int, classCount: Int
    let train: [Float], test: [Float]
    let classes: [Int], numbers: [Float]
    let means: [Double], deviations: [Double]
    let centroid: [Int]
    let neighbors: [Neighbors], logistic: [Logistic], ridge: [Ridge]
  }

  private let table: Table

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Goldens/Training/tables.json")
    table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
  }

  private func rows(_ values: [Float]) -> Tensor {
    Tensor(shape: [values.count / table.width, table.width], values: values)
  }

  private var standardization: Standardization { Standardization(of: table.train, dimension: table.width) }

  /// Whether numbers are as expected, each to a share of its size.
  private func areClose(_ found: [Double], _ expected: [Double], _ share: Double) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy { abs($0 - $1) <= share * max(1, abs($1)) }
  }

  @Test(arguments: [DistanceMetric.euclidean, .cosine], NearestNeighbors.Weighting.allCases)
  func `neighbours vote as scikit-learn's do, for every number of them up to 50`(
    metric: DistanceMetric, weighting: NearestNeighbors.Weighting
  ) throws {
    var model = NearestNeighbors(dimension: table.width, weighting: weighting, metric: metric)
    try model.remember(rows(table.train), labels: table.classes.map(String.init))
    let expected = table.neighbors.filter {
      $0.metric == metric.rawValue && ($0.weights == "uniform") == (weighting == .uniform)
    }
    #expect(expected.count == 50)
    // A cosine is the difference of two numbers near 1, known to single precision.
    let share = metric == .cosine && weighting == .inverseDistance ? 1e-4 : 1e-6
    for reference in expected {
      model.numberOfNeighbors = reference.k
      let found = try model.classify(rows(table.test)).flatMap { vote in
        (0..<table.classCount).map { number in
          vote.probabilities.first { $0.label == String(number) }?.probability ?? 0
        }
      }
      #expect(areClose(found, reference.probabilities, share), "k = \(reference.k)")
    }
  }

  @Test(arguments: [DistanceMetric.euclidean, .cosine], NearestNeighbors.Weighting.allCases)
  func `and their numbers have the same mean`(
    metric: DistanceMetric, weighting: NearestNeighbors.Weighting
  ) throws {
    var model = NearestNeighbors(dimension: table.width, weighting: weighting, metric: metric)
    model.answersNumbers = true
    try model.remember(rows(table.train), labels: table.numbers.map { String($0) })
    let share = metric == .cosine && weighting == .inverseDistance ? 1e-4 : 1e-6
    for reference in table.neighbors
    where reference.metric == metric.rawValue && (reference.weights == "uniform") == (weighting == .uniform) {
      model.numberOfNeighbors = reference.k
      let found = try model.classify(rows(table.test)).flatMap { $0.numbers(of: model.sampleLabels) }
      #expect(areClose(found, reference.numbers, share), "k = \(reference.k)")
    }
  }

  @Test func `means and deviations are StandardScaler's`() {
    let found = standardization
    #expect(areClose(found.offsets.map { -Double($0) }, table.means, 1e-6))
    #expect(areClose(found.factors.map { 1 / Double($0) }, table.deviations, 1e-6))
  }

  @Test func `the nearest centroid is NearestCentroid's`() throws {
    let model = try NearestCentroid(rows(table.train), targets: table.classes, classes: table.classCount)
    let test = rows(table.test)
    #expect((0..<test.shape[0]).map { model.answer(to: test.row($0)) } == table.centroid)
  }

  @Test func `logistic regression's probabilities are LogisticRegression's`() throws {
    let (train, test) = (standardization.apply(to: table.train), rows(standardization.apply(to: table.test)))
    for reference in table.logistic {
      let fit = try LogisticRegression(l2: reference.l2, maxIterations: 10_000, tolerance: 1e-9, rescales: false)
        .fit(rows(train), targets: table.classes, classes: table.classCount)
      let found = (0..<test.shape[0]).flatMap { sample in
        let scores = (0..<table.classCount).map { score(test.row(sample), fit.weights.row($0), fit.biases.values[$0]) }
        let powers = scores.map { exp($0 - (scores.max() ?? 0)) }
        return powers.map { $0 / powers.reduce(0, +) }
      }
      #expect(areClose(found, reference.probabilities, 1e-6), "l2 = \(reference.l2)")
    }
  }

  @Test func `ridge regression's numbers are Ridge's`() throws {
    let scaled = (rows(standardization.apply(to: table.train)), rows(standardization.apply(to: table.test)))
    for reference in table.ridge {
      for (samples, expected) in [
        (scaled, reference.standardized), ((rows(table.train), rows(table.test)), reference.plain),
      ] {
        let fit = try #require(
          RidgeRegression(l2: reference.l2, rescales: false).fit(samples.0, targets: table.numbers))
        let found = (0..<samples.1.shape[0]).map { place in
          score(samples.1.row(place), fit.weights.values[...], fit.bias.values[0])
        }
        #expect(areClose(found, expected, 1e-5), "l2 = \(reference.l2)")
      }
    }
  }

  private func score(_ sample: ArraySlice<Float>, _ weights: ArraySlice<Float>, _ bias: Float) -> Double {
    zip(sample, weights).reduce(Double(bias)) { $0 + Double($1.0) * Double($1.1) }
  }
}
