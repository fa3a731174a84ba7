import CommandLanguage
import Language
import Testing
import Wording

/// A command that takes arguments of every type.
enum Probe {
  enum Side: String, CaseIterable { case left, right }

  static let models = PositionalArgument(repeating: "model", .model, "The models.", effect: .asks)
  static let epochs = KeyedArgument("epochs", .integer(1...100), "Number of epochs.", default: 10, aliases: ["n"])
  static let rate = KeyedArgument("rate", .decimal(0...1), "Step size.", default: 1e-4)
  static let last = KeyedArgument("last", .integer(1...100), "Only the last.")
  static let on = KeyedArgument(required: "on", .split, "Training set.")
  static let side = KeyedArgument("side", .choice, "One of two.", default: Side.left)
  static let format = KeyedArgument("format", .choice(["table", "json"]), "The format.", default: "table")
  static let sizes = KeyedArgument("sizes", .list(.integer(1...9)), "Numbers.", default: [1, 2])
  static let places = KeyedArgument("places", .list(.placed(.integer(0...9))), "Numbers with their places.")
  static let from = KeyedArgument("from", .firstOf(.source), "Model files.")
  static let seed = KeyedArgument("seed", .seed, "Random seed.")
  static let silent = KeyedArgument("silent", .bool, "Whether it is silent.", default: false)
  static let allowance = KeyedArgument("allowance", .allowance(of: .integer(1...100)), "What may be chosen.")
  static let motion = KeyedArgument("motion", motionType, "A motion.")

  /// A call whose argument may be such a call.
  indirect enum Motion: Sendable, Equatable {
    case rest
    case turn(Double, times: Int)
    case after(Motion)
    case along(String, of: String)
  }

  static let motionType = ValueType<Motion>.call(
    noun: "motion", phrase: "a motion, such as turn(15)", plural: "motions, such as turn(15)",
    placeholder: "rest|turn(15)", print: { "\($0)" }
  ) { motions }

  private static let degrees = KeyedArgument(required: "degrees", .decimal(0...180), "Angle.")
  private static let times = KeyedArgument("times", .integer(1...9), "How often.", default: 1)
  private static let first = KeyedArgument("first", motionType, "What comes first.", default: Motion.rest)
  private static let path = KeyedArgument(required: "path", .text, "What it follows.")
  private static let of = KeyedArgument(required: "of", .split, "Of which split.")
  private static let motions: [CallForm<Motion>] = [
    CallForm("rest") { .rest },
    CallForm("turn", degrees, times, examples: ["turn(15)"]) { .turn($0, times: $1) },
    CallForm("after", first) { .after($0) },
    CallForm("along", path, of) { .along($0.word, of: "\($1.word) at \($1.span.start)..<\($1.span.end)") },
  ]

  static let declaration = CommandDeclaration(
    "probe", "Takes everything.", positionals: [models],
    arguments: [
      epochs, rate, last, on, side, format, sizes, places, from, seed, silent, allowance, motion,
    ], examples: ["probe hand on=hands"])

  /// The checked arguments of a statement.
  static func arguments(_ statement: String, of declaration: CommandDeclaration = declaration) throws -> Arguments {
    let cell = try Parser.parse(Source(statement))
    var variables: [String: Value] = [:]
    for case .assignment(let assignment) in cell.statements { variables[assignment.name.value] = assignment.value }
    guard case .command(let call)? = cell.statements.last else { throw NoCommand() }
    var binder = ArgumentBinder(declaration, variables: variables)
    return try binder.bind(call)
  }

  /// What is wrong with a statement, as its case is written.
  static func problem(_ statement: String) -> String? {
    do {
      _ = try arguments(statement)
      return nil
    } catch let error as UsageError {
      return String(String(describing: error.problem).prefix { $0 != "(" })
    } catch {
      return "\(error)"
    }
  }

  struct NoCommand: Error {}
}
