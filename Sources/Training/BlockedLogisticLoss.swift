import Arithmetic

/// The summed cross entropy of a linear classifier over much data: products in single precision by the engine's kernels,
/// everything that is summed over samples in double.
///
/// The samples are cut into chunks whose number does not depend on the threads, and the chunks' gradients are added up in
/// order: the bits are the same on any number of threads.
final class BlockedLogisticLoss: LogisticLoss {
  /// Samples that are worked on together: as many as stay in the nearer cache between the two products.
  private static let block = 96
  /// Into how many chunks the samples are cut at most.
  private static let mostChunks = 64

  private let features: FloatBuffer
  private let targets: [Int]
  private let classes: Int, featureCount: Int
  private let workers: WorkerPool
  private let chunks: [Chunk]
  private let weights: FloatBuffer, biases: FloatBuffer

  /// Some samples, and room for what they add.
  private final class Chunk {
    let samples: Range<Int>
    let gradient: FloatBuffer
    let scores: FloatBuffer
    var biases: [Double]
    var loss = 0.0

    init(_ samples: Range<Int>, classes: Int, featureCount: Int) {
      self.samples = samples
      gradient = FloatBuffer(count: classes * featureCount)
      scores = FloatBuffer(count: BlockedLogisticLoss.block * classes)
      biases = [Double](repeating: 0, count: classes)
    }
  }

  /// Takes samples, [count, features], row-major.
  init(features: [Float], targets: [Int], classes: Int, featureCount: Int, workers: WorkerPool = .shared) {
    self.features = FloatBuffer(features)
    self.targets = targets
    self.classes = classes
    self.featureCount = featureCount
    self.workers = workers
    let blocks = (targets.count + Self.block - 1) / Self.block
    let length = Self.block * ((blocks + Self.mostChunks - 1) / Self.mostChunks)
    chunks = stride(from: 0, to: targets.count, by: max(1, length)).map {
      Chunk($0..<min($0 + length, targets.count), classes: classes, featureCount: featureCount)
    }
    weights = FloatBuffer(count: classes * featureCount)
    biases = FloatBuffer(count: classes)
  }

  func add(at point: [Double], to gradient: inout [Double]) -> Double {
    for index in 0..<weights.count { weights.pointer[index] = Float(point[index]) }
    for label in 0..<classes { biases.pointer[label] = Float(point[weights.count + label]) }
    workers.run(chunks.count) { number, _ in compute(chunks[number]) }
    var loss = 0.0
    for chunk in chunks {
      loss += chunk.loss
      for index in 0..<weights.count { gradient[index] += Double(chunk.gradient.pointer[index]) }
      for label in 0..<classes { gradient[weights.count + label] += chunk.biases[label] }
    }
    return loss
  }

  private func compute(_ chunk: Chunk) {
    chunk.loss = 0
    chunk.biases = [Double](repeating: 0, count: classes)
    for start in stride(from: chunk.samples.lowerBound, to: chunk.samples.upperBound, by: Self.block) {
      let samples = start..<min(start + Self.block, chunk.samples.upperBound)
      let rows = features.pointer + start * featureCount
      MatrixProduct.multiplyRows(
        a: rows, aRow: featureCount, b: weights.pointer, bRow: featureCount, bias: biases.pointer,
        c: chunk.scores.pointer, cRow: classes, rows: samples.count, columns: classes, depth: featureCount)
      turnIntoErrors(samples, chunk)
      MatrixProduct(
        a: chunk.scores.pointer, b: rows, c: chunk.gradient.pointer, rows: classes, columns: featureCount,
        depth: samples.count, aRow: 1, aColumn: classes, bRow: featureCount, cRow: featureCount,
        accumulates: start > chunk.samples.lowerBound
      ).multiply()
    }
  }

  /// Turns the samples' scores into p − target, adding up losses and the biases' gradient.
  private func turnIntoErrors(_ samples: Range<Int>, _ chunk: Chunk) {
    var scores = [Double](repeating: 0, count: classes)
    var sums = [Double](repeating: 0, count: samples.count), chosen = sums
    for (place, sample) in samples.enumerated() {
      let row = chunk.scores.pointer + place * classes
      for label in 0..<classes { scores[label] = Double(row[label]) }
      (sums[place], chosen[place]) = ExactLogisticLoss.probabilities(&scores, target: targets[sample])
      scores[targets[sample]] -= 1
      for label in 0..<classes {
        chunk.biases[label] += scores[label]
        row[label] = Float(scores[label])
      }
    }
    ElementaryFunctions.log(&sums)
    for place in sums.indices { chunk.loss += sums[place] - chosen[place] }
  }
}
