import CommandLanguage
import Experiments
import Language

/// A line of this language that is nearly right: the same line put right, where it then fits its command.
enum LineRepair {
  /// Puts a line right.
  ///
  /// - Parameters:
  ///   - kind: What is the matter with it.
  ///   - span: The words it is about.
  ///   - line: The line in its source.
  ///   - source: The cell.
  ///   - known: What the session knows.
  /// - Returns: The line put right; nil where nothing that fits comes near.
  static func line(
    for kind: DiagnosticKind, at span: Span, on line: Span, in source: Source, _ known: LineKnowledge
  ) -> String? {
    let text = source.text(of: line)
    guard span.start >= line.start, span.end <= line.end, text.utf8.count < 2000, !text.contains("\n") else {
      return nil
    }
    let parts = Parts(
      before: source.text(of: Span(line.start, span.start)), word: source.text(of: span),
      behind: source.text(of: Span(span.end, line.end)))
    let lines: [String] =
      switch kind {
      case .syntax(let fault):
        if case .commaBetweenArguments = fault.kind { [withoutCommas(text)] } else { [] }
      case .usage(.unknownCommand): otherCase(parts, known)
      case .usage(.oneWordTooMany(_, let command)):
        parts.first == command.name ? swapped(parts, known) + keyed(parts, command, known) : []
      case .usage(.missingWord(_, let command)) where parts.word == command.name && command.name == "load":
        loading(parts)
      case .usage(.unknownKey("layers", "network", _, _)): layersInBlock(parts)
      case .usage(.unknownKey("layer", _, _, _)): layerBehindNetwork(parts)
      case .experiment(.name(.datasetForModel(_, _))): onDataset(parts, known) + swappedBehind(parts, known)
      default: []
      }
    return lines.first { $0 != text && known.fits($0) }
  }

  /// The keys that a file's name may belong to, the likeliest first.
  static func keys(forFile name: String) -> [String] {
    let name = name.filter { $0 != "\"" && $0 != "'" }.lowercased()
    let ending = name.split(separator: "/").last?.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    let keys = ["csv": ["csv"], "tsv": ["csv"], "txt": ["csv"], "npz": ["npz"], "sqlite": ["sqlite"], "db": ["sqlite"]]
    return (keys[ending] ?? []) + (pictures.contains(ending) ? ["image", "path"] : ["path"]) + [
      "on", "from", "features",
    ]
  }

  private static let pictures: Set<String> = ["jpg", "jpeg", "png", "heic", "webp", "gif", "bmp", "tiff", "avif"]

  // MARK: Lines that come into question

  /// A line in three: the words blamed, and what stands before and behind them.
  private struct Parts {
    let before: String, word: String, behind: String

    /// The first word of the line.
    var first: String { before.split(separator: " ").first.map(String.init) ?? "" }

    /// The line with other words in the place of those blamed.
    func with(_ words: String) -> String { before + words + behind }
  }

  private static func withoutCommas(_ text: String) -> String {
    ForeignSyntax.parts(text, at: { $0 == "," }).map(\.trimmed).joined(separator: " ")
  }

  private static func otherCase(_ parts: Parts, _ known: LineKnowledge) -> [String] {
    let lower = parts.word.lowercased()
    return lower != parts.word && known.isCommand(lower) ? [parts.with(lower)] : []
  }

  /// `train hands near` as `train near on=hands`.
  private static func swapped(_ parts: Parts, _ known: LineKnowledge) -> [String] {
    let words = parts.before.split(separator: " ")
    guard words.count == 2, known.isDataset(words[1]), known.models.contains(parts.word) else { return [] }
    return ["\(words[0]) \(parts.word) on=\(words[1])\(parts.behind)"]
  }

  /// `evaluate hands near` as `evaluate near on=hands`.
  private static func swappedBehind(_ parts: Parts, _ known: LineKnowledge) -> [String] {
    let behind = parts.behind.split(separator: " ", maxSplits: 1)
    guard let model = behind.first.map(String.init), known.models.contains(model), known.isDataset(parts.word) else {
      return []
    }
    return ["\(parts.before)\(model) on=\(parts.word)\(behind.dropFirst().map { " \($0)" }.joined())"]
  }

  /// `evaluate near hands.test` as `evaluate near on=hands.test`.
  private static func onDataset(_ parts: Parts, _ known: LineKnowledge) -> [String] {
    let words = parts.before.split(separator: " ")
    guard words.count > 1, known.isDataset(parts.word) else { return [] }
    // A comparison holds parts of a dataset back itself.
    let data = words[0] == "compare" ? String(parts.word.prefix { $0 != "." }) : parts.word
    return [parts.with("on=\(data)")]
  }

  private static let joints: Set<String> = ["with", "using", "as", "from", "in", "to", "of", "for", "into", "by", "at"]

  /// `train near hands.train` as `train near on=hands.train`, `epochs 5` as `epochs=5`, `as me.mlmodel` as `path=me.mlmodel`.
  private static func keyed(_ parts: Parts, _ command: CommandDeclaration, _ known: LineKnowledge) -> [String] {
    let behind = parts.behind.trimmed
    // A file that is given already would be given twice.
    guard command.name != "load" else { return [] }
    let next = ForeignSyntax.parts(behind, at: { $0 == " " }).first ?? ""
    let rest = String(behind.dropFirst(next.count))
    var lines: [String] = []
    let key = parts.word.filter { $0 != ":" && $0 != "-" && $0 != "," }
    if !next.isEmpty, command.argument(key) != nil { lines.append("\(parts.before)\(key)=\(next)\(rest)") }
    if !next.isEmpty, joints.contains(key) {
      lines += values(next, command, known).map { "\(parts.before)\($0)\(rest)" }
    }
    // `epochs:5`
    if let colon = parts.word.firstIndex(of: ":"), parts.word.index(after: colon) < parts.word.endIndex {
      lines.append(parts.with("\(parts.word[..<colon])=\(parts.word[parts.word.index(after: colon)...])"))
    }
    return lines + values(parts.word, command, known).map(parts.with)
  }

  /// A word with the keys it may belong to.
  private static func values(_ word: String, _ command: CommandDeclaration, _ known: LineKnowledge) -> [String] {
    let isFile = word.contains("/") || word.contains(".") || word.hasPrefix("\"") || word.hasPrefix("'")
    let keys = known.isDataset(word) ? ["on"] : isFile ? keys(forFile: word).filter { $0 != "on" } : []
    return keys.filter { command.argument($0) != nil }.map { "\($0)=\(word)" }
  }

  /// `network net input=[3] layers=[dense(8, activation=relu), dense(2)]` as `… { dense 8 activation=relu; dense 2 }`.
  private static func layersInBlock(_ parts: Parts) -> [String] {
    let value = parts.behind.trimmed.dropFirst().drop { $0 == " " }
    guard parts.behind.trimmed.hasPrefix("="), value.hasPrefix("[") else { return [] }
    let words = ForeignSyntax.parts(String(value), at: { $0 == " " })
    guard let list = words.first, list.hasSuffix("]") else { return [] }
    let layers = ForeignSyntax.parts(String(list.dropFirst().dropLast()), at: { $0 == "," }).map { layer in
      let word = layer.trimmed.prefix { $0 != "(" }
      let settings = layer.trimmed.dropFirst(word.count)
      guard settings.hasSuffix(")") else { return layer.trimmed }
      return
        ([String(word)] + ForeignSyntax.parts(String(settings.dropFirst().dropLast()), at: { $0 == "," }).map(\.trimmed))
        .joined(separator: " ")
    }
    let others = ([parts.before.trimmed] + words.dropFirst().map(\.trimmed)).filter { !$0.isEmpty }
    return ["\(others.joined(separator: " ")) { \(layers.joined(separator: "; ")) }"]
  }

  /// `knn near from=squeezenet layer=pool10` as `knn near from=squeezenet.pool10`.
  private static func layerBehindNetwork(_ parts: Parts) -> [String] {
    let behind = ForeignSyntax.parts(parts.behind, at: { $0 == " " })
    guard let value = behind.first, value.hasPrefix("="), value.count > 1 else { return [] }
    var words = ForeignSyntax.parts(parts.before, at: { $0 == " " }).dropLast() + behind.dropFirst()
    guard let place = words.firstIndex(where: { $0.hasPrefix("from=") || $0.hasPrefix("features=") }) else { return [] }
    words[place] += ".\(value.dropFirst())"
    return [words.joined(separator: " ")]
  }

  /// `load net.mlmodel` as `load net "net.mlmodel"`.
  private static func loading(_ parts: Parts) -> [String] {
    let word = parts.behind.trimmed
    let path = word.filter { $0 != "\"" && $0 != "'" }
    guard path.contains("."), !path.contains(" "), let file = path.split(separator: "/").last else { return [] }
    let name = file.prefix { $0 != "." }.filter(ForeignSyntax.isNameCharacter)
    return name.isEmpty ? [] : ["load \(name) \"\(path)\""]
  }
}
