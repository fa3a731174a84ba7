public import Tensors

/// A recurrent layer's settings and parameters (format messages `SimpleRecurrentLayerParams`, `GRULayerParams`,
/// `UniDirectionalLSTMLayerParams`, `BiDirectionalLSTMLayerParams`).
///
/// It reads a sequence of vectors and, where they are given as further inputs, the states before the first step: the last
/// output, for a long short-term memory the cell as well, and both of them again for the backward direction. It makes a sequence or
/// the last output, and, where asked for, the states after the last step.
public struct RecurrentDefinition: Sendable, Equatable, Codable {
  /// What happens at a step. W, R, b and p are the rows of the parameters that belong to a gate; sums are held within ±50.
  public enum Cell: Sendable, Equatable, Codable {
    /// y = f(W x + R y₋₁ + b).
    case simple(ActivationFunction)
    /// Cho and others, 2014: update gate z and reset gate r by f; o = g(W x + R (r ⊙ y₋₁) + b);
    /// y = (1 − z) ⊙ o + z ⊙ y₋₁. Rows of the parameters: z, r, o.
    case gated(gate: ActivationFunction, output: ActivationFunction)
    /// Hochreiter and Schmidhuber, 1997, with forget gate: gates i, f, o by f, block input z by g;
    /// c = f ⊙ c₋₁ + i ⊙ z; y = o ⊙ h(c). Rows of the parameters: i, f, z, o; of the peepholes: i, f, o.
    case longShortTerm(LongShortTermDefinition)
  }

  /// What happens at a step.
  public var cell: Cell
  /// How many numbers a step reads.
  public var inputSize: Int
  /// How many numbers a step makes in one direction.
  public var outputSize: Int
  /// Whether every step's output comes out, rather than the last one's alone.
  public var returnsSequence: Bool
  /// Whether the sequence is read from its end.
  public var isReversed: Bool
  /// The parameters; for both directions those of the forward one.
  public var parameters: RecurrentWeights
  /// The parameters of the backward direction of a bidirectional layer; its outputs then follow those of the forward direction.
  public var backward: RecurrentWeights?

  /// Describes a recurrent layer.
  public init(
    cell: Cell, inputSize: Int, outputSize: Int, returnsSequence: Bool = false, isReversed: Bool = false,
    parameters: RecurrentWeights, backward: RecurrentWeights? = nil
  ) {
    self.cell = cell
    self.inputSize = inputSize
    self.outputSize = outputSize
    self.returnsSequence = returnsSequence
    self.isReversed = isReversed
    self.parameters = parameters
    self.backward = backward
  }

  /// The kind's name in the format.
  var label: String {
    switch cell {
    case .simple: "simpleRecurrent"
    case .gated: "gru"
    case .longShortTerm: backward == nil ? "uniDirectionalLSTM" : "biDirectionalLSTM"
    }
  }

  /// How many gates a step has.
  public var gates: Int {
    switch cell {
    case .simple: 1
    case .gated: 3
    case .longShortTerm: 4
    }
  }

  /// How many directions it walks.
  var directions: Int { backward == nil ? 1 : 2 }

  /// How many vectors a step hands to the next.
  var states: Int { if case .longShortTerm = cell { 2 } else { 1 } }
}

/// The settings of a long short-term memory (format message `LSTMParams`).
public struct LongShortTermDefinition: Sendable, Equatable, Codable {
  /// The function of the gates.
  public var gate: ActivationFunction
  /// The function of what is put into the cell.
  public var input: ActivationFunction
  /// The function of what is read from it.
  public var output: ActivationFunction
  /// Whether 1 is added to what the forget gate sums up.
  public var addsForgetBias: Bool
  /// Whether 1 − i takes the forget gate's place.
  public var isCoupled: Bool
  /// Within which bounds, on both sides of 0, the cell is held.
  public var cellClip: Float

  /// Describes a long short-term memory; the usual functions unless said.
  public init(
    gate: ActivationFunction = .sigmoid, input: ActivationFunction = .tanh, output: ActivationFunction = .tanh,
    addsForgetBias: Bool = false, isCoupled: Bool = false, cellClip: Float = 50
  ) {
    self.gate = gate
    self.input = input
    self.output = output
    self.addsForgetBias = addsForgetBias
    self.isCoupled = isCoupled
    self.cellClip = cellClip
  }
}

/// The parameters of one direction, gate by gate.
public struct RecurrentWeights: Sendable, Equatable, Codable {
  /// What the input is multiplied by: [gates · outputSize, inputSize].
  public var input: Tensor
  /// What the last output is multiplied by: [gates · outputSize, outputSize].
  public var recursion: Tensor
  /// What is added: [gates · outputSize].
  public var bias: Tensor?
  /// What the cell is multiplied by, number by number, on its way to the gates i, f and o: [3 · outputSize].
  public var peepholes: Tensor?

  /// Collects parameters.
  public init(input: Tensor, recursion: Tensor, bias: Tensor? = nil, peepholes: Tensor? = nil) {
    self.input = input
    self.recursion = recursion
    self.bias = bias
    self.peepholes = peepholes
  }
}
