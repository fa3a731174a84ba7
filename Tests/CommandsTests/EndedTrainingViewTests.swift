import CommandLanguage
import Figures
import Synchronization
import Testing

@testable import Commands
@testable import Experiments

/// Figures that an ended session left unfinished, drawn anew from what was written down.
struct EndedTrainingViewTests {
  private static let long =
    "train hand on=pets.train validate=pets.test miniBatchSize=2 epochs=6 learningRate=0.05 seed=4"

  /// A session that began a training and stopped it in its midst, after some epochs.
  private func sessions() throws -> (Sessions, first: LiveSession) {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    first.run("features pets from=tiny layer=flat1")
    first.stop(Self.long, afterQuestions: 1 + 16)
    return (sessions, first)
  }

  private func ending(_ session: LiveSession, run: Int? = 1, of drawer: String = "another") -> FigureEndings.Ending {
    FigureEndings(session.workbench).ending(of: Rendering.Unfinished(run: run), in: drawer)
  }

  private func text(_ ending: FigureEndings.Ending) -> String {
    guard case .redrawn(let rendering) = ending else { return "\(ending)" }
    return rendering.plainText
  }

  @Test func `a figure in progress names its run, and a finished one names none`() throws {
    let session = try Sessions().begin()
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    let states = States()
    #expect(session.workbench.run(Self.long, on: states) == .finished)
    #expect(states.unfinished.first == Rendering.Unfinished(run: 1))
    #expect(states.unfinished.count > 1 && states.unfinished.last == .some(nil))
  }

  @Test func `a stopped training says where, and the command it names goes on`() throws {
    let (sessions, _) = try sessions()
    let later = try sessions.begin()
    let shown = text(ending(later))
    let told = shown.firstMatch(of: #/Stopped at epoch ([1-5]) of 6; train hand continues\./#)
    let epoch = try #require(told, "\(shown)").1
    #expect(shown.contains("\(epoch) of 6 epochs") && shown.contains("validation loss"), "\(shown)")
    later.run("train hand")
    #expect(text(ending(later)).contains("Stopped at epoch \(epoch) of 6. Run 2 is a later training of hand."))
    let whole = text(ending(later, run: 2))
    #expect(whole.contains("Completed.") && whole.contains("6 of 6 epochs"))
    #expect(whole.squeezed.contains("\n 1 "), "the epochs of the run before belong to it: \(whole)")
  }

  @Test func `nothing is said of a session that goes on`() throws {
    let (_, first) = try sessions()
    #expect(ending(first, of: FigureEndings(first.workbench).session) == .open)
  }

  @Test(arguments: [nil, 0, -1, 77, Int.max, Int.min])
  func `work of which nothing is written down is said to have ended`(run: Int?) throws {
    let (sessions, _) = try sessions()
    guard case .noted(let text) = ending(try sessions.begin(), run: run) else {
      Issue.record("not noted")
      return
    }
    #expect(text == "The kernel ended before this had. Run the cell again.")
  }
}

/// What the states of figures say of their work, one after the other.
private final class States: CellDisplay {
  private let states = Mutex<[Rendering.Unfinished?]>([])

  var unfinished: [Rendering.Unfinished?] { states.withLock { $0 } }
  var isInterrupted: Bool { false }

  func print(_ text: String) {}
  func show(_ rendering: Rendering) {}
  func show(_ rendering: Rendering, as identity: String) { states.withLock { $0.append(rendering.unfinished) } }
  func replace(_ identity: String, with rendering: Rendering) { states.withLock { $0.append(rendering.unfinished) } }
  func result(_ rendering: Rendering) {}
}
