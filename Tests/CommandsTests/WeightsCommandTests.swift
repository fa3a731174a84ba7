import ExperimentSupport
import FoundationEssentials
import ModelFile
import Networks
import Tensors
import Testing

@testable import Commands
@testable import Experiments

struct WeightsCommandTests {
  @Test func `layers with weights are listed with how their numbers are spread`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=3 init=zero")
    let lines = notebook.run("weights hand").split(separator: "\n").map(String.init)
    #expect(lines[0] == "hand: 2 layers with weights")
    #expect(lines[3].hasPrefix("conv1  "))
    #expect(lines[4].hasPrefix("fc1    "))
    #expect(lines[4].split(separator: " ").suffix(5) == ["0", "0", "0", "0", "yes"])
  }

  @Test func `a convolution's filters are drawn, and the histogram of its numbers`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=3 seed=1")
    let text = notebook.run("weights hand layer=conv1")
    #expect(text.hasPrefix("conv1 of hand\n"))
    #expect(text.contains("filters  4 pictures"))
    #expect(notebook.page.html.count(of: "src=\"data:image/png;base64,") == 4)
    #expect(notebook.page.html.contains("class=\"whet-figure\""))
    #expect(!notebook.run("weights hand layer=fc1").contains("filters"))
  }

  @Test func `numbers that are none or infinite do no harm`() throws {
    var odd = TinyNetwork().definition
    for (index, value) in [(0, Float.nan), (1, .infinity), (2, -.infinity)] {
      if case .convolution(var convolution) = odd.layers[0].kind {
        convolution.weights.values[index] = value
        odd.layers[0].kind = .convolution(convolution)
      }
    }
    let notebook = try Notebook(pets: "Pets")
    try ModelFile(classifier: odd, labels: .strings(["cat", "dog", "bird"])).write(
      to: notebook.folder.appending(path: "odd.mlmodel"))
    notebook.run("load odd \"odd.mlmodel\"; weights odd layer=conv1; weights odd")
    notebook.run("evaluate odd on=pets.test; describe odd")
  }

  @Test(arguments: [
    Mistake(
      "weights hand layer=conv9",
      """
      weights hand layer=conv9
                         ^^^^^ hand has no layer conv9. Did you mean conv1?
                               Its last layers: conv1, fc1
      """),
    Mistake(
      "weights hand layer=pool1",
      """
      weights hand layer=pool1
                         ^^^^^ pool1 is of type pooling and has no weights.
                               Layers with weights: conv1, fc1
      """),
    Mistake(
      "weights near",
      """
      weights near
              ^^^^ weights is for neural networks; near is a k-nearest-neighbours model.
      """),
  ])
  func `what cannot be shown is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1")
    notebook.expect(mistake)
  }
}
