public import Language

/// A statement that does not fit the command it calls: what is the matter, and where. What sentences are made of it is
/// up to whoever shows them.
public struct UsageError: Error {
  /// What is the matter.
  public let problem: Problem
  /// The words it is about; nil for the whole statement.
  public let span: Span?

  /// A problem and its place.
  public init(_ problem: Problem, at span: Span? = nil) {
    self.problem = problem
    self.span = span
  }

  /// What can be the matter.
  public enum Problem: Sendable {
    /// There is no such command; the commands there are.
    case unknownCommand(String, known: [String], owner: String? = nil)
    /// The command takes no such key.
    case unknownKey(String, command: String, known: [String], usage: String? = nil)
    /// A key was given under two of its names.
    case keyGivenTwice(String, alias: String)
    /// A word more than the command takes by place.
    case oneWordTooMany(String, command: CommandDeclaration)
    /// A value more than a call takes in its parentheses, and an example of it.
    case partTooMany(String, form: String)
    /// A word by place that the command cannot do without.
    case missingWord(PositionalDeclaration, command: CommandDeclaration)
    /// An argument that the command cannot do without.
    case missingKey(ArgumentDeclaration, command: CommandDeclaration)
    /// A value of another kind than the argument's.
    case wrongKind(argument: String, expected: ArgumentKind, given: String)
    /// Several values in one word, where a list of them is meant; and that list.
    case listWanted(argument: String, expected: ArgumentKind, given: String, list: String)
    /// A word that is none of those allowed.
    case unknownChoice(argument: String, given: String, allowed: [String])
    /// An argument that means something elsewhere only, and what to write instead.
    case keyOfOther(key: String, given: String, belongsTo: String, remedy: String)
    /// A variable without a value.
    case unknownVariable(String, known: [String])
    /// A variable of more values than can be filled in.
    case variableTooLarge(String)
    /// A command in the block of one that takes `key = value` lines only.
    case blockHasCommand(String, command: String)
    /// A word in a block that is none of those that may stand there.
    case unknownPart(String, command: String, known: [String])
    /// A default that is not among what may be chosen.
    case defaultNotAllowed(String, String)
    /// A list of nothing that may be chosen.
    case nothingAllowed(String)
    /// A value that is twice in the list of what may be chosen.
    case allowedTwice(String, String)
    /// A range without a value in it.
    case emptyRange(String, String)
  }
}
