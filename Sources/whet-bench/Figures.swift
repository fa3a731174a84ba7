import Arithmetic
import Commands
import DataFiles
import Experiments
import Foundation
import Networks
import Pictures
import Samples
import Tensors
import Training

extension Figure {
  /// Everything the engine is held to.
  static var all: [Figure] {
    [lenet(threads: 2), lenet(threads: 1)] + [1, 8, 32].map(features) + [1, 8, 32].map(quantizedFeatures)
      + [fineTuning, lastLayers, headAlone, neighbors, neighborsOfDigits, neighborsByCells, logistic]
      + [csv(threads: 1), csv(threads: 2), jpeg]
  }

  /// What takes minutes to prepare, and is run where it is asked for by name.
  static var large: [Figure] {
    [
      neighborsOfAMillion(peer: "knn_faiss", name: "neighbors-million", toReach: 8),
      neighborsOfAMillion(peer: "knn_hnsw", name: "neighbors-million-hnsw", toReach: 0.5),
    ]
  }

  /// An epoch of LeNet over 60,000 samples in batches of 128 with Adam, from 40 of its 469 steps, drawing them included.
  private static func lenet(threads: Int) -> Figure {
    Figure(
      name: "lenet", unit: .seconds(wholeIs: 469 / 40), threads: threads, peers: ["lenet_torch", "torch_compiled"],
      toReach: threads == 1 ? 4 : 5,
      operations: 5.7e-3 * 128 * 40
    ) { threads in
      let network = try Network(LeNet.definition(), workers: WorkerPool(threads: threads))
      let samples = try InMemorySamples(
        inputs: ["image": LeNet.images(60_000)], targets: .classes((0..<60_000).map { $0 % 10 }))
      var state = OptimizerState(.adam(learningRate: 1e-4))
      var generator = SeededGenerator(seed: 5)
      return {
        for _ in 0..<40 {
          let batch = samples.samples(at: (0..<128).map { _ in generator.below(60_000) }, epoch: 0)
          guard case .rows(let inputs, let rows) = batch.inputs else { return }
          _ = try network.trainStep(inputs: inputs, rows: rows, targets: batch.targets, optimizer: &state)
        }
      }
    }
  }

  /// SqueezeNet's features for photos in batches of so many. The 3 × 3 kernels are counted as Winograd's 16 products.
  private static func features(batch: Int) -> Figure {
    Figure(
      name: "features-\(batch)", unit: .perSecond("images", count: Double(batch)),
      peers: ["onnxruntime", "openvino", "torch", "litert", "ncnn"].map { "squeezenet_\($0)" },
      toReach: 1.5, operations: 0.47 * Double(batch)
    ) { threads in
      let network = try Network(SqueezeNet.definition(), workers: WorkerPool(threads: threads))
      let photos = (0..<batch).map { SqueezeNet.photo(seed: UInt64($0)) }
      return { _ = try network.forward(images: photos) }
    }
  }

  /// The same in 8 bits, with the ranges of these photos. What it takes at the peak of single precision is no floor.
  private static func quantizedFeatures(batch: Int) -> Figure {
    Figure(
      name: "features-8-bits-\(batch)", unit: .perSecond("images", count: Double(batch)),
      peers: ["squeezenet_onnxruntime", "squeezenet_openvino"], toReach: 1.3
    ) { threads in
      let photos = (0..<batch).map { SqueezeNet.photo(seed: UInt64($0)) }
      let network = try Network(
        Network.calibrated(SqueezeNet.definition(), images: photos), workers: WorkerPool(threads: threads))
      return { _ = try network.forward(images: photos) }
    }
  }

  /// A step on all of SqueezeNet, batch 8. The 3 × 3 kernels are counted as Winograd's 16 products, in all three directions.
  private static let fineTuning = Figure(
    name: "fine-tuning", unit: .milliseconds(steps: 1), peers: ["finetune_torch", "torch_compiled"], toReach: 3,
    operations: 11.0
  ) { threads in
    let network = try Network(
      SqueezeNet.definition(updatable: { _ in true }, head: 10), workers: WorkerPool(threads: threads))
    let photos = (0..<8).map { SqueezeNet.photo(seed: UInt64($0)) }
    let targets = Targets.classes((0..<8).map { $0 % 3 })
    var state = OptimizerState(.sgd(learningRate: 1e-6, momentum: 0.9))
    return { _ = try network.trainStep(images: photos, targets: targets, optimizer: &state) }
  }

  /// A step on the last convolution and the head, batch 8, on what `fire9` gave.
  private static let lastLayers = Figure(
    name: "conv10-and-head", unit: .milliseconds(steps: 1), peers: ["finetune_torch", "torch_compiled"], toReach: 1.92,
    operations: 3.2
  ) { threads in
    let whole = SqueezeNet.definition(updatable: { ["conv10", "head"].contains($0) }, head: 10)
    let network = try Network(whole.splitBelowUpdatable().tail, workers: WorkerPool(threads: threads))
    var generator = SeededGenerator(seed: 7)
    let features = Tensor(
      shape: [8, 512, 14, 14], values: (0..<8 * 512 * 196).map { _ in generator.uniform(-1, 1) })
    let targets = Targets.classes((0..<8).map { $0 % 3 })
    var state = OptimizerState(.sgd(learningRate: 1e-6))
    return { _ = try network.trainStep(inputs: ["fire9": features], targets: targets, optimizer: &state) }
  }

  /// 50 epochs of the head on 30 photos' features in batches of 8: 200 steps, drawing the batches included.
  private static let headAlone = Figure(
    name: "head-alone", unit: .milliseconds(steps: 1), peers: ["head_numpy"], toReach: 4
  ) { threads in
    let whole = SqueezeNet.definition(updatable: { $0 == "head" }, head: 10)
    let (_, tail, boundary) = try whole.splitBelowUpdatable()
    let network = try Network(tail, workers: WorkerPool(threads: threads))
    var generator = SeededGenerator(seed: 4)
    let features = Tensor(shape: [30, 1000], values: (0..<30_000).map { _ in generator.uniform(0, 20) })
    let samples = try InMemorySamples(inputs: [boundary[0]: features], targets: .classes((0..<30).map { $0 % 3 }))
    return {
      var state = OptimizerState(.sgd(learningRate: 1e-6))
      for step in 0..<200 {
        let batch = samples.samples(at: (0..<8).map { (step % 4 * 8 + $0) % 30 }, epoch: 0)
        guard case .rows(let inputs, let rows) = batch.inputs else { return }
        _ = try network.trainStep(inputs: inputs, rows: rows, targets: batch.targets, optimizer: &state)
      }
    }
  }

  /// The scripts of exact searches by other engines.
  private static let exactSearches = ["faiss", "usearch", "sklearn", "intelex"].map { "knn_\($0)" }

  /// The 5 nearest of 60,000 × 784 numbers for 1,000 queries, exactly.
  private static let neighbors = Figure(
    name: "neighbors", unit: .perSecond("queries", count: 1000), peers: exactSearches, toReach: 1.5, operations: 94
  ) { _ in
    var generator = SeededGenerator(seed: 5)
    var model = NearestNeighbors(dimension: 784, numberOfNeighbors: 5)
    try model.remember(
      Tensor(shape: [60_000, 784], values: (0..<60_000 * 784).map { _ in generator.uniform(0, 1) }),
      labels: (0..<60_000).map { "\($0 % 10)" })
    let queries = Tensor(shape: [1000, 784], values: (0..<1000 * 784).map { _ in generator.uniform(0, 1) })
    return { _ = try model.classify(queries) }
  }

  /// The same among drawn digits, most of whose pixels say little.
  private static let neighborsOfDigits = Figure(
    name: "neighbors-digits", unit: .perSecond("queries", count: 1000), peers: exactSearches, toReach: 4, operations: 94
  ) { _ in
    let digits = Parallel.map(61_000) { DrawnDigits(seed: 5).sample($0).pixels.map { Float($0) / 255 } }.flatMap { $0 }
    try TableFiles.array(digits, columns: 784).write(to: TableFiles.digits)
    return try search(digits, dimension: 784)
  }

  /// The 5 nearest of a million embeddings of 384 numbers for 1,000 queries, exactly.
  private static func neighborsOfAMillion(peer: String, name: String, toReach: Double) -> Figure {
    Figure(
      name: name, unit: .perSecond("queries", count: 1000), peers: [peer], toReach: toReach, operations: 768
    ) { _ in
      let vectors = Embeddings.drawn(1_001_000, seed: 8)
      try TableFiles.array(vectors, columns: Embeddings.dimension).write(to: TableFiles.embeddings)
      return try search(vectors, dimension: Embeddings.dimension)
    }
  }

  /// Looks for the 5 nearest of all vectors but the last thousand for each of these.
  static func search(_ vectors: [Float], dimension: Int) throws -> () throws -> Void {
    let count = vectors.count / dimension - 1000
    var model = NearestNeighbors(dimension: dimension, numberOfNeighbors: 5)
    try model.remember(
      Tensor(shape: [count, dimension], values: Array(vectors[..<(count * dimension)])),
      labels: (0..<count).map { "\($0 % 10)" })
    let queries = Tensor(shape: [1000, dimension], values: Array(vectors[(count * dimension)...]))
    return { _ = try model.classify(queries) }
  }

  /// The same through a notebook's cells: a model made, trained on a table of 60,000 × 784 numbers, and evaluated on 1,000.
  private static let neighborsByCells = Figure(
    name: "neighbors-cells", unit: .seconds(wholeIs: 1), peers: ["knn_sklearn"], toReach: 1
  ) { _ in
    try TableFiles.writeArrays()
    let (train, test) = (TableFiles.train.path, TableFiles.test.path)
    let (workbench, listener) = (Workbench(files: DataFolder(), store: nil), Listener())
    func run(_ cell: String) throws {
      if case .failed(let problem) = workbench.run(cell, on: listener) {
        throw Refusal(description: problem.lines.joined(separator: "\n"))
      }
    }
    try run("dataset x npz=\"\(train)\" test=\"\(test)\" target=1 task=classification")
    return { try run("knn near numberOfNeighbors=5\ntrain near on=x.train\nevaluate near on=x.test") }
  }

  /// A table in text, 80 columns of numbers and one of classes.
  private static func csv(threads: Int) -> Figure {
    Figure(
      name: "csv", unit: .perSecond("samples", count: 160_000), threads: threads, peers: ["csv_pyarrow"], toReach: 1
    ) { threads in
      try TableFiles.writeText()
      let workers = WorkerPool(threads: threads)
      return { _ = try ReadTable(csv: TableFiles.text, TableRequest(targets: [.name("kind")]), workers: workers) }
    }
  }

  /// Multinomial logistic regression, 8,000 × 784, 10 classes, C = 1, 100 iterations.
  private static let logistic = Figure(
    name: "logistic", unit: .seconds(wholeIs: 1), peers: ["lbfgs_sklearn"], toReach: 3.8, operations: 26
  ) { _ in
    var generator = SeededGenerator(seed: 6)
    let centres = (0..<7840).map { _ in generator.uniform(0, 1) }
    let values = (0..<8000 * 784).map {
      0.15 * centres[$0 / 784 % 10 * 784 + $0 % 784] + generator.uniform(0, 1)
    }
    let features = Tensor(shape: [8000, 784], values: values)
    let classes = (0..<8000).map { $0 % 10 }
    let model = LogisticRegression(l2: 1, maxIterations: 100, tolerance: 1e-12, rescales: false)
    return { _ = try model.fit(features, targets: classes, classes: 10) }
  }

  /// A JPEG file's bytes of 224 × 224 pixels to 227 × 227.
  private static let jpeg = Figure(
    name: "jpeg", unit: .perSecond("images", count: 100), threads: 1, peers: ["jpeg_torchvision"], toReach: 1.2
  ) { _ in
    let bytes = try Photo.write()
    return { for _ in 0..<100 { _ = try Picture(bytes: bytes).resized(width: 227, height: 227) } }
  }
}
