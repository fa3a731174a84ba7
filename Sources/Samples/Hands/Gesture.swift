/// What a drawn hand does.
public enum Gesture: String, Sendable, CaseIterable {
  case rock = "✊"
  case paper = "✋"
  case scissors = "✌️"
  case thumb = "👍"
  case pointing = "☝️"
  case horns = "🤘"
  case call = "🤙"
  case three = "🤟"

  /// What it is called, in a word that can be part of a file's name: `rock`.
  public var name: String { "\(self)" }

  /// The gesture of an emoji, with or without its variation selector, or of a name; nil where none is drawn.
  public init?(_ text: String) {
    let found = Gesture.allCases.first { gesture in
      gesture.name == text.lowercased() || Self.key(gesture.rawValue) == Self.key(text)
    }
    guard let found else { return nil }
    self = found
  }

  /// The emoji without the selector U+FE0F, which some keyboards add and some do not.
  private static func key(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { $0 != "\u{FE0F}" } }

  /// How each finger is held.
  var pose: HandPose {
    switch self {
    case .rock: HandPose(index: .curled, middle: .curled, ring: .curled, little: .curled, thumb: .across)
    case .paper: HandPose(index: .straight, middle: .straight, ring: .straight, little: .straight, thumb: .out)
    case .scissors:
      HandPose(index: .straight, middle: .straight, ring: .curled, little: .curled, thumb: .across, spread: 1.9)
    case .thumb: HandPose(index: .curled, middle: .curled, ring: .curled, little: .curled, thumb: .up)
    case .pointing: HandPose(index: .straight, middle: .curled, ring: .curled, little: .curled, thumb: .across)
    case .horns: HandPose(index: .straight, middle: .curled, ring: .curled, little: .straight, thumb: .across)
    case .call: HandPose(index: .curled, middle: .curled, ring: .curled, little: .straight, thumb: .out)
    case .three: HandPose(index: .straight, middle: .curled, ring: .curled, little: .straight, thumb: .out)
    }
  }
}

/// How a hand is held.
struct HandPose: Equatable {
  /// How far a finger is bent.
  enum Finger { case straight, curled }

  /// Where the thumb is.
  enum Thumb { case out, across, up }

  var index: Finger
  var middle: Finger
  var ring: Finger
  var little: Finger
  var thumb: Thumb
  /// How far straight fingers are apart; 1 is at ease.
  var spread = 1.0

  /// The fingers from the index to the little one.
  var fingers: [Finger] { [index, middle, ring, little] }
}
