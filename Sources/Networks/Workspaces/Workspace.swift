import Arithmetic

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

  private let plan: MemoryPlan
  private let memory: FloatBuffer
  private let scratches: [FloatBuffer]
  private let ownsNotes: Bool
  private var views: [Int: Workspace] = [:]
  private var samples: [Workspace] = []
  /// The thread that works here, where only one does.
  private var worker = 0

  init(_ plan: MemoryPlan, capacity: Int, workers: WorkerPool?) {
    self.plan = plan
    self.capacity = capacity
    self.workers = workers
    batch = capacity
    isTraining = plan.isTraining
    ownsNotes = true
    let storage = plan.storage
    memory = FloatBuffer(count: storage.floatsPerSample * capacity)
    let base = memory.pointer
    maps = storage.placements.map { storage.map($0, at: base, capacity: capacity) }
    gradients = storage.gradientPlacements.map { $0.map { storage.map($0, at: base, capacity: capacity) } }
    notes = plan.layers.indices.map { layer in
      let count = plan.savedIndices(layer, samples: capacity)
      return count == 0 ? nil : .allocate(capacity: count)
    }
    kept = plan.layers.indices.map { layer in
      let count = plan.savedFloats(layer, samples: capacity)
      return count == 0 ? nil : FloatBuffer(count: count)
    }
    let scratch = plan.scratchCount
    scratches = (0..<(workers?.threads ?? 1)).map { _ in FloatBuffer(count: scratch) }
  }

  /// The same memory, the steps of sequences of this length seen as samples.
  private init(unrolling space: Workspace, steps: Int) {
    plan = space.plan
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
  private init(_ space: Workspace, sample: Int) {
    plan = space.plan
    capacity = 1
    batch = 1
    maps = space.maps.map { $0.alone(sample) }
    gradients = space.gradients.map { $0?.alone(sample) }
    notes = zip(space.notes, plan.layers).map { note, layer in note.map { $0 + sample * layer.savedIndices } }
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
  func forEachAlone(_ range: Range<Int>, _ body: (Workspace) -> Void) {
    makeViews()
    run(range.count, work: range.count * plan.storage.floatsPerSample) { piece, worker in
      body(alone(range.lowerBound + piece, worker: worker))
    }
  }

  /// Makes the views of single samples, before threads share them.
  func makeViews() {
    while samples.count < batch { samples.append(Workspace(self, sample: samples.count)) }
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
