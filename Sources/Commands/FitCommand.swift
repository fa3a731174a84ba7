import CommandLanguage
import DataFiles
import Experiments
import Figures
import Language
import Networks
import Tensors
import Training
import Views
import Wording

/// `fit turi from=squeezenet solver=lbfgs l2=0.01 on=hands.train`
struct FitCommand: Command {
  private static let model = PositionalArgument(
    "name", .newName, "Name of the network.",
    effect: .given(
      "from", then: .makes(.model), otherwise: .given("features", then: .makes(.model), otherwise: .changes)))
  private static let from = KeyedArgument(
    "from", .firstOf(.extractor), "Network or model file whose layers are used.")
  private static let features = KeyedArgument(
    "features", .firstOf(.extractor),
    "Feature extractor that the new last layer reads: a network or model file and a layer.")
  private static let pooling = KeyedArgument(
    "pooling", .choice(["meanMax", "none"]), "With features=: pooling of a layer that makes feature maps.",
    default: "meanMax")
  private static let on = KeyedArgument(required: "on", .split, "Training set.")
  private static let solver = KeyedArgument("solver", .choice(["lbfgs"]), "The optimiser.", default: "lbfgs")
  private static let l2 = KeyedArgument("l2", .decimal(0...1e9), "L2 regularisation factor.", default: 0.01)
  private static let l1 = KeyedArgument("l1", .decimal(0...1e9), "L1 regularisation factor.", default: 0)
  private static let maxIterations = KeyedArgument(
    "maxIterations", .integer(1...1_000_000),
    "Maximum number of iterations; the search stops earlier when it has converged.",
    default: 10_000)
  private static let rescale = KeyedArgument(
    "rescale", .bool, "Whether to divide each feature by the length of its column first.", default: true)

  static let declaration = CommandDeclaration(
    "fit", "Fits the last layer of a network, or a linear model, to convergence.",
    discussion: """
      For classes this is multinomial logistic regression: L-BFGS minimises the cross entropy plus a penalty, Σ -ln p \
      + l2/2 · Σ w² + l1 · Σ |w|, without penalty on the biases. As in Turi Create, each feature is first divided by \
      the length of its column; rescale=false leaves the features as they are, which is scikit-learn's C = 1/l2. For \
      numbers it is ridge regression, solved directly: it minimises Σ (y - w·x - b)² + l2 · Σ w², scikit-learn's alpha \
      = l2. The result is a network like any other: evaluate, save and train take it.

      from= names a network or model file whose last layer is replaced and fitted. Without from=, the last layer of \
      the named network is fitted again; if there is no such network, a linear model of the table's columns is made. \
      With features=lenet.convolution0, the new last layer reads that layer of a network of the workspace, whose \
      layers and weights are copied and frozen. Of feature maps, the mean and the maximum of each map are taken, \
      unless pooling=none. When the network changes, the model keeps its copy and says so.
      """,
    positionals: [model],
    arguments: [from, features, pooling, on, solver, l2, l1, maxIterations, rescale],
    examples: [
      "fit turi from=squeezenet solver=lbfgs l2=0.01 on=hands.train", "fit line on=flowers.train l2=1",
      "fit head features=lenet.convolution0 on=digits.train",
    ])

  private let name: CheckedValue
  private let from: CheckedValue?
  private let features: CheckedValue?
  private let isPooled: Bool
  private let on: CheckedValue
  private let regression: LogisticRegression

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    from = arguments[Self.from]
    features = arguments[Self.features]
    isPooled = arguments[Self.pooling] != "none"
    if from != nil {
      try arguments.refuse(Self.features, belongingTo: "models without from=", "Leave one of them out.")
    }
    if features == nil {
      try arguments.refuse(Self.pooling, belongingTo: "features=", "Add features=lenet.convolution0, or leave it out.")
    }
    on = arguments[Self.on]
    regression = LogisticRegression(
      l2: arguments[Self.l2], l1: arguments[Self.l1],
      maxIterations: arguments[Self.maxIterations], rescales: arguments[Self.rescale])
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let selection = try workspace.lookup.selection(on)
    if case .table(let table) = selection, from == nil, table.dataset.isRegression {
      return try fitNumbers(table, in: workspace, on: context)
    }
    let fitting = try self.fitting(selection, in: workspace)
    let clock = ContinuousClock.now
    do {
      let features = try fitting.features(by: workspace.inference(context))
      let begun = ContinuousClock.now
      let fit = try self.fit(fitting, features, on: context)
      var model = try fitting.model(weights: fit.weights, biases: fit.biases)
      model.initial.origin = .fitted(regression)
      model.training.learnt = LearntData(selection, classes: model.outputs.classes, scaling: model.scaling)
        .including(model.training.learnt?.samples)
      try workspace.catalogue.put(.network(model))
      let view = FitView(
        model: model, layer: fitting.layerName, selection: selection.text, regression: regression, fit: fit,
        loss: fit.meanLoss(features, targets: fitting.targets), seconds: (ContinuousClock.now - begun).seconds,
        featureSeconds: (begun - clock).seconds)
      guard fit.isConverged || !context.isInterrupted else { throw StatementInterruption(remark: view.stopped) }
      return view.rendering
    } catch let error as TrainingError {
      throw Diagnostic(.training(name.word, error), at: on.span)
    } catch {
      throw error.placed(at: on.span)
    }
  }

  /// What is wrong with a model of neighbours, which learn by another command, or with a hybrid, which does not.
  private func isNoNetwork(_ model: Model, _ selection: String) -> Diagnostic {
    if case .hybrid(let hybrid) = model { return hybrid.refusal(.changing, at: name.span) }
    return Diagnostic(
      .notUnderstoodBy(
        command: "fit", model: name.word, kind: model.kind, instead: "train \(name.word) on=\(selection)"),
      at: name.span)
  }

  /// The network to be fitted: one made of `from=` with as many outputs as there are classes, or the one named.
  private func fitting(_ selection: Selection, in workspace: Workspace) throws -> HeadFitter {
    if let features { return try fitting(features, selection, in: workspace) }
    guard let given = from else {
      if case .table(let table) = selection, isFitHere(in: workspace) {
        try workspace.lookup.checkName(name, for: .model)
        return try HeadFitter(NetworkModel(linear: name.word, on: table), on: selection)
      }
      let named = try workspace.lookup.model(name)
      guard case .network(let model) = named else { throw isNoNetwork(named, selection.text) }
      return try HeadFitter(model.standardized(by: selection), on: selection)
    }
    try workspace.lookup.checkName(name, for: .model)
    let classes = max(2, selection.labels.count)
    let base = try workspace.lookup.base(given, for: name.word, hasBlock: false)
    do {
      switch base {
      case .file(let file):
        return try HeadFitter(
          NetworkModel(
            name: name.word, from: file.word, classes: classes, initialization: .zero, in: workspace.library),
          on: selection)
      case .layers(let extractor):
        return try HeadFitter(NetworkModel(name: name.word, on: extractor, classes: classes), on: selection)
      }
    } catch {
      throw error.placed(at: given.span)
    }
  }

  /// A network of the layers that make features, and a new one on them.
  private func fitting(
    _ features: CheckedValue, _ selection: Selection, in workspace: Workspace
  ) throws -> HeadFitter {
    try workspace.lookup.checkName(name, for: .model)
    let whole = try workspace.lookup.extractor(features)
    do {
      let model = try NetworkModel(
        name: name.word, on: isPooled ? whole.pooled() : whole, classes: max(2, selection.labels.count))
      return try HeadFitter(model, on: selection)
    } catch {
      throw error.placed(at: features.span)
    }
  }

  /// Whether a network of one layer is to be made: there is none of that name, or one that was made so.
  private func isFitHere(in workspace: Workspace) -> Bool {
    guard let model = workspace.models[name.word] else { return true }
    guard case .network(let network) = model, case .fitted = network.initial.origin else { return false }
    return network.source.file == nil && network.definition.layers.count { $0.learnableCount > 0 } == 1
  }

  /// The regressor to be fitted: one on features, the one named, or one of a table's own numbers and a single layer.
  private func regressor(on table: TableSelection, in workspace: Workspace) throws -> NetworkModel {
    if let features {
      try workspace.lookup.checkName(name, for: .model)
      let whole = try workspace.lookup.extractor(features)
      do {
        return try NetworkModel(
          name: name.word, on: isPooled ? whole.pooled() : whole, classes: table.dataset.outputs, answersNumbers: true)
      } catch {
        throw error.placed(at: features.span)
      }
    }
    guard !isFitHere(in: workspace) else {
      try workspace.lookup.checkName(name, for: .model)
      return NetworkModel(linear: name.word, on: table)
    }
    let model = try workspace.lookup.model(name)
    guard case .network(let network) = model else { throw isNoNetwork(model, table.text) }
    do {
      try model.checkAnswers(.table(table))
    } catch {
      throw error.placed(at: on.span)
    }
    return network
  }

  /// Ridge regression on a table's own numbers, or on what a network makes of them.
  private func fitNumbers(
    _ table: TableSelection, in workspace: Workspace, on context: CommandContext
  ) throws -> Rendering? {
    guard regression.l1 == 0 else { throw Diagnostic(.experiment(.loop(.noLassoOfNumbers(name.word))), at: name.span) }
    let ridge = RidgeRegression(l2: regression.l2, rescales: regression.rescales)
    var model = try regressor(on: table, in: workspace)
    let parts: TrainableParts
    do throws(ExperimentError) { parts = try TrainableParts(headOf: model) } catch { throw error.placed(at: name.span) }
    let width = parts.boundaryShape.reduce(1, *)
    guard min(width, table.count) <= RidgeRegression.mostEquations else {
      throw Diagnostic(
        .experiment(.loop(.tooManyEquations(name.word, width: width, limit: RidgeRegression.mostEquations))),
        at: on.span)
    }
    let clock = ContinuousClock.now
    do {
      try parts.trunk.checkRoom(for: table)
      let features = try workspace.inference(context).features(of: .table(table), variant: .original, through: parts)
      let rows = Tensor(shape: [table.count, features.values.count / max(1, table.count)], values: features.values)
      let targets = try model.numbers(table.truths, of: table.text).values
      guard
        let fit = ridge.fit(
          rows, targets: targets, outputs: model.outputs.count, goesOn: { !context.isInterrupted })
      else {
        throw StatementInterruption(remark: "\(name.word) was not fitted.")
      }
      model = model.fitted(weights: fit.weights, bias: fit.bias)
      model.initial.origin = .fitted(regression)
      model.training.learnt = LearntData(.table(table), classes: model.outputs.classes, scaling: nil)
      try workspace.catalogue.put(.network(model))
      return FactsView(
        title: "\(name.word): ridge regression of \(table.dataset.report?.target ?? "a number") on \(table.text)",
        facts: (model.source.basis == nil ? [] : [("reads", parts.trunk.phrase)]) + [
          ("weights", Self.weights(width, outputs: model.outputs.count)),
          (
            "RMSE",
            "\(Numbers.measured(fit.meanSquaredError.squareRoot())) on \(Numbers.count(table.count, "sample"))"
          ),
          ("settings", "l2=\(Numbers.short(ridge.l2)) rescale=\(ridge.rescales)"),
          ("time", Numbers.duration((ContinuousClock.now - clock).seconds)),
        ]
      ).rendering
    } catch {
      throw error.placed(at: on.span)
    }
  }

  private static func weights(_ width: Int, outputs: Int) -> String {
    outputs == 1
      ? "\(Numbers.grouped(width)), and one that is added"
      : "\(Numbers.grouped(width)) for each of \(outputs) numbers, and one that is added"
  }

  private func fit(
    _ fitting: HeadFitter, _ features: Tensor, on context: CommandContext
  ) throws -> LogisticRegression.Fit {
    let live = context.live()
    let fit = try regression.fit(features, targets: fitting.targets, classes: fitting.model.outputs.count) { progress in
      live.update(after: LiveDisplay.patience) { self.progress(progress) }
      return !context.isInterrupted
    }
    if live.isShown { live.finish(progress(fit.progress, of: fit.progress.iterations)) }
    return fit
  }

  /// How far it has come; nobody knows of how many iterations until it has converged.
  private func progress(_ progress: LogisticRegression.Progress, of total: Int? = nil) -> Rendering {
    Figures.ProgressView(
      title: name.word, completed: progress.iterations, total: total, unit: "iterations",
      details: ["objective \(Numbers.decimal(progress.objective, 4))"]
    ).rendering
  }
}
