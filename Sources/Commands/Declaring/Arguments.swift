import Experiments
import Language
import Training

/// The arguments of one statement, checked against the command's declaration: right keys, right kinds, within range.
struct Arguments: Sendable {
  /// The command they were checked for.
  let declaration: CommandDeclaration
  /// The word that called the command.
  let commandSpan: Span
  /// What was given by place, in order.
  let positionals: [CheckedValue]
  /// What was given by key, aliases resolved.
  let named: [String: CheckedValue]
  /// The parts in its block, checked as well.
  let parts: [Arguments]
  /// The statement they were read from.
  let call: CommandCall

  /// The statement as one would type it, for histories.
  var statement: String { call.description }

  /// The value of a key, where it was given.
  subscript(key: String) -> CheckedValue? {
    precondition(declaration.argument(key) != nil, "\(declaration.name) does not declare \(key)")
    return named[key]
  }

  /// The first word given by place.
  var first: CheckedValue? { positionals.first }

  /// A whole number, where the key was given.
  func integer(_ key: String) -> Int? { self[key]?.integer }

  /// A number, where the key was given.
  func decimal(_ key: String) -> Double? { self[key]?.decimal }

  /// A truth value, where the key was given.
  func bool(_ key: String) -> Bool? { self[key]?.bool }

  /// A word, a path or a text, where the key was given.
  func word(_ key: String) -> String? { self[key]?.word }

  /// The elements of a list, where the key was given.
  func list(_ key: String) -> [CheckedValue]? { self[key]?.list }

  /// A seed, where one was given: any whole number.
  var seed: UInt64? { named["seed"].map { UInt64($0.integer) } }
}

/// A value that has been found to be of its argument's kind, and where it stands.
struct CheckedValue: Sendable {
  /// What it is.
  let content: Content
  /// Where it stands.
  let span: Span
  /// How it was typed, for messages.
  let text: String

  /// What a value can be.
  enum Content: Sendable {
    case integer(Int)
    case decimal(Double)
    case bool(Bool)
    case word(String)
    case list([CheckedValue])
    case schedule(Schedule)
    case allowance(Allowance)
    case augmentation(Augmentation)
    case loss(LossChoice)
  }

  /// The whole number; the declaration has seen to it that it is one.
  var integer: Int {
    guard case .integer(let number) = content else { preconditionFailure("\(text) was not declared an integer") }
    return number
  }

  /// The number.
  var decimal: Double {
    guard case .decimal(let number) = content else { preconditionFailure("\(text) was not declared a decimal") }
    return number
  }

  /// The truth value.
  var bool: Bool {
    guard case .bool(let truth) = content else { preconditionFailure("\(text) was not declared a bool") }
    return truth
  }

  /// The word, path or text.
  var word: String {
    guard case .word(let word) = content else { preconditionFailure("\(text) was not declared a word") }
    return word
  }

  /// The elements of the list.
  var list: [CheckedValue] {
    guard case .list(let elements) = content else { preconditionFailure("\(text) was not declared a list") }
    return elements
  }

  /// What may be chosen.
  var allowance: Allowance {
    guard case .allowance(let allowance) = content else { preconditionFailure("\(text) was not declared an allowance") }
    return allowance
  }

  /// The way of varying photos.
  var augmentation: Augmentation {
    guard case .augmentation(let way) = content else { preconditionFailure("\(text) was not declared an augmentation") }
    return way
  }

  /// The schedule.
  var schedule: Schedule {
    guard case .schedule(let schedule) = content else { preconditionFailure("\(text) was not declared a schedule") }
    return schedule
  }
}
