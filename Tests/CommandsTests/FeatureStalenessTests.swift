import CommandLanguage
import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Models whose features come from a network of the workspace, when that network changes.
struct FeatureStalenessTests {
  /// A notebook with drawn digits, a small network of layers written here, a k-NN model and a fitted one on its layers.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      dataset digits sample=digits count=8
      network net input=[1, 28, 28] seed=7 { convolution 4 kernel=5 stride=2 activation=relu; flatten; innerProduct 16; innerProduct 10; softmax }
      knn near features=net.innerProduct0; train near on=digits.train
      fit head features=net.convolution0_relu on=digits.train l2=1
      """)
    return notebook
  }

  /// All that an evaluation shows but how long it took, and remarks.
  private func answers(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.contains("answers in") && !$0.hasPrefix("⚠️") }
  }

  private func remarks(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("⚠️ ") && $0.contains("copy") }.map(String.init)
  }

  @Test func `features are those of the network as it stands, trained or not`() throws {
    let notebook = try notebook()
    #expect(remarks(notebook.run("evaluate near head on=digits.test; status; describe near")).isEmpty)
    let first = try notebook.neighbors("near").memory.samples
    notebook.run(
      "train net on=digits.train epochs=1 seed=1; knn near features=net.innerProduct0; train near on=digits.train")
    #expect(try notebook.neighbors("near").memory.samples != first)
    #expect(remarks(notebook.run("evaluate near on=digits.test")).isEmpty)
    #expect(notebook.run("describe near").contains("a copy of the layers of net up to innerProduct0"))
    #expect(notebook.run("describe head").contains("a copy of the layers of net up to convolution0_relu"))
  }

  @Test(arguments: [
    "train net on=digits.train epochs=1 seed=1", "reset net seed=9",
    "network net input=[1, 28, 28] seed=8 { convolution 4 kernel=5 stride=2 activation=relu; flatten; innerProduct 16; innerProduct 10; softmax }",
  ])
  func `a change of the network is told, and changes no answer`(change: String) throws {
    let notebook = try notebook()
    let before = notebook.run("evaluate near head on=digits.test rows=true")
    let samples = try notebook.neighbors("near").memory.samples
    notebook.run(change)
    let after = notebook.run("evaluate near head on=digits.test rows=true")
    #expect(remarks(after).count == 2)
    #expect(answers(after) == answers(before) && answers(after).count > 30)
    #expect(try notebook.neighbors("near").memory.samples == samples)
    for line in ["describe near", "describe head", "predict near on=digits.test"] {
      #expect(remarks(notebook.run(line)).count == 1, "\(line)")
    }
    #expect(remarks(notebook.run("status")).count == 2)
    // The network as it was is no change.
    notebook.run("undo")
    #expect(remarks(notebook.run("status")).isEmpty)
  }

  @Test func `the remedy runs, and makes the models anew`() throws {
    let notebook = try notebook()
    notebook.run("update near numberOfNeighbors=5 weighting=uniform; train net on=digits.train epochs=1 seed=1")
    for remark in remarks(notebook.run("status")) {
      let remedy = try #require(remark.firstRange(of: "To create it again: ")).upperBound
      notebook.run(String(remark[remedy...]))
    }
    #expect(remarks(notebook.run("status")).isEmpty)
    #expect(try notebook.neighbors("near").memory.numberOfNeighbors == 5)
    #expect(try notebook.neighbors("near").memory.count == 64)
    #expect(try notebook.network("head").initial.origin.regression?.l2 == 1)
  }

  @Test func `a network without the layer has another remedy`() throws {
    let notebook = try notebook()
    notebook.run(
      "network net input=[1, 28, 28] seed=1 { flatten; innerProduct 12 activation=relu; innerProduct 10; softmax }")
    let remark = try #require(remarks(notebook.run("describe near")).first)
    #expect(remark.contains("net has changed since near copied its layers up to innerProduct0."))
    let other = try #require(remarks(notebook.run("describe head")).first)
    #expect(other.contains("net has no layer convolution0_relu for head any more."))
    let remedy = try #require(other.firstRange(of: "To create it again: ")).upperBound
    notebook.run(String(other[remedy...]))
    #expect(remarks(notebook.run("describe head")).isEmpty)
    notebook.run("forget net")
    #expect(remarks(notebook.run("status")).isEmpty)
  }

  @Test func `frozen copies are kept from one session to the next`() throws {
    let sessions = try Sessions()
    try sessions.begin().run(
      """
      dataset digits sample=digits count=4
      network net input=[1, 28, 28] seed=7 { flatten; innerProduct 16 activation=relu; innerProduct 10; softmax }
      knn near features=net.innerProduct0; train near on=digits.train; train net on=digits.train epochs=1 seed=1
      """)
    let shown = try sessions.begin().run("describe near")
    #expect(shown.contains("net has changed since near copied its layers up to innerProduct0."))
  }

  @Test func `what is saved holds the copy, and answers alike`() throws {
    let notebook = try notebook()
    notebook.run("train net on=digits.train epochs=1 seed=1; forget net")
    notebook.run("save near path=\"near.mlmodel\"; load back \"near.mlmodel\"")
    #expect(try notebook.neighbors("back").memory.samples == notebook.neighbors("near").memory.samples)
    notebook.run("save head path=\"head.mlmodel\"; load again \"head.mlmodel\"")
    let probabilities = try notebook.probabilities("head", on: "digits.test")
    #expect(try notebook.probabilities("again", on: "digits.test") == probabilities)
    let shares = ["near", "back"].map { name in
      notebook.run("evaluate \(name) on=digits.test").firstMatch(of: /\d+ of \d+/)?.output
    }
    #expect(shares[0] != nil && shares[0] == shares[1])
  }

  @Test func `misspelt layers get the nearest, and Tab offers them`() throws {
    let notebook = try notebook()
    #expect(notebook.fail("knn x features=net.inerProduct0").contains("Did you mean innerProduct0?"))
    for text in ["knn x features=net.", "fit x features=net."] {
      let found = notebook.workbench.complete(text, cursor: text.unicodeScalars.count).matches.map(\.text)
      #expect(found.contains("net.innerProduct0") && found.contains("net.convolution0_relu"))
    }
  }
}
