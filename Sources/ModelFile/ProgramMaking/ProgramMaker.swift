public import Networks
import Operations
import Tensors

/// Makes a program of a network that began as one: what the program computes stays as it is, byte for byte; parameters that have changed
/// are written where they lay, in the type they had; further layers become operations in single precision at its end; operations that
/// nothing needs any more go.
public struct ProgramMaker {
  /// The program of a network.
  ///
  /// - Parameters:
  ///   - network: The network, its first output the scores where there are labels.
  ///   - labels: A label for each score; nil for a program that gives arrays.
  ///   - metadata: Who made it; nil for as in the original.
  ///   - original: The program that the network began as. Of several functions the one that runs is taken.
  /// - Returns: The program's file.
  /// - Throws: `program` where the original is not sound, `cannotExpress` with what a program made here cannot hold.
  public static func file(
    of network: NetworkDefinition, labels: ClassLabels?, metadata: ModelMetadata? = nil, from original: ModelFile
  ) throws(ModelFileError) -> ModelFile {
    var maker = try ProgramMaker(network, from: original)
    try maker.translate()
    return try maker.file(labels: labels, metadata: metadata)
  }

  private let original: ModelFile
  private let package: ModelPackage
  private let function: ProgramFunction
  private let network: NetworkDefinition
  /// What the function is as a network.
  private let own: NetworkDefinition
  /// The operations, with changed constants.
  private var operations: [WireMessage]
  private var translation: LayerTranslation
  /// Whether a parameter was written.
  private var hasChanges = false
  /// The layers that the program does not have.
  private var further: [LayerDefinition] = []
  private let weightPath: String

  private init(_ network: NetworkDefinition, from original: ModelFile) throws(ModelFileError) {
    (self.original, self.network) = (original, network)
    guard let package = PackageMaker.packaged(original).package else { throw .cannotExpress(.noOutput) }
    self.package = package
    function = try original.program.function()
    own = try original.program.network(joiningInputs: network.inputs.count == 1)
    let program = original.program
    operations = program.block(of: program.defaultFunction)?[repeated: 3].messages ?? []
    let folder = package.modelPath.split(separator: "/").dropLast().joined(separator: "/")
    weightPath = "\(folder)/weights/weight.bin"
    var known: [String: LayerTranslation.Holder] = [:]
    for named in function.inputs + function.operations.flatMap(\.outputs) {
      guard case .tensor(let element, let lengths) = named.type else { continue }
      let shape = lengths.compactMap(\.self)
      guard shape.count == lengths.count else { continue }
      known[named.name] = LayerTranslation.Holder(name: named.name, element: element, shape: shape)
    }
    let fresh = ProgramMaker.further(network, own)
    let made = Set(fresh.flatMap(\.outputs))
    // What an old classifier gave, no operation reads; its names are free for the new one.
    let others = function.operations.filter { $0.type != "classify" }
    let names = Set(function.inputs.map(\.name)).union(others.flatMap { $0.outputs.map(\.name) })
    translation = LayerTranslation(
      values: known.filter { !made.contains($0.key) }, names: names,
      weights: WeightFileWriter(package.files[weightPath]?.all),
      file: WeightFileWriter.path)
    further = fresh
  }

  /// The layers that the program has not, or that read what such layers make.
  private static func further(_ network: NetworkDefinition, _ own: NetworkDefinition) -> [LayerDefinition] {
    let known = Dictionary(own.layers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var (fresh, made): ([LayerDefinition], Set<String>) = ([], [])
    for layer in network.layers {
      if let earlier = known[layer.name], layer.isAlike(earlier), !layer.inputs.contains(where: made.contains) {
        continue
      }
      fresh.append(layer)
      made.formUnion(layer.outputs)
    }
    return fresh
  }

  // MARK: Layers

  /// Writes changed parameters, and the layers that are needed and not there.
  private mutating func translate() throws(ModelFileError) {
    let known = Dictionary(own.layers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let added = Set(further.map(\.name))
    for layer in network.layers where !added.contains(layer.name) {
      guard let earlier = known[layer.name] else { continue }
      for part in ParameterKey.Part.allCases {
        guard let tensor = layer[part], tensor != earlier[part] else { continue }
        try change(part, of: layer, to: tensor)
        hasChanges = true
      }
    }
    var needed = Set(network.outputs)
    var wanted: Set<String> = []
    for layer in network.layers.reversed() where layer.outputs.contains(where: needed.contains) {
      guard layer.outputs.contains(where: { translation.value($0) == nil }) else { continue }
      wanted.insert(layer.name)
      needed.formUnion(layer.inputs)
    }
    for layer in network.layers where wanted.contains(layer.name) { try translation.add(layer) }
  }

  /// The name programs give a layer's parameter, and which of the values under it is it.
  private static func input(_ part: ParameterKey.Part, of type: String, operand: Int) -> (name: String, place: Int)? {
    switch (type, part) {
    case ("linear", .weights), ("conv", .weights), ("conv_transpose", .weights): ("weight", 0)
    case ("linear", .bias), ("conv", .bias), ("conv_transpose", .bias): ("bias", 0)
    case ("matmul", .weights), ("add", .weights), ("mul", .weights): (operand == 0 ? "x" : "y", 0)
    case ("concat", .weights), ("einsum", .weights): ("values", operand)
    case ("gather", .weights), ("gather_along_axis", .weights), ("gather_nd", .weights): ("x", 0)
    case ("scaled_dot_product_attention", .weights): ("attn_mask", 0)
    case ("layer_norm", .weights), ("batch_norm", .weights), ("instance_norm", .weights): ("gamma", 0)
    case ("layer_norm", .bias), ("batch_norm", .bias), ("instance_norm", .bias): ("beta", 0)
    case ("batch_norm", .mean): ("mean", 0)
    case ("batch_norm", .variance): ("variance", 0)
    default: nil
    }
  }

  /// The operation a layer was made of: it makes what the layer does, or the layer is a part of it that has its name.
  private func operation(of layer: LayerDefinition) -> Int? {
    let operations = function.operations
    return operations.firstIndex { $0.outputs.contains { $0.name == layer.outputs.first } }
      ?? operations.firstIndex { $0.outputs.contains { layer.name.hasPrefix("\($0.name)/") } }
  }

  /// Writes changed numbers where the old ones lay, or, where other operations read these too or they are compressed, beside them.
  private mutating func change(
    _ part: ParameterKey.Part, of layer: LayerDefinition, to tensor: Tensor
  ) throws(ModelFileError) {
    guard let index = operation(of: layer),
      let (input, slot) = ProgramMaker.input(
        part, of: function.operations[index].type, operand: layer.operand(of: part) ?? 0)
    else { throw .cannotExpress(.layerKind(layer: layer.name)) }
    let operation = function.operations[index]
    let bindings = operation.inputs.first { $0.name == input }?.bindings ?? []
    let (type, place): (ValueType?, Int?) =
      switch bindings.indices.contains(slot) ? bindings[slot] : nil {
      case .name(let name):
        (function.operations.lazy.flatMap(\.outputs).first { $0.name == name }?.type, recordPlace(of: name))
      case .value(let record): (record.type, nil)
      // A factor of 1 that the file leaves out.
      case .nothing, nil: (operation.outputs.first?.type.reshaped(tensor.shape), nil)
      }
    guard case .tensor(let element, let lengths)? = type, lengths.compactMap(\.self).reduce(1, *) == tensor.count,
      element == .float32 || element == .float16
    else { throw .cannotExpress(.layerKind(layer: layer.name)) }
    let numbers: [Float]? =
      switch operation.type {
      case "conv_transpose" where part == .weights: layer.deconvolutionWeights
      case "einsum": factor(slot, of: operation, from: tensor)
      default: tensor.values
      }
    guard let numbers else { throw .cannotExpress(.layerKind(layer: layer.name)) }
    if let place { return translation.replace(numbers, at: place) }
    let made = translation.stored(numbers, lengths.compactMap(\.self), element, "\(layer.name)_\(input)")
    constants[index, default: []].append(made.constant)
    bind(input, slot, to: made.name, in: index)
  }

  /// The numbers of a factor of an einsum as the program has them, from what the product reads.
  private func factor(_ slot: Int, of operation: OperationRecord, from tensor: Tensor) -> [Float]? {
    let named = function.inputs + function.operations.flatMap(\.outputs)
    let shapes = operation.inputs.first { $0.name == "values" }?.bindings.map { binding -> [Int] in
      guard case .name(let name) = binding, let known = named.first(where: { $0.name == name }),
        case .tensor(_, let lengths) = known.type
      else { return [] }
      return lengths.compactMap(\.self)
    }
    let equation: ValueRecord? =
      switch operation.inputs.first(where: { $0.name == "equation" })?.bindings.first {
      case .value(let record): record
      case .name(let name): function.operations.first { $0.outputs.first?.name == name }?.attributes["val"]
      case .nothing, nil: nil
      }
    guard let shapes, let text = try? equation?.constant(package).texts.first else { return nil }
    return ProductOperations.factor(slot, of: text, shapes, from: tensor)?.values
  }

  /// Has an operation read a value of another name.
  private mutating func bind(_ input: String, _ slot: Int, to name: String, in index: Int) {
    var entries = operations[index][repeated: 2].messages
    var argument = ProgramWire.argument(name)
    if let place = entries.firstIndex(where: { $0.text(1) == input }) {
      if var own = entries[place].message(2), own[repeated: 1].messages.count > 1 {
        own[repeated: 1].messages[slot] = argument[repeated: 1].messages[0]
        argument = own
      }
      entries.remove(at: place)
    }
    entries.append(ProgramWire.entry(input, argument))
    operations[index][repeated: 2].messages = entries
  }

  /// Constants to stand before an operation.
  private var constants: [Int: [WireMessage]] = [:]

  /// Where the numbers of a constant lie in the file of weights, if it alone has them.
  private func recordPlace(of name: String) -> Int? {
    func place(_ operation: OperationRecord) -> Int? {
      operation.attributes["val"]?.place.flatMap { $0.file == WeightFileWriter.path ? $0.offset : nil }
    }
    guard let maker = function.operations.first(where: { $0.type == "const" && $0.outputs.first?.name == name }),
      let own = place(maker)
    else { return nil }
    let readers = function.operations.reduce(0) { $0 + $1.readings(of: name) }
    let sharing = function.operations.count { place($0) == own }
    return readers == 1 && sharing == 1 ? own : nil
  }

  // MARK: The file

  private mutating func file(labels: ClassLabels?, metadata: ModelMetadata?) throws(ModelFileError) -> ModelFile {
    var file = original
    var description = original.description
    if let metadata { description.metadata = metadata }
    var outputs = function.outputs
    if translation.operations.isEmpty, network.outputs == own.outputs, labels == ClassLabels(of: original) {
      guard hasChanges else {
        if description != original.description { file.description = description }
        return file
      }
    } else {
      outputs = try newOutputs(labels, &description)
    }
    var content = original.content
    let made = try functionEntry(outputs: outputs)
    content[repeated: 2].messages = [made.entry]
    description.inputs.removeAll { made.unread.contains($0.name) }
    var told = original.wire.message(2) ?? WireMessage()
    for several in [20, 21] { told.remove(several) }
    var earlier = ModelDescription(told)
    earlier.inputs = description.inputs
    told = earlier.encoded(over: told)
    file.wire.set(2, message: description.encoded(over: told))
    file.content = content
    file.package = changedPackage()
    return file
  }

  /// What comes out: a label and its probabilities, or arrays.
  private mutating func newOutputs(
    _ labels: ClassLabels?, _ description: inout ModelDescription
  ) throws(ModelFileError) -> [String] {
    var values: [LayerTranslation.Holder] = []
    for output in network.outputs {
      guard let value = translation.value(output) else { throw .cannotExpress(.noSuchTensor(output)) }
      values.append(value)
    }
    guard let scores = values.first else { throw .cannotExpress(.noOutput) }
    description.trainingInputs = []
    if let labels {
      let count = scores.shape.reduce(1, *)
      guard count == labels.count else { throw .cannotExpress(.labelCount(labels: labels.count, scores: count)) }
      let (label, all) = (description.predictedFeatureName, description.predictedProbabilitiesName)
      let made = translation.classify(
        scores, labels, label: label.isEmpty ? "classLabel" : label,
        probabilities: all.isEmpty ? "classLabel_probs" : all)
      (description.predictedFeatureName, description.predictedProbabilitiesName) = (made.label, made.probabilities)
      description.outputs = ModelFile.classifierOutputs(description, labels: labels, earlier: [])
      return [made.label, made.probabilities]
    }
    (description.predictedFeatureName, description.predictedProbabilitiesName) = ("", "")
    let earlier = description.outputs
    var (features, names): ([FeatureDescription], [String]) = ([], [])
    for value in values {
      if let known = earlier.first(where: { $0.name == value.name }) {
        features.append(known)
        names.append(value.name)
        continue
      }
      let made = value.element == .float32 ? value : translation.output(value, "\(value.name)_output")
      features.append(
        FeatureDescription(name: made.name, type: .multiArray(ArrayFeature(shape: made.shape, dataType: .float32))))
      names.append(made.name)
    }
    description.outputs = features
    return names
  }

  /// The function `main`, without operations that nothing needs, and beside an image without the inputs that nothing reads.
  private func functionEntry(outputs: [String]) throws(ModelFileError) -> (entry: WireMessage, unread: Set<String>) {
    let program = original.program
    guard var entry = program.functionEntry(of: program.defaultFunction), var function = entry.message(2) else {
      throw .cannotExpress(.noOutput)
    }
    var all: [WireMessage] = []
    let isRelabelled = translation.operations.contains { OperationRecord($0).type == "classify" }
    for (index, operation) in operations.enumerated() {
      if isRelabelled, self.function.operations[index].type == "classify" { continue }
      all += (constants[index] ?? []) + [operation]
    }
    all += translation.operations
    var needed = Set(outputs)
    var kept: [WireMessage] = []
    for operation in all.reversed() {
      let record = OperationRecord(operation)
      guard record.outputs.contains(where: { needed.contains($0.name) }) else { continue }
      for (_, bindings) in record.inputs { for case .name(let name) in bindings { needed.insert(name) } }
      kept.append(operation)
    }
    let set = function.text(2)
    guard var specialization = function[repeated: 3].messages.last(where: { $0.text(1) == set }),
      var block = specialization.message(2)
    else { throw .cannotExpress(.noOutput) }
    block[repeated: 2].texts = outputs
    block[repeated: 3].messages = kept.reversed()
    specialization.set(2, message: block)
    function[repeated: 3].messages = [specialization]
    let readsImage = network.inputs.contains { $0.image != nil && needed.contains($0.name) }
    let unread = readsImage ? Set(self.function.inputs.map(\.name)).subtracting(needed) : []
    if !unread.isEmpty { function[repeated: 1].messages.removeAll { unread.contains($0.text(1)) } }
    entry.set(1, "main")
    entry.set(2, message: function)
    return (entry, unread)
  }

  private func changedPackage() -> ModelPackage {
    var files = package.files
    let isNew = files[weightPath] == nil
    guard !isNew || translation.weights.hasRecords else { return package }
    files[weightPath] = PackageFile(translation.weights.bytes)
    if isNew, let manifest = files[Manifest.fileName]?.all {
      files[Manifest.fileName] = PackageFile(
        held: Manifest.adding(
          String(weightPath.dropFirst("Data/".count).dropLast("/weight.bin".count)), to: manifest))
    }
    return ModelPackage(files: files, modelPath: package.modelPath)
  }
}

extension LayerDefinition {
  /// Which operand of a program's operation a parameter is.
  fileprivate func operand(of part: ParameterKey.Part) -> Int? {
    guard case .operation(let operation) = kind else { return nil }
    return part == .bias ? operation.learnable.bias : operation.learnable.weights
  }

  /// The weights of a deconvolution as programs have them: those of the convolution that makes the same are turned back.
  fileprivate var deconvolutionWeights: [Float] {
    guard let weights else { return [] }
    guard case .operation(let operation) = kind, case .windows(_, let groups) = operation.kind else {
      return weights.values
    }
    return ProgramConstant(.float32, shape: weights.shape, floats: weights.values).flipped(groups: groups).floats
  }

  /// Whether it does the same as another, perhaps with other numbers of as many.
  fileprivate func isAlike(_ other: LayerDefinition) -> Bool {
    var copy = self
    copy.isUpdatable = other.isUpdatable
    for part in ParameterKey.Part.allCases {
      guard let own = copy[part], let their = other[part] else { continue }
      guard own.shape == their.shape else { return false }
      copy[part] = their
    }
    return copy == other
  }
}
