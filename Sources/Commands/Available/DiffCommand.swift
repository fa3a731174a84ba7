import CommandLanguage
import Figures
import Language
import RunStore
import Training

/// `diff 3 7`, `diff 3 7 on=hands.test`
struct DiffCommand: Command {
  private static let runs = PositionalArgument(
    repeating: "run", .placed(.integer(1...Int.max)), "The two runs, by number: see runs.")
  private static let on = KeyedArgument("on", .split, "The samples to predict.")

  static let declaration = CommandDeclaration(
    "diff", "Compares two trainings: what was set otherwise, and which photos are answered otherwise.",
    discussion: """
      The models are taken as they stood after their runs. Without on= they are asked about the photos the second run was \
      checked on. Of the photos only one of them answers rightly McNemar's exact test says whether chance alone would \
      divide them as unevenly.
      """,
    positionals: [runs],
    arguments: [on],
    examples: ["diff 3 7", "diff 3 7 on=hands.test"], filler: "run")

  private let runs: [GivenValue<Int>]
  private let on: CheckedValue?

  init(_ arguments: Arguments) throws(Fault) {
    runs = arguments[Self.runs]
    on = arguments[Self.on]
    guard runs.count == 2 else {
      throw Fault(.run(.twoRuns(given: runs.count)), at: runs.dropFirst(2).first?.span ?? arguments.commandSpan)
    }
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let first = try session.rememberedRun(runs[0])
    let second = try session.rememberedRun(runs[1])
    var view = RunDifferenceView(first: first, second: second)
    guard let selection = try selection(of: second, in: session) else { return view.rendering }
    var answers: [Evaluation] = []
    for (run, place) in zip([first, second], runs) {
      do {
        let model = try session.model(after: run)
        answers.append(try session.evaluate(model, on: selection, stage: stage))
      } catch let fault as Fault {
        throw fault.placed(at: place.span)
      }
    }
    view.answers = RunDifferenceView.Answers(selection: selection, first: answers[0], second: answers[1])
    return view.rendering
  }

  /// The photos to ask about; nil where nobody says which.
  private func selection(of run: RememberedRun, in session: Session) throws(Fault) -> Selection? {
    if let on { return try session.selection(on) }
    guard let text = run.details?.training.validate.first else { return nil }
    _ = try session.recallDataset(behind: text)
    return try session.selection(named: text).placing(at: runs[1].span)
  }
}

extension Session {
  /// A model as it stood after a run.
  ///
  /// - Throws: `RunFact.modelNotHeld`, `notRecalled`.
  func model(after run: RememberedRun) throws(Fault) -> Model {
    guard let keeper = memory?.keeper, let description = run.details?.after else {
      throw Fault(.run(.modelNotHeld(Int(run.run.id), isOver: run.run.state != .running)))
    }
    return try model(description, of: run, keeper)
  }

  /// A model as it stood before a run.
  ///
  /// - Throws: as `model(after:)`.
  func model(before run: RememberedRun) throws(Fault) -> Model {
    guard let keeper = memory?.keeper, let description = run.details?.before else {
      throw Fault(.run(.modelNotHeld(Int(run.run.id), isOver: true)))
    }
    return try model(description, of: run, keeper)
  }

  private func model(
    _ description: ContentHash, of run: RememberedRun, _ keeper: ModelKeeper
  ) throws(Fault) -> Model {
    do throws(KeepingError) {
      return try keeper.read(description, named: run.run.start.model)
    } catch .content(.missing) {
      throw Fault(.run(.modelNotHeld(Int(run.run.id), isOver: true)))
    } catch {
      throw Fault(.run(.notRecalled("\(run.run.start.model) of run \(run.run.id)", error)))
    }
  }
}
