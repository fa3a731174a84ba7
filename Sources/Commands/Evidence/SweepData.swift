import CommandLanguage
import Experiments
import Tensors
import Training

/// By which samples the rows of a sweep are tried: folds of one set, or a set apart.
struct SweepData {
  /// All samples: those learnt from, then those of a set apart.
  let selection: Selection
  /// What is learnt from, as typed.
  let on: String
  private let validate: String?
  private let learning: Int
  private let folds: Int, repeats: Int
  private let place: CheckedValue?

  /// Reads `on=`, `validate=`, `folds=` and `repeats=`.
  ///
  /// - Throws: `NameError` where a name is unknown, `EvidenceDiagnostic` where the samples do not do.
  init(_ arguments: Arguments, model: Model, workspace: Workspace) throws {
    let given = try Self.samples(arguments, model: model, workspace: workspace)
    place = arguments[SweepArguments.on]
    on = given.text
    learning = given.count
    folds = arguments[SweepArguments.folds]
    repeats = arguments[SweepArguments.repeats]
    guard let validate = arguments[SweepArguments.validate] else {
      selection = given
      self.validate = nil
      return
    }
    try arguments.refuse(
      SweepArguments.folds, belongingTo: "sweeps without validate=", "With validate=, all of on= is used for training.")
    let apart = try workspace.lookup.selection(validate)
    guard let joined = given.joined(with: apart) else {
      throw Diagnostic(.evidence(.otherDataset(apart.text, on: given.text)), at: validate.span)
    }
    selection = joined
    self.validate = apart.text
  }

  /// What `on=` says, else what a network was last trained on.
  private static func samples(
    _ arguments: Arguments, model: Model, workspace: Workspace
  ) throws -> Selection {
    if let on = arguments[SweepArguments.on] { return try workspace.lookup.selection(on) }
    let place = arguments[SweepArguments.model].span
    if case .network(let network) = model, let last = network.training.last {
      return try Diagnostic.placing(at: place) { try workspace.selection(named: last.on) }
    }
    throw Diagnostic(
      .noTrainingSet(
        model: model.name, selections: workspace.selections(for: model, split: "train"), command: "sweep"),
      at: place)
  }

  /// The trainings of each row.
  ///
  /// - Throws: `EvidenceDiagnostic.tooManyFolds`.
  func trials(seed: UInt64) throws -> [(split: Folds.Split, repetition: Int)] {
    if validate != nil {
      let split = Folds.Split(learning: Array(0..<learning), held: Array(learning..<selection.count))
      return (0..<repeats).map { (split, $0) }
    }
    do {
      return try EvaluationProtocol(.folds, on: selection, folds: folds, repeats: repeats, seed: seed).trials
    } catch {
      throw place.map { error.placed(at: $0.span) } ?? error
    }
  }

  /// How they are tried, for people.
  var phrase: String {
    let often = repeats > 1 ? ", \(repeats) times" : ""
    let together = selection.groups == nil ? "" : ", each group in one fold"
    return validate.map { "trained on \(on), evaluated on \($0)\(often)" }
      ?? "\(folds) folds of \(on)\(together)\(often)"
  }

  /// How they are tried, as one would type it.
  var statement: String {
    let way = validate.map { "validate=\($0)" } ?? "folds=\(folds)"
    return "on=\(on) \(way)" + (repeats > 1 ? " repeats=\(repeats)" : "")
  }
}
