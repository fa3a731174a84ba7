/// A layer whose parameters' gradients are summed in chunks.
protocol ChunkwiseRunner: LayerRunner {
  /// How many multiplications a sample takes on the way back.
  var workBack: Int { get }
  /// Leads one sample back, on this thread alone.
  func leadBack(_ space: Workspace, _ sample: Int, chunk: Chunk, scratch: UnsafeMutablePointer<Float>)
}

extension ChunkwiseRunner {
  func backward(_ sample: Workspace, chunk: Chunk) { leadBack(sample, 0, chunk: chunk, scratch: sample.ownScratch) }

  /// Leads all samples back.
  func backwardInChunks(_ space: Workspace) {
    let count = Chunk.count(space.batch)
    beginChunks(count)
    space.run(count, work: space.batch * workBack) { number, worker in
      let samples = Chunk.samples(number, of: space.batch)
      for sample in samples {
        leadBack(
          space, sample, chunk: Chunk(number: number, begins: sample == samples.lowerBound),
          scratch: space.scratch(worker))
      }
    }
    endChunks(space, count)
  }
}
