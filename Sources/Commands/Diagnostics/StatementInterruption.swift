import Experiments
import Views

/// A statement that the user stopped, where its command says what is left of the work.
struct StatementInterruption: Error {
  /// What is left, as a sentence.
  let remark: String
}

extension DiagnosticTexts {
  /// What is said of work that the user stopped; nil for an error that is no interruption.
  static func interruption(_ error: any Error) -> String? {
    (error as? StatementInterruption)?.remark ?? (error as? Interruption)?.remark
  }
}
