extension LayerDefinition {
  /// What runs a layer that sees a sequence as a whole; nil for one that goes step by step.
  func sequenceRunner(_ context: RunnerContext, _ blueprint: Blueprint) -> (any LayerRunner)? {
    guard kind.isSequential else { return nil }
    let (input, output) = (context.input, context.output)
    switch kind {
    case .recurrent(let definition):
      return RecurrentRunner(context, definition, blueprint.recurrent[name] ?? RecurrentParameters(definition, self))
    case .cropResize(let definition): return CropResizeRunner(context, definition)
    case .sequenceRepeat:
      return SequenceRearrangementRunner(context) { place in
        (0, SequencePlace(place.step % input.steps, place.channel, place.row, place.column))
      }
    case .sequenceConcat:
      let owners = context.inputs.enumerated().flatMap { index, one in (0..<one.shape.steps).map { (index, $0) } }
      return SequenceRearrangementRunner(context) { place in
        let (index, step) = owners[place.step]
        return (index, SequencePlace(step, place.channel, place.row, place.column))
      }
    case .permute(let axes):
      return SequenceRearrangementRunner(context) { place in (0, place.permuted(axes)) }
    case .reshape(_, let order):
      return SequenceRearrangementRunner(context) { place in
        (0, SequencePlace(place.index(in: output, order), in: input, order))
      }
    default: return nil
    }
  }
}
