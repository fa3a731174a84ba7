import Arithmetic

/// What products and sums are computed with.
public enum EngineArithmetic {
  /// The arithmetic's name where its bits are not those of every processor: that of a matrix unit, which has to be asked for
  /// (`WHET_ARITHMETIC`); else nil.
  public static var otherName: String? { TileFactor.isSupported ? "bfloat16x3" : nil }
}
