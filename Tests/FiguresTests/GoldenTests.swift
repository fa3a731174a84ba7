import Figures
import Foundation
import Testing

/// Compares the gallery with its stored form. `WHET_UPDATE_GOLDENS=1 swift test --filter GoldenTests` stores it anew.
@Suite struct GoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Goldens/Figures", isDirectory: true)
  private static let isUpdating = ProcessInfo.processInfo.environment["WHET_UPDATE_GOLDENS"] == "1"

  @Test(arguments: Gallery.figures.map(\.name))
  func `a figure is printed as its golden files say`(name: String) throws {
    let figure = try #require(Gallery.figures.first { $0.name == name }).rendering
    for (form, content) in [("html", figure.html), ("svg", figure.svg), ("txt", figure.plainText)] {
      guard let content else { continue }
      let file = Self.folder.appendingPathComponent("\(name).\(form)")
      if Self.isUpdating { try Data((content + "\n").utf8).write(to: file) }
      #expect(try String(contentsOf: file, encoding: .utf8) == content + "\n", "\(name).\(form) has changed")
    }
  }
}
