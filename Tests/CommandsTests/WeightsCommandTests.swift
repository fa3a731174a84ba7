import Figures
import Foundation
import Tensors
import Testing

@testable import Commands

struct WeightsCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    notebook.run(
      "network net input=[1, 8, 8] seed=3 { convolution 4 kernel=3; relu; flatten; innerProduct 2; softmax }")
    return notebook
  }

  @Test func `without a layer all layers with weights are listed`() throws {
    let lines = try notebook().run("weights net").split(separator: "\n")
    #expect(lines[0] == "net: 2 layers with weights")
    #expect(lines.contains { $0.hasPrefix("convolution0   convolution   [4, 1, 3, 3]") })
    #expect(lines.contains { $0.hasPrefix("innerProduct0  innerProduct  [2, 144]") })
  }

  @Test func `a convolution's filters are drawn, and its numbers counted`() throws {
    let notebook = try notebook()
    let text = notebook.run("weights net layer=convolution0")
    #expect(text.contains("weights             [4, 1, 3, 3], 36 numbers"))
    #expect(text.contains("filters  4 pictures"))
    #expect(notebook.page.html.components(separatedBy: "data:image/png;base64,").count - 1 == 4)
    #expect(notebook.page.entries.last?.rendering.svg?.hasPrefix("<svg") == true)
  }

  @Test func `a fully connected layer has no filters to draw`() throws {
    #expect(try !notebook().run("weights net layer=innerProduct0").contains("filters"))
  }

  static let mistakes = [
    Mistake(
      "weights net layer=relu0",
      """
      weights net layer=relu0
                        ^^^^^ relu0 is of type activation and has no weights.
                              Layers that have: convolution0, innerProduct0
      """),
    Mistake(
      "weights net layer=convolution1",
      """
      weights net layer=convolution1
                        ^^^^^^^^^^^^ net has no layer convolution1. Did you mean convolution0?
                                     Its last layers: convolution0, innerProduct0
      """),
  ]

  @Test(arguments: mistakes) func `a layer without weights is told plainly`(_ mistake: Mistake) throws {
    try notebook().expect(mistake)
  }

  @Test func `the spread of numbers is their mean, standard deviation and ends`() {
    let spread = Spread([1, 2, 3, 4])
    #expect([spread.mean, spread.least, spread.largest] == [2.5, 1, 4])
    #expect(abs(spread.deviation - 1.118033988749895) < 1e-12)
    #expect(Spread([]).mean == 0)
  }
}
