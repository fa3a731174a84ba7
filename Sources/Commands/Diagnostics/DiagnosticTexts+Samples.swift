import CommandLanguage
import Experiments
import Samples
import Wording

extension DiagnosticTexts {
  /// What is said of data that are drawn, or could be.
  static func samples(_ kind: DataDiagnostic.Drawn) -> DiagnosticText {
    switch kind {
    case .noSuchGesture(let text):
      DiagnosticText(
        "There is no generated hand \(text).\(nearest(text, Gesture.allCases.map(\.name)))",
        "There are \(Numbers.list(Gesture.allCases.map { "\($0.rawValue) \($0.name)" })).")
    case .tooManyDrawn(let count, let limit):
      DiagnosticText(
        "\(Numbers.grouped(count)) photos per class are too many to generate: at most \(Numbers.grouped(limit)).")
    case .missingData(let path, let places, let beside, let dataset, let sample):
      DiagnosticText(
        "\(path) does not exist.\(nearestFile(path, beside))", lookedIn(places), toDownload(places),
        "Without data of your own: dataset \(dataset) sample=\(sample)")
    }
  }
}
