/// Why a call of the program was not understood.
enum UsageError: Error, Equatable {
  /// An option nobody knows.
  case unknownOption(String)
  /// An option that lacks its value.
  case missingValue(option: String)
  /// An option that must be given.
  case missingOption(String)
  /// No file was named.
  case missingFile
  /// No folder was named.
  case missingFolder
  /// Two options that cannot stand together.
  case conflict(String, String)
  /// A word that belongs to nothing.
  case unexpected(String)
}

/// The options that followed a subcommand: `--flag`, `--option value` or `--option=value`.
struct Options {
  private var flags: Set<String> = []
  private var values: [String: String] = [:]

  /// Reads options. The last of several equal ones counts.
  ///
  /// - Parameters:
  ///   - arguments: The words.
  ///   - knownFlags: The options without a value.
  ///   - knownValues: The options with one.
  ///   - ignoresWords: Whether words that belong to no option are passed over.
  /// - Throws: `UsageError` for whatever is neither among the flags nor among the options with a value.
  init(
    _ arguments: [String], flags knownFlags: Set<String>, values knownValues: Set<String>, ignoresWords: Bool = false
  )
    throws(UsageError)
  {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if knownFlags.contains(word) {
        flags.insert(word)
      } else if knownValues.contains(parts[0]) {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { throw .missingValue(option: word) }
        values[parts[0]] = value
      } else if word.hasPrefix("-") {
        throw .unknownOption(word)
      } else if !ignoresWords {
        throw .unexpected(word)
      }
    }
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option, if it was given.
  subscript(_ option: String) -> String? { values[option] }
}
