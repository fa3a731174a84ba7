/// Where maps are large, a sample goes through as many layers as it can, and back again, while they are near: layer by layer all
/// samples' maps would come from afar.
extension Program {
  /// Samples at a time between two questions whether to go on, and of them each chunk's.
  private static var samplesAtOnce: Int { 16 }
  private static var ofEachChunk: Int { 4 }

  private func isSamplewise(_ space: Workspace) -> Bool {
    storage.isSamplewise && Chunk.isWorthwhile(space.batch) && space.clock == nil && space.backwardClock == nil
  }

  /// Computes all tensors, asking now and then whether to go on.
  ///
  /// - Returns: Whether it came to the end.
  func forward(_ space: Workspace, goesOn: () -> Bool) -> Bool { forward(space, runners, goesOn: goesOn) }

  /// Runs some neighbouring layers forward.
  func forward(_ space: Workspace, _ runners: [any LayerRunner], goesOn: () -> Bool) -> Bool {
    if isSamplewise(space) { return forwardBySample(space, runners, goesOn: goesOn) }
    for runner in runners {
      guard goesOn() else { return false }
      time(runner, space.clock, samples: space.batch) { runner.forward(space) }
    }
    return true
  }

  private func forwardBySample(_ space: Workspace, _ runners: [any LayerRunner], goesOn: () -> Bool) -> Bool {
    goThrough(runners, goesOn: goesOn, alone: { $0 as? any SamplewiseRunner }, layer: { $0.forward(space) }) { group in
      for start in stride(from: 0, to: space.batch, by: Program.samplesAtOnce) {
        guard goesOn() else { return false }
        space.forEachAlone(start..<min(start + Program.samplesAtOnce, space.batch)) { sample in
          for runner in group { runner.forward(sample) }
        }
      }
      return true
    }
  }

  /// Goes through layers, those one after the other together that can be taken sample by sample.
  ///
  /// - Returns: Whether it came to the end.
  private func goThrough(
    _ runners: [any LayerRunner], goesOn: () -> Bool, alone: (any LayerRunner) -> (any SamplewiseRunner)?,
    layer: (any LayerRunner) -> Void, group body: ([any SamplewiseRunner]) -> Bool
  ) -> Bool {
    var rest = runners[...]
    while let first = rest.first {
      guard goesOn() else { return false }
      var group: [any SamplewiseRunner] = []
      while let next = rest.first.flatMap(alone) {
        group.append(next)
        rest.removeFirst()
      }
      if group.isEmpty {
        layer(first)
        rest.removeFirst()
      } else if !body(group) {
        return false
      }
    }
    return true
  }

  /// Runs the backward pass, from the tensor whose gradient was written to the lowest parameter that may change, asking now and
  /// then whether to go on.
  ///
  /// - Returns: Whether it came to the end.
  func backward(_ space: Workspace, goesOn: () -> Bool) -> Bool {
    backward(space, space.backwardClock == nil ? backwardPasses : backwardLayers, goesOn: goesOn)
  }

  /// Runs some neighbouring layers backward.
  func backward(_ space: Workspace, _ runners: [any LayerRunner], goesOn: () -> Bool) -> Bool {
    if isSamplewise(space) { return backwardBySample(space, runners, goesOn: goesOn) }
    for runner in runners {
      guard goesOn() else { return false }
      time(runner, space.backwardClock, samples: space.batch) { runner.backward(space) }
    }
    return true
  }

  private func backwardBySample(_ space: Workspace, _ runners: [any LayerRunner], goesOn: () -> Bool) -> Bool {
    func alone(_ runner: any LayerRunner) -> (any SamplewiseRunner)? {
      guard let runner = runner as? any SamplewiseRunner, runner.goesBackwardSamplewise(space.batch) else { return nil }
      return runner
    }
    return goThrough(runners, goesOn: goesOn, alone: alone, layer: { $0.backward(space) }) {
      backward(space, inChunks: $0, goesOn: goesOn)
    }
  }

  private func backward(_ space: Workspace, inChunks group: [any SamplewiseRunner], goesOn: () -> Bool) -> Bool {
    let chunks = Chunks(space)
    let summing = group.compactMap { $0 as? any ChunkwiseRunner }
    for runner in summing { runner.beginChunks(chunks.count) }
    space.makeViews()
    for start in stride(from: 0, to: chunks.longest, by: Program.ofEachChunk) {
      guard goesOn() else { return false }
      let work = space.batch * storage.floatsPerSample
      space.threads.forEach(in: chunks, from: start, atMost: Program.ofEachChunk, work: work) { sample, chunk, worker in
        let alone = space.alone(sample, worker: worker)
        for runner in group { runner.backward(alone, chunk: chunk) }
      }
    }
    for runner in summing { runner.endChunks(space, chunks.count) }
    return true
  }
}
