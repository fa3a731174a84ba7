import CommandLanguage
import Experiments

extension Arguments {
  /// Sees to it that what means nothing in this statement was not given.
  ///
  /// - Parameters:
  ///   - keys: The arguments.
  ///   - owner: Where they belong.
  ///   - remedy: What to write instead.
  /// - Throws: `keyOfOther` at the value of the first that was given.
  func refuse(_ keys: any ArgumentKey..., belongingTo owner: String, _ remedy: String) throws {
    try refuse(keys, belongingTo: owner) { _, _ in remedy }
  }

  /// The same, with a remedy made of the key and what it was given.
  func refuse(
    _ keys: [any ArgumentKey], belongingTo owner: String, remedy: (_ key: String, _ text: String) -> String
  ) throws {
    if let error = refusal(of: keys, belongingTo: owner, remedy: remedy) { throw Diagnostic(error) }
  }
}
