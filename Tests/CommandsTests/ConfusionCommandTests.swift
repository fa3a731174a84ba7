import Foundation
import Testing

@testable import Commands

struct ConfusionCommandTests {
  @Test func `every answer is counted in the row of its class and the column of the answer`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=3")
    let text = notebook.run("confusion hand on=pets.test")
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let cat = try #require(rows.first { $0.first == "cat" && $0.count > 2 })
    let dog = try #require(rows.first { $0.first == "dog" && $0.count > 2 })
    #expect(cat.dropFirst().dropLast(2).compactMap(Int.init).reduce(0, +) == 2)
    #expect(dog.dropFirst().dropLast(2).compactMap(Int.init).reduce(0, +) == 2)
    #expect(!notebook.page.html.contains("<img"))
  }

  @Test func `with thumbnails each photo stands in its cell`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("confusion hand on=pets.test thumbnails=true")
    #expect(notebook.page.html.components(separatedBy: "<img").count - 1 == 4)
  }

  @Test func `without photos to ask about it asks for them`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(
      notebook.fail("confusion hand") == """
        confusion hand
        ^^^^^^^^^ confusion needs on=dataset.split: the photos or samples to ask about.
                  For example: confusion near hand on=hands.test thumbnails=true
        """)
  }
}
