/// Writes a parsed piece in one line, the same for every way it could have been spelt: `print` and `history` show it,
/// and reading it again gives the same meaning.
///
/// Assignments of a block appear among the arguments, where they mean the same; only parts stay in braces.
struct Printer {
  private(set) var text = ""

  static func print(_ body: (inout Printer) -> Void) -> String {
    var printer = Printer()
    body(&printer)
    return printer.text
  }

  mutating func write(_ statement: Statement) {
    switch statement {
    case .command(let command): write(command)
    case .assignment(let assignment):
      text += assignment.name.value + " = "
      write(assignment.value)
    }
  }

  mutating func write(_ command: CommandCall) {
    text += command.name.value
    for argument in command.arguments {
      text += " "
      write(argument)
    }
    guard let parts = command.block?.parts, !parts.isEmpty else { return }
    text += " { "
    writeList(parts, separator: "; ") { $0.write($1) }
    text += " }"
  }

  mutating func write(_ argument: Argument) {
    if let key = argument.key { text += key.value + "=" }
    write(argument.value)
  }

  mutating func write(_ value: Value) {
    switch value.kind {
    case .word(let word): text += word.text
    case .variable(let name): text += "$" + name
    case .string(let contents): writeQuoted(contents)
    case .list(let elements):
      text += "["
      writeList(elements, separator: ", ") { $0.write($1) }
      text += "]"
    case .call(let call):
      text += call.name.value + "("
      writeList(call.arguments, separator: ", ") { $0.write($1) }
      text += ")"
    }
  }

  private mutating func writeList<Element>(
    _ elements: [Element], separator: String, _ write: (inout Printer, Element) -> Void
  ) {
    for (index, element) in elements.enumerated() {
      if index > 0 { text += separator }
      write(&self, element)
    }
  }

  /// Writes a string in double quotes; what could not be seen, or would end the line, becomes an escape.
  mutating func writeQuoted(_ contents: String) {
    text += "\""
    for scalar in contents.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Cell: CustomStringConvertible {
  /// The statements, one per line.
  public var description: String { statements.map(\.description).joined(separator: "\n") }
}

extension Statement: CustomStringConvertible {
  /// The statement in one line.
  public var description: String { Printer.print { $0.write(self) } }
}

extension CommandCall: CustomStringConvertible {
  /// The command in one line.
  public var description: String { Printer.print { $0.write(self) } }
}

extension Argument: CustomStringConvertible {
  /// The argument as `value` or `key=value`.
  public var description: String { Printer.print { $0.write(self) } }
}

extension Value: CustomStringConvertible {
  /// The value in one line, strings in double quotes.
  public var description: String { Printer.print { $0.write(self) } }
}
