public import Networks

/// Names that no layer and no tensor of a network has yet. It remembers what it gave: no name is given twice.
public struct FreshNames: Sendable {
  private var used: Set<String>
  /// The last number that was tried behind a name.
  private var numbers: [String: Int] = [:]

  /// Begins with the names that are taken.
  public init(besides used: Set<String>) { self.used = used }

  /// The wanted name where it is free, otherwise the first free one of `wanted_1`, `wanted_2` …
  public mutating func name(_ wanted: String) -> String {
    var name = wanted
    var number = numbers[wanted] ?? 0
    defer { if number > 0 { numbers[wanted] = number } }
    while !used.insert(name).inserted {
      number += 1
      name = "\(wanted)_\(number)"
    }
    return name
  }
}

extension NetworkDefinition {
  /// The names of all inputs, layers and tensors.
  public var names: Set<String> {
    Set(inputs.map(\.name)).union(layers.map(\.name)).union(layers.flatMap(\.outputs))
  }
}
