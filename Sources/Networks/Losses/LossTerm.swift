import Tensors

/// One of the losses a training minimises: what it reads, and how its gradient is found.
struct LossTerm: Equatable {
  let loss: Loss
  /// What the loss reads: what the softmax layer is given, or the output itself.
  let input: Int

  /// Finds what a loss reads. Cross entropy is computed from what its softmax reads, so that it stays finite.
  init(_ loss: Loss, tensor: String?, _ blueprint: Blueprint) throws(NetworkError) {
    guard let name = tensor ?? blueprint.definition.outputs.first, let output = blueprint.numbers[name] else {
      throw .unknownTensor(layer: nil, name: tensor ?? "")
    }
    self.loss = loss
    guard loss == .crossEntropy else {
      input = output
      return
    }
    guard let maker = blueprint.steps.first(where: { $0.outputs.contains(output) }), maker.layer.kind == .softmax,
      blueprint.shapes[output].pixels == 1, blueprint.shapes[output].steps == 1
    else { throw .step(.lossNeedsSoftmax(tensor: name)) }
    input = maker.inputs[0]
  }

  /// The loss of a mini-batch; its gradient, times the loss's weight, is added to the gradient of what it reads.
  func measure(
    _ space: Workspace, _ targets: Targets, _ settings: LossSettings
  ) throws(NetworkError) -> StepResult {
    let steps = space.maps[input].shape.steps
    let each = space.unrolled(steps)
    let (map, gradient) = (each.maps[input], each.gradients[input])
    switch targets {
    case .classes(let classes): return try CrossEntropy(settings, map.shape).measure(map, gradient, classes)
    case .values(let values):
      let shape = space.maps[input].shape
      guard values.count == values.shape[0] * shape.total else {
        throw .step(.targetShape(expected: shape.lengths, actual: Array(values.shape.dropFirst())))
      }
      return squaredError(map, gradient, values, steps: steps, weight: settings.weight)
    case .several(let parts): throw .step(.lossCount(losses: 1, targets: parts.count))
    }
  }

  /// The mean over samples and outputs.
  private func squaredError(
    _ outputs: Map, _ gradient: Map?, _ targets: Tensor, steps: Int, weight: Float
  ) -> StepResult {
    let shape = outputs.shape
    let samples = targets.shape[0] * steps
    let factor = 2 * weight / Float(samples * shape.count)
    var (total, correct) = (0.0, 0)
    for sample in 0..<samples {
      if shape.pixels == 1, steps == 1 {
        correct += outputs.hasSameLargest(as: targets.row(sample), in: sample) ? 1 : 0
      }
      for pixel in 0..<shape.pixels {
        let y = outputs.sample(sample) + pixel * outputs.pixelStep
        let g = gradient.map { $0.sample(sample) + pixel * $0.pixelStep }
        for c in 0..<shape.channels {
          let difference = y[c] - targets.values[sample * shape.count + c * shape.pixels + pixel]
          total += Double(difference) * Double(difference)
          g?[c] += factor * difference
        }
      }
    }
    return StepResult(loss: Float(total / Double(samples * shape.count)), correct: correct)
  }
}

extension Map {
  /// Whether a sample's largest number of several stands where the target's does.
  fileprivate func hasSameLargest(as target: ArraySlice<Float>, in sample: Int) -> Bool {
    guard shape.channels > 1 else { return false }
    let y = self.sample(sample)
    var (winner, wanted) = (0, target.startIndex)
    for c in 1..<shape.channels {
      if y[c] > y[winner] { winner = c }
      if target[target.startIndex + c] > target[wanted] { wanted = target.startIndex + c }
    }
    return wanted - target.startIndex == winner
  }
}
