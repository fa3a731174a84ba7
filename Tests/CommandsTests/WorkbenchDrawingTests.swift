import CommandLanguage
import Foundation
import Synchronization
import Testing

@testable import Commands
@testable import Experiments

/// What a canvas asks, and what it is answered, as they travel.
struct WorkbenchDrawingTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: true)
    notebook.run("network n input=[1, 8, 8] init=zero seed=3 { flatten; innerProduct 2; softmax }")
    notebook.run("network line input=[2] seed=3 { innerProduct 2; softmax }; draw n")
    return notebook
  }

  private func ask(_ notebook: Notebook, _ question: String) throws -> [String: Any] {
    let answer = notebook.workbench.answer(drawing: Data(question.utf8))
    return try #require(JSONSerialization.jsonObject(with: answer) as? [String: Any])
  }

  @Test func `a prediction has the classes, what the model saw, and the line that asks again`() throws {
    let answer = try ask(notebook(), #"{"ask": "predict", "model": "n", "strokes": "M40,40 L90,90", "top": 1}"#)
    let classes = try #require(answer["classes"] as? [[String: Any]])
    #expect(classes.count == 1)
    let first = try #require(classes.first)
    #expect(first["label"] as? String == "user0" && first["share"] as? Double == 0.5)
    #expect(first["percent"] as? String == "50.0 %")
    let picture = try #require((answer["picture"] as? String).flatMap { Data(base64Encoded: $0) })
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(answer["line"] as? String == "draw n strokes=\"M40,40 L90,90\"")
    #expect(answer["remark"] as? String == "n has learnt nothing yet.")
    #expect(answer["problem"] == nil)
  }

  @Test func `keeping is a statement: it can be taken back`() throws {
    let notebook = try notebook()
    let question = #"{"ask": "keep", "model": "n", "strokes": "M40,40", "keep": "mine", "label": "a \"b\" $c"}"#
    // What a slow machine's statement cost may follow.
    let told = try #require(try ask(notebook, question)["told"] as? String)
    #expect(told.hasPrefix("The drawing was saved to mine.train as a \"b\" $c; mine.csv has 1 drawing now."))
    #expect(try ask(notebook, question)["told"] as? String != nil)
    #expect(notebook.run("describe mine").hasPrefix("mine: 2 samples in 1 class"))
    #expect(notebook.workbench.vocabulary.datasets.map(\.name) == ["mine"])
    notebook.run("undo; undo")
    #expect(!FileManager.default.fileExists(atPath: notebook.folder.appending(path: "mine.csv").path))
  }

  @Test func `a model of an earlier session answers a page that was left open`() throws {
    let sessions = try Sessions()
    try sessions.begin().run("network n input=[1, 8, 8] seed=3 { flatten; innerProduct 2; softmax }; draw n")
    let later = try sessions.begin()
    let answer = later.workbench.answer(
      drawing: Data(#"{"ask": "predict", "model": "n", "strokes": "M40,40"}"#.utf8))
    let text = String(decoding: answer, as: UTF8.self)
    #expect(text.contains("\"classes\":[{") && text.contains("n is from an earlier session"))
  }

  @Test func `while a cell runs a model answers as it was before, and nothing is kept`() throws {
    let notebook = try notebook()
    let workbench = notebook.workbench
    let answers = Mutex<[String]>([])
    let isDone = DispatchSemaphore(value: 0)
    try workbench.withWorkspace { session in
      try session.catalogue.remove("n")
      Thread.detachNewThread {
        for question in [
          #"{"ask": "predict", "model": "n", "strokes": "M40,40"}"#,
          #"{"ask": "predict", "model": "line", "strokes": "M40,40"}"#,
          #"{"ask": "keep", "model": "n", "strokes": "M40,40", "keep": "mine", "label": "a"}"#,
        ] {
          let answer = String(decoding: workbench.answer(drawing: Data(question.utf8)), as: UTF8.self)
          answers.withLock { $0.append(answer) }
        }
        isDone.signal()
      }
      isDone.wait()
    }
    let found = answers.withLock { $0 }
    #expect(found[0].contains("\"classes\":[{") && found[0].contains("A cell is running: n answers as it was before."))
    #expect(
      found[1]
        == #"{"problem":"A cell is running, and line was not used with draw before it. Try again when it has ended."}"#)
    #expect(
      found[2]
        == #"{"problem":"A cell is running, and mine cannot be changed meanwhile. Save the drawing when it has ended."}"#
    )
  }

  @Test(arguments: [
    ("", "This request about a drawing"), ("null", "This request"), ("[]", "This request"),
    ("{}", "This request"), (#"{"ask": "predict"}"#, "This request"),
    (#"{"ask": "dance", "model": "n", "strokes": "M4,4"}"#, "This request"),
    (#"{"ask": 7, "model": "n", "strokes": "M4,4"}"#, "This request"),
    (#"{"ask": "predict", "model": null, "strokes": "M4,4"}"#, "This request"),
    (#"{"ask": "predict", "model": "n", "strokes": [[4, 4]]}"#, "This request"),
    (#"{"ask": "predict", "model": "n", "strokes": ""}"#, "Nothing is drawn yet."),
    (#"{"ask": "predict", "model": "n", "strokes": "M1"}"#, "Strokes have two numbers for each point"),
    (#"{"ask": "predict", "model": "n", "strokes": "M999999,1"}"#, "999999 is far outside the canvas"),
    (#"{"ask": "predict", "model": "", "strokes": "M4,4"}"#, "There is no model called ."),
    (#"{"ask": "predict", "model": "nobody", "strokes": "M4,4"}"#, "There is no model called nobody."),
    (#"{"ask": "predict", "model": "line", "strokes": "M4,4"}"#, "line cannot be used with draw: it reads [2]"),
    (#"{"ask": "keep", "model": "n", "strokes": "M4,4"}"#, "A class needs a name."),
    (#"{"ask": "keep", "model": "n", "strokes": "M4,4", "label": ""}"#, "A class needs a name."),
    (#"{"ask": "keep", "model": "n", "strokes": "M4,4", "label": "a"}"#, "keep takes"),
    (#"{"ask": "keep", "model": "n", "strokes": "M4,4", "label": "a", "keep": "../up"}"#, "../up cannot be a name."),
    (#"{"ask": "keep", "model": "n", "strokes": "M4,4", "label": "a\nb", "keep": "mine"}"#, "This cannot be a class"),
    (
      #"{"ask": "keep", "model": "n; remove mine", "strokes": "M4,4", "label": "a", "keep": "mine"}"#,
      "There is no model"
    ),
    (#"{"ask": "keep", "model": "n", "strokes": "M4,4\"; x = 1", "label": "a", "keep": "mine"}"#, "cannot stand there"),
  ])
  func `a question that makes no sense is answered by a sentence and does no harm`(
    question: String, told: String
  ) throws {
    let notebook = try notebook()
    let before = Snapshot(notebook)
    let problem = try #require(try ask(notebook, question)["problem"] as? String)
    #expect(problem.contains(told))
    #expect(Snapshot(notebook) == before)
    #expect(notebook.run("draw n strokes=\"M4,4\"").hasPrefix("n: user0"))
  }

  @Test(arguments: [
    (#""top": -5"#, 1), (#""top": 99999"#, 2), (#""top": "many""#, 2), (#""center": "yes""#, 2), (#""keep": 5"#, 2),
  ])
  func `what a page adds of the wrong kind has its default`(more: String, count: Int) throws {
    let answer = try ask(notebook(), #"{"ask": "predict", "model": "n", "strokes": "M4,4", \#(more)}"#)
    #expect((answer["classes"] as? [Any])?.count == count)
  }
}
