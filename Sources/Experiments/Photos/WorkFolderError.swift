/// Why the photos of a dataset stay as they are.
public enum WorkFolderError: Error, Equatable {
  /// The folder lies in the data folder, which only downloads write to.
  case sampleData(dataset: String, folder: String)
  /// The photos are drawn.
  case drawnData(dataset: String)
}
