/// The memory it takes to run a program: where tensors lie, and what each layer needs beside them.
struct MemoryPlan {
  let storage: StoragePlan
  let isTraining: Bool
  /// Layer by layer, in the order in which they run.
  let layers: [LayerMemory]

  /// Floats of scratch memory a thread needs for any of the layers.
  var scratchCount: Int { layers.map(\.scratch).max() ?? 0 }

  /// Whole numbers a layer saves for the backward pass of so many samples.
  func savedIndices(_ layer: Int, samples: Int) -> Int { isTraining ? layers[layer].savedIndices * samples : 0 }

  /// Floats a layer keeps for the backward pass of so many samples.
  func savedFloats(_ layer: Int, samples: Int) -> Int { isTraining ? layers[layer].savedFloats * samples : 0 }

  /// How many numbers one sample takes in a workspace: tensors, gradients, and what layers save.
  private var numbersPerSample: Int {
    storage.floatsPerSample
      + layers.indices.reduce(0) { $0 + savedIndices($1, samples: 1) + savedFloats($1, samples: 1) }
  }

  /// Bytes that workspaces for so many samples together, shared by so many threads, take; `Int.max` where no integer holds them.
  func bytes(samples: Int, threads: Int) -> Int {
    let scratch = MemoryLimit.bytes(of: [threads, scratchCount])
    let (bytes, overflows) = MemoryLimit.bytes(of: [samples, numbersPerSample]).addingReportingOverflow(scratch)
    return overflows ? Int.max : bytes
  }
}
