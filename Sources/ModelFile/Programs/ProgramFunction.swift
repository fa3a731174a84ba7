/// What a function takes and gives, as the model's description says it.
struct FunctionDescription: Sendable {
  let name: String
  let inputs: [FeatureDescription]
  let outputs: [FeatureDescription]
  let predictedFeatureName: String
  let predictedProbabilitiesName: String

  /// Of a model with several functions.
  init(_ wire: WireMessage) {
    name = wire.text(1)
    inputs = wire[repeated: 2].messages.map(FeatureDescription.init)
    outputs = wire[repeated: 3].messages.map(FeatureDescription.init)
    predictedFeatureName = wire.text(4)
    predictedProbabilitiesName = wire.text(5)
  }

  /// Of a model with the one function `main`.
  init(_ description: ModelDescription) {
    name = "main"
    (inputs, outputs) = (description.inputs, description.outputs)
    predictedFeatureName = description.predictedFeatureName
    predictedProbabilitiesName = description.predictedProbabilitiesName
  }
}

extension ModelDescription {
  /// The description with what a function takes and gives in place of its own.
  func of(_ function: FunctionDescription?) -> ModelDescription {
    guard let function else { return self }
    return ModelDescription(
      inputs: function.inputs, outputs: function.outputs, predictedFeatureName: function.predictedFeatureName,
      predictedProbabilitiesName: function.predictedProbabilitiesName, metadata: metadata)
  }

  /// The description with other metadata.
  func saying(_ metadata: ModelMetadata) -> ModelDescription {
    var copy = self
    copy.metadata = metadata
    return copy
  }
}

/// A function whose names have been checked: every value is made once, before it is read, and what the model's description says it
/// takes and gives is what it takes and gives.
struct ProgramFunction: Sendable {
  let description: FunctionDescription
  let inputs: [NamedType]
  let operations: [OperationRecord]
  let outputs: [String]
  /// The version of its operations, 5 for "CoreML5".
  let version: Int

  /// The versions of operations that are known here.
  private static let versions = 5...9

  /// - Throws: `ProgramError`.
  init(_ description: FunctionDescription, _ function: FunctionRecord) throws(ProgramError) {
    let set = function.operationSet
    guard let version = ProgramFunction.versions.first(where: { set == "CoreML\($0)" }) else {
      throw ProgramError(.operationSet(set))
    }
    guard let block = function.block else { throw ProgramError(.noBlock(operationSet: set)) }
    self.description = description
    self.version = version
    inputs = function.inputs
    operations = block.operations
    outputs = block.outputs
    try checkNames()
    try checkDescription()
  }

  private func checkNames() throws(ProgramError) {
    var made: Set<String> = []
    for input in inputs {
      guard made.insert(input.name).inserted else { throw ProgramError(.duplicate(input.name)) }
    }
    for operation in operations {
      for (_, bindings) in operation.inputs {
        for case .name(let name) in bindings where !made.contains(name) {
          throw ProgramError(.undefined(name), at: operation.label)
        }
      }
      for output in operation.outputs {
        guard made.insert(output.name).inserted else {
          throw ProgramError(.duplicate(output.name), at: operation.label)
        }
      }
    }
    for output in outputs where !made.contains(output) { throw ProgramError(.output(output)) }
  }

  private func checkDescription() throws(ProgramError) {
    let (taken, told) = (Set(inputs.map(\.name)), Set(description.inputs.map(\.name)))
    if let other = taken.symmetricDifference(told).min() { throw ProgramError(.input(other)) }
    let (given, toldGiven) = (Set(outputs), Set(description.outputs.map(\.name)))
    if let other = given.symmetricDifference(toldGiven).min() { throw ProgramError(.output(other)) }
  }
}
