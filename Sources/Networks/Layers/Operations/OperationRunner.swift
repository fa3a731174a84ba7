import Arithmetic
import Operations

/// Runs an operation on tensors of any rank, forward.
final class OperationRunner: LayerRunner {
  let place: LayerPlace
  private let plan: OperationPlan

  init(_ context: RunnerContext, _ operation: TensorOperation) {
    place = context.place
    func views(_ forms: [TensorForm], _ placements: [Placement]) -> [TensorView] {
      zip(forms, placements).map { form, placement in
        TensorView(
          form, pixelStep: placement.pixelStep, sampleStep: placement.sampleStep / max(placement.shape.steps, 1))
      }
    }
    plan = OperationPlan(
      operation, inputs: views(operation.inputs, context.inputs), results: views(operation.results, context.outputs))
  }

  var memory: LayerMemory { LayerMemory(scratch: plan.scratchCount) }

  func forward(_ space: Workspace) {
    let blocks = plan.blocks
    space.threads.run(space.batch * blocks, work: space.batch * plan.work) { index, worker in
      let sample = index / blocks
      plan.run(
        index % blocks, scratch: space.threads.scratch(worker),
        inputs: { space.maps[place.inputs[$0]].sample(sample) },
        results: { space.maps[place.outputs[$0]].sample(sample) })
    }
  }

  func backward(_ space: Workspace) {
    preconditionFailure("no gradient passes through \(place.name)")
  }
}
