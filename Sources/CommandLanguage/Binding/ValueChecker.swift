public import Language

/// Checks single values against kinds.
struct ValueChecker {
  /// The values of variables.
  let variables: [String: Value]

  /// The value with its variables filled in.
  func resolved(_ value: Value) throws(UsageError) -> Value {
    switch value.kind {
    case .word, .string: return value
    case .variable, .list, .call: break
    }
    do {
      return try value.resolved { variables[$0] }
    } catch {
      throw UsageError(error, known: variables.keys.sorted())
    }
  }

  /// Checks a value against a kind.
  ///
  /// - Parameters:
  ///   - value: The value, its variables filled in.
  ///   - kind: What it has to be.
  ///   - name: What it is of, for messages.
  /// - Returns: The value, found to be of the kind.
  /// - Throws: `wrongKind`, or what is wrong within a list or a call.
  func check(_ value: Value, _ kind: ArgumentKind, name: String) throws(UsageError) -> UntypedValue {
    guard let content = try content(value, kind, name: name) else {
      throw UsageError(.wrongKind(argument: name, expected: kind, given: value.text), at: value.span)
    }
    return UntypedValue(content, at: value.span, text: value.text)
  }

  private func content(_ value: Value, _ kind: ArgumentKind, name: String) throws(UsageError) -> CheckedContent? {
    switch kind {
    case .integer(let range): return value.integer.flatMap { range.contains($0) ? .integer($0) : nil }
    case .run: return value.integer.flatMap { $0 >= 1 ? .integer($0) : nil }
    case .decimal(let range): return value.decimal.flatMap { range.contains($0) ? .decimal($0) : nil }
    case .bool: return value.bool.map { .bool($0) }
    case .choice(let words): return .word(try choice(value, of: words, name: name))
    case .photo:
      // A name may read as a number, such as 12E4.
      return Self.word(value.textOrString ?? (value.decimal == nil ? nil : value.text))
    case .text, .layer, .label: return value.textOrString.map { .word($0) }
    case .any: return .word(value.textOrString ?? value.description)
    case .path, .source, .newName, .dataset, .split, .model, .thing, .topic, .extractor, .cluster:
      return Self.word(value.textOrString)
    case .allowance(let element):
      return try AllowanceReader(checker: self, element: element, name: name).read(value).map { .allowance($0) }
    case .call(let forms): return try CallReader(checker: self, forms: forms).read(value).map { .call($0) }
    case .atLeastOne(let element), .firstOf(let element):
      guard let several = value.list else {
        try refuseSeveral(in: value, element, name: name)
        return try content(value, element, name: name)
      }
      return several.isEmpty ? nil : .list(try list(several, element, name: name))
    case .list(let element):
      if value.list == nil { try refuseSeveral(in: value, element, name: name) }
      return .list(try list(value.list ?? [value], element, name: name))
    }
  }

  /// Recognises several numbers in one word, as in 32x32 or "0.1, 0.01".
  ///
  /// - Throws: `listWanted`.
  private func refuseSeveral(in value: Value, _ element: ArgumentKind, name: String) throws(UsageError) {
    // 1/4 is one number.
    guard let text = value.textOrString, value.decimal == nil else { return }
    func isOne(_ part: String) -> Bool {
      switch element {
      case .integer(let range): Int(part).map(range.contains) ?? false
      case .decimal(let range): Double(part).map(range.contains) ?? false
      default: false
      }
    }
    for separator in "x×*,;/| " {
      let parts = text.split(separator: separator).map { $0.filter { $0 != " " } }
      guard parts.count > 1, parts.allSatisfy(isOne) else { continue }
      let list = "[\(parts.joined(separator: ", "))]"
      throw UsageError(.listWanted(argument: name, expected: element, given: value.text, list: list), at: value.span)
    }
  }

  private func list(_ values: [Value], _ kind: ArgumentKind, name: String) throws(UsageError) -> [UntypedValue] {
    try values.map { (value) throws(UsageError) in try check(value, kind, name: name) }
  }

  /// A word that can name something.
  private static func word(_ text: String?) -> CheckedContent? {
    text.flatMap { $0.isEmpty || $0.contains("\0") ? nil : .word($0) }
  }

  private func choice(_ value: Value, of words: [String], name: String) throws(UsageError) -> String {
    guard let text = value.textOrString, words.contains(text) else {
      throw UsageError(.unknownChoice(argument: name, given: value.text, allowed: words), at: value.span)
    }
    return text
  }
}

extension UsageError {
  /// A variable that could not be filled in.
  public init(_ fault: Value.ResolutionError, known: [String]) {
    switch fault {
    case .unknownVariable(let name, let span): self.init(.unknownVariable(name, known: known), at: span)
    case .tooLarge(let name, let span): self.init(.variableTooLarge(name), at: span)
    }
  }
}
