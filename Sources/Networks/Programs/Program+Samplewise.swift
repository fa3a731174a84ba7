/// Where maps are large, a sample goes through as many layers as it can, and back again, while they are near: layer by layer all
/// samples' maps would come from afar.
extension Program {
  /// Samples at a time between two questions whether to go on, and of them each chunk's.
  private static var samplesAtOnce: Int { 16 }
  private static var ofEachChunk: Int { 4 }

  private func goesBySample(_ space: Workspace) -> Bool {
    storage.isSamplewise && Chunk.isWorthwhile(space.batch) && space.clock == nil && space.backwardClock == nil
  }

  /// Computes all tensors, asking now and then whether to go on.
  ///
  /// - Returns: Whether it came to the end.
  func forward(_ space: Workspace, goesOn: () -> Bool) -> Bool {
    if goesBySample(space) { return forwardBySample(space, goesOn: goesOn) }
    for runner in runners {
      guard goesOn() else { return false }
      space.time(runner, space.clock) { runner.forward(space) }
    }
    return true
  }

  private func forwardBySample(_ space: Workspace, goesOn: () -> Bool) -> Bool {
    goThrough(runners, goesOn: goesOn, asOne: \.takesSamplesAlone, layer: { $0.forward(space) }) { group in
      for start in stride(from: 0, to: space.batch, by: Program.samplesAtOnce) {
        guard goesOn() else { return false }
        space.forEachAlone(start..<min(start + Program.samplesAtOnce, space.batch)) { sample in
          for runner in group { runner.forward(sample) }
        }
      }
      return true
    }
  }

  /// Goes through layers, those one after the other together that can be taken as one.
  ///
  /// - Returns: Whether it came to the end.
  private func goThrough(
    _ runners: [any LayerRunner], goesOn: () -> Bool, asOne: (any LayerRunner) -> Bool,
    layer: (any LayerRunner) -> Void, group body: (ArraySlice<any LayerRunner>) -> Bool
  ) -> Bool {
    var rest = runners[...]
    while let first = rest.first {
      guard goesOn() else { return false }
      let group = rest.prefix(while: asOne)
      rest = rest.dropFirst(max(group.count, 1))
      if group.isEmpty {
        layer(first)
      } else if !body(group) {
        return false
      }
    }
    return true
  }

  /// Leads the gradient back, from the tensor whose gradient was written to the lowest parameter that may change, asking now and
  /// then whether to go on.
  ///
  /// - Returns: Whether it came to the end.
  func backward(_ space: Workspace, goesOn: () -> Bool) -> Bool {
    if goesBySample(space) { return backwardBySample(space, goesOn: goesOn) }
    for runner in wayBack where !runner.isLed || space.backwardClock != nil {
      guard goesOn() else { return false }
      space.time(runner, space.backwardClock) { runner.backward(space) }
    }
    return true
  }

  private func backwardBySample(_ space: Workspace, goesOn: () -> Bool) -> Bool {
    goThrough(
      wayBack.filter { !$0.isLed }, goesOn: goesOn, asOne: { $0.goesBackAlone(space.batch) },
      layer: { $0.backward(space) }
    ) {
      backward(space, $0, goesOn: goesOn)
    }
  }

  private func backward(_ space: Workspace, _ group: ArraySlice<any LayerRunner>, goesOn: () -> Bool) -> Bool {
    let chunks = Chunk.count(space.batch)
    let longest = (0..<chunks).map { Chunk.samples($0, of: space.batch).count }.max() ?? 0
    for runner in group { runner.beginChunks(chunks) }
    space.makeViews()
    for start in stride(from: 0, to: longest, by: Program.ofEachChunk) {
      guard goesOn() else { return false }
      space.run(chunks, work: space.batch * storage.floatsPerSample) { number, worker in
        let samples = Chunk.samples(number, of: space.batch)
        for sample in samples.dropFirst(start).prefix(Program.ofEachChunk) {
          let alone = space.alone(sample, worker: worker)
          let chunk = Chunk(number: number, begins: sample == samples.lowerBound)
          for runner in group { runner.backward(alone, chunk: chunk) }
        }
      }
    }
    for runner in group { runner.endChunks(space, chunks) }
    return true
  }
}
