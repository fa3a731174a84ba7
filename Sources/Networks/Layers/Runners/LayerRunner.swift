/// A layer made ready to run.
///
/// Forward results never depend on how the work is cut, and sums over a mini-batch are taken in the order of its samples: so
/// the bits are the same on any number of threads.
protocol LayerRunner: AnyObject {
  var place: LayerPlace { get }
  /// What memory it needs beside its tensors; none unless said.
  var memory: LayerMemory { get }
  /// Computes the outputs from the inputs.
  func forward(_ space: Workspace)
  /// Computes the gradients of parameters and inputs from those of the outputs, which it may overwrite.
  func backward(_ space: Workspace)
  /// How several processes share its work on a mini-batch of so many samples.
  func sharing(_ samples: Int) -> BatchDistribution
}

extension LayerRunner {
  var memory: LayerMemory { LayerMemory() }
  func sharing(_ samples: Int) -> BatchDistribution { .whole }

  func input(_ index: Int, _ space: Workspace) -> Map { space.maps[place.inputs[index]] }
  func output(_ index: Int, _ space: Workspace) -> Map { space.maps[place.outputs[index]] }

  /// The gradient of an output. Every output that reaches the loss has one.
  func outputGradient(_ index: Int, _ space: Workspace) -> Map {
    guard let gradient = space.gradients[place.outputs[index]] else {
      preconditionFailure("\(place.name) has no gradient to pass on")
    }
    return gradient
  }

  /// The gradient of an input to be written or added to; nil when nothing below needs it.
  func inputGradient(_ index: Int, _ space: Workspace) -> Map? {
    place.gradientModes[index] == .unneeded ? nil : space.gradients[place.inputs[index]]
  }

  /// The gradient of an input, zeroed where this layer is the first to write it: for layers that add number by number.
  func inputGradientToAddTo(_ index: Int, _ space: Workspace) -> Map? {
    guard let gradient = inputGradient(index, space) else { return nil }
    if place.gradientModes[index] == .first {
      space.forEachSample(work: gradient.shape.count / 4) { gradient.clear($0) }
    }
    return gradient
  }
}
