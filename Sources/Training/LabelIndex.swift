/// Where labels stand in a list, found at once however long the list is: what `LabelSpelling.position` finds by looking
/// through it.
public struct LabelIndex: Sendable {
  private var exact: [String: Int] = [:]
  private var folded: [String: Int] = [:]
  /// How many labels were entered.
  public private(set) var count = 0

  /// Enters labels in their order.
  public init(_ labels: some Sequence<String>) {
    for label in labels { append(label) }
  }

  /// Enters one more label behind the others. Of equal ones the first is found.
  public mutating func append(_ label: String) {
    if exact[label] == nil { exact[label] = count }
    let key = LabelSpelling.key(label)
    if folded[key] == nil { folded[key] = count }
    count += 1
  }

  /// Where a label stands, leaving aside variation selectors; an equal spelling is preferred. nil for one that is not there.
  public func position(of label: String) -> Int? { exact[label] ?? folded[LabelSpelling.key(label)] }

  /// The output of each of some labels, by the outputs of those entered; 0 for one that is not there.
  public func outputs(of labels: some Sequence<String>, among outputs: [Int]) -> [Int] {
    labels.map { label in position(of: label).map { outputs[$0] } ?? 0 }
  }

  /// How often each label occurs among others, leaving aside variation selectors, in the order they were entered.
  public func counts(of labels: some Sequence<String>) -> [Int] {
    var counts = [Int](repeating: 0, count: count)
    for label in labels {
      if let place = position(of: label) { counts[place] += 1 }
    }
    return counts
  }
}
