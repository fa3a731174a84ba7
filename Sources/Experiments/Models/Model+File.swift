public import ModelFile

extension Model {
  /// The file it was loaded from, or made on; nil where there is none.
  public var file: ModelFile? {
    switch self {
    case .network(let model): model.source.file
    case .neighbors(let model): model.file
    case .hybrid: nil
    }
  }
}
