import Testing
import Training

/// How far numbers are from the true ones: against the formulas, and intervals against their properties.
struct NumberEvaluationTests {
  private let truths = [3, -0.5, 2, 7], answers = [2.5, 0.0, 2, 8]

  /// scikit-learn's documentation: `mean_squared_error` 0.375, `mean_absolute_error` 0.5, `r2_score` 0.948….
  @Test func `the measures are scikit-learn's`() throws {
    let measures = NumberEvaluation(truths: truths, answers: answers).measures
    #expect(measures.squared == 0.375 && measures.absolute == 0.5)
    #expect(abs(try #require(measures.explained) - 0.948_608_137_044_967_9) < 1e-12)
  }

  /// The same for two outputs: 0.708…, 0.75, 0.936… (`uniform_average`).
  @Test func `several outputs count alike`() throws {
    let both = NumberEvaluation(truths: [0.5, 1, -1, 1, 7, -6], answers: [0, 2, -1, 2, 8, -5], outputs: 2)
    #expect(abs(both.measures.squared - 0.708_333_333_333) < 1e-9 && both.measures.absolute == 0.75)
    #expect(abs(try #require(both.measures.explained) - 0.936_800_526_662_277_9) < 1e-12)
    #expect(both.only(1).truths == [1, 1, -6] && both.errors == [0.75, 0.5, 1] && both.worstFirst == [2, 0, 1])
  }

  @Test func `equal truths have no variance to explain`() {
    let flat = NumberEvaluation(truths: [0.1, 0.1, 0.1], answers: [0, 0.1, 0.3])
    #expect(flat.measures.explained == nil && flat.intervals().explained == nil)
    #expect(NumberEvaluation(truths: [], answers: []).intervals().root == 0...0)
  }

  @Test func `equal seeds give equal intervals around the measures`() throws {
    let truths = (0..<200).map { Double($0 * 37 % 101) }
    let evaluation = NumberEvaluation(
      truths: truths, answers: truths.enumerated().map { $1 + Double($0 * 29 % 17) - 8 })
    let (one, other) = (evaluation.intervals(), evaluation.intervals(seed: 2))
    #expect(one == evaluation.intervals() && one != other)
    let measures = evaluation.measures
    for intervals in [one, other] {
      #expect(intervals.root.contains(measures.root) && intervals.absolute.contains(measures.absolute))
      #expect(try #require(intervals.explained).contains(try #require(measures.explained)))
    }
    // The standard error of the mean absolute error, on both sides of it twice.
    let squares: [Double] = evaluation.errors.map { ($0 - measures.absolute) * ($0 - measures.absolute) }
    let expected: Double = 2 * 1.96 * (squares.reduce(0, +) / 200 / 200).squareRoot()
    let width: Double = one.absolute.upperBound - one.absolute.lowerBound
    #expect(abs(width / expected - 1) < 0.15)
  }
}
