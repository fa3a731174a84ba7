import Experiments
public import Figures
import Foundation
import RunStore
import Views

/// What has become of work whose unfinished figures stand on pages, also of sessions that have ended.
public struct FigureEndings: Sendable {
  /// What is known of some work.
  public enum Ending: Sendable, Equatable {
    /// It may go on: its session has not ended.
    case open
    /// The figure as it stands, now that the session has ended.
    case redrawn(Rendering)
    /// What is to be said above the figure, of which nothing is written down.
    case noted(String)
  }

  /// What tells this session from others, also from those that have ended.
  public let session: String
  private let runs: RunHistory

  /// The endings that the session of a workbench knows.
  public init(_ workbench: Workbench) {
    let runs = workbench.lock.withLock { RunHistory($0.workspace) }
    self.runs = runs
    session = runs.session ?? UUID().uuidString
  }

  /// Tells what has become of work. May be called from any thread, also while a cell runs.
  ///
  /// - Parameters:
  ///   - work: The work, as its figure named it.
  ///   - session: The session that drew the figure.
  /// - Returns: What is known of it.
  public func ending(of work: Rendering.Unfinished, in session: String) -> Ending {
    guard session != self.session, !runs.isAlive(session) else { return .open }
    guard let number = work.run, let run = try? runs.rememberedRun(number), runs.isOfPlace(run) else {
      return .noted("The kernel ended before this had. Run the cell again.")
    }
    guard run.run.state != .running || run.isKilled else { return .open }
    let last = runs.lastNumber(of: run.run.start.model)
    let view = EndedTrainingView(
      run: run, records: runs.records(through: run), epochsBefore: max(0, work.epochsBefore),
      canGoOn: runs.canGoOn(run), later: last.flatMap { $0 > number ? $0 : nil })
    return .redrawn(view.rendering)
  }
}
