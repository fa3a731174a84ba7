/// Parameters, and the state of training that belongs to them.
struct TrainingSnapshot {
  let parameters: ParameterSnapshot
  let state: TrainingState
}

/// Where a training stands after its last epochs, to fall back to when the loss is no finite number any more.
struct FallbackPoint {
  /// Parameters known to give a finite loss, or the first ones.
  private(set) var proven: TrainingSnapshot
  /// Those of the last epoch's end, not yet known to.
  private var unproven: TrainingSnapshot

  init(_ first: TrainingSnapshot) {
    proven = first
    unproven = first
  }

  /// Notes the end of an epoch.
  mutating func note(_ standing: TrainingSnapshot) { unproven = standing }

  /// A mini-batch after the last epoch's end had a finite loss.
  mutating func prove() { proven = unproven }

  /// Falls back to what is proven.
  mutating func fallBack() -> TrainingSnapshot {
    unproven = proven
    return proven
  }
}
