/// Files that are downloaded together and have a name: `fetch squeezenet`.
public struct DownloadCollection: Sendable, Equatable {
  /// What it is called.
  public let name: String
  /// What it is, in a few words.
  public let summary: String
  /// Its folder in the data folder: `data/gestures`.
  public let folder: String
  /// Whether the files are of use only together, so that the folder is not there before all of them are.
  public let isWhole: Bool
  /// Whose it is, and on which terms.
  public let licence: String
  /// A page a person may look at, where the files can also be had by hand.
  public let page: String
  /// A line of the language that uses it.
  public let example: String
  /// A line that does without it, by what is inside the program.
  public let standIn: String
  /// The files.
  public let files: [DownloadFile]

  /// A collection of files.
  public init(
    name: String, summary: String, folder: String, isWhole: Bool, licence: String, page: String, example: String,
    standIn: String, files: [DownloadFile]
  ) {
    self.name = name
    self.summary = summary
    self.folder = folder
    self.isWhole = isWhole
    self.licence = licence
    self.page = page
    self.example = example
    self.standIn = standIn
    self.files = files
  }

  /// How many bytes all files have.
  public var size: Int { files.reduce(0) { $0 + $1.size } }

  /// The same files, from a server that keeps them as the data folder does: `ADDRESS/models/SqueezeNetFP16.mlmodel`.
  ///
  /// - Parameter base: Where the data folder's files are.
  /// - Returns: The collection with one address for every file.
  public func mirrored(at base: Mirror) -> DownloadCollection {
    DownloadCollection(
      name: name, summary: summary, folder: folder, isWhole: isWhole, licence: licence, page: page, example: example,
      standIn: standIn,
      files: files.map {
        DownloadFile(
          path: $0.path, size: $0.size, digest: $0.digest, sources: [base.address(of: "\(folder)/\($0.path)")])
      })
  }
}
