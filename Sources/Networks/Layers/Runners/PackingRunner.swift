/// A layer that computes with a copy of its weights in another order.
protocol PackingRunner: LayerRunner {
  /// Whether the copy has to be made, or made anew.
  func isStale(for pass: Pass) -> Bool
  /// Brings the copy up to date. Called before any other work, for one layer on one thread.
  func prepare(for pass: Pass)
}
