import ModelFile
import Training

/// A k-nearest-neighbours classifier under a name, with the extractor it looks through.
struct NeighborsModel: Sendable {
  /// What the user calls it.
  let name: String
  /// What turns photos into features.
  var extractor: Extractor
  /// What it remembers, and how it decides.
  var memory: NearestNeighbors
  /// The samples it last learnt from, as they were.
  var learnt: LearntData?
  /// The file it was loaded from, with all that is in it.
  let file: ModelFile?
  /// The numbers of neighbours the file allows; nil for any.
  let allowedNeighbors: AllowedValues?
}
