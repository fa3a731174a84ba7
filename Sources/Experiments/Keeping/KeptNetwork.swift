import ModelFile
import Networks
import Pictures
import Training

/// A neural network as it is kept.
struct KeptNetwork: Sendable, Codable {
  let definition: KeptDefinition
  let starter: KeptDefinition
  let classes: [String]
  let starterClassCount: Int
  let outputs: Int
  let source: String
  let seed: UInt64?
  let initialization: ParameterInitialization
  let history: [EpochRecord]
  let lastTraining: NetworkModel.LastTraining?
  let learnt: LearntData?
  let starterFit: LogisticRegression?
  /// Absent in what was kept before there was such a thing.
  let origin: WeightsOrigin?
  let differences: Int?
  let state: TrainingState?
  let moments: [KeptNumbers]
  let update: UpdateParameters?
  let limitsSource: String?
  let isLoaded: Bool
  let isRegressor: Bool
  /// Absent in what was kept before there was such a thing.
  let scaling: CropAndScale?
  /// Absent where its file says all of that, and in what was kept before there was such a thing.
  let notes: ModelNotes?
  /// Absent where its layers were not taken from a network of the workspace, and in what was kept before.
  let basis: FeatureBasis?
  let isStopped: Bool
  let best: ParameterSnapshot?
  let limits: TrainingLimits
  let fileDefaults: TrainingSettings?
  let hasFileSeed: Bool

  /// Takes a network apart.
  init(_ model: NetworkModel, _ packer: inout NumberPacker) {
    definition = KeptDefinition(model.definition, &packer)
    var starter = KeptDefinition(model.starter, &packer)
    // Training changes numbers only, so the two are as a rule alike.
    if starter.structure == definition.structure { starter.structure = nil }
    self.starter = starter
    classes = model.classes
    starterClassCount = model.starterClassCount
    outputs = model.outputs
    source = model.source
    seed = model.seed
    initialization = model.initialization
    history = model.history
    lastTraining = model.lastTraining
    learnt = model.learnt
    starterFit = model.origin.regression
    origin = model.origin
    differences = model.differences
    var state = model.state
    moments = (state?.takeNumbers() ?? []).map { packer.add($0) }
    self.state = state
    update = model.update
    limitsSource = model.limitsSource
    isLoaded = model.isLoaded
    isRegressor = model.isRegressor
    scaling = model.scaling
    notes = model.notes
    basis = model.basis
    isStopped = model.isStopped
    best = model.best
    limits = model.limits
    fileDefaults = model.fileDefaults
    hasFileSeed = model.hasFileSeed
  }

  /// Puts the network together again.
  ///
  /// - Throws: `KeepingError`.
  func model(
    named name: String, file: ModelFile?, _ reader: inout NumberReader
  ) throws(KeepingError) -> NetworkModel {
    let definition = try definition.definition(structure: nil, &reader)
    let starter = try starter.definition(structure: self.definition.structure, &reader)
    var model = NetworkModel(
      name: name, definition: definition, starter: starter, classes: classes, starterClassCount: starterClassCount,
      outputs: outputs, source: source, file: file, seed: seed)
    var numbers: [[Float]] = []
    for moments in moments { numbers.append(try reader.read(moments)) }
    if var state {
      guard state.putNumbers(numbers) else { throw .damaged }
      model.state = state
    }
    model.initialization = initialization
    model.update = update
    model.limitsSource = limitsSource
    model.isLoaded = isLoaded
    model.isRegressor = isRegressor
    model.scaling = scaling
    model.notes = notes
    model.basis = basis
    model.isStopped = isStopped
    model.best = best
    model.history = history
    model.lastTraining = lastTraining
    model.learnt = learnt
    model.origin = origin ?? starterFit.map { .fitted($0) } ?? (isLoaded ? .file : .drawn)
    model.differences = differences ?? 0
    model.limits = limits
    model.fileDefaults = fileDefaults
    model.hasFileSeed = hasFileSeed
    return model
  }
}
