import Experiments
public import Figures
public import ModelFile
import Networks
import Wording

/// How a model file is shown: what goes in, what comes out, what is in between, and how it may be trained.
public struct ModelFileView {
  let file: ModelFile
  let name: String

  /// Shows a file under a name.
  public init(file: ModelFile, name: String) { (self.file, self.name) = (file, name) }

  /// The fields a reader asks for first.
  public var description: Rendering {
    let description = file.description
    var facts: [(String, String)] = [
      ("kind", file.kind.phrase), ("specification version", "\(file.specificationVersion)"),
      ("size", Numbers.bytes(file.storage.byteCount)), ("updatable", file.isUpdatable ? "yes" : "no"),
    ]
    facts += description.inputs.map { ("input", feature($0)) }
    facts += preprocessing
    facts += description.outputs.map { ("output", feature($0)) }
    facts += description.trainingInputs.map { ("training input", feature($0)) }
    facts += layers + ProgramFacts(file.program).facts
    if file.kind.isPipeline {
      facts.append(
        (
          "models",
          zip(file.pipeline.shownNames, file.pipeline.models).map { "\($0) (\($1.kind.phrase))" }.joined(
            separator: ", ")
        ))
    }
    let last = file.pipeline.lastModel
    if last.kind.isNetwork || last.kind == .mlProgram, let labels = ClassLabels(of: last) {
      facts.append(("classes", classes(labels)))
    }
    if let neighbors = last.neighbors { facts += remembered(neighbors, labels: ClassLabels(of: last)) }
    if let update = last.updateParameters, file.isUpdatable {
      facts += update.losses.map { ("loss", "\($0.kind.phrase) of \($0.input), target \($0.target)") }
      facts += parameters(update)
    }
    facts += metadata(description.metadata)
    return FactsView(title: name, facts: facts).rendering
  }

  /// What is done to the pixels, of a pipeline in its first model.
  private var preprocessing: [(String, String)] {
    let inputs = (try? (file.pipeline.models.first ?? file).neuralNetwork.inputs()) ?? []
    return inputs.compactMap { input in input.formula.map { ("pixels of \(input.name)", $0) } }
  }

  private var layers: [(String, String)] {
    let all = ([file] + file.pipeline.models).flatMap(\.layers)
    guard !all.isEmpty else { return [] }
    let updatable = all.filter(\.isUpdatable).map(\.name)
    let unknown = all.filter { $0.type != nil && !$0.isKnown }
    return [("layers", Numbers.grouped(all.count))]
      + (updatable.isEmpty ? [] : [("updatable layers", Numbers.list(updatable))])
      + (unknown.isEmpty
        ? [] : [("cannot be run here", Numbers.list(Set(unknown.compactMap(\.type)).sorted()))])
  }

  private func feature(_ feature: FeatureDescription) -> String {
    let remark = feature.shortDescription.isEmpty ? "" : " – \(feature.shortDescription)"
    return "\(feature.name): \(feature.type.phrase)\(remark)"
  }

  /// The examples of a k-NN classifier: how many, of which classes, and how they vote.
  private func remembered(_ neighbors: NeighborsRecord, labels: ClassLabels?) -> [(String, String)] {
    var facts = [("remembers", Numbers.count(neighbors.sampleCount, "example"))]
    var seen: Set<String> = []
    let names = (labels?.texts ?? []).filter { seen.insert($0).inserted }
    if !names.isEmpty {
      facts.append(
        ("classes", "\(names.count): \(names.prefix(10).joined(separator: "; "))\(names.count > 10 ? " …" : "")"))
    }
    switch neighbors.defaultLabel {
    case .string(let label)?: facts.append(("label while empty", label))
    case .integer(let label)?: facts.append(("label while empty", "\(label)"))
    case nil: break
    }
    if let number = neighbors.numberOfNeighbors { facts.append(("numberOfNeighbors", number.phrase)) }
    return facts
  }

  private func classes(_ labels: ClassLabels) -> String {
    let texts = labels.texts
    var seen: Set<String> = []
    let twice = texts.filter { !seen.insert($0).inserted }
    let shown = texts.prefix(10).joined(separator: "; ")
    return "\(Numbers.grouped(texts.count)): \(shown)" + (texts.count > 10 ? " …" : "")
      + (twice.isEmpty ? "" : " (twice: \(twice.joined(separator: "; ")))")
  }

  private func parameters(_ update: UpdateParameters) -> [(String, String)] {
    var facts: [(String, String)] = []
    if let epochs = update.epochs { facts.append(("epochs", epochs.phrase)) }
    switch update.optimizer {
    case .sgd(let rate, let size, let momentum):
      facts.append(("optimizer", "sgd"))
      facts +=
        [("miniBatchSize", size?.phrase), ("learningRate", rate?.phrase), ("momentum", momentum?.phrase)].present
    case .adam(let rate, let size, let beta1, let beta2, let eps):
      facts.append(("optimizer", "adam"))
      facts +=
        [
          ("miniBatchSize", size?.phrase), ("learningRate", rate?.phrase), ("beta1", beta1?.phrase),
          ("beta2", beta2?.phrase), ("eps", eps?.phrase),
        ].present
    case nil: break
    }
    if let shuffle = update.shuffle { facts.append(("shuffle", shuffle ? "true" : "false")) }
    if let seed = update.seed { facts.append(("seed", seed.phrase)) }
    return facts
  }

  private func metadata(_ metadata: ModelMetadata) -> [(String, String)] {
    let fixed = [
      ("description", metadata.shortDescription), ("author", metadata.author), ("license", metadata.license),
      ("version", metadata.version),
    ].filter { !$0.1.isEmpty }
    return fixed
      + metadata.userDefined.filter { $0.key != WrittenMark.key }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension [(String, String?)] {
  /// Those that have a value.
  fileprivate var present: [(String, String)] { compactMap { name, value in value.map { (name, $0) } } }
}

extension IntegerParameter {
  /// The default, and what is allowed.
  public var phrase: String {
    switch allowed {
    case .any: "\(defaultValue)"
    case .range, .set: "\(defaultValue), allowed \(allowedPhrase)"
    }
  }
}

extension DoubleParameter {
  /// The default, and what is allowed.
  public var phrase: String {
    switch allowed {
    case .any: Numbers.short(defaultValue)
    case .range: "\(Numbers.short(defaultValue)), allowed \(allowedPhrase)"
    }
  }
}
