public import ModelFile
public import Networks

/// Which layers a file marks as updatable: Core ML refuses a file that marks one whose gradient stops on the way from the
/// loss. Those that learn here all the same are named in the file's notes, where `load` finds them.
public struct DeviceMarks: Sendable {
  /// The network with the marks a device accepts.
  public private(set) var definition: NetworkDefinition
  /// The layers that learn here and not there, in their order.
  public private(set) var onlyHere: [String] = []

  /// Walks from the loss back through the network.
  ///
  /// A layer of a type that no device trains keeps its mark: that is told when the file is made.
  public init(_ definition: NetworkDefinition, losses: [LossLayer]) {
    self.definition = definition
    guard let loss = losses.first else { return }
    let isMade = definition.layers.contains { $0.outputs.contains(loss.input) }
    guard let goal = isMade ? loss.input : definition.outputs.first else { return }
    // A cross entropy is of a softmax alone.
    let isLearnable = loss.kind != .categoricalCrossEntropy || definition.maker(of: goal)?.kind == .softmax
    var (reached, cutOff): (Set<String>, Set<String>) = isLearnable ? ([goal], []) : ([], [goal])
    for index in definition.layers.indices.reversed() {
      let layer = definition.layers[index]
      let isCutOff = layer.outputs.contains(where: cutOff.contains)
      guard isCutOff || layer.outputs.contains(where: reached.contains) else { continue }
      if isCutOff, layer.isUpdatable, layer.kind.canBeUpdatable {
        self.definition.layers[index].isUpdatable = false
        onlyHere.insert(layer.name, at: 0)
      }
      let isUnderLoss =
        layer.kind == .softmax && loss.kind == .categoricalCrossEntropy && layer.outputs.contains(goal)
      if isCutOff || !(isUnderLoss || layer.kind.passesGradientOnDevice) { cutOff.formUnion(layer.inputs) }
      reached.formUnion(layer.inputs)
    }
  }

  /// Marks of a program, which no device trains: its layers are called for what they make.
  public init(ofProgram definition: NetworkDefinition) {
    self.definition = definition
    onlyHere = definition.layers.filter { $0.isUpdatable && $0.weights != nil }.compactMap(\.outputs.first)
  }

  /// Under what a model file's notes name them, one on each line.
  private static let metadataKey = "whet.updatable"
}

extension DeviceMarks {
  /// A definition as it is trained here: with the marks that a file's notes name.
  public static func restored(_ definition: NetworkDefinition, from metadata: ModelMetadata) -> NetworkDefinition {
    guard let text = metadata.userDefined[metadataKey] else { return definition }
    let names = Set(text.split(separator: "\n").map(String.init))
    var result = definition
    for (index, layer) in result.layers.enumerated()
    where names.contains(layer.name) || layer.outputs.first.map(names.contains) == true {
      result.layers[index].isUpdatable = layer.weights != nil
    }
    return result
  }

  /// The same notes, and the layers that learn only here.
  public func note(in metadata: ModelMetadata) -> ModelMetadata {
    var notes = metadata
    notes.userDefined[Self.metadataKey] = onlyHere.isEmpty ? nil : onlyHere.joined(separator: "\n")
    return notes
  }
}
