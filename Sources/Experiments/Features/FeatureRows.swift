public import Networks
public import Tensors
import Training

/// What the part of a network that learns reads of samples.
public enum FeatureRows: Sendable {
  /// Worked out once, [samples, features].
  case kept(Tensor)
  /// Worked out anew whenever they are asked for: of a table whose features would not fit memory.
  case table(TableSelection, Extractor)

  /// The rows of some samples, in this order, [places, features].
  ///
  /// - Throws: `SourceError.table`, `ModelError.network`.
  public func rows(_ places: [Int]) throws(ExperimentError) -> Tensor {
    switch self {
    case .kept(let tensor): return tensor.rows(places)
    case .table(let selection, let extractor):
      let values = try TableFeatureExtractor(extractor, on: selection.dataset).run(selection.tensor(places)).values
      return Tensor(shape: [places.count, values.count / max(1, places.count)], values: values)
    }
  }
}

extension TrainableParts {
  /// The tail's probabilities, [places, outputs], for some samples, on a network that is there already.
  ///
  /// - Throws: as `FeatureRows.rows`, `NetworkError`.
  public func probabilities(of rows: FeatureRows, at places: [Int], on tail: Network) throws -> Tensor {
    // So many at once as are no burden.
    let size = if case .table(let selection, _) = rows { selection.pieceSize } else { 256 }
    var values: [Float] = []
    for start in stride(from: 0, to: places.count, by: size) {
      let some = try rows.rows(Array(places[start..<min(start + size, places.count)]))
      values += try probabilities(some, batchSize: size, on: tail).values
    }
    return Tensor(shape: [places.count, values.count / max(1, places.count)], values: values)
  }
}
