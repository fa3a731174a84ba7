/// Things by name, each with a mark that changes whenever the name is given to something: by comparing marks one sees
/// what a statement has changed, without comparing models.
public struct NamedThings<Thing> {
  private var entries: [String: Entry] = [:]
  /// The mark given last: as long as it is the same, nothing was given or taken away.
  public private(set) var lastMark = 0

  private struct Entry {
    let thing: Thing
    let mark: Int
  }

  /// The thing of a name; nil takes the name away.
  public subscript(name: String) -> Thing? {
    get { entries[name]?.thing }
    set {
      lastMark += 1
      entries[name] = newValue.map { Entry(thing: $0, mark: lastMark) }
    }
  }

  /// The names, in no order.
  public var keys: [String] { Array(entries.keys) }

  /// The things, in no order.
  public var values: [Thing] { entries.values.map(\.thing) }

  /// How many there are.
  public var count: Int { entries.count }

  /// Whether there is none.
  public var isEmpty: Bool { entries.isEmpty }
}

extension NamedThings: Sequence {
  /// The names and things, in no order.
  public func makeIterator() -> AnyIterator<(key: String, value: Thing)> {
    var iterator = entries.makeIterator()
    return AnyIterator { iterator.next().map { (key: $0.key, value: $0.value.thing) } }
  }
}
