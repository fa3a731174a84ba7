import Arithmetic
import Foundation
import Tensors

/// Trains a network for one kind of loss.
final class Trainer {
  let loss: Loss
  /// The tensor whose distance from the target is measured, as the caller named it.
  let tensor: String?

  private let blueprint: Blueprint
  private let program: Program
  private let workers: WorkerPool
  private let trainable: [Parameter]
  /// What the loss reads: what the softmax layer is given, or the output itself.
  private let lossInput: Int
  private var space: Workspace?

  init(_ blueprint: Blueprint, loss: Loss, tensor: String?, workers: WorkerPool) throws(NetworkError) {
    self.loss = loss
    self.tensor = tensor
    self.blueprint = blueprint
    self.workers = workers
    guard let name = tensor ?? blueprint.definition.outputs.first, let output = blueprint.numbers[name] else {
      throw .unknownTensor(layer: nil, name: tensor ?? "")
    }
    lossInput = try Trainer.input(of: loss, from: output, name: name, blueprint)
    program = try Program(blueprint, wanted: [lossInput], loss: lossInput)
    let reached = Set(program.runners.map(\.place.name))
    trainable = blueprint.trainable.filter { reached.contains($0.key.layer) }
    guard !trainable.isEmpty, program.storage.gradientPlacements[lossInput] != nil else { throw .nothingToTrain }
  }

  /// Cross entropy is computed from what its softmax reads, so that it stays finite.
  private static func input(
    of loss: Loss, from output: Int, name: String, _ blueprint: Blueprint
  ) throws(NetworkError) -> Int {
    guard loss == .crossEntropy else { return output }
    guard let maker = blueprint.steps.first(where: { $0.outputs.contains(output) }), maker.layer.kind == .softmax,
      blueprint.shapes[output].pixels == 1
    else { throw .lossNeedsSoftmax(tensor: name) }
    return maker.inputs[0]
  }

  func step(
    _ feeds: FeedSet, _ targets: Targets, _ settings: LossSettings, _ optimizer: inout OptimizerState,
    _ seed: UInt64?
  ) throws(NetworkError) -> StepResult {
    try feeds.check(program, blueprint)
    guard targets.count == feeds.count else {
      throw .batchMismatch(expected: feeds.count, actual: targets.count)
    }
    guard feeds.count > 0 else { return StepResult(loss: 0, correct: 0) }
    let space = try workspace(for: feeds.count)
    space.seed = seed ?? UInt64(bitPattern: Int64(optimizer.step))
    feeds.write(0..<feeds.count, inputs: program.inputs, to: space)
    program.prepare(workers)
    program.forward(space)
    guard let gradient = space.gradients[lossInput] else { throw .nothingToTrain }
    let result =
      switch targets {
      case .classes(let classes): try crossEntropy(space.maps[lossInput], gradient, classes, settings)
      case .values(let values): try squaredError(space.maps[lossInput], gradient, values)
      }
    guard result.loss.isFinite else { throw .diverged(loss: result.loss) }
    program.backward(space)
    optimizer.update(trainable, workers: workers)
    return result
  }

  private func workspace(for count: Int) throws(NetworkError) -> Workspace {
    if let space, space.capacity >= count {
      space.batch = count
      return space
    }
    try MemoryLimit.check([count, program.storage.floatsPerSample], layer: nil)
    space = nil
    let made = Workspace(program: program, capacity: count, workers: workers)
    space = made
    return made
  }

  /// Loss and gradient of the softmax cross entropy: p − target, divided by the sum of the samples' weights.
  private func crossEntropy(
    _ logits: Map, _ gradient: Map, _ classes: [Int], _ settings: LossSettings
  ) throws(NetworkError) -> StepResult {
    let count = logits.shape.channels
    for target in classes where target < 0 || target >= count {
      throw .classOutOfRange(target: target, count: count)
    }
    if !settings.classWeights.isEmpty, settings.classWeights.count != count {
      throw .targetShape(expected: [count], actual: [settings.classWeights.count])
    }
    func weight(_ target: Int) -> Float { settings.classWeights.isEmpty ? 1 : settings.classWeights[target] }
    let totalWeight = classes.reduce(Float(0)) { $0 + weight($1) }
    let smoothing = settings.labelSmoothing
    var (total, correct) = (0.0, 0)
    for (sample, target) in classes.enumerated() {
      let (z, g) = (logits.sample(sample), gradient.sample(sample))
      var (largest, winner, sum) = (-Float.infinity, 0, Float(0))
      for c in 0..<count where z[c] > largest { (largest, winner) = (z[c], c) }
      for c in 0..<count {
        g[c] = expf(z[c] - largest)
        sum += g[c]
      }
      let logSum = Double(largest) + log(Double(sum))
      var sampleLoss = (1 - Double(smoothing)) * (logSum - Double(z[target]))
      if smoothing > 0 {
        for c in 0..<count { sampleLoss += Double(smoothing) / Double(count) * (logSum - Double(z[c])) }
      }
      total += Double(weight(target)) * sampleLoss
      if winner == target { correct += 1 }
      let factor = weight(target) / totalWeight
      for c in 0..<count {
        let wanted = (c == target ? 1 - smoothing : 0) + smoothing / Float(count)
        g[c] = (g[c] / sum - wanted) * factor
      }
    }
    return StepResult(loss: Float(total / Double(totalWeight)), correct: correct)
  }

  /// Loss and gradient of the squared error, mean over samples and outputs.
  private func squaredError(_ outputs: Map, _ gradient: Map, _ targets: Tensor) throws(NetworkError) -> StepResult {
    let shape = outputs.shape
    let samples = targets.shape[0]
    guard targets.count == samples * shape.count else {
      throw .targetShape(expected: shape.lengths, actual: Array(targets.shape.dropFirst()))
    }
    let factor = 2 / Float(samples * shape.count)
    var total = 0.0
    for sample in 0..<samples {
      for pixel in 0..<shape.pixels {
        let y = outputs.sample(sample) + pixel * outputs.pixelStep
        let g = gradient.sample(sample) + pixel * gradient.pixelStep
        for c in 0..<shape.channels {
          let difference = y[c] - targets.values[sample * shape.count + c * shape.pixels + pixel]
          total += Double(difference) * Double(difference)
          g[c] = factor * difference
        }
      }
    }
    return StepResult(loss: Float(total / Double(samples * shape.count)), correct: 0)
  }
}
