import Networks
import Operations
import Tensors

/// Collects the layers that a program becomes. What reads constants alone is computed at once.
struct NetworkBuilder {
  private(set) var layers: [LayerDefinition] = []
  private var names: FreshNames
  /// What the layers of the operation at hand are called for.
  private var label = ""
  /// Its type.
  private var type = ""
  /// Tensors that were laid out row by row, so that no tensor is twice.
  private var rowMajor: [String: ProgramTensor] = [:]
  /// Those laid out for the operation at hand.
  private var fresh: [String] = []

  /// How many layers were made of what is repeated, and how many may: fewer than a program has operations (`WireMessage.mostRepeated`).
  private var repeated = 0
  static let mostUnrolled = 90_000
  /// The most numbers a constant has that is computed here instead of in the network.
  private let mostFolded: Int

  /// Begins without layers.
  ///
  /// - Parameters:
  ///   - names: The names that are taken.
  ///   - mostFolded: The most numbers a constant has that is computed here instead of in the network.
  init(names: Set<String>, mostFolded: Int = 1 << 20) {
    self.names = FreshNames(besides: names)
    self.mostFolded = mostFolded
  }

  // MARK: Layers

  /// Counts steps of sequences that become so many layers each.
  ///
  /// - Throws: `ProgramProblem.tooManySteps` for more layers than networks have by far.
  mutating func unroll(steps: Int, layers: Int) throws(ProgramProblem) {
    guard steps <= (NetworkBuilder.mostUnrolled - repeated) / layers else {
      throw .tooManySteps(limit: NetworkBuilder.mostUnrolled)
    }
    repeated += steps * layers
  }

  /// Adds a layer that makes one tensor.
  mutating func layer(
    _ kind: LayerKind, _ inputs: [ProgramTensor], element: ElementType, _ form: TensorForm
  ) -> ProgramValue {
    let name = names.name("\(label)/\(kind.label)")
    layers.append(LayerDefinition(name: name, inputs: inputs.map(\.name), outputs: [name], kind: kind))
    return .tensor(ProgramTensor(name: name, element: element, form: form))
  }

  /// Adds an operation that makes one tensor.
  mutating func operation(
    _ kind: TensorOperationKind, _ operands: [ProgramValue], element: ElementType, _ form: TensorForm
  ) throws(ProgramProblem) -> ProgramValue {
    try operations(kind, operands, [(element, form)])[0]
  }

  /// Adds an operation, or computes it where all it reads is known.
  ///
  /// - Throws: `ProgramProblem.tooLarge` for a result beyond memory, `shapes` for one without numbers.
  mutating func operations(
    _ kind: TensorOperationKind, _ operands: [ProgramValue], _ results: [(element: ElementType, form: TensorForm)]
  ) throws(ProgramProblem) -> [ProgramValue] {
    for (_, form) in results { try NetworkBuilder.check(form.shape) }
    var inputs: [ProgramTensor] = []
    var read: [TensorOperation.Operand] = []
    for operand in operands {
      switch operand {
      case .constant(let constant):
        try NetworkBuilder.check(constant.shape)
        read.append(.constant(constant.tensor))
      case .tensor(let tensor):
        inputs.append(tensor)
        read.append(.input(tensor.form))
      case .list: throw .type(value: "")
      }
    }
    let forms = results.map(\.form)
    let operation = TensorOperation(type, kind, read, results: forms)
    if inputs.isEmpty, forms.allSatisfy({ $0.count <= mostFolded }) {
      return zip(results, operation.results(of: [])).map { result, tensor in
        .constant(ProgramConstant(result.element, shape: tensor.shape, floats: tensor.values))
      }
    }
    let outputs = results.map { _ in names.name("\(label)/value") }
    layers.append(
      LayerDefinition(
        name: names.name("\(label)/layer"), inputs: inputs.map(\.name), outputs: outputs, kind: .operation(operation)))
    return zip(outputs, results).map { name, result in
      .tensor(ProgramTensor(name: name, element: result.element, form: result.form))
    }
  }

  /// What the layers made since `begin` make, computed at once where they read constants alone; else the value as it is.
  ///
  /// - Throws: `ProgramProblem.shapes` for layers that cannot be run.
  func computed(_ value: ProgramValue, since start: Int) throws(ProgramProblem) -> ProgramValue {
    guard case .tensor(let tensor) = value, tensor.form.count <= mostFolded else { return value }
    let own = Array(layers[start...])
    let made = Set(own.flatMap(\.outputs))
    guard made.contains(tensor.name), own.allSatisfy({ $0.inputs.allSatisfy(made.contains) }) else { return value }
    // Nothing reads the input: it says that there is one sample.
    var names = names
    let sample = NetworkInput(name: names.name("sample"), shape: [1])
    let numbers: Tensor?
    do throws(NetworkError) {
      let network = try Network(NetworkDefinition(inputs: [sample], layers: own, outputs: [tensor.name]))
      numbers = try network.forward([sample.name: Tensor(shape: [1, 1])])[tensor.name]
    } catch {
      throw .shapes([tensor.form.shape])
    }
    guard let numbers else { return value }
    return .constant(ProgramConstant(tensor.element, shape: tensor.form.shape, floats: numbers.values))
  }

  /// More axes than any operation of the format has.
  private static let mostAxes = 8

  /// Refuses shapes that no memory holds, empty ones, and such of more axes than there are.
  static func check(_ shape: [Int]) throws(ProgramProblem) {
    guard shape.allSatisfy({ $0 >= 1 }), shape.count <= mostAxes else { throw .shapes([shape]) }
    do throws(NetworkError) { try MemoryLimit.check([shape.product ?? Int.max], layer: nil) } catch {
      throw .tooLarge(value: "", shape: shape)
    }
  }

  /// What a softmax read that made a tensor, and along which axis; nil where anything else made it.
  func softmax(making tensor: ProgramTensor) -> (scores: ProgramValue, axis: Int)? {
    guard let maker = layers.last(where: { $0.outputs.contains(tensor.name) }), let read = maker.inputs.first else {
      return nil
    }
    let scores = ProgramValue.tensor(ProgramTensor(name: read, element: tensor.element, form: tensor.form))
    switch maker.kind {
    case .softmax: return (scores, tensor.form.isMap ? 1 : tensor.form.shape.count - 1)
    case .operation(let operation):
      guard case .softmax(let axis) = operation.kind else { return nil }
      return (scores, axis)
    default: return nil
    }
  }

  // MARK: How tensors lie

  /// The same value, row-major.
  mutating func rows(_ value: ProgramValue) throws(ProgramProblem) -> ProgramValue {
    guard case .tensor(let tensor) = value, tensor.form.isMap else { return value }
    if let known = rowMajor[tensor.name] { return .tensor(known) }
    let made: ProgramValue
    let form = TensorForm(tensor.form.shape)
    if form.shape[0] == 1 {
      made = layer(.flatten(.channelFirst), [tensor], element: tensor.element, form)
    } else {
      let (_, moves) = Rearrangement.transposed(form.shape, order: [0, 1, 2, 3])
      made = try operation(.move(moves, fill: nil), [value], element: tensor.element, form)
    }
    if case .tensor(let made) = made {
      rowMajor[tensor.name] = made
      fresh.append(tensor.name)
    }
    return made
  }

  /// The same value of four axes as maps.
  mutating func map(_ value: ProgramValue) throws(ProgramProblem) -> ProgramValue {
    guard case .tensor(let tensor) = value, !tensor.form.isMap else { return value }
    let form = TensorForm(tensor.form.shape, isMap: true)
    if form.shape[0] == 1 {
      return layer(
        .reshape(targetShape: Array(form.shape[1...]), order: .channelFirst), [tensor], element: tensor.element, form)
    }
    let (_, moves) = Rearrangement.transposed(form.shape, order: [0, 1, 2, 3])
    return try operation(.move(moves, fill: nil), [value], element: tensor.element, form)
  }

  /// The same numbers under another shape of as many.
  mutating func renamed(_ value: ProgramValue, _ shape: [Int]) throws(ProgramProblem) -> ProgramValue {
    if case .constant(let constant) = value { return .constant(constant.reshaped(shape)) }
    guard value.shape != shape else { return value }
    let rows = try rows(value)
    return try operation(.rename, [rows], element: rows.element ?? .float32, TensorForm(shape))
  }

  /// A constant as a tensor of the network; others as they are.
  mutating func tensor(_ value: ProgramValue) throws(ProgramProblem) -> ProgramTensor {
    switch value {
    case .tensor(let tensor): return tensor
    case .constant(let constant):
      try NetworkBuilder.check(constant.shape)
      let made = layer(
        .loadConstant(Tensor(shape: [constant.count], values: constant.floats)), [], element: constant.element,
        TensorForm(constant.shape))
      guard case .tensor(let tensor) = made else { throw .encoding }
      return tensor
    case .list: throw .type(value: "")
    }
  }

  /// Parts of a value along an axis.
  ///
  /// Precondition: the sizes are as long together as the axis.
  mutating func parts(of value: ProgramValue, axis: Int, sizes: [Int]) throws(ProgramProblem) -> [ProgramValue] {
    let (shapes, moves) = Rearrangement.split(value.shape ?? [], axis: axis, sizes: sizes)
    let element = value.element ?? .float32
    return try operations(
      .move(moves, fill: nil), [value], shapes.map { (element, TensorForm($0, isMap: value.isMap)) })
  }

  /// Values that lie row by row, one after the other along an axis.
  mutating func joined(_ values: [ProgramValue], axis: Int) throws(ProgramProblem) -> ProgramValue {
    guard values.count > 1 else { return values[0] }
    let made = Rearrangement.joined(values.map { $0.shape ?? [] }, axis: axis)
    return try operation(
      .move(made.moves, fill: nil), values, element: values[0].element ?? .float32, TensorForm(made.shape))
  }

  // MARK: Names

  /// Lets the layers go that there are so far: what they make stays known, by its type and shape.
  mutating func forgetLayers() { layers = [] }

  /// A name that no tensor has.
  mutating func fresh(_ name: String) -> String { names.name(name) }

  /// Begins the layers of an operation.
  ///
  /// - Returns: How many layers there are so far, which `name` wants to know.
  mutating func begin(_ label: String, _ type: String) -> Int {
    (self.label, self.type) = (label, type)
    fresh = []
    return layers.count
  }

  /// Gives a tensor made since `begin` the name the program has for it; a tensor made before gets another name beside its own.
  mutating func name(_ value: ProgramValue, _ name: String, since start: Int) throws(ProgramProblem) -> ProgramValue {
    guard case .tensor(var tensor) = value else { return value }
    guard let place = layers[start...].lastIndex(where: { $0.outputs.contains(tensor.name) }),
      !layers[place].outputs.contains(name)
    else {
      let made = try operation(.rename, [value], element: tensor.element, tensor.form)
      return try self.name(made, name, since: start)
    }
    let old = tensor.name
    if layers[place].outputs[0] == old { layers[place].name = name }
    layers[place].outputs = layers[place].outputs.map { $0 == old ? name : $0 }
    for later in layers.indices[start...] { layers[later].inputs = layers[later].inputs.map { $0 == old ? name : $0 } }
    for key in fresh where rowMajor[key]?.name == old { rowMajor[key]?.name = name }
    if let rows = rowMajor.removeValue(forKey: old) {
      rowMajor[name] = rows
      fresh.append(name)
    }
    tensor.name = name
    return .tensor(tensor)
  }
}
