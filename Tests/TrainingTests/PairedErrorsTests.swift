import Tensors
import Testing

@testable import Training

struct PairedErrorsTests {
  private func evaluation(_ answers: [Double], outputs: Int = 1) -> NumberEvaluation {
    NumberEvaluation(truths: [Double](repeating: 0, count: answers.count), answers: answers, outputs: outputs)
  }

  @Test func `differences are of the amounts of errors, of several numbers of their mean`() {
    let pair = PairedErrors(evaluation([1, -2, 3]), evaluation([-2, 1, 3]))
    #expect(pair.differences == [1, -1, 0])
    #expect(pair.nearer == (1, 1))
    #expect(pair.mean == 0)
    let double = PairedErrors(evaluation([1, 3], outputs: 2), evaluation([-4, 2], outputs: 2))
    #expect(double.differences == [1])
  }

  @Test func `the probability is Wilcoxon's`() {
    let pair = PairedErrors(evaluation([0, 0, 0, 0, 0, 0]), evaluation([1, 2, 3, 4, 5, 6]))
    #expect(pair.probability == 0.031_25)
    #expect(pair.isOneSided && pair.mean == 3.5)
    #expect(PairedErrors(evaluation([1, 2]), evaluation([1, 2])).probability == 1)
  }

  @Test func `one large error may turn the mean against the ranks`() {
    let pair = PairedErrors(evaluation([0, 0, 0, 0, 0, 100]), evaluation([1, 2, 3, 4, 5, 0]))
    #expect(pair.mean < 0 && !pair.isOneSided)
  }

  @Test func `the interval of the mean contains it and narrows with samples`() {
    var generator = SeedPlan(seed: 4).generator(for: .subsets, 0)
    func pair(_ count: Int) -> PairedErrors {
      let errors = (0..<count).map { _ in Double(generator.below(1000)) / 1000 }
      return PairedErrors(evaluation([Double](repeating: 0, count: count)), evaluation(errors))
    }
    let (few, many) = (pair(20), pair(2000))
    #expect(few.interval().contains(few.mean) && many.interval().contains(many.mean))
    let width = { (range: ClosedRange<Double>) in range.upperBound - range.lowerBound }
    #expect(width(many.interval()) < width(few.interval()) / 4)
    #expect(few.interval() == few.interval())
    #expect(PairedErrors(evaluation([]), evaluation([])).interval() == 0...0)
  }

  @Test func `errors without bounds do not end the process`() {
    let pair = PairedErrors(evaluation([.infinity, 1]), evaluation([.infinity, .infinity]))
    #expect(pair.differences == [0, .infinity])
    #expect(pair.mean == .infinity)
    _ = pair.interval()
    #expect(pair.probability == 1)
  }
}
