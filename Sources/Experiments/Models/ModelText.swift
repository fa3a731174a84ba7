public import Files
public import Foundation
public import ModelFile
public import Networks
public import Pictures
import Tensors
public import Training

/// A network as JSON: what can be read, compared and read back. Numbers are in base64, single precision, little endian.
public struct ModelText: Sendable, Equatable, Codable {
  /// What the file says it is.
  public var kind = ModelText.kind
  /// The classes that have an output, and how many outputs there are.
  public let classes: [String], outputs: Int
  /// The layers, with their parameters.
  public var definition: NetworkDefinition
  /// What the model says about itself; nil for nothing.
  public var notes: ModelCredits?
  /// How it is to be trained, and what may be chosen; nil where nobody said so.
  public var update: UpdateParameters?
  /// The settings a training takes where it names none, where `update` does not say; nil for the usual ones.
  public var defaults: TrainingSettings?
  /// How photos are brought to the size it reads; nil as their dataset says.
  public var scaling: CropAndScale?
  /// Whether its answer is a number and not a class; nil for a class.
  public var isRegressor: Bool?

  /// What every file says it is.
  public static let kind = "whet network 1"

  /// How many times its size a file takes in memory while it is read.
  public static let copies = FileMark.copies

  /// Whether a file holds such a text, which only Whet writes.
  public static func isIn(_ file: borrowing RegularFile) -> Bool { FileMark.kind(in: file) == kind }

  /// The text of a network.
  public init(_ definition: NetworkDefinition, classes: [String], outputs: Int) {
    self.classes = classes
    self.outputs = outputs
    self.definition = definition
  }

  /// The text of a model, with all it says about itself.
  public init(_ model: NetworkModel) {
    self.init(model.definition, classes: model.outputs.classes, outputs: model.outputs.count)
    notes = model.source.notes ?? model.source.file.flatMap { ModelCredits($0.description) }
    update = model.update.parameters
    if update == nil { defaults = model.training.last?.settings ?? model.update.defaults }
    scaling = model.scaling
    isRegressor = model.outputs.isRegressor ? true : nil
  }

  /// The model that a text describes.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - source: What it was read from, for people.
  /// - Returns: The model, untrained since.
  public func model(named name: String, source: String) -> NetworkModel {
    var model = NetworkModel(
      name: name, initial: InitialWeights(definition, origin: .file),
      outputs: NetworkOutputs(outputs, classes: classes, isRegressor: isRegressor ?? false),
      source: NetworkSource(source, notes.map { .text($0) } ?? .made), scaling: scaling)
    model.update.defaults = defaults
    if let update { model.adopt(update) }
    return model
  }

  /// Reads a text.
  ///
  /// - Returns: nil where it is none.
  public init?(_ data: Data) {
    guard let text = try? JSONDecoder().decode(ModelText.self, from: data), text.kind == Self.kind,
      text.outputs > 0, text.classes.count <= text.outputs
    else { return nil }
    self = text
  }

  /// The JSON.
  public var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // It is made of keys, words and numbers, and of numbers that are none only within base64.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(self)) ?? Data()
  }

  /// The same without the numbers of the layers' parameters.
  public var withoutNumbers: ModelText {
    var copy = self
    for (key, tensor) in definition.parameters {
      copy.definition.setParameter(key, to: Tensor(shape: [0] + tensor.shape, values: []))
    }
    return copy
  }
}
