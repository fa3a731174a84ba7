/// What a classifier calls its classes, in the order of its scores. Labels may repeat.
public enum ClassLabels: Sendable, Equatable {
  /// Texts.
  case strings([String])
  /// Whole numbers.
  case integers([Int])

  /// How many there are, repeated ones included.
  public var count: Int {
    switch self {
    case .strings(let labels): labels.count
    case .integers(let labels): labels.count
    }
  }

  /// All of them as texts.
  public var texts: [String] {
    switch self {
    case .strings(let labels): labels
    case .integers(let labels): labels.map(String.init)
    }
  }

  /// The labels of a classifier, in the order of its scores; of a classifier by nearest neighbours those of its
  /// examples, one for each. Nil where there are none.
  public init?(of model: ModelFile) {
    switch model.kind {
    case .neuralNetworkClassifier, .nearestNeighborsClassifier: self.init(model.content)
    case .pipelineClassifier, .pipeline:
      guard let last = model.pipeline.models.last else { return nil }
      self.init(of: last)
    case .mlProgram:
      guard let labels = (try? model.program.function())?.classLabels(model.package) else { return nil }
      self = labels
    default: return nil
    }
  }

  /// Read from the fields 100 (texts) and 101 (numbers) of a classifier; nil when it has neither.
  init?(_ wire: WireMessage) {
    switch wire.oneOf([100, 101]) {
    case (100, let labels)?: self = .strings(labels[repeated: 1].texts)
    case (_, let labels)?: self = .integers(labels[repeated: 1].integers)
    case nil: return nil
    }
  }

  /// Writes them into a classifier.
  func write(into wire: inout WireMessage) {
    guard ClassLabels(wire) != self else { return }
    var list = WireMessage()
    switch self {
    case .strings(let labels):
      list[repeated: 1].texts = labels
      wire.set(oneOf: [100, 101], 100, message: list)
    case .integers(let labels):
      list[repeated: 1].integers = labels
      wire.set(oneOf: [100, 101], 101, message: list)
    }
  }
}
