import Figures
import Foundation
import RunStore

/// `ledger`, `ledger last=20`
struct LedgerCommand: Command {
  static let declaration = CommandDeclaration(
    "ledger", "Tells what every statement cost: time, photos a second, memory, and what was known already.",
    discussion: """
      A statement that takes longer than two seconds says so below its result; the ledger has them all, and their sums. \
      of=all adds those of earlier sessions in this place.
      """,
    arguments: [
      ArgumentDeclaration("of", .choice(["session", "all"]), "Of which sessions.", default: "session"),
      ArgumentDeclaration("last", .integer(1...10_000), "Only the last statements; the sums are of these."),
    ],
    examples: ["ledger", "ledger of=all last=100"])

  private let isOfAll: Bool
  private let last: Int?

  init(_ arguments: Arguments) throws(Fault) {
    isOfAll = arguments.word("of") == "all"
    last = arguments.integer("last")
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    guard let store = session.store, let place = session.memory?.place else { throw Fault(.run(.noStore)) }
    let own = session.journal.files?.session ?? ""
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
