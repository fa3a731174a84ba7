import CommandLanguage
import Experiments
import Tensors
import Training

/// How samples are dealt out to the clients of a federation.
enum ClientDivision: Sendable {
  /// A client for every group of samples, as the dataset's `group=` says which belong together.
  case group
  /// A client for every class: the clients' samples are as unlike as can be.
  case byClass
  /// A client for every value of a table's column, or for what a regular expression finds in the photos' names; of this
  /// dataset, where it says so itself.
  case by(CheckedValue, of: CheckedValue?)
  /// So many clients, each with an equal share by lot.
  case equal(Int)

  /// The division as one would type it.
  var phrase: String {
    switch self {
    case .group: "group"
    case .byClass: "class"
    case .by(let column, let dataset): "\(dataset.map { "\($0.text)." } ?? "")by(\(column.text))"
    case .equal(let count): "equal(\(count))"
    }
  }

  /// The samples of each client, by their places; nil where the dataset knows of no groups.
  ///
  /// - Parameters:
  ///   - selection: The samples.
  ///   - seed: What equal shares are drawn from.
  /// - Returns: The places of each client, in order.
  /// - Throws: `Diagnostic` for a column that is not there, or an expression that is none.
  func clients(of selection: Selection, seed: UInt64) throws -> [[Int]]? {
    switch self {
    case .group: return selection.groups?.placesOfEquals
    case .by(let column, _): return try Self.groups(of: selection, by: column).placesOfEquals
    case .byClass: return selection.truths.map(LabelSpelling.key).placesOfEquals
    case .equal(let count):
      var generator = SeedPlan(seed: seed).generator(for: .subsets)
      let order = generator.permutation(selection.count)
      return (0..<min(count, selection.count)).map { client in
        stride(from: client, to: order.count, by: count).map { order[$0] }.sorted()
      }
    }
  }

  private static func groups(of selection: Selection, by column: CheckedValue) throws -> [Int] {
    switch selection {
    case .photos(let photos):
      guard let pattern = GroupPattern(column.word) else { throw Diagnostic(.noPattern(column.text), at: column.span) }
      return pattern.groups(of: photos.photos.map(\.name))
    case .table(let table):
      return try Diagnostic.placing(at: column.span) {
        guard let groups = try table.groups(by: column.word) else {
          throw ExperimentError.loop(
            .noColumnForClients(table.dataset.name, column.word, known: table.dataset.groupColumns))
        }
        return groups
      }
    }
  }
}

extension ValueType<ClientDivision> {
  /// A division of samples among clients: `group`, `class`, `equal(10)`.
  static var clients: Self { ClientCalls.type }
}

/// The divisions, and what each takes.
private enum ClientCalls {
  static let type = ValueType<ClientDivision>.call(
    noun: "clients", phrase: "a division, such as group or equal(10)",
    plural: "divisions, such as group or equal(10)", placeholder: "group|class|by(column)|equal(10)", print: \.phrase
  ) { forms }

  static let forms: [CallForm<ClientDivision>] = [
    CallForm("group") { .group }, CallForm("class") { .byClass },
    CallForm(
      "by", KeyedArgument(required: "column", .text, "A table's column, or a regular expression for photos' names."),
      KeyedArgument("of", .split, "The dataset, instead of on=."), examples: ["by(writer)", "data.by(writer)"]
    ) { .by($0, of: $1) },
    CallForm(
      "equal", KeyedArgument("count", .integer(2...1_000_000), "Number of clients.", default: 10),
      examples: ["equal(10)"]
    ) { .equal($0) },
  ]
}
