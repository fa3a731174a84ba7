/// Runs a layer that knows nothing of sequences on every step of one, as if the steps were samples.
final class StepwiseRunner: LayerRunner {
  private let inner: any LayerRunner
  private let steps: Int

  init(_ inner: any LayerRunner, steps: Int) {
    self.inner = inner
    self.steps = steps
  }

  var place: LayerPlace { inner.place }
  var scratchCount: Int { inner.scratchCount }
  var notesPerSample: Int { inner.notesPerSample * steps }
  var keptPerSample: Int { inner.keptPerSample * steps }
  func isStale(for pass: Pass) -> Bool { inner.isStale(for: pass.unrolled(steps)) }
  func prepare(for pass: Pass) { inner.prepare(for: pass.unrolled(steps)) }
  func forward(_ space: Workspace) { inner.forward(space.unrolled(steps)) }
  func backward(_ space: Workspace) { inner.backward(space.unrolled(steps)) }
}
