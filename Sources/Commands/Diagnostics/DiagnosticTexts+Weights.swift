import CommandLanguage
import DataFiles
import Experiments
import ModelFile
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of a file of weights that cannot be read, or does not go with a network.
  static func weights(_ kind: FileDiagnostic.Weights) -> DiagnosticText {
    switch kind {
    case .noNetwork(let model, let path):
      DiagnosticText(
        "\(path) holds weights without layers, and there is no network \(model) to take them.",
        "First make one with layers of the same names and shapes. For example: network \(model) input=[1, 28, 28] { flatten; innerProduct 10 name=fc; softmax }"
      )
    case .damaged(let path, .header):
      DiagnosticText("\(path) is not a safetensors file: it does not begin with a header.")
    case .damaged(let path, .range(let name)):
      DiagnosticText(
        "\(path) is damaged: the numbers of \(name) go beyond the file, or do not fit its shape.",
        "Download or create the file again.")
    case .damaged(let path, .type(let name, let type)):
      DiagnosticText("\(name) in \(path) has numbers of the type \(type); F64, F32, F16 and BF16 are read.")
    case .damaged(let path, .file): DiagnosticText("\(path) cannot be read.")
    case .noMatch(let path, let model, let names, let layers):
      DiagnosticText(
        "No array of \(path) is named as a layer of \(model).",
        "Arrays: \(shortened(names)). Layers with weights: \(shortened(layers))")
    case .shapes(let path, let model, let misfits):
      DiagnosticText(
        "\(path) does not fit \(model): "
          + shortened(misfits.map { "\($0.name) has the shape \($0.shape), \($0.layer) \($0.wanted)" }) + ".")
    case .missing(let path, let model, let names):
      DiagnosticText(
        "\(path) lacks \(Numbers.count(names.count, "parameter")) of \(model): \(shortened(names)).",
        "Arrays are named as layers are, for example: \(names[0])")
    }
  }

  /// The first of a list, and how many more there are.
  private static func shortened(_ names: [String]) -> String {
    Numbers.list(Array(names.prefix(4)) + (names.count > 4 ? ["\(Numbers.grouped(names.count - 4)) more"] : []))
  }
}
