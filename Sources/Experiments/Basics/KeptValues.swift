import Foundation
import RunStore

/// Values by name that outlive the process: had again when they are first looked at, kept as each changes.
final class KeptValues<Value: Codable> {
  private let store: RunStore?
  private let scope: String
  private var loaded: [String: Value]?

  /// Values of a scope; without a store they last as long as the process.
  init(_ store: RunStore?, scope: String) { (self.store, self.scope) = (store, scope) }

  /// All of them. Text of another version that cannot be read is left out.
  var all: [String: Value] {
    if let loaded { return loaded }
    let texts = (try? store?.remembered(in: scope)) ?? [:]
    let values = texts.compactMapValues { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    loaded = values
    return values
  }

  /// Keeps a value in place of an earlier one; nil forgets it.
  func put(_ value: Value?, _ name: String) {
    var all = all
    all[name] = value
    loaded = all
    let text = value.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    try? store?.remember(text, as: name, in: scope)
  }
}
