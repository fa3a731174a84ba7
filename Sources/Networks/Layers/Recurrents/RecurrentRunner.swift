import Arithmetic

/// Runs a recurrent layer. In the backward pass the gradient walks the steps in reverse (Werbos, 1990).
///
/// Every sample is walked by itself, one direction after the other; what a step made is kept for the backward pass. The parameters'
/// gradients are sums over samples and steps in their order, each row by one thread: the same bits on any number of them.
final class RecurrentRunner: LayerRunner {
  let place: LayerPlace
  private let definition: RecurrentDefinition
  private let parameters: RecurrentParameters
  private let steps: Int
  private let walk: SequencePass
  /// How many numbers the record of a sample takes in one direction.
  private let recordCount: Int

  init(_ context: RunnerContext, _ definition: RecurrentDefinition, _ parameters: RecurrentParameters) {
    place = context.place
    self.definition = definition
    self.parameters = parameters
    steps = context.input.steps
    walk = SequencePass(definition)
    recordCount = RecurrentRecord.count(definition, steps: steps)
  }

  var memory: LayerMemory {
    LayerMemory(
      scratch: max(recordCount, walk.scratchCount), savedFloats: recordCount * definition.directions)
  }

  private func work(_ space: Workspace) -> Int {
    space.batch * steps * definition.gates * definition.outputSize * (definition.inputSize + definition.outputSize)
  }

  func forward(_ space: Workspace) {
    let size = definition.outputSize
    let each = space.unrolled(steps)
    let (source, target) = (input(0, each), output(0, space))
    let outputs = definition.returnsSequence ? output(0, each) : target
    space.threads.run(space.batch, work: work(space)) { sample, worker in
      for (direction, weights) in parameters.directions.enumerated() {
        let record = self.record(sample, direction, space, worker)
        record.begin(initialStates(direction, sample, space))
        for step in 0..<steps {
          if step % 16 == 15, let goesOn = space.threads.goesOn, !goesOn() { return }
          let time = self.time(step, direction)
          walk.forward(step, source.sample(sample * steps + time), weights, record)
          if definition.returnsSequence {
            (outputs.sample(sample * steps + time) + direction * size).update(
              from: record.output(step), count: size)
          }
        }
        if !definition.returnsSequence {
          (target.sample(sample) + direction * size).update(from: record.output(steps - 1), count: size)
        }
        guard place.outputs.count > 1 else { continue }
        for state in 0..<definition.states {
          let slot = 1 + direction * definition.states + state
          let last = state == 0 ? record.output(steps - 1) : record.cell(steps - 1)
          output(slot, space).sample(sample).update(from: last, count: size)
        }
      }
    }
  }

  /// Which step of the sequence a direction reads at its own step.
  private func time(_ step: Int, _ direction: Int) -> Int {
    definition.isReversed != (direction == 1) ? steps - 1 - step : step
  }

  /// Where a walk writes down what it does: kept when training, else a thread's scratch memory.
  private func record(_ sample: Int, _ direction: Int, _ space: Workspace, _ worker: Int) -> RecurrentRecord {
    let saved = space.savedFloats[place.index]?.pointer
    return RecurrentRecord(
      definition,
      at: saved.map { $0 + (sample * definition.directions + direction) * recordCount } ?? space.threads.scratch(worker)
    )
  }

  /// The states before the first step, where they are inputs.
  private func initialStates(_ direction: Int, _ sample: Int, _ space: Workspace) -> [UnsafeMutablePointer<Float>] {
    guard place.inputs.count > 1 else { return [] }
    return (0..<definition.states).map { input(1 + direction * definition.states + $0, space).sample(sample) }
  }

  func backward(_ space: Workspace) {
    let each = space.unrolled(steps)
    let source = input(0, each)
    let below = inputGradientToAddTo(0, each)
    // Views are made here, as they may not be by several threads at once.
    let above = definition.returnsSequence ? each : space
    let statesBelow = place.inputs.indices.dropFirst().map { inputGradientToAddTo($0, space) }
    space.threads.run(space.batch, work: work(space) * 2) { sample, worker in
      for (direction, weights) in parameters.directions.enumerated() {
        let record = self.record(sample, direction, space, worker)
        var gradient = RecurrentGradient(count: definition.outputSize)
        addStateGradients(&gradient, direction, sample, space)
        for step in (0..<steps).reversed() {
          let time = self.time(step, direction)
          addOutputGradient(&gradient, step, time, direction, sample, above)
          walk.backward(
            step, weights, record, &gradient, below: below.map { $0.sample(sample * steps + time) },
            scratch: space.threads.scratch(worker))
        }
        guard place.inputs.count > 1 else { continue }
        for state in 0..<definition.states {
          guard let map = statesBelow[direction * definition.states + state] else { continue }
          let values = state == 0 ? gradient.output : gradient.cell
          for c in values.indices { map.sample(sample)[c] += values[c] }
        }
      }
    }
    if parameters.directions[0].input.isTrainable { parameterGradients(space, source) }
  }

  /// What comes from the states after the last step, where something reads them.
  private func addStateGradients(
    _ gradient: inout RecurrentGradient, _ direction: Int, _ sample: Int, _ space: Workspace
  ) {
    guard place.outputs.count > 1 else { return }
    for state in 0..<definition.states {
      let slot = place.outputs[1 + direction * definition.states + state]
      guard let map = space.gradients[slot] else { continue }
      for c in 0..<definition.outputSize {
        if state == 0 { gradient.output[c] += map.sample(sample)[c] } else { gradient.cell[c] += map.sample(sample)[c] }
      }
    }
  }

  /// What comes from the output of a step.
  private func addOutputGradient(
    _ gradient: inout RecurrentGradient, _ step: Int, _ time: Int, _ direction: Int, _ sample: Int, _ above: Workspace
  ) {
    guard definition.returnsSequence || step == steps - 1 else { return }
    let map = outputGradient(0, above)
    let from = map.sample(definition.returnsSequence ? sample * steps + time : sample)
    for c in 0..<definition.outputSize { gradient.output[c] += from[direction * definition.outputSize + c] }
  }

  /// For each row of the matrices, the gradient of its sum times what it was multiplied by, over all samples and steps.
  private func parameterGradients(_ space: Workspace, _ source: Map) {
    let weights = parameters.directions[0]
    let rows = definition.gates * definition.outputSize
    let (inputs, outputs) = (definition.inputSize, definition.outputSize)
    for parameter in weights.all { parameter.gradient.pointer.update(repeating: 0, count: parameter.count) }
    space.threads.run(rows, work: work(space)) { row, _ in
      for sample in 0..<space.batch {
        let record = self.record(sample, 0, space, 0)
        for step in 0..<steps {
          let slope = record.sums(step)[row]
          Elementwise.addScaled(
            source.sample(sample * steps + time(step, 0)), by: slope,
            to: weights.input.gradient.pointer + row * inputs, count: inputs)
          Elementwise.addScaled(
            walk.recursed(step, row, record), by: slope, to: weights.recursion.gradient.pointer + row * outputs,
            count: outputs)
          if let bias = weights.bias { bias.gradient.pointer[row] += slope }
          if let peepholes = weights.peepholes, let (index, cell) = walk.peephole(step, row, record) {
            peepholes.gradient.pointer[index] += slope * cell
          }
        }
      }
    }
  }
}

/// The gradients that walk from step to step.
struct RecurrentGradient {
  /// By the output of the step.
  var output: [Float]
  /// By its cell.
  var cell: [Float]

  init(count: Int) {
    output = [Float](repeating: 0, count: count)
    cell = output
  }
}
