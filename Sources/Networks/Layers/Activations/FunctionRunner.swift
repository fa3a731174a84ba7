import Arithmetic

/// Runs a function of single numbers that several layers were made one of, for predictions.
final class FunctionRunner: LayerRunner {
  let place: LayerPlace
  private let function: FusedFunction
  private let shape: MapShape

  init(_ context: RunnerContext, _ function: FusedFunction) {
    place = context.place
    self.function = function
    shape = context.input
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    Blocks.forEachRun(space, of: shape, between: [source, target], work: shape.count * 10) { sample, from, count in
      function.apply(
        to: source.sample(sample) + source.place(from), into: target.sample(sample) + target.place(from), count: count)
    }
  }

  func backward(_ space: Workspace) { preconditionFailure("\(place.name) is made for predictions") }
}
