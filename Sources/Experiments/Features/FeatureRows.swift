import Networks
public import Tensors
import Training

/// What the part of a network that learns reads of samples.
public enum FeatureRows: Sendable {
  /// Worked out once, [samples, features].
  case kept(Tensor)
  /// Worked out anew whenever they are asked for: of a table whose features would not fit memory.
  case table(TableSelection, Extractor)

  /// Whether they are worked out anew.
  public var isTable: Bool { if case .table = self { true } else { false } }

  /// The rows of some samples, in this order, [places, features].
  ///
  /// - Throws: `SourceError.table`, `ModelError.network`.
  public func rows(_ places: [Int]) throws(ExperimentError) -> Tensor {
    switch self {
    case .kept(let tensor): return tensor.rows(places)
    case .table(let selection, let extractor):
      let values = try TableMachine(extractor).run(selection.tensor(places)).values
      return Tensor(shape: [places.count, values.count / max(1, places.count)], values: values)
    }
  }

  /// Places in portions of which the rows are no burden.
  public func portions(of places: [Int]) -> [[Int]] {
    let size = if case .table(let selection, _) = self { selection.pieceSize } else { 256 }
    return stride(from: 0, to: places.count, by: size).map { Array(places[$0..<min($0 + size, places.count)]) }
  }
}
