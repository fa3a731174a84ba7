public import Tensors

/// An operation on tensors of any rank, with fixed shapes. What it reads is computed before it, or is a constant of its own.
public struct TensorOperation: Sendable, Equatable, Codable {
  /// What an operation reads.
  public enum Operand: Sendable, Equatable, Codable {
    /// The next of the tensors that are handed to it.
    case input(TensorForm)
    /// Numbers of its own, row-major.
    case constant(Tensor)

    /// Its shape and how it lies.
    public var form: TensorForm {
      switch self {
      case .input(let form): form
      case .constant(let tensor): TensorForm(tensor.shape)
      }
    }
  }

  /// What people call it: the name of the program's operation it was made of.
  public var label: String
  /// What it computes.
  public var kind: TensorOperationKind
  /// What it reads, in the order its kind says.
  public var operands: [Operand]
  /// What it makes.
  public var results: [TensorForm]

  /// Describes an operation.
  public init(_ label: String, _ kind: TensorOperationKind, _ operands: [Operand], results: [TensorForm]) {
    self.label = label
    self.kind = kind
    self.operands = operands
    self.results = results
  }

  /// The shapes of the tensors that are handed to it.
  public var inputs: [TensorForm] {
    operands.compactMap { if case .input(let form) = $0 { form } else { nil } }
  }

  /// How many numbers of its own it reads.
  public var constantCount: Int {
    operands.reduce(0) { if case .constant(let tensor) = $1 { $0 + tensor.count } else { $0 } }
  }

  /// Its own numbers, in the order of its operands.
  ///
  /// Precondition: as many are set as there are.
  public var constants: [Tensor] {
    get { operands.compactMap { if case .constant(let tensor) = $0 { tensor } else { nil } } }
    set {
      var next = newValue.makeIterator()
      for index in operands.indices {
        guard case .constant = operands[index] else { continue }
        guard let tensor = next.next() else { preconditionFailure("as many constants as there are") }
        operands[index] = .constant(tensor)
      }
    }
  }

  /// Whether its result is its input under another shape.
  public var isRenaming: Bool { kind == .rename }

  /// Whether it is the product of the rows of what it reads with constant weights.
  public var hasConstantWeights: Bool { kind == .linear && inputs.count == 1 && learnable.weights != nil }

  /// What the numbers of each row are multiplied by, where that is all it does; nil for others.
  public var rowFactors: Tensor? {
    guard kind == .combine(.multiply), let form = inputs.first, results == [form], !form.isMap,
      let length = form.shape.last, constants.count == 1, constants[0].count == length,
      constants[0].shape.last == length
    else { return nil }
    return constants[0]
  }

  /// What a map's channels are multiplied by, or what is added to them, [C], where that is all it does; nil for others.
  public var channelTable: (factors: Tensor?, offsets: Tensor?)? {
    guard operands.count == 2, let map = inputs.first, map.isMap, results == [map], let own = constants.first,
      own.count == map.shape[1], own.shape.dropLast(2).last == map.shape[1]
    else { return nil }
    let table = Tensor(shape: [own.count], values: own.values)
    switch kind {
    case .combine(.multiply): return (table, nil)
    case .combine(.add): return (nil, table)
    default: return nil
    }
  }
}

/// What an operation computes. Unless said otherwise it reads one tensor and makes one, of any form.
public enum TensorOperationKind: Sendable, Equatable, Codable {
  /// f(x) of each number. Operand and result lie alike.
  case map(ElementFunction)
  /// f(x, y) of two operands, each spread over the result's shape.
  case combine(PairFunction)
  /// a where the condition is not 0, else b: operands condition, a, b, each spread over the result's shape.
  case select
  /// The same numbers in the order in which they lie, under another shape: row-major to row-major or to maps, or maps to maps.
  case rename
  /// Numbers copied from operands to results, over a constant where not all of a result is written.
  case move([Move], fill: Float?)
  /// The entries of each axis that a table names; −1 for a constant instead.
  case pick([[Int]], fill: Float)
  /// All numbers along some axes made one.
  case reduce(Reduction, axes: [Int])
  /// Exponentials along an axis divided by their sum.
  case softmax(axis: Int)
  /// Brought to mean 0 and variance 1 along some axes, times gamma and plus beta where these are operands: numbers in the order of
  /// the axes. Without centring, divided by √(Σx² + ε).
  case normalize(axes: [Int], epsilon: Float, centers: Bool)
  /// x · wᵀ + bias: operands x [.., D], w [O, D] and the bias [O] or none; all row-major.
  case linear
  /// The product of matrices, leading axes spread over each other; all row-major.
  case product(transposesFirst: Bool, transposesSecond: Bool)
  /// softmax(q · kᵀ · scale + mask) · v: operands q [.., L, E], k [.., S, E], v [.., S, V] and a mask spread over [.., L, S] or none,
  /// all row-major; the scale is 1 / √E where none is given. Of a mask of truth values what is true takes part. With a `layout` q, k, v
  /// and the result lie in their tensors as it says.
  case attention(scale: Float? = nil, masksByTruth: Bool, layout: AttentionLayout? = nil)
  /// Sums over windows of one to three axes: operands x [N, C, …], w [O, C / groups, …], bias [O] or none; all row-major.
  case windows(WindowSettings, groups: Int)
  /// A statistic over windows of one to three axes.
  case pool(WindowSettings, PoolKind)
  /// Entries along an axis by index: operands x, indices. Row-major.
  case gather(axis: Int, batchAxes: Int)
  /// For each index along an axis the entry beside it: operands x, indices of the same rank. Row-major.
  case gatherAlong(axis: Int)
  /// Entries by the indices of their first axes: operands x, indices [.., K]. Row-major.
  case gatherPlaces
  /// Updates put into entries along an axis by index: operands x, indices, updates. Row-major.
  case scatter(axis: Int, ScatterMode)
  /// The same for each index along an axis, and for indices of the first axes. Row-major.
  case scatterAlong(axis: Int, ScatterMode)
  case scatterPlaces(ScatterMode)
  /// The number `on` at the place an index names along a new axis, `off` elsewhere. Row-major.
  case oneHot(axis: Int, on: Float, off: Float)
  /// The first of the numbers along an axis in order, and their places: results of as many as are wanted; the values, the places, or
  /// the places alone. Row-major.
  case sort(axis: Int, isAscending: Bool, givesValues: Bool)
  /// Sums of all numbers so far along an axis. Row-major.
  case cumulate(axis: Int, isExclusive: Bool, isReversed: Bool)
  /// Numbers of [N, C, H, W] between the given ones, at these rows and columns.
  case resample(rows: [Double], columns: [Double])
  /// x / (k + α / size · Σx²)^β, the sum over `size` entries of the second axis around each. Row-major.
  case localResponse(size: Int, alpha: Float, beta: Float, k: Float)
}

/// Windows over the last axes of a tensor.
public struct WindowSettings: Sendable, Equatable, Codable {
  /// Their lengths, and the steps from one to the next and inside, along each axis.
  public var kernel: [Int], strides: [Int], dilations: [Int]
  /// How far the first window begins before the first number.
  public var before: [Int]
  /// How far windows count as padded behind the last number.
  public var after: [Int]

  /// Describes windows.
  public init(kernel: [Int], strides: [Int], dilations: [Int], before: [Int], after: [Int]) {
    self.kernel = kernel
    self.strides = strides
    self.dilations = dilations
    self.before = before
    self.after = after
  }
}

/// What is taken of a window.
public enum PoolKind: Sendable, Equatable, Codable {
  /// The largest number, or the square root of the sum of squares.
  case maximum, l2
  /// The mean, padding counted as zeros or not at all.
  case average(countsPadding: Bool)
}

/// What happens to the number at a place where an update comes.
public enum ScatterMode: String, Sendable, Equatable, Codable {
  /// It is replaced; the update is added, taken off, multiplied, divided by; the larger, the smaller stays.
  case update, add, sub, mul, div, max, min
}
