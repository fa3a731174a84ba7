/// Runs a layer that knows nothing of sequences on every step of one, as if the steps were samples.
final class StepwiseRunner: PackingRunner {
  private let inner: any LayerRunner
  private let packing: (any PackingRunner)?
  private let steps: Int

  init(_ inner: any LayerRunner, steps: Int) {
    self.inner = inner
    packing = inner as? any PackingRunner
    self.steps = steps
  }

  var place: LayerPlace { inner.place }
  var memory: LayerMemory {
    let own = inner.memory
    return LayerMemory(
      scratch: own.scratch, savedIndices: own.savedIndices * steps, savedFloats: own.savedFloats * steps)
  }
  func isStale(for pass: Pass) -> Bool { packing?.isStale(for: pass.unrolled(steps)) ?? false }
  func prepare(for pass: Pass) { packing?.prepare(for: pass.unrolled(steps)) }
  func sharing(_ samples: Int) -> BatchDistribution {
    if case .samples = inner.sharing(samples * steps) { .samples } else { .whole }
  }
  func forward(_ space: Workspace) { inner.forward(space.unrolled(steps)) }
  func backward(_ space: Workspace) { inner.backward(space.unrolled(steps)) }
}
