import Files
public import Foundation

/// What a folder of photos remembers of its own past, in a hidden file: where its photos were copied from, so that they
/// can be had again, and in which order others were added, so that adding one shifts none.
public struct WorkRecord: Sendable, Codable, Equatable {
  /// The file's name.
  public static let fileName = ".whet.json"
  /// The folder or archive the photos were copied from, as an absolute path; nil where they never were.
  public var source: String?
  /// The classes that were to be copied; nil for all.
  public var labels: [String]?
  /// The photos that were copied, as paths within the source.
  public var copied: [String] = []
  /// The names of the photos that were added, in order.
  public var added: [String] = []

  /// A folder's record; an empty one where there is none, or none that can be read.
  public init(of folder: URL) {
    let url = folder.appending(path: Self.fileName)
    guard let data = try? Data(regularFile: url), let record = try? JSONDecoder().decode(Self.self, from: data) else {
      return
    }
    self = record
  }

  /// The record as the file's content: the same bytes for the same record.
  public var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Texts and lists of texts: this cannot fail.
    return (try? encoder.encode(self)) ?? Data()
  }
}
