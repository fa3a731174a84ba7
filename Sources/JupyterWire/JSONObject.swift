/// The members of a JSON object, in the order they were written.
///
/// Messages have a handful of members, where walking a list is quicker than hashing. Where a document repeats a name,
/// the last value counts, as in Python's reader.
public struct JSONObject: Sendable {
  /// A name and its value.
  public struct Member: Sendable, Equatable {
    /// The name before the colon.
    public var name: String
    /// The value after it.
    public var value: JSONValue

    /// A name and its value.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members, first written first.
  public private(set) var members: [Member]

  /// An object without members.
  public init() { members = [] }

  /// An object with the given members, in their order. A repeated name is kept; the last one counts.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    members = pairs.map { Member(name: $0.0, value: $0.1) }
  }

  /// The value of a name; setting `nil` removes it.
  ///
  /// Complexity: O(number of members).
  public subscript(name: String) -> JSONValue? {
    get { members.last { $0.name == name }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.name == name } }
      guard let index = members.lastIndex(where: { $0.name == name }) else { return append(name, newValue) }
      members[index].value = newValue
    }
  }

  /// Adds a member behind the others without looking for an earlier one of that name.
  public mutating func append(_ name: String, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
  }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// How many members there are.
  public var count: Int { members.count }
}

extension JSONObject: Equatable {
  /// Whether both have the same names and values, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    if left.members == right.members { return true }
    guard left.count == right.count else { return false }
    return left.sorted == right.sorted
  }

  private var sorted: [Member] { members.sorted { $0.name < $1.name } }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
