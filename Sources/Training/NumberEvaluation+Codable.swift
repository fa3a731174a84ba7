/// Predicted numbers beside the true ones, to be sent from machine to machine.
extension NumberEvaluation: Codable {
  private enum Key: CodingKey { case truths, answers, outputs }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(truths, forKey: .truths)
    try container.encode(answers, forKey: .answers)
    try container.encode(outputs, forKey: .outputs)
  }

  /// Reads it, whoever wrote it.
  ///
  /// - Throws: `DecodingError` where counts do not fit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let truths = try container.decode([Double].self, forKey: .truths)
    let answers = try container.decode([Double].self, forKey: .answers)
    let outputs = try container.decode(Int.self, forKey: .outputs)
    guard outputs > 0, truths.count == answers.count, truths.count % outputs == 0 else {
      throw DecodingError.dataCorruptedError(forKey: .answers, in: container, debugDescription: "counts do not fit")
    }
    self.init(truths: truths, answers: answers, outputs: outputs)
  }
}
