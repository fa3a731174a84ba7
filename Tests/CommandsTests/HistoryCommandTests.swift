import Testing

@testable import Commands
@testable import Experiments

struct HistoryCommandTests {
  private func trained() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train validate=pets.test epochs=3 miniBatchSize=2 learningRate=0.01 seed=7")
    notebook.run("train hand on=pets.train epochs=2 optimizer=adam learningRate=1e-4 seed=8")
    return notebook
  }

  @Test func `every epoch is listed with the settings behind it`() throws {
    let lines = try trained().run("history hand").split(separator: "\n")
    #expect(lines[0] == "hand: 5 epochs")
    #expect(
      lines[1].split(separator: " ").joined(separator: " ")
        == "epoch training loss mean training accuracy % validation loss validation accuracy % learningRate optimizer miniBatchSize seed"
    )
    let rows = lines[3..<8].map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map(\.first) == ["1", "2", "3", "4", "5"])
    #expect(rows[0].suffix(4) == ["0.01", "sgd", "2", "7"])
    #expect(rows[4].suffix(4) == ["1e-4", "adam", "2", "8"])
    #expect(lines.last?.hasPrefix("training loss: the last mini-batch") == true)
  }

  @Test func `last keeps the last epochs`() throws {
    let lines = try trained().run("history hand last=2").split(separator: "\n")
    #expect(lines[0] == "hand: 5 epochs, the last 2")
    #expect(lines[3].hasPrefix("    4  "))
    #expect(lines[4].hasPrefix("    5  "))
  }

  @Test func `several networks stand below each other`() throws {
    let notebook = try trained()
    notebook.run("network other from=tiny classes=3 seed=1; train other on=pets.train epochs=1")
    let text = notebook.run("history hand other")
    #expect(text.contains("hand: 5 epochs\n"))
    #expect(text.contains("\n\nother: 1 epoch\n"))
  }

  @Test(arguments: [
    Mistake(
      "history fresh",
      """
      history fresh
              ^^^^^ fresh has not been trained yet.
                    To train it: train fresh on=pets.train
      """),
    Mistake(
      "history near",
      """
      history near
              ^^^^ history is for neural networks; near is a k-nearest-neighbours model.
      """),
    Mistake(
      "history hand last=0",
      """
      history hand last=0
                        ^ last takes a whole number from 1 to 1,000,000, not 0.
      """),
    Mistake(
      "history",
      """
      history
      ^^^^^^^ history needs a model: the networks.
              For example: history hand last=10
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try trained()
    notebook.run("network fresh from=tiny seed=1; knn near features=tiny.pool1")
    notebook.expect(mistake)
  }
}
