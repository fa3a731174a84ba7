/// One thing that is wrong with a model: the rule it breaks, as a fact, and where.
public struct Finding: Sendable, Equatable {
  /// How bad it is.
  public enum Severity: Sendable, Equatable {
    /// Core ML's open validator refuses the model.
    case refused
    /// The validator only doubts it, and then looks no further.
    case doubted
    /// The validator lets it pass; it is wrong all the same, or useless on a device.
    case unnoticed
  }

  /// How bad it is.
  public let severity: Severity
  /// The rule that is broken.
  public let rule: Rule
  /// The layer it is in, where it is in one.
  public let layer: String?
  /// Which of a pipeline's models it is in: places from outermost to innermost; empty for the model itself.
  public let model: [Int]

  /// The result code of Core ML's open validator for it; 0 where that lets it pass.
  public var code: Int { severity == .unnoticed ? 0 : rule.code }

  init(_ rule: Rule, layer: String? = nil, severity: Severity = .refused, model: [Int] = []) {
    self.rule = rule
    self.layer = layer
    self.severity = severity
    self.model = model
  }

  func inside(_ index: Int) -> Finding {
    Finding(rule, layer: layer, severity: severity, model: [index] + model)
  }
}

/// What there is to say about a model file.
public struct Report: Sendable, Equatable {
  /// Everything found, in the order in which Core ML's open validator looks; that one stops at the first.
  public let findings: [Finding]

  /// Whether Core ML's open validator accepts the model.
  public var isAccepted: Bool { decisive?.severity != .refused }

  /// The validator's result code: 0, or that of the first finding it notices.
  public var code: Int { decisive?.code ?? 0 }

  private var decisive: Finding? { findings.first { $0.severity != .unnoticed } }
}
