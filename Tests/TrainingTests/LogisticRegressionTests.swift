import Foundation
import Tensors
import Testing
import Training

@Suite struct LogisticRegressionTests {
  /// Forty samples of six features in three classes, exact in single precision.
  private static let features = Tensor(
    shape: [40, 6],
    values: (0..<240).map {
      let (i, j) = ($0 / 6, $0 % 6)
      return Float((i * 7 + j * 13 + i * i * j) % 23 - 11) / 8
    })
  private static let targets = (0..<40).map { ($0 * $0 + $0 / 3) % 3 }

  /// From scikit-learn 1.9, LogisticRegression(C=1/l2, tol=1e-12): the objective and the first row of weights.
  @Test(arguments: [
    (10, 41.9535465626596, [0.045813766, -0.043481947, -0.037728667, -0.006802384, -0.021594501, 0.051049343]),
    (1, 40.108860490417065, [0.133828302, -0.10527968, -0.119614765, -0.058597431, -0.036405794, 0.12857851]),
    (0.1, 39.486094433019886, [0.170365358, -0.124558663, -0.166722574, -0.093921011, -0.044320557, 0.16705022]),
    (0.01, 39.40133541128571, [0.175589368, -0.126543415, -0.174694876, -0.099670737, -0.04623048, 0.173507645]),
  ])
  func `row 107: agrees with scikit-learn`(l2: Double, objective: Double, weights: [Double]) throws {
    let fit = try LogisticRegression(l2: l2, tolerance: 1e-9, rescales: false)
      .fit(Self.features, targets: Self.targets, classes: 3)
    #expect(fit.isConverged)
    #expect(abs(fit.progress.objective - objective) < 1e-9)
    for (weight, expected) in zip(fit.weights.row(0), weights) { #expect(abs(Double(weight) - expected) < 1e-6) }
  }

  /// From scikit-learn 1.9, LogisticRegression(C=1/l1, penalty="l1", solver="saga", tol=1e-14).
  @Test(arguments: [(1, 41.90642978472607, 12), (4, 43.77070361601808, 17)])
  func `with magnitudes too, and as many weights are 0`(l1: Double, objective: Double, zeros: Int) throws {
    let fit = try LogisticRegression(l2: 0, l1: l1, maxIterations: 1000, tolerance: 1e-8, rescales: false)
      .fit(Self.features, targets: Self.targets, classes: 3)
    #expect(abs(fit.progress.objective - objective) < 1e-6)
    #expect(fit.weights.values.filter { $0 == 0 }.count == zeros)
  }

  @Test func `rescaled weights are given in terms of the features as they came`() throws {
    var scaled = Self.features
    for index in scaled.values.indices { scaled.values[index] *= [1, 2, 4, 8, 16, 32][index % 6] }
    let plain = try LogisticRegression().fit(Self.features, targets: Self.targets, classes: 3)
    let large = try LogisticRegression().fit(scaled, targets: Self.targets, classes: 3)
    #expect(abs(plain.progress.objective - large.progress.objective) < 1e-9)
    for index in plain.weights.values.indices {
      let factor: Float = [1, 2, 4, 8, 16, 32][index % 6]
      #expect(abs(large.weights.values[index] * factor - plain.weights.values[index]) < 1e-5)
    }
  }

  @Test func `a column of zeros gets no weight`() throws {
    var features = Self.features
    for index in stride(from: 3, to: 240, by: 6) { features.values[index] = 0 }
    let fit = try LogisticRegression().fit(features, targets: Self.targets, classes: 3)
    #expect((0..<3).allSatisfy { fit.weights.values[$0 * 6 + 3] == 0 })
  }

  @Test func `the same data give the same bits`() throws {
    let fits = try (0..<2).map { _ in
      try LogisticRegression().fit(Self.features, targets: Self.targets, classes: 3)
    }
    #expect(fits[0] == fits[1])
  }

  @Test func `the caller may end the search and keeps what was found`() throws {
    var seen: [LogisticRegression.Progress] = []
    let fit = try LogisticRegression().fit(Self.features, targets: Self.targets, classes: 3) {
      seen.append($0)
      return $0.iterations < 3
    }
    #expect(seen.map(\.iterations) == [1, 2, 3])
    #expect(!fit.isConverged && fit.progress == seen.last)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.objective > $1.objective })
    let capped = try LogisticRegression(maxIterations: 3).fit(Self.features, targets: Self.targets, classes: 3)
    #expect(capped == fit)
  }

  @Test func `separable data without a penalty end all the same`() throws {
    let fit = try LogisticRegression(l2: 0).fit(
      Tensor(shape: [4, 1], values: [-2, -1, 1, 2]), targets: [0, 0, 1, 1], classes: 2)
    #expect(fit.progress.objective < 1e-4)
    #expect(fit.weights.values.allSatisfy { $0.isFinite })
  }

  @Test func `what does not fit is a fact`() {
    let fit = LogisticRegression()
    #expect(throws: TrainingError.shape([4])) {
      try fit.fit(Tensor(shape: [4]), targets: [0, 0, 0, 0], classes: 1)
    }
    #expect(throws: TrainingError.count(of: "labels", expected: 2, actual: 1)) {
      try fit.fit(Tensor(shape: [2, 1]), targets: [0], classes: 1)
    }
    #expect(throws: TrainingError.noSamples) { try fit.fit(Tensor(shape: [0, 3]), targets: [], classes: 1) }
    #expect(throws: TrainingError.unknownClass(sample: 1, target: 2, classes: 2)) {
      try fit.fit(Tensor(shape: [2, 1]), targets: [0, 2], classes: 2)
    }
    #expect(throws: TrainingError.notFinite(sample: 0, position: 1)) {
      try fit.fit(Tensor(shape: [1, 2], values: [0, .nan]), targets: [0], classes: 1)
    }
    #expect(
      throws: TrainingError.setting(
        SettingError(.l2, value: -1, allowed: .interval(from: 0, to: .infinity, includingUpper: false)))
    ) {
      try LogisticRegression(l2: -1).fit(Tensor(shape: [1, 1]), targets: [0], classes: 1)
    }
  }

  @Test func `the articles' photos: 12 of 15, with Turi's confusion, and all of the training photos; all of the drawn`()
    throws
  {
    let photos = try Gestures()
    let targets = photos.trainLabels.map { Gestures.labels.firstIndex(of: $0) ?? -1 }
    let fit = try LogisticRegression(maxIterations: 1000, tolerance: 1e-9).fit(
      photos.train, targets: targets, classes: 3)
    // From scikit-learn 1.9, on columns divided by their lengths; of the drawn rows from Newton's method in NumPy.
    let objective = Gestures.expected(real: 1.2200784742734025, drawn: 0.9322711463986707)
    #expect(abs(fit.progress.objective - objective) < 1e-6)
    let tests = try Self.evaluate(fit, photos.test, photos.testLabels)
    let correct = Gestures.expected(real: 12, drawn: 15)
    #expect(tests.correct == correct)
    let confusion = Gestures.labels.map { truth in
      Gestures.labels.map { answer in tests.rows.count { $0.truth == truth && $0.predicted == answer } }
    }
    #expect(confusion == [[5, 0, 0], [0, 5, 0], Gestures.expected(real: [1, 2, 2], drawn: [0, 0, 5])])
    #expect(try Self.evaluate(fit, photos.train, photos.trainLabels).accuracy == 1)
    let brief = try LogisticRegression(maxIterations: 100).fit(photos.train, targets: targets, classes: 3)
    #expect(!brief.isConverged)
    #expect(try Self.evaluate(brief, photos.test, photos.testLabels).correct == correct)
  }

  @Test(arguments: [1e-4, 0.01, 1, 10])
  func `unless told otherwise it goes on to the minimum`(l2: Double) throws {
    let photos = try Gestures()
    let targets = photos.trainLabels.map { Gestures.labels.firstIndex(of: $0) ?? -1 }
    let fit = try LogisticRegression(l2: l2).fit(photos.train, targets: targets, classes: 3)
    let long = try LogisticRegression(l2: l2, maxIterations: 200_000, tolerance: 1e-13)
      .fit(photos.train, targets: targets, classes: 3)
    #expect(fit.isConverged)
    #expect(abs(fit.progress.objective - long.progress.objective) < 1e-6)
  }

  private static func evaluate(
    _ fit: LogisticRegression.Fit, _ features: Tensor, _ truths: [String]
  ) throws -> Evaluation {
    var probabilities = Tensor(shape: [features.shape[0], 3])
    for row in 0..<features.shape[0] {
      let scores = (0..<3).map { label in
        zip(fit.weights.row(label), features.row(row)).reduce(fit.biases.values[label]) { $0 + $1.0 * $1.1 }
      }
      let exponentials = scores.map { exp($0 - (scores.max() ?? 0)) }
      for label in 0..<3 {
        probabilities.values[row * 3 + label] = exponentials[label] / exponentials.reduce(0, +)
      }
    }
    return try Evaluation(probabilities: probabilities, labels: Gestures.labels, truths: truths)
  }
}
