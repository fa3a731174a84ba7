import Arithmetic

/// The gradient of an operation made ready to be taken, beside the plan that computes it. Runs never allocate.
///
/// It adds: the gradients it is given hold what others have put there, or zeros.
public final class GradientPlan {
  /// Where a tensor's numbers or its gradient begin, by its number; nil for a gradient that is not needed or not known.
  public typealias Place = (Int) -> UnsafeMutablePointer<Float>?

  private let kernel: any GradientKernel
  private let constants: [FloatBuffer?]
  private let results: Int

  /// Prepares the gradient of an operation.
  ///
  /// Precondition: a gradient passes to one of its operands at least, and the plan is the operation's.
  public init(_ operation: TensorOperation, _ plan: OperationPlan) {
    constants = plan.constants
    results = plan.results.count
    kernel = GradientPlan.kernel(operation.kind, plan.operands, plan.results)
  }

  /// How many floats of scratch memory a thread needs.
  public var scratchCount: Int { kernel.scratchCount }
  /// How many multiplications, or steps as costly, a sample takes.
  public var work: Int { kernel.work }
  /// In how many blocks of outputs the gradients of constant weights are summed over a whole mini-batch; 0 where they are summed sample
  /// by sample.
  public var weightBlocks: Int { (kernel as? LinearGradient)?.blocks ?? 0 }

  /// Adds to the gradients of the inputs, and of the constants by the number of their operand, what a sample gives them.
  ///
  /// `inputs` and `results` say where their numbers begin, and so on for their gradients, which lie as the numbers do.
  public func run(
    scratch: UnsafeMutablePointer<Float>, inputs: Place, results: Place, inputGradients: Place,
    constantGradients: Place,
    resultGradients: Place
  ) {
    withPlaces(inputs, results, inputGradients, constantGradients, resultGradients) {
      kernel.run($0, scratch: scratch)
    }
  }

  /// Adds to the gradients of a block of constant weights and biases what a sample gives them, where there are such blocks.
  public func addWeights(
    _ block: Int, inputs: Place, results: Place, constantGradients: Place, resultGradients: Place
  ) {
    guard let linear = kernel as? LinearGradient else { return }
    withPlaces(inputs, results, { _ in nil }, constantGradients, resultGradients) { places in
      linear.addWeights(block, places, bias: constants.count > 2 ? places.gradients[2] : nil)
    }
  }

  @inline(__always)
  private func withPlaces(
    _ inputs: Place, _ results: Place, _ inputGradients: Place, _ constantGradients: Place, _ resultGradients: Place,
    _ body: (GradientPlaces) -> Void
  ) {
    let count = constants.count + self.results
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>?.self, capacity: 2 * count) { places in
      guard let base = places.baseAddress else { return }
      var next = 0
      for index in constants.indices {
        if let constant = constants[index] {
          (base + index).initialize(to: constant.pointer)
          (base + count + index).initialize(to: constantGradients(index))
        } else {
          (base + index).initialize(to: inputs(next))
          (base + count + index).initialize(to: inputGradients(next))
          next += 1
        }
      }
      for index in 0..<self.results {
        (base + constants.count + index).initialize(to: results(index))
        (base + count + constants.count + index).initialize(to: resultGradients(index))
      }
      base.withMemoryRebound(to: UnsafeMutablePointer<Float>.self, capacity: count) { values in
        body(GradientPlaces(values: UnsafePointer(values), gradients: UnsafePointer(base + count)))
      }
    }
  }

  private static func kernel(
    _ kind: TensorOperationKind, _ operands: [TensorView], _ results: [TensorView]
  ) -> any GradientKernel {
    let (first, result) = (operands[0], results[0])
    return switch kind {
    case .map(let function): MapGradient(function, first, result)
    case .combine(let function): PairGradient(function, operands, result)
    case .select: SelectGradient(operands, result)
    case .rename: RenameGradient(first, result)
    case .move(let moves, _): MoveGradient(moves, operands, results)
    case .pick(let tables, let fill): PickGradient(PickKernel(tables, fill: fill, first, result), result)
    case .reduce(let reduction, let axes): ReductionGradient(reduction, axes: axes, first, result)
    case .softmax(let axis): SoftmaxGradient(axis: axis, first, result)
    case .normalize(let axes, let epsilon, let centers):
      NormalizationGradient(
        axes: axes, epsilon: epsilon, centers: centers, operands: operands.count, first, result)
    case .linear: LinearGradient(outputs: operands[1].shape[0], hasBias: operands.count > 2, first)
    case .product(let transposesFirst, let transposesSecond):
      ProductGradient(
        ProductKernel(
          transposesFirst: transposesFirst, transposesSecond: transposesSecond, first, operands[1], result))
    case .attention(let scale, let masksByTruth, let layout):
      AttentionGradient(operands, result, scale: scale, masksByTruth: masksByTruth, layout: layout)
    case .windows(let settings, let groups):
      WindowGradient(settings, groups: groups, hasBias: operands.count > 2, first, result)
    case .pool(let settings, let kind): PoolGradient(settings, kind, first, result)
    case .gather(let axis, let batchAxes):
      GatherGradient(GatherKernel(axis: axis, batchAxes: batchAxes, first, indices: operands[1]))
    case .gatherAlong(let axis): GatherAlongGradient(GatherAlongKernel(axis: axis, first, indices: operands[1]))
    case .gatherPlaces: GatherPlacesGradient(first, indices: operands[1])
    case .scatter, .scatterAlong, .scatterPlaces:
      ScatterGradient(ScatterKernel(kind, first, indices: operands[1]), first)
    case .oneHot: preconditionFailure("no gradient passes to indices")
    case .sort(let axis, let isAscending, let givesValues):
      SortGradient(SortKernel(axis: axis, isAscending: isAscending, givesValues: givesValues, first, results))
    case .cumulate(let axis, let isExclusive, let isReversed):
      CumulationGradient(
        CumulationKernel(axis: axis, isExclusive: isExclusive, isReversed: isReversed, first))
    case .resample(let rows, let columns): ResampleGradient(rows: rows, columns: columns, first, result)
    case .localResponse(let size, let alpha, let beta, let k):
      LocalResponseGradient(LocalResponseKernel(size: size, alpha: alpha, beta: beta, k: k, first))
    }
  }
}
