import Foundation
import RunStore

/// Measures what a statement costs, from its making on.
public struct CostMeter: Sendable {
  private let start = ContinuousClock.now
  private let before: FeatureCache.Account
  private let samplesBefore: Int

  /// How long a statement is at which its cost is shown.
  public static let longStatement = 2.0
  /// How long a statement is at which its cost is noted even where it has changed nothing. To ask for the memory and to
  /// write to the ledger takes many times what a `print` does, and ten thousand of them are nothing to look back on.
  public static let shortStatement = 0.001

  /// Begins to measure.
  public init(_ workspace: Workspace) {
    before = workspace.featureCache.total
    samplesBefore = workspace.samplesLearnt
  }

  /// What it has cost so far; the memory only of what was not short.
  public func cost(_ workspace: Workspace) -> Cost {
    var cost = Cost(
      seconds: (ContinuousClock.now - start).seconds,
      photosRun: workspace.featureCache.total.computed - before.computed,
      photosKnown: workspace.featureCache.total.known - before.known,
      samplesLearnt: workspace.samplesLearnt - samplesBefore)
    if cost.seconds >= Self.shortStatement { cost.peakBytes = ProcessMemory.peak ?? 0 }
    return cost
  }

  /// Enters the cost into the ledger, unless the statement was short and for nothing. One that cannot be written is not
  /// worth a word.
  public func enter(_ cost: Cost, of statement: @autoclosure () -> String, hasChanged: Bool, in workspace: Workspace) {
    let isWorthNoting =
      hasChanged || cost.seconds >= Self.shortStatement || cost.photosRun + cost.photosKnown + cost.samplesLearnt > 0
    guard isWorthNoting else { return }
    defer { ProcessMemory.resetPeak() }
    guard let store = workspace.store, let place = workspace.memory?.place else { return }
    try? store.add(
      StoredCost(
        session: workspace.undo.files?.session ?? "", place: place, statement: statement(),
        started: Date(timeIntervalSinceNow: -cost.seconds),
        record: RunDetails.text(cost)))
  }
}
