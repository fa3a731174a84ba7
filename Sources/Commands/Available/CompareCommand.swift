import Figures
import Tensors
import Training

/// `compare near hand on=hands by=leaveOneOut`
struct CompareCommand: Command {
  static let declaration = CommandDeclaration(
    "compare", "Trains models anew on the same photos, and says which is better, or that one cannot tell.",
    discussion: """
      Every model is trained anew by its own recipe (a k-NN model's settings, a network's last training from its first \
      weights, the fit of one that fit has made) and asked about photos it has not seen: by=test learns from the training photos and asks about the test \
      photos, by=folds and by=leaveOneOut ask about every photo of on=, held out in its turn. Beside each accuracy stands \
      its Wilson interval; two models are told apart by McNemar's exact test on the photos only one of them got right. \
      The models themselves stay as they are. With examplesPerClass=, learning curves: each number of examples is drawn \
      draws= times; the band holds the middle 80 % of the draws.
      """,
    positionals: [PositionalDeclaration("model", .model, "The models to compare.", repeats: true)],
    arguments: [
      ArgumentDeclaration("on", .split, "The photos; the only dataset when left out."),
      ArgumentDeclaration(
        "by", .choice(Questioning.Way.allCases.map(\.rawValue)), "Which photos are held out.", default: "test"),
      ArgumentDeclaration("folds", .integer(2...10_000), "For by=folds: in how many parts.", default: "5"),
      ArgumentDeclaration(
        "repeats", .integer(1...1000), "How often all is done, each time with other draws.", default: "1"),
      ArgumentDeclaration(
        "examplesPerClass", .list(.integer(1...1_000_000)), "For learning curves: how many of each class to learn from."
      ),
      ArgumentDeclaration(
        "draws", .integer(1...10_000), "For learning curves: how often each is drawn.", default: "20"),
      ArgumentDeclaration(
        "seed", .integer(0...Int.max), "What folds and examples are drawn from; chosen and printed when left out."),
      ArgumentDeclaration(
        "confidence", .decimal(0.5...0.9999), "How sure intervals and verdicts are to be.", default: "0.95"),
    ],
    examples: [
      "compare near hand on=hands by=leaveOneOut", "compare near hand on=hands by=folds folds=5 repeats=4",
      "compare near hand on=hands examplesPerClass=[1, 2, 5, 10] draws=20",
    ])

  private let arguments: Arguments
  private let way: Questioning.Way

  init(_ arguments: Arguments) throws(Fault) {
    self.arguments = arguments
    way = arguments.word("by").flatMap(Questioning.Way.init) ?? .test
    if way != .folds { try Self.refuse(arguments["folds"], "folds", belongsTo: "by=folds", "Set by=folds.") }
    if arguments["examplesPerClass"] == nil {
      try Self.refuse(
        arguments["draws"], "draws", belongsTo: "learning curves", "Add examplesPerClass=[1, 2, 5, 10].")
    } else {
      try Self.refuse(
        arguments["repeats"], "repeats", belongsTo: "comparisons of whole training sets",
        "For learning curves it is draws=.")
    }
    for (place, name) in arguments.positionals.enumerated()
    where arguments.positionals[..<place].contains(where: { $0.word == name.word }) {
      throw Fault(.evidence(.namedTwice(name.word)), at: name.span)
    }
  }

  private static func refuse(
    _ value: CheckedValue?, _ key: String, belongsTo owner: String, _ remedy: String
  ) throws(Fault) {
    guard let value else { return }
    throw Fault(.keyOfOther(key: key, given: value.text, belongsTo: owner, remedy: remedy), at: value.span)
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let models = try arguments.positionals.map { (name) throws(Fault) in try session.model(name) }
    let selection = try self.selection(in: session)
    let place = arguments["on"]?.span ?? arguments.commandSpan
    do {
      let contenders = try zip(models, arguments.positionals).map { model, name in
        do {
          return try session.contender(model, on: selection, stage: stage)
        } catch let fault as Fault {
          throw fault.placed(at: fault.isAboutPhotos ? place : name.span)
        }
      }
      let seed = arguments.seed ?? session.chooseSeed()
      return try arguments["examplesPerClass"] == nil
        ? compare(contenders, on: selection, seed: seed, stage) : curves(contenders, on: selection, seed: seed, stage)
    } catch let fault as Fault {
      throw fault.placed(at: place)
    }
  }

  /// The photos named, else those of the only dataset there is.
  private func selection(in session: Session) throws(Fault) -> Selection {
    if let on = arguments["on"] { return try session.selection(on) }
    let known = session.datasets.keys.sorted()
    guard known.count == 1 else {
      let models = arguments.positionals.map(\.word).joined(separator: " ")
      throw Fault(.evidence(.whichDataset(command: "compare", models: models, known: known)))
    }
    return try session.selection(named: known[0]).get()
  }

  // MARK: Whole training sets

  private func compare(
    _ contenders: [Contender], on selection: Selection, seed: UInt64, _ stage: Stage
  ) throws -> Rendering? {
    let questioning = try Questioning(
      way, on: selection, folds: arguments.integer("folds") ?? 5, repeats: arguments.integer("repeats") ?? 1,
      seed: seed)
    var view = ComparisonView(
      selection: selection, questioning: questioning, repeats: arguments.integer("repeats") ?? 1,
      comparison: Comparison(entrants: [], confidence: arguments.decimal("confidence") ?? 0.95))
    let live = stage.live()
    let start = ContinuousClock.now
    for contender in contenders {
      let report = try Trials(stage: stage).run(questioning.trials.count) { done in
        live.update { view.progress(contender.name, done.count) }
      } _: { place, goesOn in
        let trial = questioning.trials[place]
        return try contender.run(trial.split, repetition: trial.repetition, while: goesOn)
      }
      guard report.isComplete else {
        live.finish(view.stopped(in: contender.name))
        throw Interruption(remark: view.whereItStopped(contender.name, report.outcomes.count))
      }
      view.comparison.entrants.append(
        Comparison.Entrant(contender, questioning.trials.map(\.split), report.outcomes))
    }
    view.seconds = (ContinuousClock.now - start).seconds
    return finish(view.rendering, live)
  }

  // MARK: Learning curves

  private func curves(
    _ contenders: [Contender], on selection: Selection, seed: UInt64, _ stage: Stage
  ) throws -> Rendering? {
    let sizes = Set((arguments.list("examplesPerClass") ?? []).map(\.integer)).sorted()
    let examples = try LearningCurve.Examples(
      sizes: sizes, draws: arguments.integer("draws") ?? 20, seed: seed, way: way, selection: selection)
    var view = LearningCurveView(selection: selection, examples: examples, curves: [])
    let live = stage.live()
    let start = ContinuousClock.now
    for contender in contenders {
      view.curves.append(LearningCurve(name: contender.name, recipe: contender.recipe.phrase, points: []))
      for size in sizes {
        let report = try Trials(stage: stage).run(examples.draws) { done in
          live.update { view.progress(contender.name, size, done.count) }
        } _: { draw, goesOn in
          try contender.run(examples.split(size, draw: draw), while: goesOn).answers.accuracy
        }
        guard report.isComplete else {
          live.finish(view.stopped)
          throw Interruption(remark: view.whereItStopped(contender.name, size))
        }
        view.curves[view.curves.count - 1].points.append(
          LearningCurve.Point(size: size, accuracies: report.outcomes))
      }
    }
    view.seconds = (ContinuousClock.now - start).seconds
    return finish(view.rendering, live)
  }

  /// Where the page shows progress already, the result takes its place.
  private func finish(_ rendering: Rendering, _ live: LiveDisplay) -> Rendering? {
    guard live.isShown else { return rendering }
    live.finish(rendering)
    return nil
  }
}
