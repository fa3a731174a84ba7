public import Files
public import Foundation
public import Networks
import Tensors

/// A network as JSON: what can be read, compared and read back. Numbers are in base64, single precision, little endian.
public struct ModelText: Sendable, Equatable, Codable {
  /// What the file says it is.
  public var kind = ModelText.kind
  /// The classes that have an output, and how many outputs there are.
  public let classes: [String], outputs: Int
  /// The layers, with their parameters.
  public var definition: NetworkDefinition

  /// What every file says it is.
  public static let kind = "whet network 1"

  /// Whether a file holds such a text, which only Whet writes.
  public static func isIn(_ file: borrowing RegularFile) -> Bool { FileMark.kind(in: file) == kind }

  /// The text of a network.
  public init(_ definition: NetworkDefinition, classes: [String], outputs: Int) {
    self.classes = classes
    self.outputs = outputs
    self.definition = definition
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
