import ModelFile

/// Where a network comes from, as it is kept; its file is kept beside it.
struct KeptSource: Sendable, Codable {
  private let source: String
  /// Whether it was loaded from a file.
  let isLoaded: Bool
  /// Absent where its file says all of that, and in what was kept before there was such a thing.
  private let notes: ModelCredits?
  /// Absent where its layers were not taken from a network of the workspace, and in what was kept before.
  private let basis: FeatureBasis?

  /// Describes a source.
  init(_ value: NetworkSource) {
    (source, isLoaded, notes, basis) = (value.name, value.isLoaded, value.notes, value.basis)
  }

  /// The source, with the network's file.
  func value(_ file: ModelFile?) -> NetworkSource {
    let kind: NetworkSource.Kind =
      if isLoaded { .loaded(file) } else if let file { .base(file) } else if let notes { .text(notes) } else { .made }
    return NetworkSource(source, kind, basis: basis)
  }
}
