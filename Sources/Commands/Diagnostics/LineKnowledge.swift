import Experiments
import Sketching

/// What a session knows, for a line that cannot be run: with it, a line is offered only if it can be.
struct LineKnowledge {
  /// Whether a word calls a command.
  let isCommand: (String) -> Bool
  /// Whether `help` explains a word.
  let isTopic: (String) -> Bool
  /// Whether a line is one statement that is read and fits its command.
  let fits: (String) -> Bool
  /// Whether a line, of any kind, is read without a fault.
  let reads: (String) -> Bool
  /// The datasets, the models and the variables by name.
  let datasets: Set<String>, models: Set<String>, variables: Set<String>

  /// The samples that a model could be given, of a split such as `train`; nil where none are here.
  let samples: (_ model: String, _ split: String) -> String?

  /// Whether a word is a dataset or a part of one.
  func isDataset(_ word: some StringProtocol) -> Bool { datasets.contains(String(word.prefix { $0 != "." })) }

  /// The line that shows what a name stands for; nil where it stands for nothing.
  func look(at name: String) -> String? {
    guard name.allSatisfy({ ForeignSyntax.isNameCharacter($0) || "-.".contains($0) }) else { return nil }
    if isDataset(name) { return "show \(name)" }
    if models.contains(name) || name == SketchModel.name { return "describe \(name)" }
    return variables.contains(name) ? "print $\(name)" : nil
  }
}
