import CommandLanguage
import Experiments
import Figures
import RunStore
import Training

/// `plot hand y=[trainLossMean, validationLoss] logScale=true`, `plot run=[2, 5] y=validationLoss`
struct PlotCommand: Command {
  private static let models = PositionalArgument(repeating: "model", .model, "The networks.", isOptional: true)
  private static let run = KeyedArgument<[GivenValue<Int>]?>(
    "run", .atLeastOne(.placed(.run)), "Instead of networks: trainings by number, also of earlier sessions. See runs.")
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
    discussion: """
      With several networks, each curve bears its network's name. With run= trainings that were written down are drawn over \
      each other, also those of earlier sessions; the settings that differ are the legend, and without y= there are only \
      trainLossMean, validationLoss and validationAccuracy. With path= the figure is written to a file as well: a drawing \
      that needs nothing beside it, readable on light and dark pages, or as .csv a row for each epoch and a column for each \
      curve. A file that Whet did not write is replaced only with replace=true; undo brings it back.
      """,
    positionals: [models],
    arguments: [y, run, logScale, last, smooth, FigureFile.path, FileReplacing.replace],
    examples: [
      "plot hand y=[trainLoss, trainLossMean, validationLoss, validationAccuracy] logScale=true",
      "plot run=[2, 5] y=validationLoss", "plot hand path=\"hand.svg\"",
    ])

  private let names: [CheckedValue]
  private let runs: [GivenValue<Int>]?
  private let columns: [TrainingCurves.Column]?
  private let isLogarithmic: Bool
  private let last: Int?
  private let smooth: Int
  private let file: FigureFile?

  init(_ arguments: Arguments) throws {
    names = arguments[Self.models]
    runs = arguments[Self.run]
    if !names.isEmpty {
      try arguments.refuse(Self.run, belongingTo: "plot without networks", "Leave out one of them.")
    } else if runs == nil {
      throw Diagnostic(
        UsageError(.missingWord(Self.models.declaration, command: Self.declaration), at: arguments.commandSpan))
    }
    columns = arguments[Self.y]
    isLogarithmic = arguments[Self.logScale]
    last = arguments[Self.last]
    smooth = arguments[Self.smooth]
    file = try FigureFile(arguments)
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    try file?.checkPlace(in: workspace)
    if let runs {
      let view = try curves(of: runs, in: workspace)
      return try shown([view.chart.rendering(), view.legend], view.drawing, view.chart, in: workspace)
    }
    let chart = try chart(in: workspace)
    return try shown([chart.rendering()], chart.scene(), chart, in: workspace)
  }

  /// What is shown, and what is said of the file where one is named.
  private func shown(
    _ parts: [Rendering], _ drawing: @autoclosure () -> Scene, _ chart: LineChart, in workspace: Workspace
  ) throws -> Rendering {
    guard let file else { return Rendering.stacked(parts) }
    return Rendering.stacked(
      parts + [try file.write(in: workspace, drawing: drawing, numbers: { chart.numbers })])
  }

  private func chart(in workspace: Workspace) throws -> LineChart {
    let charts = try names.map { name in
      let model = try workspace.lookup.trainedNetwork(name, for: "plot")
      var curves = curves(of: model.history)
      curves.title = model.name
      return SharedPanels.Part(name: model.name, column: model.name, chart: curves.chart)
    }
    return charts.count == 1
      ? charts[0].chart : SharedPanels(parts: charts, title: charts.map(\.name).joined(separator: ", ")).chart
  }

  private func curves(of records: [EpochRecord]) -> TrainingCurves {
    var curves = TrainingCurves(records: Array(records.suffix(last ?? records.count)))
    if let columns { curves.columns = columns }
    curves.isLogarithmic = isLogarithmic
    curves.smooth = smooth
    return curves
  }

  /// The curves of trainings that were written down, each once.
  private func curves(of numbers: [GivenValue<Int>], in workspace: Workspace) throws -> RunCurves {
    guard workspace.store != nil else { throw Diagnostic(.run(.noStore)) }
    let history = RunHistory(workspace)
    var runs: [RememberedRun] = []
    for number in numbers where !runs.contains(where: { $0.run.id == Int64(number.value) }) {
      let run = try history.run(number)
      guard !run.records.isEmpty else { throw Diagnostic(.run(.noEpochs(number.value)), at: number.span) }
      runs.append(run)
    }
    return RunCurves(runs: runs) { records in
      var curves = curves(of: records)
      if columns == nil { curves.columns = [.trainLossMean, .validationLoss, .validationAccuracy] }
      return curves
    }
  }
}
