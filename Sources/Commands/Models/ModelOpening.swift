import Foundation
import ModelFile
import Networks
import Training

/// Makes a model of the session from a model file.
struct ModelOpening {
  /// The file's content.
  let file: ModelFile
  /// Its path, for people.
  let path: String
  /// Where unpacked networks are kept.
  let session: Session

  /// Opens the file under a name.
  ///
  /// - Throws: `Fact.modelFile`, `Fact.noImageInput`, `Fact.network`.
  func open(as name: String) throws(Fault) -> Model {
    switch file.kind {
    case .neuralNetworkClassifier: .network(try network(named: name))
    case .pipelineClassifier where file.models.last?.kind == .nearestNeighborsClassifier:
      .neighbors(try neighbors(named: name))
    default: throw fault(.wrongKind(file.kind, wanted: [.neuralNetworkClassifier, .pipelineClassifier]))
    }
  }

  // MARK: Networks

  private func network(named name: String) throws(Fault) -> NetworkModel {
    let definition = try unpacked(file)
    _ = try TrainableParts(of: definition, source: path).trunk.image()
    let labels = file.classLabels?.texts ?? []
    let placeholder = labels.firstIndex(of: "user0") ?? labels.count
    var model = NetworkModel(
      name: name, definition: definition, starter: definition, classes: Array(labels[..<placeholder]),
      starterClassCount: placeholder, outputs: labels.count, source: path, file: file, seed: nil)
    guard file.isUpdatable, let update = file.updateParameters else { return model }
    model.limits = update.limits
    model.fileDefaults = update.settings
    model.hasFileSeed = update.seed != nil
    return model
  }

  // MARK: k-NN pipelines

  private func neighbors(named name: String) throws(Fault) -> NeighborsModel {
    let models = file.models
    guard models.count == 2, let last = models.last, models[0].kind.isNetwork else {
      throw fault(.wrongKind(file.kind, wanted: [.neuralNetworkClassifier]))
    }
    let memory: NearestNeighbors
    do {
      memory = try last.nearestNeighbors()
    } catch {
      throw fault(error)
    }
    let network = try unpacked(models[0])
    let wanted = last.description.inputs.first?.name ?? ""
    let output = network.layers.contains { $0.outputs.contains(wanted) } ? wanted : network.outputs.first ?? ""
    let extractor = try Extractor.cut(network, after: output, source: path)
    _ = try extractor.image()
    let count = try extractor.featureCount()
    guard count == memory.dimension else {
      throw Fault(.training(name, .dimensions(expected: memory.dimension, actual: count)))
    }
    return NeighborsModel(
      name: name, extractor: extractor, memory: memory, file: file,
      allowedNeighbors: last.neighbors?.numberOfNeighbors?.allowedValues)
  }

  private func unpacked(_ file: ModelFile) throws(Fault) -> NetworkDefinition {
    do {
      return try file.network()
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ error: ModelFileError) -> Fault { Fault(.modelFile(path, error)) }
}

extension UpdateParameters {
  /// What the file allows, for the settings of a training.
  var limits: TrainingLimits {
    var limits = TrainingLimits()
    limits[.epochs] = epochs?.allowedValues
    limits[.miniBatchSize] = optimizer?.miniBatchSize?.allowedValues
    limits[.learningRate] = optimizer?.learningRate?.allowedValues
    switch optimizer {
    case .sgd(_, _, let momentum): limits[.momentum] = momentum?.allowedValues
    case .adam(_, _, let beta1, let beta2, let eps):
      limits[.beta1] = beta1?.allowedValues
      limits[.beta2] = beta2?.allowedValues
      limits[.eps] = eps?.allowedValues
    case nil: break
    }
    return limits
  }

  /// The file's own settings.
  var settings: TrainingSettings {
    var settings = TrainingSettings(seed: UInt64(bitPattern: Int64(seed?.defaultValue ?? 0)))
    settings.epochs = epochs?.defaultValue ?? settings.epochs
    settings.miniBatchSize = optimizer?.miniBatchSize?.defaultValue ?? settings.miniBatchSize
    settings.shuffle = shuffle ?? settings.shuffle
    let rate = optimizer?.learningRate?.defaultValue ?? settings.optimizer.learningRate
    switch optimizer {
    case .sgd(_, _, let momentum): settings.optimizer = .sgd(learningRate: rate, momentum: momentum?.defaultValue ?? 0)
    case .adam(_, _, let beta1, let beta2, let eps):
      settings.optimizer = .adam(
        learningRate: rate, beta1: beta1?.defaultValue ?? 0.9, beta2: beta2?.defaultValue ?? 0.999,
        eps: eps?.defaultValue ?? 1e-8)
    case nil: break
    }
    return settings
  }
}

extension IntegerParameter {
  /// What may be chosen; nil for anything.
  var allowedValues: AllowedValues? {
    switch allowed {
    case .any: nil
    case .range(let lower, let upper): .interval(from: Double(lower), to: Double(upper))
    case .set(let values): .set(values.map(Double.init))
    }
  }
}

extension DoubleParameter {
  /// What may be chosen; nil for anything.
  var allowedValues: AllowedValues? {
    switch allowed {
    case .any: nil
    case .range(let lower, let upper): .interval(from: lower, to: upper)
    }
  }
}
