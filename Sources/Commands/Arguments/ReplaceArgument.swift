import CommandLanguage

/// What commands that write a file take for the one that is there already.
enum ReplaceArgument {
  static let replace = KeyedArgument(
    "replace", .bool, "Whether to overwrite a file that Whet did not write; undo restores it.", default: false)
}
