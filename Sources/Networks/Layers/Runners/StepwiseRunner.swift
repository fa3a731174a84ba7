/// Runs a layer that knows nothing of sequences on every step of one, as if the steps were samples.
final class StepwiseRunner: LayerRunner {
  private let inner: any LayerRunner
  private let steps: Int

  init(_ inner: any LayerRunner, steps: Int) {
    self.inner = inner
    self.steps = steps
  }

  var place: LayerPlace { inner.place }
  var memory: LayerMemory {
    let own = inner.memory
    return LayerMemory(
      scratch: own.scratch, savedIndices: own.savedIndices * steps, savedFloats: own.savedFloats * steps)
  }
  func isStale(for pass: Pass) -> Bool { inner.isStale(for: pass.unrolled(steps)) }
  func prepare(for pass: Pass) { inner.prepare(for: pass.unrolled(steps)) }
  func forward(_ space: Workspace) { inner.forward(space.unrolled(steps)) }
  func backward(_ space: Workspace) { inner.backward(space.unrolled(steps)) }
}
