import Operations
import Tensors
import TestSupport
import Testing

/// What operations and their gradients make has the same bits on every processor. The digests were written down once; `./Tests/run` asks
/// for them with every length of vectors that the processor has (`WHET_VECTORS`).
struct OperationBitsTests {
  @Test func `results of every operation`() {
    let all = OperationExample.all.flatMap { example in
      example.operation(keeps: true).results(of: [example.operands[0]]).flatMap(\.values)
        + example.operation().results(of: example.operands).flatMap(\.values)
    }
    #expect(Digest.of(all) == 8_054_040_292_535_154_592)
  }

  @Test func `gradients of every operation`() {
    let all = GradientPlanTests.differentiable.flatMap { example in
      GradientPlanTests.gradients(
        example.operation(), example.operands, example.results.map { OperationExample.spaced($0, seed: 9) }
      ).flatMap { $0?.values ?? [] }
    }
    #expect(Digest.of(all) == 7_957_127_944_154_518_866)
  }
}
