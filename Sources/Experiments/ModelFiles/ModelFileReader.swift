import Foundation
public import ModelFile
import Networks
public import Training

/// Makes a model of the session from a model file.
public struct ModelFileReader {
  /// The file's content.
  public let file: ModelFile
  /// Its path, for people.
  public let path: String
  /// Where unpacked networks are kept.
  public let library: ModelLibrary

  /// Puts it together.
  public init(file: ModelFile, path: String, library: ModelLibrary) {
    self.file = file
    self.path = path
    self.library = library
  }

  /// Opens the file under a name.
  ///
  /// - Throws: `SourceError.modelFile`, `ModelError.noImageInput`, `ModelError.network`.
  public func open(as name: String) throws(ExperimentError) -> Model {
    do throws(NetworkError) { try file.checkRoom() } catch {
      throw ExperimentError.model(.network(path, error))
    }
    switch file.kind {
    case .neuralNetworkClassifier, .neuralNetwork, .neuralNetworkRegressor, .mlProgram:
      return .network(try network(named: name))
    case .nearestNeighborsClassifier: return .neighbors(try bareNeighbors(named: name))
    case .pipeline, .pipelineClassifier, .pipelineRegressor:
      if file.pipeline.isChainOfNetworks { return .network(try network(named: name)) }
      if file.pipeline.models.count > 1, file.pipeline.lastModel.kind == .nearestNeighborsClassifier {
        return .neighbors(try neighbors(named: name))
      }
      throw ExperimentError.file(.pipelineOfOthers(path, others))
    default:
      throw fault(
        .wrongKind(
          file.kind,
          wanted: [.neuralNetwork, .neuralNetworkClassifier, .nearestNeighborsClassifier, .pipeline, .mlProgram])
      )
    }
  }

  /// The models of a pipeline that are neither networks nor, at its end, a k-NN classifier.
  private var others: [(name: String, kind: ModelKind)] {
    let models = file.pipeline.models
    return zip(file.pipeline.shownNames, models).enumerated().compactMap { place, entry in
      let isFine =
        entry.1.kind.isNetwork || place > 0 && place == models.count - 1 && entry.1.kind == .nearestNeighborsClassifier
      return isFine ? nil : (entry.0, entry.1.kind)
    }
  }

  // MARK: Networks

  private func network(named name: String) throws(ExperimentError) -> NetworkModel {
    let known = try runnable(file)
    let file = known.file
    let definition = DeviceMarks.restored(known.definition, from: file.description.metadata)
    do throws(ExperimentError) { _ = try TrainableParts(of: definition, source: path) } catch {
      // Inputs that do not meet can be given their numbers, where one of them is an image.
      if case .model(.manyBoundaries) = error, file.kind == .mlProgram { try definition.checkSoleImage(source: path) }
      throw error
    }
    let labels = try self.labels(of: file, definition)
    let placeholder = labels.firstIndex(of: "user0") ?? labels.count
    let isRegressor = ClassLabels(of: file) == nil && !definition.endsInSoftmax
    var model = NetworkModel(
      name: name, initial: InitialWeights(definition, origin: .file),
      outputs: NetworkOutputs(
        labels.count, classes: Array(labels[..<placeholder]), isRegressor: isRegressor),
      source: NetworkSource(path, .loaded(file)), scaling: file.cropAndScale)
    model.outputs.areScores = !isRegressor && definition.endsInScores
    if file.isUpdatable, let update = file.pipeline.lastModel.updateParameters { model.adopt(update) }
    if let text = file.description.metadata.userDefined[CheckpointRecord.key] {
      guard let record = CheckpointRecord(text: text) else { throw ExperimentError.loop(.checkpointDamaged(path)) }
      record.apply(to: &model)
    }
    return model
  }

  /// The names of a network's outputs: a classifier's labels; those of a plain network that ends in a softmax are numbered,
  /// as its integer target is; of one that answers with numbers the output's name.
  private func labels(of file: ModelFile, _ definition: NetworkDefinition) throws(ExperimentError) -> [String] {
    if let labels = ClassLabels(of: file)?.texts { return labels }
    guard let scores = definition.outputs.first, definition.layers.contains(where: { $0.outputs.contains(scores) })
    else { throw fault(.cannotExpress(.noOutput)) }
    do throws(NetworkError) {
      let count = try definition.shapes()[scores, default: []].reduce(1, *)
      guard !definition.endsInSoftmax else { return (0..<count).map(String.init) }
      return count == 1 ? [scores] : (0..<count).map { "\(scores) \($0)" }
    } catch {
      throw ExperimentError.model(.network(path, error))
    }
  }

  /// The network, written otherwise where that makes it run.
  private func runnable(_ file: ModelFile) throws(ExperimentError) -> RunnableModel {
    do {
      return try library.runnable(file)
    } catch {
      throw fault(error)
    }
  }

  // MARK: k-NN pipelines

  private func neighbors(named name: String) throws(ExperimentError) -> NeighborsModel {
    let last = file.pipeline.lastModel
    let memory: NearestNeighbors
    do {
      memory = try NearestNeighbors(last)
    } catch {
      throw fault(error)
    }
    guard others.isEmpty else { throw ExperimentError.file(.pipelineOfOthers(path, others)) }
    let network: NetworkDefinition
    do { network = try file.pipeline.chain().definition } catch { throw fault(error) }
    let wanted = last.description.inputs.first?.name ?? ""
    let output = network.layers.contains { $0.outputs.contains(wanted) } ? wanted : network.outputs.first ?? ""
    var extractor = try Extractor.cut(network, after: output, source: path)
    extractor.scaling = file.cropAndScale
    // Numbers are as welcome as an image: they are a table's.
    let inputs = extractor.definition.inputs
    if inputs.count != 1 || inputs[0].image != nil { _ = try extractor.image() }
    let count = try extractor.featureCount()
    guard count == memory.dimension else {
      throw ExperimentError.model(.training(name, .dimensions(expected: memory.dimension, actual: count)))
    }
    return NeighborsModel(
      name: name, extractor: extractor, memory: memory, file: file,
      allowedNeighbors: last.neighbors?.numberOfNeighbors?.allowedValues)
  }

  /// A k-NN classifier without a network before it: it looks at the numbers themselves.
  private func bareNeighbors(named name: String) throws(ExperimentError) -> NeighborsModel {
    let memory: NearestNeighbors
    do {
      memory = try NearestNeighbors(file)
    } catch {
      throw fault(error)
    }
    let input = file.description.inputs.first?.name ?? "features"
    let eyes = NetworkDefinition(
      inputs: [NetworkInput(name: input, shape: [memory.dimension])], layers: [], outputs: [input])
    return NeighborsModel(
      name: name, extractor: Extractor(eyes, source: path, layer: input), memory: memory, file: file,
      allowedNeighbors: file.neighbors?.numberOfNeighbors?.allowedValues)
  }

  private func fault(_ error: ModelFileError) -> ExperimentError { ExperimentError.source(.modelFile(path, error)) }
}

extension UpdateParameters {
  /// What the file allows, for the settings of a training.
  public var limits: TrainingLimits {
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
  public var settings: TrainingSettings {
    var settings = TrainingSettings(seed: UInt64(bitPattern: Int64(seed?.defaultValue ?? 0)))
    settings.epochs = epochs?.defaultValue ?? settings.epochs
    settings.miniBatchSize = optimizer?.miniBatchSize?.defaultValue ?? settings.miniBatchSize
    settings.shuffle = shuffle ?? settings.shuffle
    settings.take(losses.map { LossChoice(kind: $0.loss, tensor: $0.input, weight: nil) })
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
  public var allowedValues: AllowedValues? {
    switch allowed {
    case .any: nil
    case .range(let lower, let upper): .interval(from: Double(lower), to: Double(upper))
    case .set(let values): .set(values.map(Double.init))
    }
  }
}

extension DoubleParameter {
  /// What may be chosen; nil for anything.
  public var allowedValues: AllowedValues? {
    switch allowed {
    case .any: nil
    case .range(let lower, let upper): .interval(from: lower, to: upper)
    }
  }
}
