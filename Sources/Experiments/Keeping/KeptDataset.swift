import Foundation
public import Pictures

/// A dataset as it is kept: where it is read from. Its samples stay where they are.
public enum KeptDataset: Sendable, Equatable, Codable {
  /// A folder of photos, its classes in order, the most it may have where somebody has said so, and how
  /// photos are brought to size; which are left out where those that cannot be read are; how they are divided where the folder
  /// does not tell; the line that reads it.
  case photos(
    folder: String, labels: [String], maxClasses: Int?, scaling: CropAndScale, unreadable: UnreadablePhotos.Kept?,
    division: SampleDivision? = nil, statement: String?)
  /// A table, by the statement that reads it.
  case table(statement: String)

  /// Reads what was kept; nil where the text is nothing of the kind.
  public init?(_ text: String) {
    guard let kept = try? JSONDecoder().decode(KeptDataset.self, from: Data(text.utf8)) else { return nil }
    self = kept
  }

  /// The dataset as text.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
