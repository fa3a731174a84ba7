import CommandLanguage
import Experiments
import Language

/// Something a user typed or fed in that cannot be done: what is the matter, as facts, and where in the cell it is.
///
/// Sentences are made of it in `DiagnosticTexts` and nowhere else.
struct Diagnostic: Error {
  /// What is the matter.
  let kind: DiagnosticKind
  /// The words in the cell it is about; nil means the whole statement.
  var span: Span?
  /// What would help in this cell and session, which says more than what would help in general; nil where nothing is known that does.
  var remedies: [String]?

  init(_ kind: DiagnosticKind, at span: Span? = nil) {
    self.kind = kind
    self.span = span
  }

  /// What an experiment could not do, and the words that asked for it.
  init(_ error: ExperimentError, at span: Span? = nil) { self.init(.experiment(error), at: span) }
  init(_ error: NameError, at span: Span? = nil) { self.init(.experiment(.name(error)), at: span) }
  init(_ error: SourceError, at span: Span? = nil) { self.init(.experiment(.source(error)), at: span) }
  init(_ error: ModelError, at span: Span? = nil) { self.init(.experiment(.model(error)), at: span) }

  init(_ error: some ExperimentErrorConvertible, at span: Span? = nil) {
    self.init(.experiment(error.experimentError), at: span)
  }

  /// A statement that does not fit the command it calls.
  init(_ error: UsageError) { self.init(.usage(error.problem), at: error.span) }

  /// The fault an error of a statement is; nil for one that is no mistake of its writer.
  init?(recognising error: any Error) {
    switch error {
    case let fault as Diagnostic: self = fault
    case let error as UsageError: self.init(error)
    case let error as any ExperimentErrorConvertible: self.init(error.experimentError, at: nil)
    default: return nil
    }
  }

  /// Does a part of a statement; a mistake in it belongs to these words where it has no place of its own.
  static func placing<Value>(at span: Span?, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw span.map { error.placed(at: $0) } ?? error }
  }
}

extension Error {
  /// What is the matter, where it is a mistake.
  var mistake: DiagnosticKind? { Diagnostic(recognising: self)?.kind }

  /// The same error, as a fault at a place where it is a mistake without one.
  func placed(at span: Span) -> any Error {
    Diagnostic(recognising: self).map { Diagnostic($0.kind, at: $0.span ?? span) } ?? self
  }
}

/// Everything that can be the matter with a statement.
enum DiagnosticKind {
  /// The line is no sentence of the language.
  case syntax(SyntaxError)
  /// The line is one of another notebook's language.
  case foreign(ForeignSyntax)
  /// A statement does not fit the command it calls.
  case usage(UsageError.Problem)
  /// Its arguments do not fit together.
  case statement(StatementDiagnostic)
  /// What it asks for cannot be done.
  case experiment(ExperimentError)
}

/// What can be the matter with a statement's arguments among each other.
enum StatementDiagnostic {
  case imageOrOn(isBoth: Bool)
  /// The numbers of one sample beside a photo or a dataset.
  case valuesBeside(String)
  /// Numbers for a model of photos.
  case readsPhotos(String)
  /// More or fewer values than a model reads; the columns have names where its table is here.
  case valueCount(model: String, given: Int, expected: Int, columns: [String])
  /// A value that is no number, for a column that may have no name.
  case noNumber(String, column: String)
  /// A value that is none of a column's texts.
  case noCategory(String, column: String, known: [String])
  /// A value of a column of dates is none.
  case noDate(String, column: String, example: String)
  /// A sample that is not there.
  case noSuchRow(Int, selection: String, count: Int)
  /// A row of photos.
  case rowOfPhotos(Int, selection: String)
  case onePlaceOnly([String])
  case badSplit(String)
  /// A regular expression that is none.
  case noPattern(String)
  case unknownTopic(String, known: [String], owners: [String])
  case emptyBlock(String)
  case badSize([Int])
  case fromOrInput(isBoth: Bool)
  /// An act on a page.
  case touch(TouchDiagnostic)
}

extension DrawnHandsError {
  /// What a cell shows of it.
  func told(at span: Span? = nil) -> any Error {
    switch self {
    case .file(let error): Diagnostic(ExperimentError(error), at: span)
    case .stopped(let done, let count):
      Interruption.drawing(done, of: count)
    }
  }
}

extension Diagnostic {
  init(_ kind: StatementDiagnostic, at span: Span? = nil) { self.init(.statement(kind), at: span) }
}
