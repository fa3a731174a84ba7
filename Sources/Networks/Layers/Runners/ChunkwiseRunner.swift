/// A layer whose parameters' gradients are summed in chunks of samples.
protocol ChunkwiseRunner: SamplewiseRunner {
  /// How many multiplications a sample takes in the backward pass.
  var backwardWork: Int { get }
  /// Makes room for what so many chunks of samples give the parameters.
  func beginChunks(_ count: Int)
  /// The backward pass of one sample, on this thread alone.
  func backward(_ space: Workspace, _ sample: Int, chunk: Chunk, scratch: UnsafeMutablePointer<Float>)
  /// Adds up the chunks' sums in a binary tree.
  func endChunks(_ space: Workspace, _ count: Int)
}

extension ChunkwiseRunner {
  func backward(_ sample: Workspace, chunk: Chunk) {
    backward(sample, 0, chunk: chunk, scratch: sample.threads.ownScratch)
  }

  /// The backward pass of all samples.
  func backwardInChunks(_ space: Workspace) {
    let chunks = Chunks(space)
    beginChunks(chunks.count)
    space.threads.forEach(in: chunks, work: space.batch * backwardWork) { sample, chunk, worker in
      backward(space, sample, chunk: chunk, scratch: space.threads.scratch(worker))
    }
    endChunks(space, chunks.count)
  }
}
