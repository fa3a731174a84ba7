/// Gives texts numbers in the order in which they come first.
struct CategoryCollector {
  /// The most different texts a column may have unless it is named as one of texts.
  static let mostTexts = 100
  /// The most a column may have that is named.
  static let mostNamedTexts = 10_000

  /// The texts, in that order.
  private(set) var names: [String]
  /// The most texts there may be.
  let limit: Int
  /// Whether texts that are not known get no number.
  private let isClosed: Bool
  private var short: [ShortText: Int32] = [:]
  private var long: [String: Int32] = [:]
  private var last: (text: ShortText, code: Int32)?

  /// A text of at most fifteen bytes, compared at once.
  private struct ShortText: Hashable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    init?(_ field: UnsafeBufferPointer<UInt8>) {
      guard field.count <= 15 else { return nil }
      for (place, byte) in field.enumerated() {
        if place < 8 { low |= UInt64(byte) << (8 * place) } else { high |= UInt64(byte) << (8 * (place - 8)) }
      }
      high |= UInt64(field.count) << 56
    }
  }

  /// Begins with texts that are known already.
  init(limit: Int, knowing names: [String] = [], isClosed: Bool = false) {
    (self.names, self.limit, self.isClosed) = (names, limit, isClosed)
    for (code, name) in names.enumerated() {
      var name = name
      let text = name.withUTF8 { ShortText($0) }
      if let text { short[text] = Int32(code) } else { long[name] = Int32(code) }
    }
  }

  /// What comes of a text.
  enum Outcome {
    /// Its number.
    case code(Int32)
    /// It is not known, and none are added.
    case unknown
    /// There are too many.
    case tooMany
  }

  /// The number of a text.
  mutating func code(_ field: UnsafeBufferPointer<UInt8>) -> Outcome {
    guard let text = ShortText(field) else {
      let name = FieldText.text(field)
      if let code = long[name] { return .code(code) }
      let outcome = add(name)
      if case .code(let code) = outcome { long[name] = code }
      return outcome
    }
    if let last, last.text == text { return .code(last.code) }
    if let code = short[text] {
      last = (text, code)
      return .code(code)
    }
    let outcome = add(FieldText.text(field))
    if case .code(let code) = outcome { short[text] = code }
    return outcome
  }

  private mutating func add(_ name: String) -> Outcome {
    guard !isClosed else { return .unknown }
    guard names.count < limit else { return .tooMany }
    names.append(name)
    return .code(Int32(names.count - 1))
  }
}
