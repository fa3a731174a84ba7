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

  /// What each schedule takes, in the order in which it may stand without a key.
  private static let parts = [
    "constant": [], "exponential": ["rate", "every"], "step": ["factor", "epochs"], "cosine": ["minimum"],
    "cyclic": ["maximum", "stepSize"], "oneCycle": [], "warmUp": ["epochs", "then"],
  ]

  private static let positive = ArgumentKind.decimal(0...1000)
  private static let count = ArgumentKind.integer(1...1_000_000)

  /// Reads a schedule; nil where the value is none.
  func read(_ value: Value) throws(Fault) -> Schedule? {
    guard let name = value.call?.name.value ?? value.textOrString else { return nil }
    guard let parts = Self.parts[name] else {
      throw Fault(
        .unknownChoice(argument: "schedule", given: name, allowed: Self.forms.map { String($0.prefix { $0 != "(" }) }),
        at: value.call?.name.span ?? value.span)
    }
    let given = try Call(value.call?.arguments ?? [], name: name, parts: parts, of: self)
    switch name {
    case "constant": return .constant
    case "exponential":
      let every = try given.word("every", of: Schedule.Interval.allCases.map(\.rawValue))
      return .exponential(
        rate: try given.number("rate") ?? 0.99, every: every.flatMap(Schedule.Interval.init) ?? .epoch)
    case "step":
      return .step(
        factor: try given.number("factor") ?? 0.1, epochs: try given.whole("epochs") ?? 10)
    case "cosine": return .cosine(minimum: try given.number("minimum") ?? 0)
    case "cyclic":
      guard let maximum = try given.number("maximum") else {
        throw Fault(.missingKey(Self.maximum, command: Self.cyclic, known: []), at: value.span)
      }
      return .cyclic(maximum: maximum, stepSize: try given.whole("stepSize") ?? 40)
    case "warmUp":
      let then = try given.value("then").map { (value) throws(Fault) in
        try binder.check(value, .schedule, name: "warmUp's then").schedule
      }
      return .warmUp(epochs: try given.whole("epochs") ?? 5, then: then ?? .constant)
    default: return .oneCycle
    }
  }

  private static let maximum = ArgumentDeclaration("maximum", .decimal(0...1000), "The highest learning rate.")
  private static let cyclic = CommandDeclaration("cyclic", "", arguments: [maximum], examples: ["cyclic(0.01, 40)"])

  /// The arguments in a schedule's parentheses.
  private struct Call {
    private var values: [String: Value] = [:]
    private let name: String
    private let reader: ScheduleReader

    /// Gives every value its key: those that have one, then the others in the order of `parts`.
    ///
    /// - Throws: what the schedule does not take.
    init(_ arguments: [Argument], name: String, parts: [String], of reader: ScheduleReader) throws(Fault) {
      self.name = name
      self.reader = reader
      let form = ScheduleReader.forms.first { $0 == name || $0.hasPrefix("\(name)(") } ?? name
      for argument in arguments {
        guard let key = argument.key else { continue }
        guard parts.contains(key.value) else {
          throw Fault(.unknownKey(key.value, command: name, known: parts), at: key.span)
        }
        values[key.value] = argument.value
      }
      for (index, value) in arguments.filter({ $0.key == nil }).map(\.value).enumerated() {
        guard index < parts.count, values[parts[index]] == nil else {
          throw Fault(.partTooMany(value.text, form: form), at: value.span)
        }
        values[parts[index]] = value
      }
    }

    func value(_ key: String) -> Value? { values[key] }

    func number(_ key: String) throws(Fault) -> Double? {
      guard let value = values[key] else { return nil }
      return try reader.binder.check(value, ScheduleReader.positive, name: "\(name)'s \(key)").decimal
    }

    func whole(_ key: String) throws(Fault) -> Int? {
      guard let value = values[key] else { return nil }
      return try reader.binder.check(value, ScheduleReader.count, name: "\(name)'s \(key)").integer
    }

    func word(_ key: String, of words: [String]) throws(Fault) -> String? {
      guard let value = values[key] else { return nil }
      return try reader.binder.check(value, .choice(words), name: "\(name)'s \(key)").word
    }
  }
}
