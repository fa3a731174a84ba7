import Figures
import Training

/// `plot hand y=[trainLossMean, validationLoss] logScale=true`
struct PlotCommand: Command {
  static let declaration = CommandDeclaration(
    "plot", "Draws the curves of a network's training.",
    discussion: "With several networks, each curve bears its network's name.",
    positionals: [PositionalDeclaration("model", .model, "The networks.", repeats: true)],
    arguments: [
      ArgumentDeclaration(
        "y", .list(.choice(TrainingCurves.Column.allCases.map(\.rawValue))), "What is drawn.",
        default: "[trainLoss, trainLossMean, validationLoss, trainAccuracy, validationAccuracy]"),
      ArgumentDeclaration("logScale", .bool, "Whether the axis of losses is logarithmic.", default: "false"),
      ArgumentDeclaration("last", .integer(2...1_000_000), "Only the last epochs."),
      ArgumentDeclaration(
        "smooth", .integer(1...10_000), "Each point is the mean of so many epochs, up to its own.", default: "1"),
    ],
    examples: ["plot hand y=[trainLoss, trainLossMean, validationLoss, validationAccuracy] logScale=true"])

  private let names: [CheckedValue]
  private let columns: [TrainingCurves.Column]?
  private let isLogarithmic: Bool
  private let last: Int?
  private let smooth: Int

  init(_ arguments: Arguments) throws(Fault) {
    names = arguments.positionals
    columns = arguments.list("y")?.compactMap { TrainingCurves.Column(rawValue: $0.word) }
    isLogarithmic = arguments.bool("logScale") ?? false
    last = arguments.integer("last")
    smooth = arguments.integer("smooth") ?? 1
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    var charts: [(name: String, chart: LineChart)] = []
    for name in names {
      let model = try session.trainedNetwork(name, for: "plot")
      var curves = TrainingCurves(records: Array(model.history.suffix(last ?? model.history.count)))
      if let columns { curves.columns = columns }
      curves.isLogarithmic = isLogarithmic
      curves.title = model.name
      curves.smooth = smooth
      charts.append((model.name, curves.chart))
    }
    return charts.count == 1 ? charts[0].chart.rendering() : Self.together(charts).rendering()
  }

  /// Several networks in the same panels.
  private static func together(_ charts: [(name: String, chart: LineChart)]) -> LineChart {
    var all = charts[0].chart
    all.title = charts.map(\.name).joined(separator: ", ")
    all.events = []
    all.xRange = nil
    var labels: [String] = []
    for label in charts.flatMap({ $0.chart.panels.map(\.label) }) where !labels.contains(label) { labels.append(label) }
    all.panels = labels.compactMap { label in
      let own = charts.compactMap { entry in
        entry.chart.panels.first { $0.label == label }.map { (name: entry.name, panel: $0) }
      }
      guard var panel = own.first?.panel else { return nil }
      panel.series = own.flatMap { entry in
        entry.panel.series.map { series in
          var named = series
          named.name = "\(entry.name): \(series.name)"
          named.ink = nil
          return named
        }
      }
      return panel
    }
    return all
  }
}
