import CommandLanguage
import Experiments
import Language
import Training
import Views
import Wording

extension SweepPlan {
  /// The rows of a model that `fit` has made.
  ///
  /// - Parameters:
  ///   - candidate: The model by its own settings.
  ///   - combinations: The settings of each row.
  ///   - arguments: The statement.
  ///   - data: By which samples rows are tried.
  ///   - seed: What folds are drawn from.
  /// - Returns: The rows.
  /// - Throws: A value that cannot be, with its place; `LoopDiagnostic.noLassoOfNumbers` for l1= where numbers are predicted.
  static func fits(
    _ candidate: Candidate, _ combinations: [SweepAxes.Combination], _ arguments: Arguments, _ data: SweepData,
    seed: UInt64
  ) throws -> [SweepRow] {
    try combinations.map { combination in
      let named = Dictionary(
        combination.map { ($0.key, CheckedValue(listOf: $0.value)) }, uniquingKeysWith: { first, _ in first })
      let one = arguments.with(named, for: arguments.declaration)
      let (l2, l1) = (one[SweepArguments.l2]?.first, one[SweepArguments.l1]?.first)
      let rescales = one[SweepArguments.rescale]?.first
      var copy = candidate
      var settings = ""
      switch candidate.configuration {
      case .linear(var regression):
        (regression.l2, regression.l1) = (l2 ?? regression.l2, l1 ?? regression.l1)
        regression.rescales = rescales ?? regression.rescales
        copy.configuration = .linear(regression)
        settings =
          "l2=\(Numbers.short(regression.l2)) l1=\(Numbers.short(regression.l1)) rescale=\(regression.rescales)"
      case .ridge(var ridge):
        if let l1, l1 > 0 {
          throw Diagnostic(.experiment(.loop(.noLassoOfNumbers(candidate.name))), at: one.span(of: SweepArguments.l1))
        }
        (ridge.l2, ridge.rescales) = (l2 ?? ridge.l2, rescales ?? ridge.rescales)
        copy.configuration = .ridge(ridge)
        settings = "l2=\(Numbers.short(ridge.l2)) rescale=\(ridge.rescales)"
      case .neighbors, .network, .hybrid, .baseline: preconditionFailure("\(candidate.name) was not fitted")
      }
      return SweepRow(
        settings: combination.map { SweepRow.Setting(key: $0.key, text: $0.value.text) }, candidate: copy,
        command: "sweep \(candidate.name) \(data.statement) seed=\(seed) \(settings)",
        keeping: "fit \(candidate.name) on=\(data.on) \(settings)")
    }
  }
}
