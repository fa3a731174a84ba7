import Arithmetic

/// The gradient of the weights and biases of a convolution with a 2 × 2 maximum: summed in chunks of samples, whose sums are added
/// up in a binary tree.
final class PooledWeightGradient {
  private let parameters: ConvolutionParameters
  private let windows: PooledWindows
  /// Samples whose gradients are summed together, whatever the number of threads.
  let samplesPerChunk: Int
  private var sums = ChunkSums()

  init(_ parameters: ConvolutionParameters, _ windows: PooledWindows) {
    self.parameters = parameters
    self.windows = windows
    samplesPerChunk = parameters.weights.count <= 1 << 14 ? 4 : 16
  }

  /// The length of one chunk's sums.
  private var sumsCount: Int { windows.sumsCount + windows.outputs + 16 }

  /// The chunks of a mini-batch.
  private func chunks(_ space: Workspace) -> Chunks {
    Chunks(space.miniBatch.shared?.samples ?? space.batch, of: samplesPerChunk)
  }

  /// Makes room for what a mini-batch contributes.
  func begin(_ space: Workspace) {
    if parameters.isTrainable { sums.begin(chunks(space).count, of: sumsCount) }
  }

  /// Where the part of the sample at a place of the mini-batch is added, zeroed for a chunk's first; nil where the weights do not
  /// learn.
  func sums(of sample: Int) -> PooledWindows.Sums? {
    guard parameters.isTrainable else { return nil }
    let start = sums.sums(Chunk(number: sample / samplesPerChunk, begins: sample % samplesPerChunk == 0))
    return PooledWindows.Sums(weights: start, biases: start + windows.sumsCount)
  }

  /// Adds up the chunks' gradients in a binary tree, and writes them as the format has them: each thread those of some outputs, but
  /// where few weights lie with the outputs side by side.
  func reduce(_ space: Workspace) {
    guard parameters.isTrainable, let sums = sums[0] else { return }
    let shared = space.miniBatch.shared
    shared?.addTree(sums, of: sumsCount, chunks: chunks(space), space.threads)
    let (chunks, stride) = (shared == nil ? chunks(space).count : 1, sumsCount)
    let isWhole = windows.kernel.hasFewWeights
    let block = isWhole ? windows.outputs : 4
    space.threads.run((windows.outputs + block - 1) / block, work: chunks * stride) { index, _ in
      let outputs = index * block..<min((index + 1) * block, windows.outputs)
      let first = windows.place(output: outputs.lowerBound, row: 0, number: 0)
      let count = isWhole ? windows.sumsCount : windows.sumsCount / windows.outputs * outputs.count
      let biases = windows.sumsCount + outputs.lowerBound
      Elementwise.addTree(sums + first, step: stride, terms: chunks, count: count)
      Elementwise.addTree(sums + biases, step: stride, terms: chunks, count: outputs.count)
      for output in outputs { store(sums, of: output) }
      parameters.bias.map { $0.gradient.pointer + outputs.lowerBound }?.update(
        from: sums + biases, count: outputs.count)
    }
  }

  private func store(_ sums: UnsafePointer<Float>, of output: Int) {
    let (kernel, channels) = (windows.kernel, windows.kernel.channels)
    let columns = kernel.run / channels
    let result = parameters.weights.gradient.pointer + output * channels * kernel.rows * columns
    for row in 0..<kernel.rows {
      for column in 0..<columns {
        for channel in 0..<channels {
          result[(channel * kernel.rows + row) * columns + column] =
            sums[windows.place(output: output, row: row, number: column * channels + channel)]
        }
      }
    }
  }
}
