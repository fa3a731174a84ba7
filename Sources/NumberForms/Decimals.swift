/// Numbers with a fixed count of decimals, rounded as C's `printf` does.
enum Decimals {
  /// Writes a finite number with so many decimals (0 … 15); the number is below 10^15.
  static func text(_ value: Double, places: Int) -> String {
    let places = min(max(places, 0), 15)
    guard let scaled = scaled(abs(value), places: places) else {
      return text(value, places: places - 1)
    }
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// A value times a power of ten, rounded as if the product were exact: the part that the multiplication lost comes
  /// back through a fused multiply-add. Nil when the result has more digits than a `Double` can tell apart.
  private static func scaled(_ value: Double, places: Int) -> Int? {
    let factor = PowersOfTen.power10(places)
    let product = value * factor
    guard product < 0x1p53 else { return nil }
    let lost = (-product).addingProduct(value, factor)
    var rounded = product.rounded(.toNearestOrEven)
    let distance = product - rounded
    if distance == 0.5, lost > 0 { rounded += 1 }
    if distance == -0.5, lost < 0 { rounded -= 1 }
    return Int(rounded)
  }
}
