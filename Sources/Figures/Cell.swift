extension Table {
  /// One field of a table: what is in it, and how strongly it speaks.
  public struct Cell: Sendable, Equatable, ExpressibleByStringLiteral {
    /// What is in the field.
    public enum Content: Sendable, Equatable {
      /// Nothing.
      case empty
      /// Words.
      case text(String)
      /// A number and how it is written.
      case number(Double, NumberFormat)
      /// A small picture.
      case picture(Thumbnail)
      /// Small pictures side by side.
      case pictures([Thumbnail])
      /// Right or wrong.
      case badge(Badge)
      /// A course of numbers as a small curve.
      case sparkline(Sparkline)
      /// A share from 0 to 1, as a bar and as a percentage with so many decimals.
      case share(Double, decimals: Int)
    }

    /// How strongly it speaks.
    public enum Emphasis: Sendable, Equatable {
      /// As all the others.
      case none
      /// Bold.
      case strong
      /// Paler than the others.
      case muted
      /// On a ground that says good, bad or best. The ground is never the only sign: the text says it, too.
      case good, bad, best
    }

    /// What is in the field.
    public var content: Content
    /// How strongly it speaks.
    public var emphasis: Emphasis
    /// What shows when the pointer rests on it.
    public var tooltip: String?

    /// Makes a cell.
    public init(_ content: Content, emphasis: Emphasis = .none, tooltip: String? = nil) {
      self.content = content
      self.emphasis = emphasis
      self.tooltip = tooltip
    }

    /// The most code points of a text that are shown in a field: some pages of a book.
    static let longestText = 20_000

    /// The text as it is shown.
    static func shortened(_ text: String) -> String {
      guard text.utf8.count > longestText, text.unicodeScalars.count > longestText else { return text }
      return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText - 1))) + "…"
    }

    /// A cell of words.
    public init(stringLiteral text: String) { self.init(.text(text)) }

    /// A cell of words.
    public static func text(_ text: String, _ emphasis: Emphasis = .none) -> Cell {
      Cell(.text(text), emphasis: emphasis)
    }

    /// A cell with a number; none is an empty cell.
    public static func number(_ value: Double?, _ format: NumberFormat, _ emphasis: Emphasis = .none) -> Cell {
      Cell(value.map { .number($0, format) } ?? .empty, emphasis: emphasis)
    }

    /// A cell with a whole number.
    public static func integer(_ value: Int, _ emphasis: Emphasis = .none) -> Cell {
      Cell(.number(Double(value), .integer), emphasis: emphasis)
    }

    /// A cell that says right or wrong.
    public static func badge(_ badge: Badge) -> Cell { Cell(.badge(badge)) }

    /// A cell with a small picture.
    public static func picture(_ thumbnail: Thumbnail) -> Cell { Cell(.picture(thumbnail)) }
  }
}

/// Right, wrong, or to be looked at: a sign with a word for those who hear the page.
public enum Badge: Sendable, Equatable {
  /// ✅, ❌ and ⚠️.
  case good, bad, warning

  /// The sign.
  public var sign: String {
    switch self {
    case .good: "✅"
    case .bad: "❌"
    case .warning: "⚠️"
    }
  }

  /// The word.
  public var word: String {
    switch self {
    case .good: "right"
    case .bad: "wrong"
    case .warning: "attention"
    }
  }
}

/// A small picture, carried along as a `data:` address.
public struct Thumbnail: Sendable, Equatable {
  /// Its `data:image/…` address. Others are not fetched: the description stands in their place.
  public var source: String
  /// What is to be seen, for those who do not see it.
  public var description: String
  /// How wide it is shown, in pixels.
  public var width: Int
  /// What stands below it; nothing for nil.
  public var caption: String?
  /// Which photo it is of, where pages may touch it.
  public var photo: PhotoReference?

  /// Makes a thumbnail.
  public init(source: String, description: String, width: Int = 56, photo: PhotoReference? = nil) {
    self.source = source
    self.description = description
    self.width = width
    self.photo = photo
  }

  /// Whether the address carries the picture itself.
  var carriesPicture: Bool { source.hasPrefix("data:image/") }
}
