public import ModelFile
public import Networks
import Operations
public import Tensors

/// The layers of a network, known here or not, and whether each can learn: here, and on a device.
public struct LayerList: Sendable {
  /// One layer.
  public struct Row: Sendable {
    /// Its place, from 0.
    public let number: Int
    /// What it is called.
    public let name: String
    /// The format's name for its type; of an activation, with its function.
    public let type: String
    /// The shapes of one sample of what it reads and makes; nil where they cannot be followed.
    public let reads: [[Int]?], makes: [[Int]?]
    /// How many numbers it has; nil where that cannot be told.
    public let parameters: Int?
    /// How many of them training may change.
    public let trainable: Int
    /// Whether training changes it.
    public let isUpdatable: Bool
    /// Whether it can learn, and where.
    public let learning: LayerTrainability
  }

  /// The layers in order of execution.
  public let rows: [Row]

  /// The names of the layers that can learn here.
  public var learners: [String] {
    rows.filter { row in
      switch row.learning {
      case .everywhere, .here, .onlyHere: true
      case .nothing, .fixed, .unused, .unknown: false
      }
    }.map(\.name)
  }

  /// The layers of a network of the session.
  public init(_ network: NetworkDefinition) {
    let steps = network.layers.map { layer in
      Step(
        name: layer.name, type: layer.kind.fullLabel, inputs: layer.inputs, outputs: layer.outputs,
        parameters: layer.kind.parameterCount, learnable: layer.learnableCount, isUpdatable: layer.isUpdatable,
        isKnown: true, canLearn: layer.canLearn, canLearnThere: layer.kind.canBeUpdatable,
        passes: layer.kind.passesGradientOnDevice, isSoftmax: layer.kind == .softmax)
    }
    self.init(steps, shapes: (try? network.shapes()) ?? [:], goal: network.outputs.first)
  }

  /// The layers a program becomes; where it cannot be run, its operations.
  ///
  /// - Throws: what is wrong with it, where not even these can be told.
  public init(_ program: ProgramRecord) throws(ModelFileError) {
    if let network = try? program.network() {
      self.init(network)
      return
    }
    let steps = try program.operations().map { operation in
      Step(
        name: operation.name, type: operation.type, inputs: operation.inputs, outputs: operation.outputs,
        parameters: nil, learnable: 0, isUpdatable: false, isKnown: operation.isKnown, canLearn: false,
        canLearnThere: false, passes: false, isSoftmax: false)
    }
    self.init(steps, shapes: [:], goal: nil)
  }

  /// The layers of a network's file, of whatever types.
  public init(_ file: ModelFile) {
    let network = try? file.network()
    let steps = file.layers.map { layer in
      let definition = try? layer.definition()
      return Step(
        name: layer.name, type: layer.function.map { "activation \($0)" } ?? layer.type ?? "none", inputs: layer.inputs,
        outputs: layer.outputs, parameters: definition?.kind.parameterCount, learnable: definition?.learnableCount ?? 0,
        isUpdatable: layer.isUpdatable, isKnown: layer.isKnown, canLearn: definition?.canLearn ?? false,
        canLearnThere: layer.canBeUpdatable, passes: layer.passesGradient, isSoftmax: layer.type == "softmax")
    }
    let goal = file.updateParameters?.losses.first?.input ?? file.neuralNetwork.scoreTensor ?? network?.outputs.first
    self.init(steps, shapes: (try? network?.shapes()) ?? [:], goal: goal ?? file.description.outputs.first?.name)
  }

  private init(_ steps: [Step], shapes: [String: [Int]], goal: String?) {
    var obstacles = Obstacles(goal: goal)
    var rows: [Row] = []
    for (number, step) in steps.enumerated().reversed() {
      let learning = obstacles.learning(of: step)
      rows.append(
        Row(
          number: number, name: step.name, type: step.type, reads: step.inputs.map { shapes[$0] },
          makes: step.outputs.map { shapes[$0] }, parameters: step.parameters,
          trainable: step.isUpdatable ? step.learnable : 0, isUpdatable: step.isUpdatable, learning: learning))
    }
    self.rows = rows.reversed()
  }
}

/// What the listing needs to know of a layer.
private struct Step {
  let name: String, type: String
  let inputs: [String], outputs: [String]
  let parameters: Int?, learnable: Int
  let isUpdatable: Bool, isKnown: Bool, canLearn: Bool, canLearnThere: Bool, passes: Bool, isSoftmax: Bool
}

/// What lies between each tensor and the loss, found on one way back through the layers.
private struct Obstacles {
  private let goal: String?
  /// Tensors that lead to the loss, with the layer next to the tensor that a device's gradient cannot pass.
  private var onTheWay: [String: (name: String, type: String)?] = [:]

  init(goal: String?) {
    self.goal = goal
    if let goal { onTheWay[goal] = .some(nil) }
  }

  /// Whether a layer can learn; to be asked layer by layer, the last first.
  mutating func learning(of step: Step) -> LayerTrainability {
    let ahead = step.outputs.compactMap { onTheWay[$0] }
    let obstacle = ahead.compactMap(\.self).first
    if !ahead.isEmpty {
      let passes = step.passes || (step.isSoftmax && step.outputs.contains { $0 == goal })
      for input in step.inputs {
        let known = onTheWay[input] ?? nil
        onTheWay[input] = .some(passes ? obstacle ?? known : (step.name, step.type))
      }
    }
    guard step.isKnown else { return .unknown }
    guard step.canLearn else { return (step.parameters ?? 0) > 0 ? .fixed : .nothing }
    guard !ahead.isEmpty else { return .unused }
    guard step.canLearnThere else { return .onlyHere }
    return obstacle.map { .here(stoppedBy: $0.name, type: $0.type) } ?? .everywhere
  }
}

extension LayerDefinition {
  /// Whether training here can change its numbers.
  fileprivate var canLearn: Bool { kind.isTrainable && weights != nil }
}

extension LayerKind {
  /// The kind's name in the format, of an activation with its function.
  fileprivate var fullLabel: String {
    guard case .activation(let function) = self else { return label }
    return "activation \(function.formatName)"
  }

  /// How many numbers it has.
  public var parameterCount: Int {
    switch self {
    case .convolution(let layer): layer.weights.count + (layer.bias?.count ?? 0)
    case .innerProduct(let layer): layer.weights.count + (layer.bias?.count ?? 0)
    case .embedding(let layer): layer.weights.count + (layer.bias?.count ?? 0)
    case .recurrent(let layer):
      [layer.parameters, layer.backward].compactMap(\.self).reduce(0) { sum, own in
        sum + own.input.count + own.recursion.count + (own.bias?.count ?? 0) + (own.peepholes?.count ?? 0)
      }
    case .batchNormalization(let layer):
      [layer.gamma, layer.beta, layer.mean, layer.variance].reduce(0) { $0 + ($1?.count ?? 0) }
    case .scale(let scale, let bias): scale.count + (bias?.count ?? 0)
    case .bias(let tensor), .loadConstant(let tensor): tensor.count
    case .activation(.prelu(let alpha)): alpha.count
    case .activation(.parametricSoftplus(let alpha, let beta)): alpha.count + beta.count
    case .activation, .pooling, .softmax, .flatten, .concat, .add, .multiply, .dropout, .average, .maximum, .minimum,
      .dot,
      .meanVarianceNormalization, .l2Normalization, .localResponseNormalization, .padding, .crop, .slice, .split,
      .permute, .reshape, .reduce, .unary, .upsample, .resample, .cropResize, .reorganize, .sequenceConcat,
      .sequenceRepeat:
      0
    case .operation(let operation): operation.constantCount
    }
  }
}

extension LayerDefinition {
  /// Its weights; of a program's operation the largest of its constants, where that is a matrix or more.
  public var shownWeights: Tensor? {
    if let weights { return weights }
    guard case .operation(let operation) = kind else { return nil }
    return operation.constants.filter { $0.shape.count >= 2 && $0.count > 1 }.max { $0.count < $1.count }
  }
}

extension NetworkDefinition {
  /// How many numbers training may change, and how many there are.
  public var parameterCounts: (trainable: Int, all: Int) {
    var counts = (trainable: 0, all: 0)
    for layer in layers {
      // Of a program's operation all constants are counted, those that cannot be trained among them.
      if case .operation = layer.kind {
        counts.all += layer.kind.parameterCount
      } else {
        counts.all += layer.learnableCount
      }
      if layer.isUpdatable { counts.trainable += layer.learnableCount }
    }
    return counts
  }
}
