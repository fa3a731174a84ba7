import CommandLanguage
import Experiments

extension RunHistory {
  /// The run of a number, in whatever place it was.
  ///
  /// - Throws: `RunDiagnostic.unknownRun`.
  func run(_ number: GivenValue<Int>) throws -> RememberedRun {
    try Diagnostic.placing(at: number.span) { try rememberedRun(number.value) }
  }
}
