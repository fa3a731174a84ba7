import Arithmetic
import Synchronization
import Tensors

/// Whether a run is to go on: once it is not, it never is.
private final class Stop: Sendable {
  private let asked: @Sendable () -> Bool
  private let isStopped = Atomic(false)

  init(_ asked: @escaping @Sendable () -> Bool) { self.asked = asked }

  var goesOn: Bool {
    if isStopped.load(ordering: .relaxed) { return false }
    if asked() { return true }
    isStopped.store(true, ordering: .relaxed)
    return false
  }
}

/// Runs a network forward for some wanted tensors.
///
/// Several samples: each thread takes some of them through all layers in a workspace of its own, which stays in the nearer
/// caches and needs no meeting between layers. One sample: the threads share each layer.
final class Predictor {
  private let blueprint: Blueprint
  private let program: Program
  private let wanted: [Int]
  private let workers: WorkerPool
  private var single: Workspace?
  private var perWorker: [Workspace?]
  private var chunk = 0

  init(_ blueprint: Blueprint, wanted: Set<Int>, workers: WorkerPool) throws(NetworkError) {
    self.blueprint = blueprint
    self.workers = workers
    self.wanted = wanted.sorted()
    program = try Program(blueprint, wanted: wanted)
    perWorker = [Workspace?](repeating: nil, count: workers.threads)
  }

  /// The most samples a thread takes at once: as many as keep the working memory at about a megabyte.
  private var mostAtOnce: Int { min(max(262_144 / max(program.storage.floatsPerSample, 1), 1), 64) }

  /// Computes the wanted tensors, by number.
  ///
  /// - Throws: `NetworkError.step(.stopped)` where `goesOn`, asked before every layer and within large ones, says so.
  func run(
    _ feeds: FeedSet, _ goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(NetworkError) -> [Int: Tensor] {
    try feeds.check(program, blueprint)
    // Without any input (constants alone), one sample.
    let count = program.inputs.isEmpty ? 1 : feeds.count
    for number in wanted { try MemoryLimit.check([count, blueprint.shapes[number].total], layer: nil) }
    // The results twice: as they are computed, and as they are handed out.
    try MemoryLimit.checkAvailable(
      MemoryLimit.bytes(of: [2, count, wanted.reduce(0) { $0 + blueprint.shapes[$1].total }]))
    let results = wanted.map { FloatBuffer(count: count * blueprint.shapes[$0].total) }
    if count > 0 {
      program.prepare(workers, for: .forward)
      let stop = Stop(goesOn)
      let goesOn: @Sendable () -> Bool = { stop.goesOn }
      if count == 1 { try runOne(feeds, results, goesOn) } else { try runMany(feeds, count, results, goesOn) }
      guard goesOn() else { throw .step(.stopped) }
    }
    var tensors: [Int: Tensor] = [:]
    for (number, result) in zip(wanted, results) {
      tensors[number] = Tensor(shape: [count] + blueprint.shapes[number].lengths, values: result.values)
    }
    return tensors
  }

  /// How long each layer takes a sample, from so many runs.
  func times(_ feeds: FeedSet, runs: Int) throws(NetworkError) -> [LayerTime] {
    _ = try run(feeds)
    let spaces = (feeds.count == 1 ? [single] : perWorker).compactMap(\.self)
    for space in spaces { space.clock = LayerClock(layers: program.runners.count) }
    defer { for space in spaces { space.clock = nil } }
    for _ in 0..<max(runs, 1) { _ = try run(feeds) }
    let seconds = (0..<program.runners.count + 2).map { place in
      spaces.compactMap { $0.clock?.seconds[place] }.min() ?? 0
    }
    return zip(program.runners, seconds).map { LayerTime(layer: $0.place.name, seconds: $1) }
      + [LayerTime(layer: nil, seconds: seconds.suffix(2).reduce(0, +))]
  }

  private func runOne(
    _ feeds: FeedSet, _ results: [FloatBuffer], _ goesOn: @escaping @Sendable () -> Bool
  ) throws(NetworkError) {
    if single == nil { try MemoryLimit.checkAvailable(program.memory.bytes(samples: 1, threads: workers.threads)) }
    let space = single ?? Workspace(program.memory, capacity: 1, workers: workers)
    single = space
    run(feeds, 0..<1, in: space, results, goesOn)
  }

  private func runMany(
    _ feeds: FeedSet, _ count: Int, _ results: [FloatBuffer], _ goesOn: @escaping @Sendable () -> Bool
  ) throws(NetworkError) {
    let share = min(mostAtOnce, (count + workers.threads - 1) / workers.threads)
    if share > chunk {
      chunk = share
      try MemoryLimit.check([workers.threads, chunk, program.storage.floatsPerSample], layer: nil)
      try MemoryLimit.checkAvailable(
        program.memory.bytes(samples: workers.threads * chunk, threads: workers.threads))
      for worker in perWorker.indices {
        perWorker[worker] = Workspace(program.memory, capacity: chunk, workers: nil)
      }
    }
    workers.run((count + share - 1) / share) { block, worker in
      guard let space = perWorker[worker] else { return }
      let samples = block * share..<min((block + 1) * share, count)
      space.batch = samples.count
      run(feeds, samples, in: space, results, goesOn)
    }
  }

  private func run(
    _ feeds: FeedSet, _ samples: Range<Int>, in space: Workspace, _ results: [FloatBuffer],
    _ goesOn: @escaping @Sendable () -> Bool
  ) {
    space.threads.goesOn = goesOn
    defer { space.threads.goesOn = nil }
    guard let clock = space.clock else {
      feeds.write(samples, inputs: program.inputs, to: space)
      guard program.forwardLayers(space, goesOn: goesOn) else { return }
      return read(space, results, first: samples.lowerBound)
    }
    clock.measure(.input, samples: samples.count) { feeds.write(samples, inputs: program.inputs, to: space) }
    program.forward(space)
    clock.measure(.output, samples: samples.count) { read(space, results, first: samples.lowerBound) }
  }

  /// Copies the wanted tensors out, channels first.
  private func read(_ space: Workspace, _ results: [FloatBuffer], first: Int) {
    for (number, result) in zip(wanted, results) {
      let steps = space.maps[number].shape.steps
      let map = space.unrolled(steps).maps[number]
      for sample in 0..<space.batch * steps {
        let to = result.pointer + (first * steps + sample) * map.shape.count
        Elementwise.transpose(
          map.sample(sample), step: map.pixelStep, into: to, step: map.shape.pixels, rows: map.shape.pixels,
          columns: map.shape.channels)
      }
    }
  }
}
