import CommandLanguage
import Experiments
import Figures
import Training

/// `plot hand y=[trainLossMean, validationLoss] logScale=true`
struct PlotCommand: Command {
  private static let models = PositionalArgument(repeating: "model", .model, "The networks.")
  private static let y = KeyedArgument<[TrainingCurves.Column]?>(
    "y", .list(.choice), "The curves.",
    usually: "[trainLoss, trainLossMean, validationLoss, trainAccuracy, validationAccuracy]")
  private static let logScale = KeyedArgument(
    "logScale", .bool, "Whether the axis of losses is logarithmic.", default: false)
  private static let last = KeyedArgument(
    "last", .integer(2...1_000_000), "Number of epochs shown, counted from the end.")
  private static let smooth = KeyedArgument(
    "smooth", .integer(1...10_000), "Number of epochs of the moving average.", default: 1)

  static let declaration = CommandDeclaration(
    "plot", "Draws the curves of a network's training.",
    discussion: "With several networks, each curve bears its network's name.",
    positionals: [models],
    arguments: [y, logScale, last, smooth],
    examples: ["plot hand y=[trainLoss, trainLossMean, validationLoss, validationAccuracy] logScale=true"])

  private let names: [CheckedValue]
  private let columns: [TrainingCurves.Column]?
  private let isLogarithmic: Bool
  private let last: Int?
  private let smooth: Int

  init(_ arguments: Arguments) throws {
    names = arguments[Self.models]
    columns = arguments[Self.y]
    isLogarithmic = arguments[Self.logScale]
    last = arguments[Self.last]
    smooth = arguments[Self.smooth]
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    var charts: [(name: String, chart: LineChart)] = []
    for name in names {
      let model = try workspace.lookup.trainedNetwork(name, for: "plot")
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
