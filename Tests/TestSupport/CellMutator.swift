/// Right cells, torn apart and put together again at random.
public struct CellMutator {
  /// What the mutations are drawn from.
  public var dice: Dice

  /// A mutator whose cells follow from a seed.
  public init(seed: UInt64) { dice = Dice(seed: seed) }

  static let seeds = [
    "dataset hands path=\"Dataset\" labels=[✊, ✋, ✌️]\nshow hands columns=10",
    "train hand on=hands.train from=start {\n  epochs = $epochs\n  schedule = exponential(0.99)\n}",
    "network lenet input=[1, 28, 28] seed=7 {\n  convolution 32 kernel=3\n  group { flatten; softmax }\n}",
    "name = \"caf\\xe9 \\u270a \\ud83d\\udc4a \\U0001f44a \\u{1F44A}\"; flag = True\nxs = [1, -2, [\"a\", 'b']]",
    "sweep hand \\\n  learningRate=[1e-5, 80%, 1/255] # comment\r\nundo; plot hand y=[a,\n b,\n]",
  ]
  static let pieces = [
    "=", ",", ";", "[", "]", "(", ")", "{", "}", "\"", "'", "#", "$", "\\", "\n", "\r", "\r\n", " ", "\t", "\0",
    "\u{2028}",
    "\u{FEFF}", "\u{200B}", "✊", "✌️", "👩‍🔬", "e\u{301}", "\u{301}", "\u{FE0F}", "日", "\\u", "\\u{", "\\ud83d", "\\x",
    "\\\n", "$é",
    "1/0", "1e999", "f(", "[[", "{ {", "a=b", "x = ", "\u{7F}", "\u{10FFFF}",
  ]

  /// The next cell: a right one, changed in one to eight places.
  public mutating func text() -> String {
    var scalars = Array(dice.one(of: Self.seeds).unicodeScalars)
    for _ in 0...dice.below(8) {
      let place = dice.below(scalars.count + 1)
      let end = min(scalars.count, place + dice.below(4))
      switch dice.below(4) {
      case 0: scalars.removeSubrange(place..<end)
      case 1: scalars.insert(contentsOf: dice.one(of: Self.pieces).unicodeScalars, at: place)
      case 2: scalars.replaceSubrange(place..<end, with: dice.one(of: Self.pieces).unicodeScalars)
      default:
        let other = Array(dice.one(of: Self.seeds).unicodeScalars)
        let start = dice.below(other.count)
        scalars.insert(contentsOf: other[start..<min(other.count, start + 1 + dice.below(12))], at: place)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
