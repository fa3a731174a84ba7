import Arithmetic
import Foundation
import Networks
import Pictures
import Samples
import Tensors
import Training

/// A piece of work of any size.
struct ScalingWork: Sendable {
  let name: String
  /// What its size counts.
  let unit: String
  let sizes: [Int]
  /// Makes what is needed for a size on so many threads, and gives what does it once, after what comes before each time.
  private let prepare: @Sendable (_ size: Int, _ threads: Int) throws -> Turn

  private struct Turn {
    var before: () throws -> Void = {}
    let body: () throws -> Void
  }

  /// The best time of some, in seconds by the clock.
  func seconds(size: Int, threads: Int) throws -> Double {
    Parallel.limit(to: threads)
    let turn = try prepare(size, threads)
    var best = Double.infinity
    for _ in 0..<3 {
      try turn.before()
      best = min(best, try Timings(runs: 1, turn.body).best)
    }
    return best
  }

  static var all: [ScalingWork] {
    [
      ScalingWork(name: "epoch-samples", unit: "samples", sizes: [4000, 8000, 16_000, 32_000]) { size, threads in
        try epoch(samples: size, threads: threads)
      },
      ScalingWork(name: "epoch-batch", unit: "samples in a batch", sizes: [8, 32, 128, 512]) { size, threads in
        try epoch(batch: size, threads: threads)
      },
      ScalingWork(name: "epoch-channels", unit: "channels", sizes: [8, 16, 32, 64, 128]) { size, threads in
        try epoch(samples: 4000, channels: size, threads: threads)
      },
      ScalingWork(name: "neighbors-samples", unit: "embeddings of 384 numbers", sizes: [10_000, 30_000, 100_000]) {
        size, _ in
        try search(Embeddings.drawn(size + 1000, seed: 8), dimension: Embeddings.dimension)
      },
      ScalingWork(name: "neighbors-dimension", unit: "even numbers each of 30,000", sizes: [64, 256, 784]) { size, _ in
        var generator = SeededGenerator(seed: 5)
        return try search((0..<31_000 * size).map { _ in generator.uniform(0, 1) }, dimension: size)
      },
      ScalingWork(name: "features-warm", unit: "photos", sizes: [50, 200, 800]) { size, threads in
        try features(size, threads: threads, isCold: false)
      },
      ScalingWork(name: "features-cold", unit: "photos", sizes: [50, 200, 800]) { size, threads in
        try features(size, threads: threads, isCold: true)
      },
    ]
  }

  /// LeNet with Adam, an epoch of samples in memory.
  private static func epoch(
    samples count: Int = 8000, batch: Int = 128, channels: Int = 32, threads: Int
  ) throws -> Turn {
    let network = try Network(LeNet.definition(channels: channels), workers: WorkerPool(threads: threads))
    let samples = try InMemorySamples(
      inputs: ["image": LeNet.images(count)], targets: .classes((0..<count).map { $0 % 10 }))
    var state = OptimizerState(.adam(learningRate: 1e-4))
    return Turn {
      for first in stride(from: 0, to: count - count % batch, by: batch) {
        let batch = samples.samples(at: Array(first..<first + batch), epoch: 0)
        guard case .rows(let inputs, let rows) = batch.inputs else { return }
        _ = try network.trainStep(inputs: inputs, rows: rows, targets: batch.targets, optimizer: &state)
      }
    }
  }

  /// The 5 nearest of all vectors but the last thousand for each of these.
  private static func search(_ vectors: [Float], dimension: Int) throws -> Turn {
    let search = try Figure.search(vectors, dimension: dimension)
    return Turn(body: search)
  }

  /// SqueezeNet's features of JPEG files, read, decoded and scaled eight at a time; cold: none of a file is in memory.
  private static func features(_ count: Int, threads: Int, isCold: Bool) throws -> Turn {
    let network = try Network(SqueezeNet.definition(), workers: WorkerPool(threads: threads))
    let folder = TemporaryPhotos(try Photo.drawn().jpegData(quality: 0.9), count: count)
    try folder.write()
    return Turn(before: { if isCold { folder.forget() } }) {
      for first in stride(from: 0, to: count, by: 8) {
        let files = Array(folder.files[first..<min(first + 8, count)])
        let pictures = Parallel.map(files.count) { place in
          try? Picture(bytes: [UInt8](Data(contentsOf: files[place]))).resized(width: 227, height: 227)
        }
        _ = try network.forward(
          images: pictures.compactMap { picture in
            picture.map { PixelBuffer(width: 227, height: 227, bytes: $0.pixels) }
          })
      }
    }
  }
}
