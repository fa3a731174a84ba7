import CommandLanguage

/// What commands that write a file take for the one that is there already.
enum FileReplacing {
  static let replace = KeyedArgument(
    "replace", .bool, "Whether a file that Whet did not write is replaced; undo brings it back.", default: false)
}
