/// What could stand at the cursor.
public struct Completion: Sendable, Equatable {
  /// One thing that could stand there.
  public struct Match: Sendable, Equatable {
    /// What is inserted.
    public let text: String
    /// What it is: `command`, `key`, `value`, `model`, `dataset`, `variable`, `file` or `folder`.
    public let kind: String
    /// A few words about it.
    public let remark: String

    private static let longestRemark = 200

    /// A match of a kind.
    public init(_ text: String, _ kind: String, _ remark: String = "") {
      self.text = text
      self.kind = kind
      self.remark =
        remark.utf8.count <= Self.longestRemark ? remark : String(remark.prefix(Self.longestRemark - 1)) + "…"
    }
  }

  /// The matches, best first.
  public let matches: [Match]
  /// The code points of the cell that a chosen match replaces.
  public let replaced: Range<Int>
}
