/// Several processes share a mini-batch: each takes its own samples through the layers, and what a layer needs of the others' it
/// gathers. A layer that computes from all samples does so in every process.
extension Program {
  /// Where a mini-batch may be cut.
  func cuts(_ samples: Int) -> [Chunks] {
    runners.compactMap { if case .chunks(let chunks) = $0.sharing(samples) { chunks } else { nil } }
  }

  /// Computes all tensors.
  ///
  /// - Parameters:
  ///   - whole: The mini-batch.
  ///   - own: This process's view of it.
  ///   - shared: How it is shared.
  /// - Returns: Those of which every process has all samples.
  func forward(_ whole: Workspace, _ own: Workspace, _ shared: SharedBatch) -> Set<Int> {
    var complete = Set(inputs)
    var rest = runners[...]
    while let first = rest.first {
      guard first.sharing(shared.samples).isWhole else {
        let group = rest.prefix { !$0.sharing(shared.samples).isWhole }
        _ = forward(own, Array(group)) { true }
        rest.removeFirst(group.count)
        continue
      }
      let missing = Set(first.place.inputs).subtracting(complete)
      shared.gather(missing.sorted().map { whole.maps[$0] })
      first.forward(whole)
      complete.formUnion(missing.union(first.place.outputs))
      rest.removeFirst()
    }
    return complete
  }

  /// Runs the backward pass.
  ///
  /// - Parameters:
  ///   - whole: The mini-batch.
  ///   - own: This process's view of it.
  ///   - shared: How it is shared.
  ///   - complete: The tensors of which every process has all samples.
  func backward(_ whole: Workspace, _ own: Workspace, _ shared: SharedBatch, complete: Set<Int>) {
    var rest = backwardPasses[...]
    while let first = rest.first {
      let group = rest.prefix { $0.sharing(shared.samples).isBySample }
      guard group.isEmpty else {
        _ = backward(own, Array(group)) { true }
        rest.removeFirst(group.count)
        continue
      }
      rest.removeFirst()
      let gradients = first.place.outputs.compactMap { whole.gradients[$0] }
      if !first.sharing(shared.samples).isWhole, let first = first as? any BatchGradientRunner {
        first.inputGradients(own)
        let missing = Set(first.place.inputs).subtracting(complete).sorted()
        shared.gather(missing.map { whole.maps[$0] } + gradients)
        if let saved = first.savedForGradients, let bytes = saved.numbers(0, whole) {
          shared.gather(bytes, perSample: saved.indicesPerSample)
        }
        first.parameterGradients(whole, shared)
      } else {
        shared.gather(gradients)
        first.backward(whole)
      }
    }
  }
}
