import CommandLanguage
import Experiments
import Figures
import Foundation
import RunStore
import Views
import Wording

/// `ledger`, `ledger last=20`
struct LedgerCommand: Command {
  /// Whose statements are told.
  private enum Scope: String, CaseIterable {
    case session, all
  }

  private static let scope = KeyedArgument(
    "of", .choice, "all: also the statements of earlier sessions.", default: Scope.session)
  private static let last = KeyedArgument(
    "last", .integer(1...10_000), "Number of statements shown and summed, counted from the end.")

  static let declaration = CommandDeclaration(
    "ledger", "Shows what each statement cost: time, photos per second, memory, and cached features.",
    discussion: """
      A statement that takes longer than two seconds also shows its cost below its result. of=all includes earlier \
      sessions in the same folder.
      """,
    arguments: [scope, last],
    examples: ["ledger", "ledger of=all last=100"])

  private let isOfAll: Bool
  private let last: Int?

  init(_ arguments: Arguments) throws {
    isOfAll = arguments[Self.scope] == .all
    last = arguments[Self.last]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    guard let store = workspace.store, let place = workspace.memory?.place else { throw Diagnostic(.run(.noStore)) }
    let own = workspace.undo.files?.session ?? ""
    let stored = (try? store.costs(in: place, session: isOfAll ? nil : own, last: last)) ?? []
    let costs = stored.compactMap { entry -> (statement: String, cost: Cost)? in
      guard let cost = try? JSONDecoder().decode(Cost.self, from: Data(entry.record.utf8)) else { return nil }
      return (entry.statement, cost)
    }
    guard !costs.isEmpty else { return Rendering.text("No statement has been run yet.") }
    let sum = costs.map(\.cost).reduce(Cost(), +)
    let rows = costs.map { Self.row($0.statement, $0.cost, style: .muted) } + [Self.row("in all", sum, style: .strong)]
    return Table(
      caption: "\(Numbers.count(costs.count, "statement")) in \(Numbers.duration(sum.seconds))",
      columns: [
        Table.Column("statement"), .number("time"), .number("photos a second"), .number("learnt from"),
        .number("through a network"), Table.Column("cached"), .number("memory at most"),
      ], rows: rows, rowLimit: 60
    ).rendering
  }

  private static func row(_ statement: String, _ cost: Cost, style: Table.Cell.Emphasis) -> [Table.Cell] {
    [
      .text(statement, style), .text(Numbers.duration(cost.seconds)),
      .text(cost.rate.map { Numbers.grouped(Int($0.rounded())) } ?? "–"), .integer(cost.samplesLearnt),
      .integer(cost.photosRun), .text(cost.cached), .text(cost.peakBytes > 0 ? Numbers.bytes(cost.peakBytes) : "–"),
    ]
  }
}
