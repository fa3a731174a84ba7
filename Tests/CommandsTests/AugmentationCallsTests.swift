import CommandLanguage
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

struct AugmentationCallsTests {
  private func ways(_ list: String) throws -> [Augmentation] {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 augment=\(list)")
    return try #require(notebook.network("hand").training.last).augmentation
  }

  @Test(
    arguments: [
      ("[]", []), ("flipVertical", [.flipVertical]), ("[flipHorizontal, crop]", [.flipHorizontal, .crop]),
      (
        "[rotate, zoom, shift, color, brightness, blur]",
        [.rotate(15), .zoom(0.1), .shift(0.1), .color(0.1), .brightness(0.2), .blur(1)]
      ),
      (
        "[rotate(3), zoom(20%), shift(1/4), color(0), brightness(1), blur(2.5)]",
        [.rotate(3), .zoom(0.2), .shift(0.25), .color(0), .brightness(1), .blur(2.5)]
      ),
    ] as [(String, [Augmentation])])
  func `ways as they are written`(list: String, expected: [Augmentation]) throws {
    #expect(try ways(list) == expected)
    let again = "[\(expected.map(\.phrase).joined(separator: ", "))]"
    #expect(try ways(again) == expected)
  }

  @Test func `every form that is offered is understood`() throws {
    let forms = try #require(ValueType<Augmentation>.augmentation.kind.calls).examples
    #expect(forms.count == 9)
    #expect(try ways("[\(forms.joined(separator: ", "))]").count == forms.count)
  }
}
