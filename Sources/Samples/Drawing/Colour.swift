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
}
