import CommandLanguage
import Wording

extension DiagnosticTexts {
  /// What is said of acts on a page.
  static func touch(_ kind: TouchDiagnostic) -> DiagnosticText {
    switch kind {
    case .unknown: DiagnosticText("The kernel does not know this act: the page may be older than it. Reload the page.")
    case .tooLong(let what, let most):
      DiagnosticText("\(what) is too long for one act: at most \(Numbers.grouped(most)) are allowed.")
    case .tooMany(let most):
      DiagnosticText(
        "\(Numbers.grouped(most)) acts wait to be done already.", "Wait until the cell that runs has ended.")
    case .upload(let fault): upload(fault)
    case .photoIsGone(let name, let split):
      DiagnosticText(
        "\(split) has no photo \(name) as it is shown here any more.", "What there is now: show \(split) details=true")
    case .noVariation(let word):
      DiagnosticText("\"\(word)\" is not an augmentation.", "For example: flipHorizontal or rotate(15)")
    }
  }

  private static func upload(_ fault: TouchDiagnostic.Upload) -> DiagnosticText {
    switch fault {
    case .broken: DiagnosticText("The photo did not arrive whole.", "Send it again.")
    case .tooLarge(let bytes):
      DiagnosticText(
        "The photo is too large to be sent from a page: at most \(bytes >> 20) MB.",
        "Put it into the notebook's folder, and: add pets.train \"photo.jpg\" label=cat")
    case .tooMany(let count):
      DiagnosticText("\(count) photos wait to be added already.", "Reload the page to send others.")
    case .notWritten(let folder):
      DiagnosticText(
        "The photo cannot be written into \(folder).", "See to room and rights of the folder, and send it again.")
    }
  }
}
