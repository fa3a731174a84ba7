/// What could stand at the cursor (the content of a `complete_reply`).
public struct CompletionReply: Sendable, Equatable {
  /// One thing that could stand there.
  public struct Match: Sendable, Equatable {
    /// What is inserted.
    public var text: String
    /// What it is, such as `command` or `key`: the badge in JupyterLab's list.
    public var type: String?
    /// A few words beside it, such as the range of a key's values.
    public var signature: String?

    /// A match, with its badge and remark where there are any.
    public init(_ text: String, type: String? = nil, signature: String? = nil) {
      self.text = text
      self.type = type
      self.signature = signature
    }
  }

  /// The matches, best first.
  public var matches: [Match]
  /// The stretch of code the chosen match replaces, in Unicode code points from the start of the code.
  public var replaced: Range<Int>

  /// Matches for a stretch of code.
  public init(matches: [Match], replacing replaced: Range<Int>) {
    self.matches = matches
    self.replaced = replaced
  }
}

/// What is known about the word at the cursor (the content of an `inspect_reply`).
public struct Inspection: Sendable, Equatable {
  /// The explanation; JupyterLab prefers HTML, then Markdown, then plain text.
  public var bundle: MIMEBundle

  /// An explanation.
  public init(_ bundle: MIMEBundle) { self.bundle = bundle }
}

/// Whether code could be run as it stands (the content of an `is_complete_reply`).
public enum CompletenessReply: Sendable, Equatable {
  /// It could be run.
  case complete
  /// More must follow; the next line is best indented by this text.
  case incomplete(indent: String)
  /// No continuation would make it right.
  case invalid
  /// Nobody knows.
  case unknown
}
