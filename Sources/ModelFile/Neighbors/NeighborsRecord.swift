/// What a classifier by nearest neighbours says besides its examples (format message `KNearestNeighborsClassifier`).
public struct NeighborsRecord: Sendable, Equatable {
  /// How the examples are searched. Both find the same ones.
  public enum Index: Sendable, Equatable {
    /// One after the other.
    case linear
    /// In a tree whose leaves hold at most so many.
    case kdTree(leafSize: Int)
  }

  /// How neighbours' votes are weighed.
  public enum Weighting: Sendable, Equatable {
    /// Each the same.
    case uniform
    /// Each by the inverse of its distance.
    case inverseDistance
  }

  /// The label of a classifier without examples.
  public enum DefaultLabel: Sendable, Equatable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
  }

  /// How many numbers an example has.
  public var dimension: Int
  /// How many examples there are.
  public let sampleCount: Int
  /// How the examples are searched; nil when the file does not say.
  public var index: Index?
  /// Whether the distance is the squared Euclidean one, the only one the format has.
  public var hasDistance: Bool
  /// How many neighbours vote; nil when the file does not say.
  public var numberOfNeighbors: IntegerParameter?
  /// How their votes are weighed; nil when the file does not say.
  public var weighting: Weighting?
  /// The label of a classifier without examples; nil when the file does not say.
  public var defaultLabel: DefaultLabel?

  init(_ wire: WireMessage) {
    let index = wire.message(1) ?? WireMessage()
    dimension = Int(Int32(truncatingIfNeeded: index.unsigned(1)))
    sampleCount = index.values(2).count
    switch index.oneOf([100, 110]) {
    case (100, _)?: self.index = .linear
    case (_, let tree)?: self.index = .kdTree(leafSize: tree.choice(1))
    case nil: self.index = nil
    }
    hasDistance = index.message(200) != nil
    numberOfNeighbors = wire.message(3).map(IntegerParameter.init)
    weighting = wire.oneOf([200, 210]).map { $0.number == 200 ? .uniform : .inverseDistance }
    defaultLabel = nil
    wire.forEach { field in
      switch (field.number, field.value) {
      case (110, .bytes(let text)): defaultLabel = .string(String(decoding: text, as: UTF8.self))
      case (111, .varint(let number)): defaultLabel = .integer(Int(truncatingIfNeeded: number))
      default: break
      }
    }
  }
}

extension ModelFile {
  /// What the classifier by nearest neighbours says besides its examples; nil in models of other kinds.
  public var neighbors: NeighborsRecord? {
    kind == .nearestNeighborsClassifier ? NeighborsRecord(content) : nil
  }
}
