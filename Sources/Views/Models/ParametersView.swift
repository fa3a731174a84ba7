public import Experiments
public import Figures
public import ModelFile
import Networks
import Training
import Wording

/// The hyperparameters of a model: what holds when nothing is said, what holds now, and what may be chosen.
public struct ParametersView {
  let title: String
  /// What the file says, or what `save` would write.
  let update: UpdateParameters
  /// The settings of the last training; nil where there was none.
  var current: TrainingSettings?
  /// What binds a training here; nil for a file, whose sets are those that are shown.
  var limits: TrainingLimits?
  /// Whether it belongs to a program, which no device trains.
  private var isProgram = false

  /// The hyperparameters of a network of the session.
  public init(_ model: NetworkModel) {
    title = model.name
    update = UpdateParameters(for: model)
    current = model.training.last?.settings
    limits = model.update.limits
    isProgram = model.source.liesOnProgram
  }

  /// The hyperparameters that a file allows.
  public init(title: String, update: UpdateParameters) {
    self.title = title
    self.update = update
  }

  /// A row for each.
  public var rendering: Rendering {
    Table(
      caption: "\(title): hyperparameters",
      columns: [
        Table.Column("parameter"), .number("default"), .number("current"), Table.Column("allowed"),
      ],
      rows: rows.map { [.text($0.name), .text($0.value), .text($0.now), .text($0.allowed, .muted)] },
      note: current == nil ? "Not trained yet: the defaults apply." : nil
    ).rendering
  }

  private struct Row {
    let name: String, value: String, now: String
    let allowed: String
  }

  private var rows: [Row] {
    var rows = update.losses.map { Row(name: "loss", value: $0.kind.phrase, now: "", allowed: "on \($0.input)") }
    if let epochs = update.epochs { rows.append(row(.epochs, epochs, now: current?.epochs)) }
    if let size = update.optimizer?.miniBatchSize {
      rows.append(row(.miniBatchSize, size, now: current?.miniBatchSize))
    }
    if let optimizer = update.optimizer { rows += self.rows(of: optimizer) }
    if let shuffle = update.shuffle {
      rows.append(Row(name: "shuffle", value: "\(shuffle)", now: current.map { "\($0.shuffle)" } ?? "", allowed: ""))
    }
    let seed = update.seed.map { "\($0.defaultValue)" } ?? "none"
    return rows + [Row(name: "seed", value: seed, now: current.map { "\($0.seed)" } ?? "", allowed: "any")]
  }

  private func rows(of optimizer: UpdateOptimizer) -> [Row] {
    let rate = row(.learningRate, optimizer.learningRate, now: current?.optimizer.learningRate)
    let now = current?.optimizer
    switch optimizer {
    case .sgd(_, _, let momentum):
      var used: Double?
      if case .sgd(let momentum, _)? = now?.rule { used = momentum }
      return [Row(name: "optimizer", value: "sgd", now: now?.name ?? "", allowed: "")]
        + [rate, row(.momentum, momentum, now: used)].compactMap(\.self)
    case .adam(_, _, let beta1, let beta2, let eps):
      var used: (beta1: Double?, beta2: Double?, eps: Double?)
      if case .adam(let beta1, let beta2, let eps)? = now?.rule { used = (beta1, beta2, eps) }
      return [Row(name: "optimizer", value: "adam", now: now?.name ?? "", allowed: "")]
        + [
          rate, row(.beta1, beta1, now: used.beta1), row(.beta2, beta2, now: used.beta2),
          row(.eps, eps, now: used.eps),
        ].compactMap(\.self)
    }
  }

  private func row(_ name: SettingError.Name, _ parameter: IntegerParameter, now: Int?) -> Row {
    Row(
      name: name.rawValue, value: "\(parameter.defaultValue)", now: now.map { "\($0)" } ?? "",
      allowed: allowed(name, inFile: parameter.allowedPhrase))
  }

  private func row(_ name: SettingError.Name, _ parameter: DoubleParameter?, now: Double?) -> Row? {
    parameter.map {
      Row(
        name: name.rawValue, value: Numbers.short($0.defaultValue), now: now.map(Numbers.short) ?? "",
        allowed: allowed(name, inFile: $0.allowedPhrase))
    }
  }

  /// What may be chosen here: what the file or `update` says, else anything; a device has what `save` writes.
  private func allowed(_ name: SettingError.Name, inFile phrase: String) -> String {
    if limits == nil || limits?[name] != nil || phrase == "any" { return phrase }
    return isProgram ? "any" : "any; on a device \(phrase)"
  }
}

extension IntegerParameter {
  /// What is allowed: `1, 10, 50`, `1 to 10`, `any`.
  var allowedPhrase: String {
    switch allowed {
    case .any: "any"
    case .range(let lower, let upper): "\(lower) to \(upper)"
    case .set(let values): values.map(String.init).joined(separator: ", ")
    }
  }
}

extension DoubleParameter {
  /// What is allowed: `0 to 1`, `any`.
  var allowedPhrase: String {
    switch allowed {
    case .any: "any"
    case .range(let lower, let upper): "\(Numbers.short(lower)) to \(Numbers.short(upper))"
    }
  }
}
