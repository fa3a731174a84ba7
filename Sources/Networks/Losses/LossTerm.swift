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
    guard let softmax = blueprint.definition.softmax(of: name), let read = blueprint.numbers[softmax.inputs[0]],
      blueprint.shapes[read].pixels == 1, blueprint.shapes[read].steps == 1
    else { throw .step(.lossNeedsSoftmax(tensor: name)) }
    input = read
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
      return NumberLoss(loss, shape: map.shape, steps: steps, weight: settings.weight).measure(map, gradient, values)
    case .several(let parts): throw .step(.lossCount(losses: 1, targets: parts.count))
    }
  }
}
