import CommandLanguage
import Testing

/// `|` is the cursor.
struct CodeHelpMeaningTests {
  private func meaning(_ text: String) -> String? {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let help = CodeHelp(commands: CodeHelpCompletionTests.commands, names: CodeHelpCompletionTests.Names())
    return switch help.meaning(in: parts.joined(), at: parts[0].unicodeScalars.count) {
    case .command(let declaration)?: "command \(declaration.name)"
    case .argument(let argument, let declaration)?: "\(argument.key) of \(declaration.name)"
    case .variable(let name, let text)?: "\(name)=\(text)"
    case .model(let model)?: "model \(model.name)"
    case .dataset(let dataset)?: "dataset \(dataset.name)"
    case nil: nil
    }
  }

  @Test(
    arguments: [
      ("pro|be", "command probe"), ("probe hand n|=3", "epochs of probe"), ("probe ha|nd", "model hand"),
      ("probe hand on=hands.tr|ain", "dataset hands"), ("probe hand epochs=$k|", "k=4"),
      ("probe hand epochs=3|", "epochs of probe"), ("noth|ing", nil), ("# pro|be", nil),
    ] as [(String, String?)])
  func `what the word at the cursor means`(text: String, expected: String?) {
    #expect(meaning(text) == expected)
  }
}
