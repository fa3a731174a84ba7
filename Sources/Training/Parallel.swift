import Arithmetic

/// Independent pieces of work on all processors, for work that is long compared with a layer: whole trainings.
public enum Parallel {
  /// How many pieces are done at the same time.
  public static var width: Int { WorkerPool.shared.threads }

  /// Limits how many pieces are done at the same time; to be called before the first are.
  ///
  /// Precondition: `width` is at least 1.
  public static func limit(to width: Int) { WorkerPool.limitShared(to: width) }

  /// Does `body` for every number `0 ..< count`, at most `width` at a time, and gives the results in order. What a piece
  /// itself does on the shared pool runs on that piece's thread alone, with the same bits.
  public static func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    var results = [Result?](repeating: nil, count: max(0, count))
    results.withUnsafeMutableBufferPointer { places in
      WorkerPool.shared.run(places.count) { piece, _ in places[piece] = body(piece) }
    }
    return results.compactMap { $0 }
  }
}
