import CommandLanguage
import Experiments
import Language
import Wording

extension Diagnostic {
  /// The same fault with the line put right, or what is to be said of a line in another language, where it stands on one.
  func advised(in source: Source, _ known: LineKnowledge) -> Diagnostic {
    var advised = recognisingForeignSyntax(in: source, known)
    advised.remedies = advised.repairedLine(in: source, known).map { [$0] } ?? advised.filled(known)
    return advised
  }

  /// The same fault, or what is to be said of a line in another language, where it stands on one.
  private func recognisingForeignSyntax(in source: Source, _ known: LineKnowledge) -> Diagnostic {
    // People type short lines; a text of megabytes is none of theirs.
    guard let span, source.span.count <= Self.longestCell, let line = source.line(around: span.start) else {
      return self
    }
    let text = source.text(of: line)
    if let command = ForeignSyntax.commandAskedAbout(text), known.isCommand(command) {
      return Diagnostic(.foreign(.help(command)), at: line)
    }
    // A word in characters of another form is a word, and may have been taken for a path or a name.
    let hasOtherForms = text.contains { !$0.isASCII } && Typography.plain(text) != text
    switch kind {
    case .syntax, .usage(.unknownCommand): break
    case _ where hasOtherForms: break
    default: return self
    }
    guard
      let foreign = ForeignSyntax(text, known) ?? (text == source.text ? nil : ForeignSyntax(source.text, known))
    else { return self }
    switch kind {
    case .syntax, .usage(.unknownCommand): break
    default:
      // What is typed in another form only, not what it would say in other ways.
      switch foreign {
      case .curlyQuotes, .mark(.typography, _): break
      default: return self
      }
    }
    return Diagnostic(.foreign(foreign), at: line)
  }

  /// What would help, with samples of the session in the place of `on=…` and of an example's; nil where nothing is to be filled in.
  private func filled(_ known: LineKnowledge) -> [String]? {
    if case .experiment(.name(.notTrainedYet(let model, let state))) = kind, state.hasNoEpoch {
      return known.samples(model, "train").map { ["To train it: train \(model) on=\($0)"] }
    }
    let remedies = DiagnosticTexts.text(of: kind).remedies
    let filled = remedies.map { remedy in
      guard remedy.hasSuffix(" on=…") else { return remedy }
      let words = remedy.dropLast(" on=…".count).split(separator: " ")
      guard words.count > 1 else { return remedy }
      let samples = known.samples(
        String(words[words.count - 1]), words[words.count - 2] == "evaluate" ? "test" : "train")
      return samples.map { "\(remedy.dropLast())\($0)" } ?? remedy
    }
    return filled == remedies ? nil : filled
  }

  /// The line it is about put right; nil where nothing near it fits its command.
  private func repairedLine(in source: Source, _ known: LineKnowledge) -> String? {
    guard let span, source.span.count <= Self.longestCell, let line = source.line(around: span.start) else {
      return nil
    }
    return LineRepair.line(for: kind, at: span, on: line, in: source, known)
  }

  /// The most bytes of a cell that is looked through.
  private static let longestCell = 100_000
}

extension LineKnowledge {
  /// What is known of a session with these names; of a workspace that may be looked at, the samples of its models, too.
  init(_ names: Vocabulary, _ workspace: Workspace? = nil) {
    self.init(
      isCommand: { CommandTable.command($0) != nil },
      isTopic: { CommandTable.command($0) != nil || LayerTable.declaration($0) != nil }, fits: Self.fits,
      reads: { (try? Parser.parse(Source($0))) != nil }, datasets: Set(names.datasets.map(\.name)),
      models: Set(names.models.map(\.name)), variables: Set(names.variables.keys),
      samples: { name, split in
        guard let workspace, let model = workspace.models[name] else { return nil }
        return workspace.selections(for: model, split: split).first
      })
  }

  /// Whether a line is one command and fits it. What a variable of it holds is not looked at.
  private static func fits(_ line: String) -> Bool {
    guard line.utf8.count < 10_000, let cell = try? Parser.parse(Source(line)), cell.statements.count == 1,
      case .command(let call)? = cell.statements.first, let command = CommandTable.command(call.name.value)
    else { return false }
    var binder = ArgumentBinder(command.declaration, variables: [:])
    do throws(UsageError) {
      _ = try binder.bind(call)
      return true
    } catch {
      if case .unknownVariable = error.problem { return true }
      return false
    }
  }
}

extension Source {
  /// The line that a place is on, without the blanks around it; nil for a blank one.
  func line(around offset: Int) -> Span? {
    let bytes = Array(text.utf8)
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var (start, end) = (min(offset, bytes.count), min(offset, bytes.count))
    while start > 0, !isBreak(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, !isBreak(bytes[end]) { end += 1 }
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start < end ? Span(start, end) : nil
  }
}
