import Arithmetic

/// Stacks maps along the channels: copies those inputs that were not written in place.
final class ConcatRunner: SamplewiseRunner {
  let place: LayerPlace
  private let isInPlace: [Bool]
  private let isGradientInPlace: [Bool]
  private let shapes: [MapShape]

  /// `isInPlace` says which inputs lie in the output already, and their gradients in the output's.
  init(_ context: RunnerContext, isInPlace: [Bool]) {
    place = context.place
    self.isInPlace = isInPlace
    isGradientInPlace = isInPlace
    shapes = context.inputs.map(\.shape)
  }

  func goesBackwardSamplewise(_ samples: Int) -> Bool { true }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let target = output(0, space)
    var firstChannel = 0
    for (index, shape) in shapes.enumerated() {
      let first = firstChannel
      firstChannel += shape.channels
      if isInPlace[index] { continue }
      let source = input(index, space)
      space.forEachSample(work: shape.count) { sample in
        for pixel in 0..<shape.pixels {
          (target.sample(sample) + pixel * target.pixelStep + first).update(
            from: source.sample(sample) + pixel * source.pixelStep, count: shape.channels)
        }
      }
    }
  }

  func backward(_ space: Workspace) {
    let gradient = outputGradient(0, space)
    var firstChannel = 0
    for (index, shape) in shapes.enumerated() {
      let first = firstChannel
      firstChannel += shape.channels
      if isGradientInPlace[index] { continue }
      guard let below = inputGradientToAddTo(index, space) else { continue }
      space.forEachSample(work: shape.count) { sample in
        for pixel in 0..<shape.pixels {
          Elementwise.addScaled(
            gradient.sample(sample) + pixel * gradient.pixelStep + first,
            to: below.sample(sample) + pixel * below.pixelStep, count: shape.channels)
        }
      }
    }
  }
}
