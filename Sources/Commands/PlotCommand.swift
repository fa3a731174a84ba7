import CommandLanguage
import DataFiles
import Experiments
import Figures
import RunStore
import Training
import Views

/// `plot hand y=[trainLossMean, validationLoss] logScale=true`, `plot run=[2, 5] y=validationLoss`,
/// `plot price on=houses.test y=predicted`
struct PlotCommand: Command {
  /// What can be drawn.
  private enum Quantity: Equatable {
    case curve(TrainingCurves.Curve)
    case prediction(PredictionPlot.Quantity)

    static let words: [(word: String, value: Quantity)] =
      TrainingCurves.Curve.allCases.map { ($0.rawValue, .curve($0)) }
      + PredictionPlot.Quantity.allCases.map { ($0.rawValue, .prediction($0)) }
  }

  private static let models = PositionalArgument(
    repeating: "model", .model, "Trained networks, or with on= models that predict numbers.", isOptional: true)
  private static let run = KeyedArgument<[GivenValue<Int>]?>(
    "run", .atLeastOne(.placed(.run)), "Trainings by number instead of networks, as listed by runs.")
  private static let by = KeyedArgument<String?>(
    "by", .choice(["run"]), "run: each of the networks' last eight trainings separately.")
  private static let on = KeyedArgument("on", .split, "For y=predicted and y=residuals: samples to predict.")
  private static let y = KeyedArgument<[Quantity]?>(
    "y", .list(.choice(Quantity.words)), "Curves to plot; with on=: predicted or residuals.",
    usually: "[trainLoss, trainLossMean, validationLoss, trainAccuracy, validationAccuracy]")
  private static let logScale = KeyedArgument(
    "logScale", .bool, "Whether the loss axis is logarithmic.", default: false)
  private static let last = KeyedArgument(
    "last", .integer(2...1_000_000), "Number of epochs shown, counted from the end.")
  private static let smooth = KeyedArgument(
    "smooth", .integer(1...10_000), "Number of epochs of the moving average.", default: 1)

  static let declaration = CommandDeclaration(
    "plot", "Plots the training curves of networks, or predicted numbers against true ones.",
    discussion: """
      Several networks share one plot, each curve labelled with its network's name. run= and by=run draw recorded \
      trainings over each other, also those of earlier sessions; the legend lists the settings that differ, and y= is \
      trainLossMean, validationLoss and validationAccuracy by default.

      Models that predict numbers are plotted with on=: y=predicted draws the predicted against the true number of \
      each sample, with the diagonal of perfect predictions; y=residuals draws the true minus the predicted number, \
      and a histogram of these residuals.

      path= also writes the figure to a file: .svg is readable on light and dark pages, .png has twice the pixels, \
      .csv has one row per epoch and one column per curve, or one row per sample. A file that Whet did not write is \
      replaced only with replace=true; undo restores it.
      """,
    positionals: [models],
    arguments: [y, on, run, by, logScale, last, smooth, FigureFile.path, ReplaceArgument.replace],
    examples: [
      "plot hand y=[trainLoss, trainLossMean, validationLoss, validationAccuracy] logScale=true",
      "plot run=[2, 5] y=validationLoss", "plot hand by=run", "plot hand path=\"hand.svg\"",
      "plot price on=houses.test y=predicted",
    ])

  private let names: [CheckedValue]
  private let runs: [GivenValue<Int>]?
  private let isByRun: Bool
  private let columns: [TrainingCurves.Curve]?
  private let prediction: (quantity: PredictionPlot.Quantity, on: CheckedValue)?
  private let isLogarithmic: Bool
  private let last: Int?
  private let smooth: Int
  private let file: FigureFile?

  init(_ arguments: Arguments) throws {
    names = arguments[Self.models]
    runs = arguments[Self.run]
    isByRun = arguments[Self.by] != nil
    if !names.isEmpty {
      try arguments.refuse(Self.run, belongingTo: "plot without networks", "Leave out one of them.")
    } else if runs == nil {
      throw Diagnostic(
        UsageError(.missingWord(Self.models.declaration, command: Self.declaration), at: arguments.commandSpan))
    }
    if names.isEmpty {
      try arguments.refuse(Self.by, belongingTo: "networks", "Leave it out, or name networks instead of run=.")
    }
    prediction = try Self.prediction(arguments)
    columns = arguments[Self.y]?.compactMap { if case .curve(let column) = $0 { column } else { nil } }
    isLogarithmic = arguments[Self.logScale]
    last = arguments[Self.last]
    smooth = arguments[Self.smooth]
    file = try FigureFile(arguments)
  }

  /// What of predictions is to be drawn; nil where curves are.
  private static func prediction(
    _ arguments: Arguments
  ) throws -> (quantity: PredictionPlot.Quantity, on: CheckedValue)? {
    let drawn = arguments[y] ?? (arguments.isGiven(on) ? [.prediction(.predicted)] : [])
    let quantities = drawn.compactMap { if case .prediction(let quantity) = $0 { quantity } else { nil } }
    guard let quantity = quantities.first else {
      try arguments.refuse(on, belongingTo: "y=predicted and y=residuals", "Set y=predicted.")
      return nil
    }
    guard drawn.count == 1 else {
      try arguments.refuse(y, belongingTo: "several figures", "Set y=\(quantity.rawValue).")
      return nil
    }
    try arguments.refuse(
      run, by, logScale, last, smooth, belongingTo: "curves of a training", "Leave it out, or y=\(quantity.rawValue).")
    guard let on = arguments[on] else {
      throw Diagnostic(UsageError(.missingKey(Self.on.declaration, command: declaration), at: arguments.commandSpan))
    }
    return (quantity, on)
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try file?.checkPlace(in: workspace)
    if let prediction { return try predictions(prediction.quantity, on: prediction.on, in: workspace, context) }
    if runs != nil || isByRun {
      let view = runCurves(of: try runs.map { try chosen($0, in: workspace) } ?? allRuns(in: workspace))
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

  /// What models predict, each asked about the same samples.
  private func predictions(
    _ quantity: PredictionPlot.Quantity, on: CheckedValue, in workspace: Workspace, _ context: CommandContext
  ) throws -> Rendering {
    let models = try names.map(workspace.lookup.model)
    let selection = try workspace.lookup.selection(on)
    let predictions = try zip(models, names).map { model, name in
      do {
        try model.checkRemembers()
        try model.checkAnswers(selection)
        guard model.isRegressor else {
          throw ExperimentError.evidence(.predictsNoNumbers(model.name, on: selection.text))
        }
        return try NumberPredictions(of: model, on: selection, workspace.inference(context))
      } catch {
        throw error.placed(at: name.span)
      }
    }
    var target: String?
    if case .table(let table) = selection { target = table.dataset.report?.target }
    let view = PredictionPlot(quantity: quantity, predictions: predictions, target: target, on: selection.text)
    let plot = view.plot
    guard let file else { return view.rendering }
    return Rendering.stacked([
      view.rendering, try file.write(in: workspace, drawing: { plot.scene() }, numbers: { plot.numbers }),
    ])
  }

  private func chart(in workspace: Workspace) throws -> LineChart {
    let charts = try names.map { name in
      let model = try workspace.lookup.trainedNetwork(name, for: "plot")
      var curves = curves(of: model.training.records)
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

  /// The most trainings of a network that are drawn together.
  private static let mostOfModel = 8

  /// The last trainings of the networks, as far as they have epochs.
  private func allRuns(in workspace: Workspace) throws -> [RememberedRun] {
    guard workspace.store != nil else { throw Diagnostic(.run(.noStore)) }
    let history = RunHistory(workspace)
    return try names.flatMap { name in
      let model = try workspace.lookup.trainedNetwork(name, for: "plot")
      let runs = history.rememberedRuns(of: model.name, last: Self.mostOfModel).filter { !$0.records.isEmpty }
      guard !runs.isEmpty else { throw Diagnostic(.run(.noRuns(model.name)), at: name.span) }
      return runs
    }
  }

  /// Trainings that were written down, each once.
  private func chosen(_ numbers: [GivenValue<Int>], in workspace: Workspace) throws -> [RememberedRun] {
    guard workspace.store != nil else { throw Diagnostic(.run(.noStore)) }
    let history = RunHistory(workspace)
    var runs: [RememberedRun] = []
    for number in numbers where !runs.contains(where: { $0.run.id == Int64(number.value) }) {
      let run = try history.run(number)
      guard !run.records.isEmpty else { throw Diagnostic(.run(.noEpochs(number.value)), at: number.span) }
      runs.append(run)
    }
    return runs
  }

  private func runCurves(of runs: [RememberedRun]) -> RunCurves {
    RunCurves(runs: runs) { records in
      var curves = curves(of: records)
      if columns == nil { curves.columns = [.trainLossMean, .validationLoss, .validationAccuracy] }
      return curves
    }
  }
}
