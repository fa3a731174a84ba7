import Arithmetic

/// Where one tensor of a mini-batch lies: sample by sample, row by row, pixel by pixel, the channels together. Its pixels may
/// lie apart, with another tensor's channels between them: so a concat's inputs are written in place.
struct Map {
  let pointer: UnsafeMutablePointer<Float>
  let shape: MapShape
  /// From one pixel to the next, in floats.
  let pixelStep: Int
  /// From one sample to the next.
  let sampleStep: Int

  func sample(_ index: Int) -> UnsafeMutablePointer<Float> { pointer + index * sampleStep }

  /// The steps of a sequence of this length as samples; as it is when it has another length.
  func unrolled(_ steps: Int) -> Map {
    guard shape.steps == steps else { return self }
    return Map(pointer: pointer, shape: shape.step, pixelStep: pixelStep, sampleStep: sampleStep / steps)
  }

  /// The map of one sample by itself.
  func alone(_ index: Int) -> Map {
    Map(pointer: sample(index), shape: shape, pixelStep: pixelStep, sampleStep: sampleStep)
  }

  var rowStep: Int { shape.width * pixelStep }
  /// Whether a sample's numbers lie without gaps.
  var isDense: Bool { pixelStep == shape.channels || shape.pixels == 1 }

  /// Calls `body` for every run of numbers without gaps in one sample, with the run's first number counted from the start of
  /// a map without gaps.
  func forEachRun(_ body: (_ offset: Int, _ count: Int) -> Void) {
    if isDense { return body(0, shape.count) }
    for pixel in 0..<shape.pixels { body(pixel * shape.channels, shape.channels) }
  }

  /// Zeroes one sample.
  func clear(_ index: Int) { clear(index, rows: 0..<shape.height) }

  /// Zeroes some rows of a sample.
  func clear(_ index: Int, rows: Range<Int>) {
    let start = sample(index) + rows.lowerBound * rowStep
    if isDense { return start.update(repeating: 0, count: rows.count * shape.width * shape.channels) }
    for pixel in 0..<rows.count * shape.width {
      (start + pixel * pixelStep).update(repeating: 0, count: shape.channels)
    }
  }

  /// Where the number `offset` of the map without gaps lies in a sample; `offset` begins a run.
  func place(_ offset: Int) -> Int { isDense ? offset : offset / shape.channels * pixelStep }
}

/// The memory of a run: every tensor, every gradient, scratch for each thread. Allocated once, used by every step.
final class Workspace {
  /// For how many samples there is room.
  let capacity: Int
  /// How many samples are being worked on.
  var batch: Int
  let maps: [Map]
  let gradients: [Map?]
  /// Whole numbers a layer keeps from forward to backward (positions of maxima), by layer.
  let notes: [UnsafeMutablePointer<Int32>?]
  /// Numbers a layer keeps for its own use on the way back, by layer.
  let kept: [FloatBuffer?]
  /// Who shares the work; nil where the workspace belongs to one thread of many.
  let workers: WorkerPool?
  let isTraining: Bool
  /// What dropout draws from, together with its own layer and the sample: another number for each step of training.
  var seed: UInt64 = 0

  /// What moves parameters piece by piece, on the way back of a step.
  var stepper: ParameterStepper?
  /// What takes the layers' time, where anyone wants to know.
  var clock: LayerClock?
  /// The same on the way back.
  var backwardClock: LayerClock?

  /// Whether running statistics have followed the mini-batch, which cannot be taken back.
  var hasMovedStatistics = false

  private let memory: FloatBuffer
  private let scratches: [FloatBuffer]
  private let ownsNotes: Bool
  private var views: [Int: Workspace] = [:]
  private var samples: [Workspace] = []
  /// The thread that works here, where only one does.
  private var worker = 0

  init(program: Program, capacity: Int, workers: WorkerPool?) {
    self.capacity = capacity
    self.workers = workers
    batch = capacity
    isTraining = program.isTraining
    ownsNotes = true
    let storage = program.storage
    memory = FloatBuffer(count: storage.floatsPerSample * capacity)
    let base = memory.pointer
    maps = storage.placements.map { storage.map($0, at: base, capacity: capacity) }
    gradients = storage.gradientPlacements.map { $0.map { storage.map($0, at: base, capacity: capacity) } }
    notes = program.runners.map { runner in
      let count = program.isTraining ? runner.notesPerSample * capacity : 0
      return count == 0 ? nil : .allocate(capacity: count)
    }
    kept = program.runners.map { runner in
      let count = program.isTraining ? runner.keptPerSample * capacity : 0
      return count == 0 ? nil : FloatBuffer(count: count)
    }
    let scratch = program.runners.map(\.scratchCount).max() ?? 0
    scratches = (0..<(workers?.threads ?? 1)).map { _ in FloatBuffer(count: scratch) }
  }

  /// The same memory, the steps of sequences of this length seen as samples.
  private init(unrolling space: Workspace, steps: Int) {
    capacity = space.capacity * steps
    batch = space.batch * steps
    maps = space.maps.map { $0.unrolled(steps) }
    gradients = space.gradients.map { $0?.unrolled(steps) }
    notes = space.notes
    kept = space.kept
    workers = space.workers
    isTraining = space.isTraining
    memory = space.memory
    scratches = space.scratches
    ownsNotes = false
  }

  /// One sample of this memory, for the thread that takes it through some layers forward.
  private init(_ space: Workspace, sample: Int, _ program: Program) {
    capacity = 1
    batch = 1
    maps = space.maps.map { $0.alone(sample) }
    gradients = space.gradients.map { $0?.alone(sample) }
    notes = zip(space.notes, program.runners).map { note, runner in note.map { $0 + sample * runner.notesPerSample } }
    kept = space.kept
    workers = nil
    isTraining = space.isTraining
    memory = space.memory
    scratches = space.scratches
    ownsNotes = false
  }

  deinit { if ownsNotes { for note in notes { note?.deallocate() } } }

  /// This memory with every step of a sequence of this length a sample of its own: step t of sample n is number
  /// n · steps + t. Maps of other lengths are not to be used there.
  func unrolled(_ steps: Int) -> Workspace {
    if steps == 1 { return self }
    let view = views[steps] ?? Workspace(unrolling: self, steps: steps)
    views[steps] = view
    view.batch = batch * steps
    view.seed = seed
    return view
  }

  /// One sample of this memory as if there were no other, for a thread that takes it through some layers; from `makeViews`.
  func alone(_ sample: Int, worker: Int) -> Workspace {
    let view = samples[sample]
    view.worker = worker
    return view
  }

  /// Calls `body` for some samples, each as if there were no other, shared among the threads.
  func forEachAlone(_ program: Program, _ range: Range<Int>, _ body: (Workspace) -> Void) {
    makeViews(program)
    run(range.count, work: range.count * program.storage.floatsPerSample) { piece, worker in
      body(alone(range.lowerBound + piece, worker: worker))
    }
  }

  /// Makes the views of single samples, before threads share them.
  func makeViews(_ program: Program) {
    while samples.count < batch { samples.append(Workspace(self, sample: samples.count, program)) }
  }

  /// The scratch memory of the one thread that works here.
  var ownScratch: UnsafeMutablePointer<Float> { scratch(worker) }

  /// How many threads have scratch memory.
  var threads: Int { scratches.count }

  func scratch(_ worker: Int) -> UnsafeMutablePointer<Float> { scratches[worker].pointer }

  /// Calls `body` for every piece, shared among the threads when the work, in multiplications, is worth waking them.
  func run(_ pieces: Int, work: Int, _ body: (_ piece: Int, _ worker: Int) -> Void) {
    guard let workers, work > 50_000 else {
      for piece in 0..<pieces { body(piece, worker) }
      return
    }
    workers.run(pieces, body)
  }

  /// Calls `body` for every sample, shared among the threads when the work is worth it.
  func forEachSample(work: Int, _ body: (_ sample: Int) -> Void) {
    run(batch, work: work * batch) { sample, _ in body(sample) }
  }
}

/// A tensor's place in the memory of one sample.
struct Placement {
  /// Where its memory begins, in floats per sample; the memory of a whole mini-batch lies there, sample after sample.
  var offset: Int
  /// Its first channel within that memory's pixels.
  var firstChannel: Int
  var shape: MapShape
  var pixelStep: Int
  var sampleStep: Int

  /// One step of a sequence, as a sample of its own.
  var step: Placement {
    var result = self
    result.shape = shape.step
    result.sampleStep = sampleStep / shape.steps
    return result
  }

  func map(at base: UnsafeMutablePointer<Float>, capacity: Int) -> Map {
    Map(
      pointer: base + offset * capacity + firstChannel, shape: shape, pixelStep: pixelStep, sampleStep: sampleStep)
  }

  /// The same where each sample's memory lies together.
  func map(at base: UnsafeMutablePointer<Float>, floatsPerSample: Int) -> Map {
    Map(pointer: base + offset + firstChannel, shape: shape, pixelStep: pixelStep, sampleStep: floatsPerSample)
  }
}
