import CommandLanguage
import Testing

/// Names without a workspace; `|` is the cursor.
struct CodeHelpCompletionTests {
  struct Names: KnownNames {
    var variables = ["k": "4"]
    var datasets = [DatasetNames(name: "hands", splits: [("train", 6), ("test", 4)], labels: ["✊", "✋"])]
    var models = [ModelNames(name: "hand", remark: "a network", isLoaded: true)]
    var clusters = ["lab"]
    var runs = [RunNumber(7, remark: "train hand")]

    func photos(of split: String, beginning partial: String) -> [Completion.Match] {
      [Completion.Match("\(split) \(partial)", "photo")]
    }

    func files(beginning partial: String, wanted: WantedFiles) -> [Completion.Match] {
      [Completion.Match("\(partial)x", "file"), Completion.Match("\(partial)y z/", "folder")]
    }

    func labels(ofFolder path: String) -> [String] { path == "pets" ? ["cat", "big dog"] : [] }

    func shortModelNames(withLayer: Bool) -> [Completion.Match] {
      [Completion.Match(withLayer ? "net.layer" : "net", "value")]
    }
  }

  static let commands = CommandList([Probe.declaration], aliases: ["try": "probe"])

  @Test(arguments: [
    ("pr|", ["probe"]), ("probe |", ["hand", "epochs="]), ("try ha|", ["hand"]), ("probe hand on=|", ["hands.train"]),
    ("probe hand side=r|", ["right"]), ("probe hand motion=t|", ["turn(15)"]),
    ("probe hand silent=|", ["true", "false"]),
    ("probe hand from=|", ["net", "hand"]), ("probe hand epochs=$|", ["k"]),
    ("probe hand allowance=ch|", ["choice([1, 2, 8], default=8)"]),
  ])
  func `what could stand at the cursor`(text: String, expected: [String]) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let help = CodeHelp(commands: Self.commands, names: Names())
    let found = help.complete(parts.joined(), cursor: parts[0].unicodeScalars.count).matches.map(\.text)
    #expect(Set(expected).isSubset(of: found), "\(found)")
  }
}
