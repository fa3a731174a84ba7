import Arithmetic
import Operations
import Tensors

/// Runs an operation on tensors of any rank.
///
/// The gradients of a product's constant weights are summed by blocks of outputs over the whole mini-batch, those of other constants in
/// chunks of samples.
final class OperationRunner: PackingRunner {
  let place: LayerPlace
  private let plan: OperationPlan
  /// What takes its gradient; nil where none is needed.
  private let gradient: GradientPlan?
  /// Its parameters by the number of their operand, those of them that training changes, and how many numbers these are.
  private let parameters: [Int: Parameter]
  private let learning: [(operand: Int, parameter: Parameter, first: Int)]
  private let learningCount: Int
  /// The parameters' versions the plan has seen.
  private var seen: Int
  private var sums = ChunkSums()
  private lazy var total = FloatBuffer(count: learningCount)

  init(_ context: RunnerContext, _ operation: TensorOperation, _ parameters: [ParameterKey.Part: Parameter]) {
    place = context.place
    func views(_ forms: [TensorForm], _ placements: [Placement]) -> [TensorView] {
      zip(forms, placements).map { form, placement in
        TensorView(
          form, pixelStep: placement.pixelStep, sampleStep: placement.sampleStep / max(placement.shape.steps, 1))
      }
    }
    var own: [Int: Parameter] = [:]
    for (part, parameter) in parameters {
      if let operand = operation.operand(of: part) { own[operand] = parameter }
    }
    let isReached = context.outputGradients.contains { $0 != nil }
    let isNeeded = own.values.contains(where: \.isTrainable) || context.place.gradientModes.contains { $0 != .unneeded }
    // Where no gradient passes, packed weights are all that is read.
    let weights = operation.kind == .linear && !(isReached && isNeeded) ? own[1] : nil
    plan = OperationPlan(
      operation, inputs: views(operation.inputs, context.inputs), results: views(operation.results, context.outputs),
      given: own.filter { weights == nil || $0.key != 1 }.mapValues(\.values), packing: weights.map { $0.passing },
      ending: LinearEnding(
        factors: context.factors.map { FloatBuffer($0.values) },
        adds: context.inputs.count > operation.inputs.count,
        function: context.function.map { function in
          { function.apply(to: $0, step: $1, count: $2, channels: $3) }
        }))
    var (learning, count): ([(operand: Int, parameter: Parameter, first: Int)], Int) = ([], 0)
    for (operand, parameter) in own.sorted(by: { $0.key < $1.key }) where parameter.isTrainable {
      learning.append((operand, parameter, count))
      count += parameter.count
    }
    gradient = isReached && isNeeded ? GradientPlan(operation, plan) : nil
    (self.parameters, self.learning, learningCount) = (own, learning, count)
    seen = own.values.reduce(0) { $0 + $1.version }
  }

  var memory: LayerMemory { LayerMemory(scratch: max(plan.scratchCount, gradient?.scratchCount ?? 0)) }

  private var version: Int { parameters.values.reduce(0) { $0 + $1.version } }
  func isStale(for pass: Pass) -> Bool { seen != version }
  func prepare(for pass: Pass) {
    plan.renew()
    seen = version
  }

  func sharing(_ samples: Int) -> BatchDistribution { learning.isEmpty ? .samples : .whole }

  func forward(_ space: Workspace) {
    let blocks = plan.blocks
    space.threads.run(space.batch * blocks, work: space.batch * plan.work) { index, worker in
      let (block, sample) = (index % blocks, index / blocks)
      plan.run(
        block, scratch: space.threads.scratch(worker), inputs: { space.maps[place.inputs[$0]].sample(sample) },
        results: { space.maps[place.outputs[$0]].sample(sample) })
    }
  }

  func backward(_ space: Workspace) {
    guard let gradient else { return }
    let work = space.batch * gradient.work
    guard !learning.isEmpty, gradient.weightBlocks == 0 else {
      space.threads.run(space.batch, work: work) { sample, worker in
        run(gradient, sample, space, worker) { _ in nil }
      }
      return sumByBlocks(gradient, space)
    }
    let chunks = Chunks(space)
    sums.begin(chunks.count, of: learningCount)
    space.threads.forEach(in: chunks, work: work) { sample, chunk, worker in
      let own = sums.sums(chunk)
      run(gradient, sample, space, worker) { operand in
        for (learnt, _, first) in learning where learnt == operand { return own + first }
        return nil
      }
    }
    sums.add(chunks.count, into: total.pointer)
    for (_, parameter, first) in learning {
      parameter.gradient.pointer.update(from: total.pointer + first, count: parameter.count)
    }
  }

  /// Takes a sample's gradients: those of the inputs are added to what others have put there, or to zeros.
  private func run(
    _ gradient: GradientPlan, _ sample: Int, _ space: Workspace, _ worker: Int, constants: GradientPlan.Place
  ) {
    for (slot, input) in place.inputs.enumerated() where place.gradientModes[slot] == .first {
      guard let map = space.gradients[input] else { continue }
      let steps = map.shape.steps
      for step in 0..<steps { map.unrolled(steps).clear(sample * steps + step) }
    }
    gradient.run(
      scratch: space.threads.scratch(worker), inputs: { space.maps[place.inputs[$0]].sample(sample) },
      results: { space.maps[place.outputs[$0]].sample(sample) },
      inputGradients: { inputGradient($0, space)?.sample(sample) }, constantGradients: constants,
      resultGradients: { space.gradients[place.outputs[$0]]?.sample(sample) })
  }

  /// The gradients of constant weights over all samples, one after the other.
  private func sumByBlocks(_ gradient: GradientPlan, _ space: Workspace) {
    guard !learning.isEmpty else { return }
    for (_, parameter, _) in learning { parameter.gradient.pointer.update(repeating: 0, count: parameter.count) }
    space.threads.run(gradient.weightBlocks, work: space.batch * gradient.work / 2) { block, _ in
      for sample in 0..<space.batch {
        gradient.addWeights(
          block, inputs: { space.maps[place.inputs[$0]].sample(sample) },
          results: { space.maps[place.outputs[$0]].sample(sample) },
          constantGradients: { operand in
            for (learnt, parameter, _) in learning where learnt == operand { return parameter.gradient.pointer }
            return nil
          }, resultGradients: { space.gradients[place.outputs[$0]]?.sample(sample) })
      }
    }
  }
}
