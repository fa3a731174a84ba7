/// Runs a layer that moves numbers between the steps of sequences. Where every number comes from is worked out once.
final class SequenceRearrangementRunner: LayerRunner {
  let place: LayerPlace
  private let inputs: [MapShape]
  private let output: MapShape
  /// For each number of the output, step by step and pixel by pixel: the input, and the number's place there counted alike.
  private let table: [(input: Int32, place: Int32)]

  /// `origin` says for a place of the output which input it comes from, and from where there.
  init(_ context: RunnerContext, origin: (SequencePlace) -> (input: Int, place: SequencePlace)) {
    place = context.place
    inputs = context.inputs.map(\.shape)
    output = context.output
    let (inputs, output) = (inputs, output)
    table = (0..<output.total).map { index in
      let (input, from) = origin(SequencePlace(index, in: output, .channelLast))
      return (Int32(input), Int32(from.index(in: inputs[input], .channelLast)))
    }
  }

  /// Takes the axes of a sequence in another order.
  convenience init(_ context: RunnerContext, permuting axes: [Int]) {
    self.init(context) { place in (0, place.permuted(axes)) }
  }

  /// Unrolls a sequence in an order and fills another shape in it.
  convenience init(_ context: RunnerContext, reshaping order: AxisOrder) {
    let (input, output) = (context.input, context.output)
    self.init(context) { place in (0, SequencePlace(place.index(in: output, order), in: input, order)) }
  }

  /// Appends sequences to each other.
  convenience init(joining context: RunnerContext) {
    let owners = context.inputs.enumerated().flatMap { index, one in (0..<one.shape.steps).map { (index, $0) } }
    self.init(context) { place in
      let (index, step) = owners[place.step]
      return (index, SequencePlace(step, place.channel, place.row, place.column))
    }
  }

  /// Repeats a sequence as often as the output has room for.
  convenience init(repeating context: RunnerContext) {
    let steps = context.input.steps
    self.init(context) { place in
      (0, SequencePlace(place.step % steps, place.channel, place.row, place.column))
    }
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let sources = place.inputs.indices.map { input($0, space) }
    let target = self.output(0, space)
    space.forEachSample(work: output.total * 4) { sample in
      for (index, from) in table.enumerated() {
        let source = sources[Int(from.input)]
        target.sample(sample)[target.offset(index)] = source.sample(sample)[source.offset(Int(from.place))]
      }
    }
  }

  func backward(_ space: Workspace) {
    let gradient = outputGradient(0, space)
    let below = place.inputs.indices.map { slot in
      // Zeroed where this layer is the first to write it, all steps of it.
      inputGradientToAddTo(slot, space.unrolled(inputs[slot].steps)).flatMap { _ in inputGradient(slot, space) }
    }
    space.forEachSample(work: output.total * 4) { sample in
      for (index, from) in table.enumerated() {
        guard let to = below[Int(from.input)] else { continue }
        to.sample(sample)[to.offset(Int(from.place))] += gradient.sample(sample)[gradient.offset(index)]
      }
    }
  }
}

extension Map {
  /// Where a number lies in a sample, counted step by step and pixel by pixel.
  fileprivate func offset(_ index: Int) -> Int {
    let (step, inside) = (index / shape.count, index % shape.count)
    return step * (sampleStep / shape.steps) + inside / shape.channels * pixelStep + inside % shape.channels
  }
}
