public import Experiments
public import Figures
import Training
import Wording

/// How statements that were taken back, or done again, are shown.
public struct StepView {
  /// The statements, in the order they were turned.
  let steps: [UndoStep]
  /// How many were asked for.
  let asked: Int
  /// What the names stand for now.
  let workspace: Workspace

  /// Tells of statements, of those that were asked for.
  public init(steps: [UndoStep], asked: Int, workspace: Workspace) {
    (self.steps, self.asked, self.workspace) = (steps, asked, workspace)
  }

  /// What was taken back.
  public var undone: Rendering {
    lines(verb: "Undone", missing: "undone", hint: "To redo it: redo") { "before, \($0)" }
  }

  /// What was done again.
  public var redone: Rendering { lines(verb: "Redone", missing: "redone", hint: nil) { $0 } }

  private func lines(verb: String, missing: String, hint: String?, _ told: (String) -> String) -> Rendering {
    var lines = steps.map {
      "\(verb): \($0.statement)" + ($0.told.isEmpty ? "" : " (\($0.told.joined(separator: ", ")))")
    }
    lines += states
    if steps.count < asked {
      lines.append("\(Numbers.count(asked, "statement")) were requested; there were no more to be \(missing).")
    }
    if let hint { lines.append(hint) }
    return Rendering.text(lines.joined(separator: "\n"))
  }

  /// How the things that were changed stand now.
  private var states: [String] {
    let datasets = Set(steps.flatMap { $0.datasets.map(\.name) }).sorted().map { name in
      guard let dataset = workspace.datasets[name] else { return "\(name) does not exist any more." }
      let counts = dataset.splits.map { "\($0.count) in \($0.name)" }.joined(separator: ", ")
      return "\(name) has \(counts); its classes: \(dataset.labels.joined(separator: " "))."
    }
    let models = Set(steps.flatMap { $0.models.map(\.name) }).sorted().map { name in
      switch workspace.models[name] {
      case nil: "\(name) does not exist any more."
      case .hybrid(let model): "\(name) combines \(model.names.joined(separator: " and "))."
      case .neighbors(let model):
        "\(name) stores \(Numbers.count(model.memory.count, NeighborsView(model: model).unit))."
      case .network(let model):
        switch model.modelState {
        case .untrained: "\(name) is untrained."
        case .given(let source): "\(name) \(ModelState.given(source).sentence)."
        case .trained, .stopped, .inTraining, .remembering:
          "\(name) is at epoch \(Numbers.grouped(model.training.records.last?.epoch ?? 0))."
        }
      }
    }
    return datasets + models
  }
}
