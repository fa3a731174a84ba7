import Arithmetic

/// What a run works on: every tensor, every gradient, and the threads with their scratch memory; or another view of the same memory.
/// Allocated once, used by every step.
final class Workspace {
  /// For how many samples there is room.
  let capacity: Int
  /// How many samples are being worked on.
  var batch: Int
  let maps: [Map]
  let gradients: [Map?]
  /// Whole numbers a layer keeps from forward to backward (positions of maxima), by layer.
  let savedIndices: [UnsafeMutablePointer<Int32>?]
  /// Numbers a layer keeps for its own use in the backward pass, by layer.
  let savedFloats: [FloatBuffer?]
  let threads: Threads
  let isTraining: Bool
  /// What mini-batch it works on.
  var miniBatch = MiniBatch()

  /// What moves parameters block by block, in the backward pass of a step.
  var stepper: ParameterStepper?
  /// What takes the layers' time, where anyone wants to know.
  var clock: LayerClock?
  /// The same in the backward pass.
  var backwardClock: LayerClock?

  /// Whether running statistics have followed the mini-batch, which cannot be taken back.
  var hasMovedStatistics = false

  private let memory: WorkspaceMemory
  private var views: [Int: Workspace] = [:]
  private var samples: [Workspace] = []

  init(_ plan: MemoryPlan, capacity: Int, workers: WorkerPool?) {
    self.capacity = capacity
    batch = capacity
    isTraining = plan.isTraining
    memory = WorkspaceMemory(plan, capacity: capacity)
    maps = memory.maps
    gradients = memory.gradients
    savedIndices = memory.savedIndices
    savedFloats = memory.savedFloats
    threads = Threads(workers, scratchCount: plan.scratchCount)
  }

  /// The same memory, the steps of sequences of this length seen as samples.
  private init(unrolling space: Workspace, steps: Int) {
    capacity = space.capacity * steps
    batch = space.batch * steps
    maps = space.maps.map { $0.unrolled(steps) }
    gradients = space.gradients.map { $0?.unrolled(steps) }
    savedIndices = space.savedIndices
    savedFloats = space.savedFloats
    threads = space.threads
    isTraining = space.isTraining
    memory = space.memory
  }

  /// The samples of this rank.
  init(_ space: Workspace, of shared: SharedBatch) {
    let own = shared.own
    capacity = own.count
    batch = own.count
    maps = space.maps.map { $0.alone(own.lowerBound) }
    gradients = space.gradients.map { $0?.alone(own.lowerBound) }
    savedIndices = zip(space.savedIndices, space.memory.plan.layers).map { indices, layer in
      indices.map { $0 + own.lowerBound * layer.savedIndices }
    }
    savedFloats = space.savedFloats
    threads = space.threads
    isTraining = space.isTraining
    memory = space.memory
    miniBatch = MiniBatch(firstSample: own.lowerBound, shared: shared)
  }

  /// One sample of this memory, for the thread that takes it through some layers forward.
  private init(_ space: Workspace, sample: Int) {
    capacity = 1
    batch = 1
    maps = space.maps.map { $0.alone(sample) }
    gradients = space.gradients.map { $0?.alone(sample) }
    savedIndices = zip(space.savedIndices, space.memory.plan.layers).map { indices, layer in
      indices.map { $0 + sample * layer.savedIndices }
    }
    savedFloats = space.savedFloats
    threads = Threads(oneOf: space.threads)
    isTraining = space.isTraining
    memory = space.memory
  }

  /// This memory with every step of a sequence of this length a sample of its own: step t of sample n is number
  /// n · steps + t. Maps of other lengths are not to be used there.
  func unrolled(_ steps: Int) -> Workspace {
    if steps == 1 { return self }
    let view = views[steps] ?? Workspace(unrolling: self, steps: steps)
    views[steps] = view
    view.batch = batch * steps
    view.miniBatch = MiniBatch(seed: miniBatch.seed, firstSample: miniBatch.firstSample * steps)
    return view
  }

  /// One sample of this memory as if there were no other, for a thread that takes it through some layers; from `makeViews`.
  func alone(_ sample: Int, worker: Int) -> Workspace {
    let view = samples[sample]
    view.threads.worker = worker
    return view
  }

  /// Calls `body` for some samples, each as if there were no other, shared among the threads.
  func forEachAlone(_ range: Range<Int>, _ body: (Workspace) -> Void) {
    makeViews()
    threads.run(range.count, work: range.count * memory.plan.storage.floatsPerSample) { block, worker in
      body(alone(range.lowerBound + block, worker: worker))
    }
  }

  /// Makes the views of single samples, before threads share them.
  func makeViews() {
    while samples.count < batch { samples.append(Workspace(self, sample: samples.count)) }
  }

  /// Calls `body` for every sample, shared among the threads when the work is worth it.
  func forEachSample(work: Int, _ body: (_ sample: Int) -> Void) {
    threads.run(batch, work: work * batch) { sample, _ in body(sample) }
  }
}
