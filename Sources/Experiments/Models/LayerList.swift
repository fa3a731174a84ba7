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

  /// The names of the layers that can learn here without being named.
  public var learners: [String] {
    rows.filter { row in
      switch row.learning {
      case .everywhere, .here, .onlyHere, .inProgram: true
      case .byName, .nothing, .fixed, .unused, .blocked, .unknown: false
      }
    }.map(\.name)
  }

  /// The layers of a network of the session, which may have begun as a program.
  public init(_ network: NetworkDefinition, isProgram: Bool = false) {
    let steps = network.layers.map { layer in
      Step(
        name: layer.name, type: layer.kind.fullLabel, inputs: layer.inputs, outputs: layer.outputs,
        parameters: layer.kind.parameterCount, learnable: layer.learnableCount, isUpdatable: layer.isUpdatable,
        isKnown: true, canLearn: layer.canLearn, isByName: layer.isByName, canLearnThere: layer.kind.canBeUpdatable,
        passes: layer.kind.passesGradientOnDevice, isBarrier: layer.kind.isInferenceOnly,
        isIndex: layer.kind.readsAsIndex, isSoftmax: layer.kind == .softmax)
    }
    self.init(
      steps, shapes: (try? network.shapes()) ?? [:], goal: network.outputs.first,
      isProgram: isProgram || network.isProgram)
  }

  /// The layers a program becomes; where it cannot be run, its operations.
  ///
  /// - Throws: what is wrong with it, where not even these can be told.
  public init(_ program: ProgramRecord) throws(ModelFileError) {
    if let network = try? program.network() {
      self.init(network, isProgram: true)
      return
    }
    self.init(try program.operations())
  }

  /// The operations of a program that cannot be run.
  public init(_ operations: [ProgramOperation]) {
    let steps = operations.map { operation in
      Step(
        name: operation.name, type: operation.type, inputs: operation.inputs, outputs: operation.outputs,
        parameters: nil, learnable: 0, isUpdatable: false, isKnown: operation.isKnown, canLearn: false, isByName: false,
        canLearnThere: false, passes: false, isBarrier: false, isIndex: [], isSoftmax: false)
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
        isByName: false, canLearnThere: layer.canBeUpdatable, passes: layer.passesGradient,
        isBarrier: definition?.kind.isInferenceOnly ?? false, isIndex: [], isSoftmax: layer.type == "softmax")
    }
    let goal = file.updateParameters?.losses.first?.input ?? file.neuralNetwork.scoreTensor ?? network?.outputs.first
    self.init(steps, shapes: (try? network?.shapes()) ?? [:], goal: goal ?? file.description.outputs.first?.name)
  }

  private init(_ steps: [Step], shapes: [String: [Int]], goal: String?, isProgram: Bool = false) {
    var obstacles = Obstacles(goal: goal)
    var rows: [Row] = []
    for (number, step) in steps.enumerated().reversed() {
      var learning = obstacles.learning(of: step)
      switch learning {
      case .everywhere, .here, .onlyHere: if isProgram { learning = .inProgram }
      default: break
      }
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
  let isUpdatable: Bool, isKnown: Bool, canLearn: Bool, isByName: Bool, canLearnThere: Bool, passes: Bool
  /// Whether no gradient passes through it here; the inputs it reads as indices or conditions, none where all are numbers.
  let isBarrier: Bool, isIndex: Set<Int>
  let isSoftmax: Bool
}

/// What lies between each tensor and the loss, found on one way back through the layers.
private struct Obstacles {
  /// A layer that a gradient cannot pass.
  private typealias Obstacle = (name: String, type: String)

  /// What a gradient meets between a tensor and the loss: on a device, and here.
  private struct Path {
    var onDevice: Obstacle?
    /// A layer that stops every training of what lies below it.
    var barrier: Obstacle?
    /// The layer that reads the tensor as an index; nil where a gradient comes on another path.
    var index: Obstacle?

    /// What is met on either of two paths.
    func joined(_ other: Path) -> Path {
      Path(
        onDevice: onDevice ?? other.onDevice, barrier: barrier ?? other.barrier,
        index: other.index == nil ? nil : index)
    }
  }

  private let goal: String?
  /// Tensors that lead to the loss.
  private var paths: [String: Path] = [:]

  init(goal: String?) {
    self.goal = goal
    if let goal { paths[goal] = Path() }
  }

  /// Whether a layer can learn; to be asked layer by layer, the last first.
  mutating func learning(of step: Step) -> LayerTrainability {
    let outputs = step.outputs.compactMap { paths[$0] }
    let ahead = outputs.dropFirst().reduce(outputs.first) { $0?.joined($1) }
    if let ahead {
      let passes = step.passes || (step.isSoftmax && step.outputs.contains { $0 == goal })
      for (slot, input) in step.inputs.enumerated() {
        var path = ahead
        if !passes { path.onDevice = (step.name, step.type) }
        if step.isBarrier { path.barrier = path.barrier ?? (step.name, step.type) }
        if step.isIndex.contains(slot) { path.index = path.index ?? (step.name, step.type) }
        paths[input] = paths[input].map(path.joined) ?? path
      }
    }
    guard step.isKnown else { return .unknown }
    guard step.canLearn else { return (step.parameters ?? 0) > 0 ? .fixed : .nothing }
    guard let ahead else { return .unused }
    if let wall = ahead.barrier ?? ahead.index { return .blocked(by: wall.name, type: wall.type) }
    guard !step.isByName else { return .byName }
    guard step.canLearnThere else { return .onlyHere }
    return ahead.onDevice.map { .here(stoppedBy: $0.name, type: $0.type) } ?? .everywhere
  }
}

extension LayerKind {
  /// The inputs that it reads as indices or conditions, which no gradient passes to.
  fileprivate var readsAsIndex: Set<Int> {
    guard case .operation(let operation) = self, !isInferenceOnly else { return [] }
    return Set(operation.inputsWithGradient.indices.filter { !operation.inputsWithGradient[$0] })
  }
}

extension LayerDefinition {
  /// Whether training here can change its numbers.
  fileprivate var canLearn: Bool { kind.isTrainable && weights != nil }

  /// Whether it does so only where it is named.
  fileprivate var isByName: Bool { if case .operation(let own) = kind { own.isWithNumbers } else { false } }
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
