/// Values that can be worked out again, as many of those asked for last as fit a number of bytes.
///
/// Two generations: when the young one has filled half of the room it becomes the old one, whose members are forgotten
/// unless they are asked for meanwhile.
public struct RecentValues<Key: Hashable, Value> {
  /// The most bytes that all values may have together.
  public var capacity: Int
  private let size: (Value) -> Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private var youngBytes = 0

  /// Keeps nothing yet.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that all values may have together.
  ///   - size: How many bytes a value has.
  public init(capacity: Int, size: @escaping (Value) -> Int) {
    self.capacity = capacity
    self.size = size
  }

  /// The value of a key, which is young again by having been asked for; nil where it is not kept.
  public mutating func value(of key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    keep(value, as: key)
    return value
  }

  /// Keeps a value; one that takes more than half of the room is not kept.
  public mutating func keep(_ value: Value, as key: Key) {
    let bytes = size(value)
    guard bytes <= capacity / 2 else { return }
    if youngBytes + bytes > capacity / 2 {
      old = young
      young = [:]
      youngBytes = 0
    }
    if young.updateValue(value, forKey: key) == nil { youngBytes += bytes }
  }
}
