/// A colour with linear light in red, green and blue, 0 to 1 and beyond.
struct Colour: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour as it is written in style sheets, 0xRRGGBB.
  init(hex: Int) {
    func linear(_ shift: Int) -> Double {
      let value = Double((hex >> shift) & 255) / 255
      return value * value
    }
    self.init(linear(16), linear(8), linear(0))
  }

  static func * (colour: Colour, light: Double) -> Colour {
    Colour(colour.red * light, colour.green * light, colour.blue * light)
  }
  static func * (a: Colour, b: Colour) -> Colour { Colour(a.red * b.red, a.green * b.green, a.blue * b.blue) }
  static func + (a: Colour, b: Colour) -> Colour { Colour(a.red + b.red, a.green + b.green, a.blue + b.blue) }

  /// The colour between this (0) and another (1).
  func mixed(with other: Colour, _ share: Double) -> Colour { self * (1 - share) + other * share }

  /// The three bytes of a pixel. The screen's curve is taken for a square: close enough for a drawing, and exact on
  /// every machine.
  var bytes: (UInt8, UInt8, UInt8) { (Self.byte(red), Self.byte(green), Self.byte(blue)) }

  private static func byte(_ light: Double) -> UInt8 {
    UInt8((min(max(light, 0), 1).squareRoot() * 255).rounded())
  }
}
