import Networks
import Tensors

extension Figure {
  /// Everything the engine is held to.
  static var all: [Figure] {
    [1, 8, 32].map(features) + [lenetEpoch, fineTuning, lastLayers, headAlone]
  }

  /// SqueezeNet's features for photos in batches of so many.
  private static func features(batch: Int) -> Figure {
    Figure(name: "features-\(batch)", unit: "images/s", threshold: batch == 1 ? 580 : 560, direction: .atLeast) {
      let network = try Network(SqueezeNet.definition())
      let photos = (0..<batch).map { SqueezeNet.photo(seed: UInt64($0)) }
      return { Double(batch) / (try Stopwatch.time { _ = try network.forward(images: photos) }) }
    }
  }

  /// An epoch of LeNet over 60,000 samples in batches of 128 with Adam, from 20 of its 469 steps.
  private static let lenetEpoch = Figure(name: "lenet-epoch", unit: "s", threshold: 1.3, direction: .atMost) {
    let network = try Network(LeNet.definition())
    let images = LeNet.images(128)
    let targets = Targets.classes((0..<128).map { $0 % 10 })
    var state = OptimizerState(.adam(learningRate: 1e-4))
    return {
      let seconds = try Stopwatch.time {
        for _ in 0..<20 {
          _ = try network.trainStep(inputs: ["image": images], targets: targets, optimizer: &state)
        }
      }
      return seconds * 469 / 20
    }
  }

  /// A step on all of SqueezeNet, batch 8.
  private static let fineTuning = Figure(name: "fine-tuning", unit: "ms a step", threshold: 40, direction: .atMost) {
    let network = try Network(SqueezeNet.definition(updatable: { _ in true }, head: 10))
    let photos = (0..<8).map { SqueezeNet.photo(seed: UInt64($0)) }
    let targets = Targets.classes((0..<8).map { $0 % 3 })
    var state = OptimizerState(.sgd(learningRate: 1e-6, momentum: 0.9))
    return {
      let seconds = try Stopwatch.time {
        _ = try network.trainStep(images: photos, targets: targets, optimizer: &state)
      }
      return 1000 * seconds
    }
  }

  /// A step on the last convolution and the head, batch 8, on what `fire9` gave.
  private static let lastLayers = Figure(name: "conv10-and-head", unit: "ms a step", threshold: 5, direction: .atMost) {
    let whole = SqueezeNet.definition(updatable: { ["conv10", "head"].contains($0) }, head: 10)
    let network = try Network(whole.cutBelowUpdatable().tail)
    let features = Tensor(shape: [8, 512, 14, 14], repeating: 0.1)
    let targets = Targets.classes((0..<8).map { $0 % 3 })
    var state = OptimizerState(.sgd(learningRate: 1e-6))
    return {
      let seconds = try Stopwatch.time {
        _ = try network.trainStep(inputs: ["fire9": features], targets: targets, optimizer: &state)
      }
      return 1000 * seconds
    }
  }

  /// 50 epochs of the head on 30 photos' features in batches of 8: 200 steps, drawing the batches included.
  private static let headAlone = Figure(name: "head-alone", unit: "ms", threshold: 3, direction: .atMost) {
    let whole = SqueezeNet.definition(updatable: { $0 == "head" }, head: 10)
    let (_, tail, boundary) = try whole.cutBelowUpdatable()
    let network = try Network(tail)
    var generator = SeededGenerator(seed: 4)
    let features = (0..<30).map { _ in (0..<1000).map { _ in generator.uniform(0, 20) } }
    return {
      var state = OptimizerState(.sgd(learningRate: 1e-6))
      let seconds = try Stopwatch.time {
        for step in 0..<200 {
          let rows = (0..<8).map { (step % 4 * 8 + $0) % 30 }
          var values: [Float] = []
          values.reserveCapacity(8000)
          for row in rows { values += features[row] }
          _ = try network.trainStep(
            inputs: [boundary[0]: Tensor(shape: [8, 1000], values: values)],
            targets: .classes(rows.map { $0 % 3 }), optimizer: &state)
        }
      }
      return 1000 * seconds
    }
  }
}
