/// An array of single-precision numbers with a shape, in row-major order (the last axis varies fastest).
///
/// A value: copies are independent. The engine's own buffers live in `Arithmetic`; a tensor is what rooms hand to each
/// other. Its numbers are in memory, or are made by a source each time they are asked for.
public struct Tensor: Sendable {
  /// The length of each axis, outermost first. Empty for a single number.
  public let shape: [Int]

  /// The numbers; none where a source makes them.
  @usableFromInline var array: [Float]

  /// What makes its numbers; nil where they are in memory.
  public internal(set) var source: (any NumberSource)?

  /// The numbers, row-major; as many as the product of `shape`. Of a source they are made anew each time, and stay once they are
  /// changed.
  @inlinable public var values: [Float] {
    get { source == nil ? array : made }
    _modify {
      if source != nil { keep() }
      yield &array
    }
  }

  @usableFromInline var made: [Float] { source?.numbers() ?? array }

  @usableFromInline mutating func keep() {
    array = made
    source = nil
  }

  /// Makes a tensor of the given numbers.
  ///
  /// Precondition: there are as many numbers as the product of the shape.
  public init(shape: [Int], values: [Float]) {
    precondition(values.count == shape.reduce(1, *), "\(values.count) values do not fill the shape \(shape)")
    self.shape = shape
    array = values
  }

  /// Makes a tensor of the given shape, filled with one number.
  public init(shape: [Int], repeating value: Float = 0) {
    self.shape = shape
    array = [Float](repeating: value, count: shape.reduce(1, *))
  }

  /// Makes a tensor whose numbers a source makes.
  ///
  /// Precondition: it makes as many as the product of the shape.
  public init(shape: [Int], source: any NumberSource) {
    precondition(source.count == shape.reduce(1, *), "\(source.count) values do not fill the shape \(shape)")
    self.shape = shape
    self.source = source
    array = []
  }

  /// How many numbers it holds.
  public var count: Int { source?.count ?? array.count }

  /// The numbers of one entry of the outermost axis, for example one sample of a batch.
  public func row(_ index: Int) -> ArraySlice<Float> {
    let length = shape.dropFirst().reduce(1, *)
    return values[index * length..<(index + 1) * length]
  }
}

extension Tensor: Equatable {
  /// Whether shapes and numbers are equal. Those of one source are, without being made.
  public static func == (one: Tensor, other: Tensor) -> Bool {
    guard one.shape == other.shape else { return false }
    if let source = one.source, let another = other.source, source.identity == another.identity { return true }
    return one.values == other.values
  }
}

/// Numbers that are made when they are asked for, each time the same.
public protocol NumberSource: Sendable {
  /// How many there are.
  var count: Int { get }
  /// What tells them from those of all other sources that are held: equal ones make equal numbers.
  var identity: [Int] { get }
  /// Makes them.
  func numbers() -> [Float]
  /// Makes them where the buffer is, which has room for as many.
  func write(to buffer: UnsafeMutableBufferPointer<Float>)
}

extension NumberSource {
  /// Makes them elsewhere, and copies them.
  public func write(to buffer: UnsafeMutableBufferPointer<Float>) { _ = buffer.update(fromContentsOf: numbers()) }
}
