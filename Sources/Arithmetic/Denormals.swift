import CKernels

/// Numbers too small for full precision, below 1.2e-38: reading one costs a hundred times the arithmetic, and the moments of
/// weights that no longer move become such numbers for good.
public enum Denormals {
  /// Runs `body` with all of them taken for 0, on this thread and on those of a `WorkerPool`, whose regions always run so.
  public static func flushed<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let mode = whet_denormals_flush()
    defer { whet_denormals_restore(mode) }
    return try body()
  }

  /// A number in double precision, also one too small for full precision where those are taken for 0.
  public static func widened(_ number: Float) -> Double {
    guard number.exponentBitPattern == 0 else { return Double(number) }
    let size = Double(number.significandBitPattern) * 0x1p-149
    return number.sign == .minus ? -size : size
  }
}
