public import Arithmetic
public import Tensors

/// An operation made ready to run: its constants copied, and every way through memory found. Runs never allocate.
public final class OperationPlan {
  private let kernel: any Kernel
  /// The constants, by the number of their operand; nil for what is handed in.
  let constants: [FloatBuffer?]
  /// Whether a tensor is handed in after the operands, to be added.
  private let adds: Bool
  /// Where operands and results lie.
  let operands: [TensorView], results: [TensorView]

  /// Prepares an operation whose inputs and results lie as these views say. `given` holds numbers in place of the operation's own, by
  /// the number of their operand: `renew` makes known that they have changed. `packing` gives the weights of a linear operation, for
  /// as long as it takes to pack them, where no gradient is asked for. `ending` says what becomes of its sums.
  ///
  /// Precondition: the shapes are those of the operation, and go together as its kind demands; none but linear operations with constant
  /// weights have an ending.
  public init(
    _ operation: TensorOperation, inputs: [TensorView], results: [TensorView], given: [Int: FloatBuffer] = [:],
    packing: (() -> FloatBuffer)? = nil, ending: LinearEnding = LinearEnding()
  ) {
    var handed = inputs.makeIterator()
    var constants: [FloatBuffer?] = []
    let operands = operation.operands.enumerated().map { number, operand in
      switch operand {
      case .input(let form):
        constants.append(nil)
        return handed.next() ?? TensorView(form)
      case .constant(let tensor):
        let isPassing = number == 1 && packing != nil
        constants.append(isPassing ? FloatBuffer(count: 0) : given[number] ?? FloatBuffer(tensor.values))
        return TensorView(TensorForm(tensor.shape))
      }
    }
    (self.constants, self.operands, self.results) = (constants, operands, results)
    precondition(ending.isEmpty || operation.hasConstantWeights, "\(operation.label) has an ending")
    adds = ending.adds
    kernel = OperationPlan.kernel(operation.kind, operands, results, constants, packing, ending)
  }

  /// How many floats of scratch memory a thread needs.
  public var scratchCount: Int { kernel.scratchCount }
  /// In how many blocks a sample is computed, and how many multiplications that takes.
  public var blocks: Int { kernel.blocks }
  /// How many multiplications, or steps as costly, a sample takes.
  public var work: Int { kernel.work }

  /// Prepares anew what was made of constants that have changed.
  public func renew() { kernel.renew() }

  /// Computes one block of a sample.
  ///
  /// `inputs` and `results` say where the tensor of each input, and what is added after them, and of each result begins, by its number; `scratch` has room for
  /// `scratchCount` numbers.
  @inline(__always)
  public func run(
    _ block: Int, scratch: UnsafeMutablePointer<Float>, inputs: (Int) -> UnsafeMutablePointer<Float>,
    results: (Int) -> UnsafeMutablePointer<Float>
  ) {
    withUnsafeTemporaryAllocation(
      of: UnsafeMutablePointer<Float>.self, capacity: constants.count + self.results.count + 1
    ) { places in
      var next = 0
      for index in constants.indices {
        if let constant = constants[index] {
          places.initializeElement(at: index, to: constant.pointer)
        } else {
          places.initializeElement(at: index, to: inputs(next))
          next += 1
        }
      }
      for index in self.results.indices { places.initializeElement(at: constants.count + index, to: results(index)) }
      if adds { places.initializeElement(at: constants.count + self.results.count, to: inputs(next)) }
      guard let base = places.baseAddress else { return }
      kernel.run(block, UnsafePointer(base), scratch: scratch)
    }
  }

  private static func kernel(
    _ kind: TensorOperationKind, _ operands: [TensorView], _ results: [TensorView], _ constants: [FloatBuffer?],
    _ packing: (() -> FloatBuffer)?, _ ending: LinearEnding
  ) -> any Kernel {
    let (first, result) = (operands[0], results[0])
    return switch kind {
    case .map(let function): MapKernel(function, first, result)
    case .combine(let function): PairKernel(function, operands, result)
    case .select: SelectKernel(operands, result)
    case .rename: RenameKernel(first, result)
    case .move(let moves, let fill): MoveKernel(moves, fill: fill, operands, results)
    case .pick(let tables, let fill): PickKernel(tables, fill: fill, first, result)
    case .reduce(let reduction, let axes): ReductionKernel(reduction, axes: axes, first, result)
    case .softmax(let axis): SoftmaxKernel(axis: axis, first, result)
    case .normalize(let axes, let epsilon, let centers):
      NormalizationKernel(
        axes: axes, epsilon: epsilon, centers: centers, operands: operands.count, first, result)
    case .linear:
      if let weights = constants[1] {
        PackedLinearKernel(
          weights: packing ?? { weights }, outputs: operands[1].shape[0], hasBias: operands.count > 2,
          takesHalves: packing != nil, ending, first)
      } else {
        LinearKernel(outputs: operands[1].shape[0], hasBias: operands.count > 2, first)
      }
    case .product(let transposesFirst, let transposesSecond):
      ProductKernel(
        transposesFirst: transposesFirst, transposesSecond: transposesSecond, first, operands[1], result)
    case .attention(let scale, let masksByTruth, let layout):
      AttentionKernel(operands, result, scale: scale, masksByTruth: masksByTruth, layout: layout)
    case .windows(let settings, let groups):
      WindowKernel(settings, groups: groups, hasBias: operands.count > 2, first, result)
    case .pool(let settings, let kind): PoolKernel(settings, kind, first, result)
    case .gather(let axis, let batchAxes):
      GatherKernel(axis: axis, batchAxes: batchAxes, first, indices: operands[1])
    case .gatherAlong(let axis): GatherAlongKernel(axis: axis, first, indices: operands[1])
    case .gatherPlaces: GatherPlacesKernel(first, indices: operands[1])
    case .scatter, .scatterAlong, .scatterPlaces: ScatterKernel(kind, first, indices: operands[1])
    case .oneHot(let axis, let on, let off): OneHotKernel(axis: axis, on: on, off: off, result)
    case .sort(let axis, let isAscending, let givesValues):
      SortKernel(axis: axis, isAscending: isAscending, givesValues: givesValues, first, results)
    case .cumulate(let axis, let isExclusive, let isReversed):
      CumulationKernel(axis: axis, isExclusive: isExclusive, isReversed: isReversed, first)
    case .resample(let rows, let columns): ResampleKernel(rows: rows, columns: columns, first, result)
    case .localResponse(let size, let alpha, let beta, let k):
      LocalResponseKernel(size: size, alpha: alpha, beta: beta, k: k, first)
    }
  }
}

extension TensorOperation {
  /// The results for given inputs, row-major, computed at once on this thread: for what is known before anything runs.
  ///
  /// Precondition: there is a tensor for each input, all row-major.
  public func results(of inputs: [Tensor]) -> [Tensor] {
    let plan = OperationPlan(
      self, inputs: inputs.map { TensorView(TensorForm($0.shape)) }, results: results.map { TensorView($0) })
    let given = inputs.map { FloatBuffer($0.values) }
    let made = results.map { FloatBuffer(count: $0.count) }
    let scratch = FloatBuffer(count: plan.scratchCount)
    for block in 0..<plan.blocks {
      plan.run(
        block, scratch: scratch.pointer, inputs: { given[$0].pointer }, results: { made[$0].pointer })
    }
    return zip(results, made).map { Tensor(shape: $0.shape, values: $1.values) }
  }
}
