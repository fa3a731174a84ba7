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
  let savedIndices: [UnsafeMutablePointer<Int32>?]
  /// Numbers a layer keeps for its own use in the backward pass, by layer.
  let savedFloats: [FloatBuffer?]
  /// Who shares the work; nil where the workspace belongs to one thread of many.
  let workers: WorkerPool?
  let isTraining: Bool
  /// What dropout draws from, together with its own layer and the sample: another number for each step of training.
  var seed: UInt64 = 0

  /// What moves parameters block by block, in the backward pass of a step.
  var stepper: ParameterStepper?
  /// What takes the layers' time, where anyone wants to know.
  var clock: LayerClock?
  /// The same in the backward pass.
  var backwardClock: LayerClock?

  /// Whether running statistics have followed the mini-batch, which cannot be taken back.
  var hasMovedStatistics = false

  private let plan: MemoryPlan
  private let memory: FloatBuffer
  private let scratches: [FloatBuffer]
  private let ownsIndices: Bool
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
    ownsIndices = true
    let storage = plan.storage
    memory = FloatBuffer(count: storage.floatsPerSample * capacity)
    let base = memory.pointer
    maps = storage.placements.map { storage.map($0, at: base, capacity: capacity) }
    gradients = storage.gradientPlacements.map { $0.map { storage.map($0, at: base, capacity: capacity) } }
    savedIndices = plan.layers.indices.map { layer in
      let count = plan.savedIndices(layer, samples: capacity)
      return count == 0 ? nil : .allocate(capacity: count)
    }
    savedFloats = plan.layers.indices.map { layer in
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
    savedIndices = space.savedIndices
    savedFloats = space.savedFloats
    workers = space.workers
    isTraining = space.isTraining
    memory = space.memory
    scratches = space.scratches
    ownsIndices = false
  }

  /// One sample of this memory, for the thread that takes it through some layers forward.
  private init(_ space: Workspace, sample: Int) {
    plan = space.plan
    capacity = 1
    batch = 1
    maps = space.maps.map { $0.alone(sample) }
    gradients = space.gradients.map { $0?.alone(sample) }
    savedIndices = zip(space.savedIndices, plan.layers).map { indices, layer in
      indices.map { $0 + sample * layer.savedIndices }
    }
    savedFloats = space.savedFloats
    workers = nil
    isTraining = space.isTraining
    memory = space.memory
    scratches = space.scratches
    ownsIndices = false
  }

  deinit { if ownsIndices { for indices in savedIndices { indices?.deallocate() } } }

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
    run(range.count, work: range.count * plan.storage.floatsPerSample) { block, worker in
      body(alone(range.lowerBound + block, worker: worker))
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

  /// Calls `body` for every block, shared among the threads when the work, in multiplications, is worth waking them.
  func run(_ blocks: Int, work: Int, _ body: (_ block: Int, _ worker: Int) -> Void) {
    guard let workers, work > 50_000 else {
      for block in 0..<blocks { body(block, worker) }
      return
    }
    workers.run(blocks, body)
  }

  /// Calls `body` for every sample, shared among the threads when the work is worth it.
  func forEachSample(work: Int, _ body: (_ sample: Int) -> Void) {
    run(batch, work: work * batch) { sample, _ in body(sample) }
  }
}
