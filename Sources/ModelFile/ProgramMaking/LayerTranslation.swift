import Networks
import Operations
import Tensors

/// Writes layers of a network as operations of a program, in single precision.
struct LayerTranslation {
  /// A value of the program that holds a tensor of the network.
  struct Holder {
    var name: String
    var element: ElementType
    var shape: [Int]
  }

  /// The operations made, in order.
  private(set) var operations: [WireMessage] = []
  /// The file of weights with what was added to it.
  private(set) var weights: WeightFileWriter
  private let weightFile: String
  private var names: FreshNames
  /// The program's values by the names of the network's tensors.
  private var values: [String: Holder]
  /// Constants of fewer numbers stand in the program itself.
  private static let fewNumbers = 10

  init(values: [String: Holder], names: Set<String>, weights: WeightFileWriter, file: String) {
    (self.values, self.weights, weightFile) = (values, weights, file)
    self.names = FreshNames(besides: names)
  }

  /// The value that holds a tensor; nil where none does yet.
  func value(_ tensor: String) -> Holder? { values[tensor] }

  /// A name that no value has.
  mutating func fresh(_ name: String) -> String {
    names.name(name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined())
  }

  // MARK: Constants

  /// A constant, in the file of weights where it has many numbers.
  mutating func constant(_ tensor: Tensor, _ name: String) -> ProgramWire.Argument {
    guard tensor.count >= LayerTranslation.fewNumbers else {
      return .value(ProgramWire.floats(tensor.values, tensor.shape))
    }
    let made = fresh(name)
    let offset = weights.add(tensor.values, as: .float32)
    let value = ProgramWire.stored(.float32, tensor.shape, file: weightFile, offset: offset)
    operations.append(ProgramWire.constant(made, value))
    return .name(made)
  }

  /// A constant in the file of weights that is to stand elsewhere.
  mutating func stored(
    _ numbers: [Float], _ shape: [Int], _ element: ElementType, _ name: String
  ) -> (name: String, constant: WireMessage) {
    let made = fresh(name)
    let value = ProgramWire.stored(element, shape, file: weightFile, offset: weights.add(numbers, as: element))
    return (made, ProgramWire.constant(made, value))
  }

  /// Puts other numbers in the place of a record's.
  mutating func replace(_ numbers: [Float], at place: Int) { weights.replace(numbers, at: place) }

  // MARK: Operations

  /// Adds an operation whose one result has this shape, in single precision.
  private mutating func add(
    _ type: String, _ inputs: [(String, ProgramWire.Argument)], _ name: String, _ shape: [Int],
    element: ElementType = .float32
  ) -> Holder {
    let made = Holder(name: fresh(name), element: element, shape: shape)
    operations.append(ProgramWire.operation(type, inputs, [(made.name, ProgramWire.tensorType(element, shape))]))
    return made
  }

  /// A value in single precision.
  private mutating func single(_ value: Holder) -> Holder {
    guard value.element != .float32 else { return value }
    return add(
      "cast", [("x", .name(value.name)), ("dtype", .value(ProgramWire.text("fp32")))], "\(value.name)_fp32", value.shape
    )
  }

  private mutating func reshaped(_ value: Holder, _ shape: [Int]) -> Holder {
    guard value.shape != shape else { return value }
    return add(
      "reshape", [("x", .name(value.name)), ("shape", .value(ProgramWire.integers(shape)))], "\(value.name)_reshaped",
      shape)
  }

  /// Writes a layer.
  ///
  /// - Throws: `cannotExpress` for a layer that is not known here.
  mutating func add(_ layer: LayerDefinition) throws(ModelFileError) {
    let unknown = ModelFileError.cannotExpress(.layerKind(layer: layer.name))
    var inputs: [Holder] = []
    for name in layer.inputs {
      guard let value = values[name] else { throw .cannotExpress(.noSuchTensor(name)) }
      inputs.append(single(value))
    }
    guard let x = inputs.first, let output = layer.outputs.first, layer.outputs.count == 1 else { throw unknown }
    let count = x.shape.reduce(1, *)
    let isVector = x.shape.dropLast().allSatisfy { $0 == 1 } && !x.shape.isEmpty
    func one(_ type: String, _ settings: [(String, WireMessage)] = []) -> (String, [(String, ProgramWire.Argument)]) {
      (type, [("x", .name(x.name))] + settings.map { ($0.0, .value($0.1)) })
    }
    func number(_ value: Float) -> WireMessage { ProgramWire.floats([value], []) }
    let simple: (type: String, inputs: [(String, ProgramWire.Argument)])
    switch layer.kind {
    case .dropout:
      values[output] = x
      return
    case .flatten(let order):
      guard order == .channelFirst || x.shape.count != 4 || x.shape[2] * x.shape[3] == 1 else { throw unknown }
      values[output] = reshaped(x, [1, count])
      return
    case .reshape(let target, .channelFirst) where target.count == 3:
      values[output] = reshaped(x, [1] + target)
      return
    case .operation(let operation)
    where operation.isRenaming && !operation.inputs[0].isMap && !operation.results[0].isMap:
      values[output] = reshaped(x, operation.results[0].shape)
      return
    case .innerProduct(let product):
      guard count == product.inputChannels else { throw unknown }
      let row = reshaped(x, [1, count])
      let weight = constant(product.weights, "\(layer.name)_weight")
      let bias = constant(product.bias ?? Tensor(shape: [product.outputChannels]), "\(layer.name)_bias")
      values[output] = add(
        "linear", [("x", .name(row.name)), ("weight", weight), ("bias", bias)], output, [1, product.outputChannels])
      return
    case .pooling(let pooling) where pooling.isGlobal && pooling.statistic != .l2 && x.shape.count == 4:
      values[output] = add(
        pooling.statistic == .max ? "reduce_max" : "reduce_mean",
        [
          ("x", .name(x.name)), ("axes", .value(ProgramWire.integers([2, 3]))),
          ("keep_dims", .value(ProgramWire.truth(true))),
        ], output, [x.shape[0], x.shape[1], 1, 1])
      return
    case .concat:
      let axis = x.shape.count - (x.shape.count == 4 ? 3 : 1)
      guard inputs.allSatisfy({ $0.shape.count == x.shape.count }) else { throw unknown }
      var shape = x.shape
      shape[axis] = inputs.reduce(0) { $0 + $1.shape[axis] }
      values[output] = add(
        "concat",
        [
          ("values", .names(inputs.map(\.name))), ("axis", .value(ProgramWire.integer(axis))),
          ("interleave", .value(ProgramWire.truth(false))),
        ], output, shape)
      return
    case .bias(let bias) where bias.count == count && isVector:
      let constant = constant(Tensor(shape: x.shape, values: bias.values), "\(layer.name)_offset")
      values[output] = add("add", [("x", .name(x.name)), ("y", constant)], output, x.shape)
      return
    case .scale(let scale, nil) where scale.count == count && isVector:
      let constant = constant(Tensor(shape: x.shape, values: scale.values), "\(layer.name)_scale")
      values[output] = add("mul", [("x", .name(x.name)), ("y", constant)], output, x.shape)
      return
    case .softmax where isVector: simple = one("softmax", [("axis", ProgramWire.integer(-1))])
    case .activation(.relu): simple = one("relu")
    case .activation(.tanh): simple = one("tanh")
    case .activation(.sigmoid): simple = one("sigmoid")
    case .activation(.softsign): simple = one("softsign")
    case .activation(.softplus): simple = one("softplus")
    case .activation(.leakyRelu(let alpha)): simple = one("leaky_relu", [("alpha", number(alpha))])
    case .activation(.elu(let alpha)): simple = one("elu", [("alpha", number(alpha))])
    default: throw unknown
    }
    values[output] = add(simple.type, simple.inputs, output, x.shape)
  }

  // MARK: A classifier's end

  /// Adds the operation that gives a label and the probabilities by label.
  ///
  /// - Returns: The names of both.
  mutating func classify(
    _ scores: Holder, _ labels: ClassLabels, label: String, probabilities: String
  ) -> (label: String, probabilities: String) {
    let scores = single(scores)
    let key: ElementType = if case .strings = labels { .string } else { .int64 }
    let made = (label: names.name(label), probabilities: names.name(probabilities))
    operations.append(
      ProgramWire.operation(
        "classify", [("probabilities", .name(scores.name)), ("classes", .value(ProgramWire.list(labels)))],
        [
          (made.label, ProgramWire.tensorType(key, [])), (made.probabilities, ProgramWire.dictionaryType(key: key)),
        ]))
    return made
  }

  /// Adds a value in single precision under a name of its own, as an output of the function.
  mutating func output(_ value: Holder, _ name: String) -> Holder {
    let single = single(value)
    return add("identity", [("x", .name(single.name))], name, single.shape)
  }
}
