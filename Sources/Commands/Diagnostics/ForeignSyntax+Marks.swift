/// Marks and words that other languages put around a statement, and expressions, which this one does not have.
extension ForeignSyntax {
  /// `let x = 5`, `x = (1, 2)`, `// a remark`, `>>> status`: the line without what is not of this language.
  static func marked(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    for prompt in [">>> ", "> ", "In ["] where line.hasPrefix(prompt) {
      let rest = prompt == "In [" ? line.drop { $0 != ":" }.dropFirst() : line.dropFirst(prompt.count)
      let here = String(rest).trimmed
      if known.reads(here) { return .mark(.prompt(String(line.dropLast(rest.count)).trimmed), here: here) }
    }
    for mark in ["//", "--", "/*", "<!--", ";;", "REM ", "\"\"\""] where line.hasPrefix(mark) {
      var text = String(line.dropFirst(mark.count)).trimmed
      for end in ["*/", "-->", "\"\"\""] where text.hasSuffix(end) { text = String(text.dropLast(end.count)).trimmed }
      return .mark(.comment(mark.trimmed), here: "# \(text)")
    }
    if let declared = declaration(line, known) { return declared }
    guard let equals = line.firstIndex(of: "=") else { return nil }
    let value = String(line[line.index(after: equals)...]).trimmed
    guard value.hasPrefix("("), value.hasSuffix(")") else { return nil }
    let here = "\(String(line[..<equals]).trimmed) = [\(value.dropFirst().dropLast())]"
    return known.reads(here) ? .mark(.tuple, here: here) : nil
  }

  private static let declarations: Set<Substring> = [
    "let", "var", "const", "val", "int", "float", "double", "string", "String", "auto", "local", "my", "global",
    "export",
  ]

  private static func declaration(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    guard let first = line.split(separator: " ").first, declarations.contains(first), line.contains("=") else {
      return nil
    }
    var here = String(line.dropFirst(first.count)).trimmed
    if here.hasSuffix(";") { here.removeLast() }
    guard known.reads(here) else { return nil }
    return .mark(.declaration(String(first)), here: here)
  }

  /// `x += 1`, `1+1`, `x = x + 1`, `hands[0]`, which have no counterpart here.
  static func expression(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    var (target, value) = (String?.none, line)
    if let equals = line.firstIndex(of: "=") {
      let name = String(line[..<equals]).trimmed
      if let last = name.last, "+-*/".contains(last), name.dropLast().trimmed.allSatisfy(isNameCharacter) {
        return .arithmetic(variable: name.dropLast().trimmed)
      }
      (target, value) = (name, String(line[line.index(after: equals)...]).trimmed)
      guard name.allSatisfy(isNameCharacter) else { return nil }
    }
    if target == nil, value.hasSuffix("++") || value.hasSuffix("--"), value.dropLast(2).allSatisfy(isNameCharacter) {
      return .arithmetic(variable: String(value.dropLast(2)))
    }
    if let open = value.firstIndex(of: "["), open > value.startIndex, value.hasSuffix("]") {
      let name = String(value[..<open])
      guard name.allSatisfy({ isNameCharacter($0) || $0 == "." }) else { return nil }
      return .indexing(value, here: known.look(at: name) ?? "status")
    }
    return isCalculation(value) ? .arithmetic(variable: target) : nil
  }

  /// Whether a text reads `1+1`, `x * 2`, `(a + b)/2`: operands with operators between them, one of them a number or with blanks
  /// around the operator, which the hyphens of names have not.
  private static func isCalculation(_ text: String) -> Bool {
    let operators: Set<Character> = ["+", "-", "*", "/", "%", "^"]
    guard text.contains(where: operators.contains), text.count < 200,
      text.allSatisfy({ isNameCharacter($0) || operators.contains($0) || " .()$".contains($0) })
    else { return false }
    let operands = text.split { operators.contains($0) || $0 == "(" || $0 == ")" }.map { String($0).trimmed }
    guard operands.count > 1, operands.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return false }
    if operands.allSatisfy({ Double($0) != nil }) { return true }
    return operators.contains { text.contains(" \($0) ") }
      || operands.contains { Double($0) != nil } && !text.contains("-")
  }
}

extension Substring {
  fileprivate var trimmed: String { String(self).trimmed }
}
