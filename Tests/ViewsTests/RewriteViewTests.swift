import Figures
import Testing

@testable import Experiments
@testable import ModelFile
@testable import Views

struct RewriteViewTests {
  private func told(_ rewrites: [(String, String, String?)]) -> String {
    RewriteView(rewrites: rewrites.map { Rewrite(layer: $0.0, from: $0.1, to: $0.2) }).rendering.plainText
  }

  @Test func `one layer is told by its name`() {
    #expect(
      told([("product", "batchedMatmul", "innerProduct"), ("sum", "addBroadcastable", nil)])
        == "Rewritten with the same result: product (batchedMatmul) is innerProduct now, sum (addBroadcastable) is part of the layer before it."
    )
  }

  @Test func `layers of a kind are told together`() {
    #expect(
      told((1...35).map { ("c\($0)", "clip", "activation") } + [("mean", "reduceMean", "pooling")])
        == "Rewritten with the same result: c1, c2 and 33 more (clip) are activation now, mean (reduceMean) is pooling now."
    )
    #expect(
      told([("a", "addBroadcastable", nil), ("b", "addBroadcastable", nil)])
        == "Rewritten with the same result: a, b (addBroadcastable) are part of the layers before them.")
  }
}
