import Arithmetic

/// The memory of all tensors and gradients, and of what layers save for the backward pass: allocated once, released with its last
/// workspace.
final class WorkspaceMemory {
  let plan: MemoryPlan
  let maps: [Map]
  let gradients: [Map?]
  let savedIndices: [UnsafeMutablePointer<Int32>?]
  let savedFloats: [FloatBuffer?]
  private let tensors: FloatBuffer

  /// Allocates room for so many samples.
  init(_ plan: MemoryPlan, capacity: Int) {
    self.plan = plan
    let storage = plan.storage
    tensors = FloatBuffer(count: storage.floatsPerSample * capacity)
    let base = tensors.pointer
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
  }

  deinit { for indices in savedIndices { indices?.deallocate() } }
}
