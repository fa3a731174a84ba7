/// Half-precision numbers (IEEE 754 binary16), by their bits.
///
/// They are converted with whole numbers alone: where the processor takes denormal numbers for 0, as it does while networks are
/// computed, Swift's own conversion takes halves below 6.1e-5 for 0, too.
public enum HalfPrecision {
  /// The number that these bits stand for; exact, subnormals and infinities included.
  public static func number(_ bits: UInt16) -> Float {
    let (sign, size) = (UInt32(bits & 0x8000) << 16, UInt32(bits & 0x7fff))
    if size >= 0x7c00 { return Float(bitPattern: sign | 0x7f80_0000 | (size & 0x3ff) << 13) }
    if size >= 0x400 { return Float(bitPattern: sign | ((size << 13) + (112 << 23))) }
    return Float(bitPattern: sign | (Float(size) * 0x1p-24).bitPattern)
  }

  /// The bits of the half nearest to a number, ties to even; too large ones become infinite.
  public static func bits(_ number: Float) -> UInt16 {
    let (sign, size) = (UInt16(number.bitPattern >> 16 & 0x8000), number.bitPattern & 0x7fff_ffff)
    if size > 0x7f80_0000 { return sign | 0x7e00 }
    // 65,520 lies halfway between the largest half and what would follow it.
    if size >= 0x477f_f000 { return sign | 0x7c00 }
    if size < 0x3880_0000 { return sign | UInt16((Float(bitPattern: size) * 0x1p24).rounded(.toNearestOrEven)) }
    let rest = size - (112 << 23)
    return sign | UInt16((rest + 0xfff + (rest >> 13 & 1)) >> 13)
  }

  /// The half nearest to a number, as a number.
  public static func rounded(_ number: Float) -> Float { self.number(bits(number)) }
}
