import CommandLanguage
import Experiments
import Tensors
import Training

/// How samples are dealt out to the clients of a federation.
enum ClientDivision: Sendable, Equatable {
  /// A client for every group of samples, as the dataset's `group=` says which belong together.
  case group
  /// A client for every class: the clients' samples are as unlike as can be.
  case byClass
  /// So many clients, each with an equal share by lot.
  case equal(Int)

  /// The division as one would type it.
  var phrase: String {
    switch self {
    case .group: "group"
    case .byClass: "class"
    case .equal(let count): "equal(\(count))"
    }
  }

  /// The samples of each client, by their places; nil where the dataset knows of no groups.
  ///
  /// - Parameters:
  ///   - selection: The samples.
  ///   - seed: What equal shares are drawn from.
  /// - Returns: The places of each client, in order.
  func clients(of selection: Selection, seed: UInt64) -> [[Int]]? {
    switch self {
    case .group: return selection.groups?.placesOfEquals
    case .byClass: return selection.truths.map(LabelSpelling.key).placesOfEquals
    case .equal(let count):
      var generator = SeedPlan(seed: seed).generator(for: .subsets)
      let order = generator.permutation(selection.count)
      return (0..<min(count, selection.count)).map { client in
        stride(from: client, to: order.count, by: count).map { order[$0] }.sorted()
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
    plural: "divisions, such as group or equal(10)", placeholder: "group|class|equal(10)", print: \.phrase
  ) { forms }

  static let forms: [CallForm<ClientDivision>] = [
    CallForm("group") { .group }, CallForm("class") { .byClass },
    CallForm(
      "equal", KeyedArgument("count", .integer(2...1_000_000), "Number of clients.", default: 10),
      examples: ["equal(10)"]
    ) { .equal($0) },
  ]
}
