import Foundation
import Testing

@testable import Commands
@testable import Experiments

struct StalenessTests {
  /// A notebook with photos of its own, and three models that learnt from them.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withWork()
    notebook.run(
      """
      network hand from=tiny classes=4 seed=1; train hand on=pets.train epochs=1 seed=1
      knn near features=tiny.pool1; train near on=pets.train
      """)
    return notebook
  }

  /// Fits another one, where no class is going to be added, for which it would have no output.
  private func fit(in notebook: Notebook, before change: String) -> [String] {
    guard !change.contains("fox") else { return ["hand", "near"] }
    notebook.run("fit turi from=tiny on=pets.train")
    return ["hand", "near", "turi"]
  }

  private func remarks(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("⚠️ ") }.map { String($0.dropFirst(2)) }
  }

  /// Scripted cases: what is done, and what is then said of the network.
  @Test(
    arguments: [
      ("class pets add=fox", "fox was added"), ("class pets add=fox; class pets add=owl", "fox and owl were added"),
      ("add pets.train \"Pets/test/cat/1.png\" label=cat", "1 photo was added to pets.train"),
      ("remove pets.train 0; remove pets.train 0", "2 photos were taken out of pets.train"),
      ("relabel pets.train 0 to=dog", "pets.train was changed"),
    ])
  func `beyond 29: a result of older data says so`(change: String, what: String) throws {
    let notebook = try notebook()
    let names = fit(in: notebook, before: change)
    notebook.run(change)
    let tail = "was trained before \(what). To bring it up to date:"
    for command in [
      "evaluate NAME on=pets.test", "predict NAME image=\"Pets/test/cat/1.png\"", "gallery NAME on=pets.test",
    ] {
      for name in names {
        let cure = name == "turi" ? "fit" : "train"
        let text = notebook.run(command.replacing("NAME", with: name))
        #expect(remarks(text) == ["\(name) \(tail) \(cure) \(name) on=pets.train"], "\(command) \(name)\n\(text)")
      }
    }
    // Trained anew, or with the change taken back, there is nothing to say.
    if !change.contains("fox") {
      notebook.run("train hand on=pets.train epochs=1; train near on=pets.train from=start; fit turi on=pets.train")
      #expect(remarks(notebook.run("evaluate hand near turi on=pets.test")) == [])
    }
  }

  @Test(arguments: [
    "print \"nothing\"", "dataset pets path=\"Pets\" into=\"work\"", "class pets rename=cat to=tiger",
    "class pets order=[dog, cat]", "remove pets.train 0; undo", "class pets add=fox; undo",
    "add pets.test \"Pets/test/cat/1.png\" label=cat", "train near on=pets.train", "reset hand; reset near",
    "train hand epochs=1", "relabel pets.train 0 to=dog; relabel pets.train 5 to=cat; undo; undo",
  ])
  func `no false alarm`(change: String) throws {
    let notebook = try notebook()
    let names = fit(in: notebook, before: change)
    notebook.run(change)
    for name in names {
      #expect(remarks(notebook.run("evaluate \(name) on=pets.test")) == [], "\(name)")
    }
  }

  @Test func `of several models each is told of once, and a model that was never trained not at all`() throws {
    let notebook = try notebook()
    notebook.run("network idle from=tiny classes=4 seed=1; class pets add=fox")
    let text = notebook.run("evaluate hand near idle hand on=pets.test")
    #expect(remarks(text).map { $0.prefix { $0 != " " } } == ["hand", "near"])
    #expect(notebook.page.html.contains("hand was trained before fox was added."))
  }

  @Test func `some remembered photos are not too few`() throws {
    let notebook = try notebook()
    notebook.run("knn some features=tiny.pool1; train some on=pets.train select=[0, 1]")
    #expect(remarks(notebook.run("evaluate some on=pets.test")) == [])
    notebook.run("remove pets.train 0")
    #expect(remarks(notebook.run("evaluate some on=pets.test")).count == 1)
  }

  @Test func `what compares trains anew, and has nothing stale`() throws {
    let notebook = try notebook()
    notebook.run("remove pets.train 0")
    #expect(remarks(notebook.run("compare hand near on=pets")) == [])
  }

  @Test func `it outlives the kernel`() throws {
    let notebook = try notebook()
    notebook.run("class pets add=fox")
    let workbench = try notebook.restarted()
    let page = Page()
    if case .failed(let problem) = workbench.run("evaluate hand on=pets.test", on: page) { Issue.record("\(problem)") }
    #expect(
      remarks(page.text) == ["hand was trained before fox was added. To bring it up to date: train hand on=pets.train"])
  }
}
