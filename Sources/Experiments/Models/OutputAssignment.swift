import Training

/// Which output each class of samples has: the one that has its name, else the next free one.
public struct OutputAssignment: Sendable {
  /// The classes that have an output then, by output.
  public let classes: [String]
  /// The output of each class of the samples; none of a network that answers with numbers.
  public let outputs: [Int]
  /// The name of each output, where these classes take free ones.
  public let labels: [String]

  /// Assigns the outputs of a network to classes.
  ///
  /// Where outputs are too few, a class without samples needs none: it has been added to the dataset and waits for its first
  /// sample. Its place is never asked for.
  ///
  /// - Parameters:
  ///   - model: The network.
  ///   - wanted: The classes by their names.
  ///   - truths: The class of each sample; nil where that is not known: then every class needs an output.
  /// - Throws: `ModelError.tooManyClasses` where there are more classes than outputs, `ModelError.unknownClass` where every output has
  ///   a name already and none has this one.
  public init(
    _ model: NetworkModel, to wanted: [String], truths: @autoclosure () -> [String]?
  ) throws(ExperimentError) {
    guard !model.outputs.isRegressor else {
      (classes, outputs, labels) = (model.outputs.classes, [], model.outputs.labels)
      return
    }
    let count = model.outputs.count
    var classes = model.outputs.classes
    var outputs: [Int] = []
    var index = LabelIndex(classes)
    var present: LabelIndex?
    for label in wanted {
      if let place = index.position(of: label) {
        outputs.append(place)
        continue
      }
      guard classes.count < count else {
        present = present ?? truths().map { LabelIndex(Array(Set($0))) }
        guard let present, present.position(of: label) == nil else {
          throw Self.failure(model, for: label, among: wanted)
        }
        outputs.append(0)
        continue
      }
      outputs.append(classes.count)
      classes.append(label)
      index.append(label)
    }
    (self.classes, self.outputs) = (classes, outputs)
    labels = NetworkOutputs.labels(of: classes, count: count)
  }

  /// Why a class gets no output of a network.
  private static func failure(
    _ model: NetworkModel, for label: String, among labels: [String]
  ) -> ExperimentError {
    let outputs = model.outputs
    let known = LabelIndex(outputs.classes)
    let new = labels.filter { known.position(of: $0) == nil }
    // Outputs that all have the names of other classes are not too few but others.
    let isOther = outputs.classes.count >= outputs.count && !labels.contains { known.position(of: $0) != nil }
    return isOther
      ? ExperimentError.model(.unknownClass(label, model: model.name, known: outputs.classes))
      : ExperimentError.model(
        .tooManyClasses(outputs.classes + new, outputs: outputs.count, model: model.name, source: model.source.name))
  }
}

extension NetworkModel {
  /// The outputs of samples' classes.
  ///
  /// - Throws: as `OutputAssignment`.
  public func assigning(_ selection: Selection) throws(ExperimentError) -> OutputAssignment {
    try OutputAssignment(self, to: selection.labels, truths: selection.truths)
  }
}
