import Experiments
public import RunStore

extension StoreError {
  /// Why the store cannot be used, as the end of a sentence.
  public var sentence: String { DiagnosticTexts.store(self) }
}
