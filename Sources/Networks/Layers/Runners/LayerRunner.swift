/// A layer made ready to run.
///
/// Forward results never depend on how the work is cut, and sums over a mini-batch are taken in the order of its samples: so
/// the bits are the same on any number of threads.
protocol LayerRunner: AnyObject {
  var place: LayerPlace { get }
  /// What memory it needs beside its tensors.
  var memory: LayerMemory { get }
  /// Whether what is derived from parameters, as packed weights are, has to be made or made anew.
  func isStale(for pass: Pass) -> Bool
  /// Brings what is derived from parameters up to date. Called before any other work, for one layer on one thread.
  func prepare(for pass: Pass)
  /// Whether the outputs of a sample depend on nothing but its inputs, and a sample is work enough for a thread.
  var takesSamplesAlone: Bool { get }
  /// Computes the outputs from the inputs.
  func forward(_ space: Workspace)
  /// Computes the gradients of parameters and inputs from those of the outputs, which it may overwrite.
  func backward(_ space: Workspace)
  /// Whether another layer's way back takes this one's along, unless they are timed one by one.
  var isLed: Bool { get }
  /// Whether samples can be led back one by one where a mini-batch has so many.
  func goesBackAlone(_ samples: Int) -> Bool
  /// Makes room for what so many chunks of samples give the parameters.
  func beginChunks(_ count: Int)
  /// The same as `backward` for a sample in memory of its own, on this thread alone; what it gives the parameters is added to its
  /// chunk's sums.
  func backward(_ sample: Workspace, chunk: Chunk)
  /// Adds up the chunks' sums in their order.
  func endChunks(_ space: Workspace, _ count: Int)
}

extension LayerRunner {
  var memory: LayerMemory { LayerMemory() }
  var takesSamplesAlone: Bool { false }
  func isStale(for pass: Pass) -> Bool { false }
  func prepare(for pass: Pass) {}
  var isLed: Bool { false }
  func goesBackAlone(_ samples: Int) -> Bool { false }
  func beginChunks(_ count: Int) {}
  func backward(_ sample: Workspace, chunk: Chunk) { backward(sample) }
  func endChunks(_ space: Workspace, _ count: Int) {}

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
