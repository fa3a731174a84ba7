import Testing

@testable import Language

struct SuggestionsTests {
  static let keysOfTrain = [
    "on", "validate", "select", "from", "epochs", "miniBatchSize", "lastBatch", "optimizer", "learningRate", "momentum",
    "beta1", "beta2", "eps", "weightDecay", "schedule", "augment", "shuffle", "seed", "checkpoint", "keep", "earlyStop",
    "background", "threads", "log",
  ]
  static let commands = [
    "dataset", "show", "add", "remove", "class", "check", "features", "knn", "network", "update", "train", "fit",
    "evaluate",
    "predict", "plot", "history", "compare", "find", "describe", "layers", "load", "save", "print", "help",
  ]

  @Test(arguments: [
    ("epoch", ["epochs", "eps"]),
    ("epochs", ["epochs"]),
    ("EPOCHS", ["epochs"]),
    ("learningrate", ["learningRate"]),
    ("learning_rate", ["learningRate"]),
    ("learn", ["learningRate"]),
    ("rate", ["learningRate"]),
    ("size", ["miniBatchSize"]),
    ("batch", ["miniBatchSize", "lastBatch"]),
    ("miniBachSize", ["miniBatchSize"]),
    ("optimiser", ["optimizer"]),
    ("beta", ["beta1", "beta2"]),
    ("beta3", ["beta1", "beta2"]),
    ("sede", ["seed", "select"]),
    ("no", ["on"]),
    ("shuffel", ["shuffle"]),
  ])
  func `near keys are found`(typed: String, expected: [String]) {
    #expect(Suggestions(for: typed, among: Self.keysOfTrain)?.names == expected)
  }

  @Test(arguments: [
    ("trian", "train"), ("Train", "train"), ("datset", "dataset"), ("hepl", "help"), ("eval", "evaluate"),
    ("prdict", "predict"), ("histroy", "history"), ("nework", "network"), ("kn", "knn"), ("pritn", "print"),
  ])
  func `near commands are found`(typed: String, expected: String) {
    #expect(Suggestions(for: typed, among: Self.commands)?.best == expected)
  }

  @Test(arguments: ["", "x", "✊", "zebra", "123", "w", "epochs" + String(repeating: "s", count: 100)])
  func `what is near to nothing gets no suggestion`(typed: String) {
    #expect(Suggestions(for: typed, among: Self.keysOfTrain) == nil)
  }

  @Test func `signs with and without their selector are the same`() {
    #expect(Suggestions(for: "✌", among: ["✊", "✋", "✌️"])?.names == ["✌️"])
    #expect(Suggestions(for: "✊", among: ["✋", "✌️"]) == nil)
  }

  @Test func `a limit keeps the nearest`() {
    let names = ["conv1", "conv10", "conv2", "conv3", "conv4", "conv5"]
    #expect(Suggestions(for: "conv", among: names)?.names == ["conv1", "conv2", "conv3", "conv4"])
    #expect(Suggestions(for: "conv", among: names, limit: 1)?.names == ["conv1"])
    #expect(Suggestions(for: "conv", among: names, limit: 0) == nil)
    #expect(Suggestions(for: "conv", among: []) == nil)
  }

  @Test func `the question names the best, and the others if there are any`() {
    #expect(Suggestions(for: "epoch", among: Self.keysOfTrain)?.question == "Did you mean epochs? (epochs, eps)")
    #expect(Suggestions(for: "shufle", among: Self.keysOfTrain)?.question == "Did you mean shuffle?")
  }

  @Test func `files are near by what stands before their endings`() {
    let files = ["GRU500.onnx", "forest.mlmodel", "tiny.mlmodel", "tiny.onnx", ".hidden", "archive.tar.gz"]
    #expect(Suggestions(forFile: "GRU500.onx", among: files)?.names == ["GRU500.onnx"])
    #expect(Suggestions(forFile: "hands.mlmodel", among: files) == nil)
    // The same name with another ending; of two files the one whose ending was typed.
    #expect(Suggestions(forFile: "forest.onnx", among: files)?.names == ["forest.mlmodel"])
    #expect(Suggestions(forFile: "tny.ONNX", among: files)?.names == ["tiny.onnx"])
    #expect(Suggestions(forFile: "nowhere", among: files + ["notes.txt"]) == nil)
    #expect(Suggestions(forFile: "GRU", among: files)?.names == ["GRU500.onnx"])
    #expect(Suggestions(forFile: "archiv.tar.gz", among: files)?.names == ["archive.tar.gz"])
    #expect(Suggestions(forFile: ".hiden", among: files)?.names == [".hidden"])
    #expect(Suggestions(forFile: "tiny.csv", among: files)?.names == ["tiny.mlmodel"])
    #expect(Suggestions(forFile: "", among: files) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("epochs", "epochs", 0), ("epoch", "epochs", 1), ("epoch", "eps", 3),
    ("ab", "ba", 1), ("abcd", "acbd", 1), ("ca", "abc", 3), ("kitten", "sitting", 3), ("é", "e", 1),
  ])
  func `the distance counts letters added, dropped, changed and swapped`(left: String, right: String, expected: Int) {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    #expect(Suggestions.editDistance(left, right) == expected)
    #expect(Suggestions.editDistance(right, left) == expected)
  }
}
