extension StoreDamage {
  /// What was found of a store, where nobody was told so far; from now on somebody was.
  public static func takeUntold(from store: RunStore) -> StoreDamage? {
    guard let text = try? store.remembered(untoldName, in: scope) else { return nil }
    try? store.remember(nil, as: untoldName, in: scope)
    return StoreDamage(text: text)
  }
}
