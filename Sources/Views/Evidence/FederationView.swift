public import Experiments
public import Figures
import Wording

/// Rounds of federated averaging on the page: the curve of the common network beside central training.
public struct FederationView {
  private let model: String, on: String, held: String
  private let clients: [Int]
  private let participants: Int, rounds: Int, local: Int
  private let seed: UInt64
  private var federated: [Federation.RoundResult] = []
  private var central: [Federation.RoundResult] = []
  /// What works on the present round, while it goes on.
  public var details: [String] = []
  /// How long it took; nil while it goes on.
  public var seconds: Double?

  /// Shows rounds that are about to begin.
  ///
  /// - Parameters:
  ///   - model: What the network is called.
  ///   - on: The clients' samples, as they were named.
  ///   - held: What the network is asked after every round.
  ///   - clients: How many samples each client has.
  ///   - participants: How many clients take part in a round.
  ///   - rounds: How many rounds there are.
  ///   - local: How many epochs a client trains in each.
  ///   - seed: What everything was drawn from.
  public init(
    model: String, on: String, held: String, clients: [Int], participants: Int, rounds: Int, local: Int, seed: UInt64
  ) {
    (self.model, self.on, self.held, self.clients) = (model, on, held, clients)
    (self.participants, self.rounds, self.local, self.seed) = (participants, rounds, local, seed)
  }

  /// Takes what is done so far.
  public mutating func take(_ report: Federation.Report) { (federated, central) = (report.federated, report.central) }

  /// The curves, and where they end.
  public var rendering: Rendering { Rendering.stacked([chart.rendering(), table]) }

  private var chart: LineChart {
    func series(_ value: (Federation.RoundResult) -> Double) -> [LineChart.Series] {
      let ways = [("federated", federated), ("central", central)]
      return ways.enumerated().compactMap { ink, way in
        guard !way.1.isEmpty else { return nil }
        return LineChart.Series(way.0, way.1.enumerated().map { Point(Double($0), value($1)) }, ink: ink)
      }
    }
    return LineChart(
      title: "\(model): federated averaging on \(on)", subtitle: divided, xLabel: "round",
      xRange: 0...Double(rounds),
      panels: [
        LineChart.Panel(label: "loss", series: series(\.loss), format: .significant(4)),
        LineChart.Panel(label: "accuracy %", series: series { $0.accuracy * 100 }, format: .fixed(1), range: 0...100),
      ])
  }

  /// "10 clients of 48 to 52 samples".
  private var divided: String {
    let (least, most) = (clients.min() ?? 0, clients.max() ?? 0)
    let share =
      least == most ? Numbers.count(least, "sample") : "\(Numbers.grouped(least)) to \(Numbers.count(most, "sample"))"
    let part = participants < clients.count ? ", \(Numbers.grouped(participants)) in a round" : ""
    return "\(Numbers.count(clients.count, "client")) of \(share)\(part)"
  }

  private var table: Rendering {
    let took = seconds.map { " \(Numbers.duration($0))." } ?? ""
    let rows: [(String, String, Federation.RoundResult)] =
      [
        federated.last.map { ("federated", Numbers.part(federated.count - 1, of: rounds, "round"), $0) },
        central.last.map { ("central", Numbers.count((central.count - 1) * local, "epoch"), $0) },
      ].compactMap(\.self)
    return Table(
      caption: "\(model) on \(held)",
      columns: [Table.Column("training"), Table.Column("done"), .number("accuracy"), .number("mean loss")],
      rows: rows.map { way, done, status in
        [
          .text(way, .strong), .text(done, .muted), .text(Numbers.percent(status.accuracy, 1)),
          .number(status.loss, .significant(4)),
        ]
      },
      note: (["Each client trains for \(Numbers.count(local, "epoch")) in a round; seed=\(seed).\(took)"] + details)
        .joined(separator: " · ")
    ).rendering
  }
}
