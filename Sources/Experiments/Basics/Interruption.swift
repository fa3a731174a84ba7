/// The user asked to stop, and the command did.
public struct Interruption: Error {
  /// What is left of the work, as a sentence.
  public let remark: String

  /// Leaves a remark.
  public init(remark: String) { self.remark = remark }
}
