import Language
import Training

/// Reads how the learning rate changes: `constant`, `exponential(0.99, every=epoch)`, `warmUp(5, cosine)`.
struct ScheduleReader {
  /// Checks the numbers, and knows the variables.
  let binder: ArgumentBinder

  /// The schedules, as they are called, with what they take: for completion and help.
  static let forms = [
    "constant", "exponential(0.99)", "step(0.1, 10)", "cosine", "cyclic(0.01, 40)", "oneCycle", "warmUp(5, cosine)",
  ]

  private static let positive = ArgumentKind.decimal(0...1000)
  private static let count = ArgumentKind.integer(1...1_000_000)

  /// Reads a schedule; nil where the value is none.
  func read(_ value: Value) throws(Fault) -> Schedule? {
    guard let name = value.call?.name.value ?? value.textOrString else { return nil }
    let given = try Call(value.call?.arguments ?? [], name: name, of: self)
    switch name {
    case "constant": return .constant
    case "exponential":
      let every = try given.word("every", of: Schedule.Interval.allCases.map(\.rawValue))
      return .exponential(
        rate: try given.number(0, "rate", Self.positive) ?? 0.99, every: every.flatMap(Schedule.Interval.init) ?? .epoch
      )
    case "step":
      return .step(
        factor: try given.number(0, "factor", Self.positive) ?? 0.1, epochs: try given.whole(1, "epochs") ?? 10)
    case "cosine": return .cosine(minimum: try given.number(0, "minimum", Self.positive) ?? 0)
    case "cyclic":
      guard let maximum = try given.number(0, "maximum", Self.positive) else { return nil }
      return .cyclic(maximum: maximum, stepSize: try given.whole(1, "stepSize") ?? 40)
    case "oneCycle": return .oneCycle
    case "warmUp":
      let then = try given.value(1, "then").map { (value) throws(Fault) in try read(value) ?? .constant }
      return .warmUp(epochs: try given.whole(0, "epochs") ?? 5, then: then ?? .constant)
    default:
      throw Fault(
        .unknownChoice(argument: "schedule", given: name, allowed: Self.forms.map { String($0.prefix { $0 != "(" }) }),
        at: value.span)
    }
  }

  /// The arguments in a schedule's parentheses.
  private struct Call {
    let positional: [Value]
    let named: [String: Value]
    let name: String
    let reader: ScheduleReader

    init(_ arguments: [Argument], name: String, of reader: ScheduleReader) throws(Fault) {
      positional = arguments.filter { $0.key == nil }.map(\.value)
      named = Dictionary(
        arguments.compactMap { argument in argument.key.map { ($0.value, argument.value) } },
        uniquingKeysWith: { first, _ in first })
      self.name = name
      self.reader = reader
      let known = ["rate", "every", "factor", "epochs", "minimum", "maximum", "stepSize", "then"]
      for argument in arguments {
        if let key = argument.key, !known.contains(key.value) {
          throw Fault(.unknownKey(key.value, command: name, known: known), at: key.span)
        }
      }
    }

    func value(_ index: Int, _ key: String) -> Value? {
      named[key] ?? (index < positional.count ? positional[index] : nil)
    }

    func number(_ index: Int, _ key: String, _ kind: ArgumentKind) throws(Fault) -> Double? {
      guard let value = value(index, key) else { return nil }
      return try reader.binder.check(value, kind, name: "\(name)'s \(key)").decimal
    }

    func whole(_ index: Int, _ key: String) throws(Fault) -> Int? {
      guard let value = value(index, key) else { return nil }
      return try reader.binder.check(value, ScheduleReader.count, name: "\(name)'s \(key)").integer
    }

    func word(_ key: String, of words: [String]) throws(Fault) -> String? {
      guard let value = named[key] else { return nil }
      return try reader.binder.check(value, .choice(words), name: "\(name)'s \(key)").word
    }
  }
}
