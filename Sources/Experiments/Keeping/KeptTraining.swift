import Networks
import Training

/// What training a network came to, as it is kept.
struct KeptTraining: Sendable, Codable {
  private let history: [EpochRecord]
  private let lastTraining: NetworkModel.LastTraining?
  private let learnt: LearntData?
  /// Absent in what was kept before there was such a thing.
  private let differences: Int?
  private let state: TrainingState?
  /// The optimizer's numbers, which are not in `state`.
  let moments: [KeptNumbers]
  private let isStopped: Bool
  private let best: ParameterSnapshot?

  /// Takes a history apart.
  init(_ value: TrainingHistory, _ packer: inout NumberPacker) {
    (history, lastTraining, learnt) = (value.records, value.last, value.learnt)
    (differences, isStopped, best) = (value.differences, value.isStopped, value.best)
    var state = value.state
    moments = (state?.takeNumbers() ?? []).map { packer.add($0) }
    self.state = state
  }

  /// Puts the history together again.
  ///
  /// - Throws: `KeepingError`.
  func value(_ reader: inout NumberReader) throws(KeepingError) -> TrainingHistory {
    var value = TrainingHistory()
    (value.records, value.last, value.learnt, value.differences) = (history, lastTraining, learnt, differences ?? 0)
    var numbers: [[Float]] = []
    for moments in moments { numbers.append(try reader.read(moments)) }
    if var state {
      guard state.putNumbers(numbers) else { throw .damaged }
      value.position = isStopped ? .stopped(state, best: best) : .ended(state)
    }
    return value
  }
}
