/// Some numbers of a tensor copied into some of another: both are gone through along the same axes.
public struct Move: Sendable, Equatable, Codable {
  /// A place in a tensor that moves along axes: it starts at an entry of each axis, and each loop moves it along one of them, or
  /// not at all.
  public struct Track: Sendable, Equatable, Codable {
    /// The entry of each of the tensor's axes it starts at.
    public var start: [Int]
    /// For each loop the tensor's axis, nil for none, and the entries it moves by.
    public var loops: [Loop]

    /// What one loop does.
    public struct Loop: Sendable, Equatable, Codable {
      var axis: Int?
      var step: Int

      /// Moves along an axis.
      public init(_ axis: Int?, step: Int = 1) { (self.axis, self.step) = (axis, step) }
    }

    /// Describes a track.
    public init(start: [Int], _ loops: [Loop]) { (self.start, self.loops) = (start, loops) }

    /// Through all of a tensor, axis by axis.
    public init(rank: Int) {
      self.init(start: Array(repeating: 0, count: rank), (0..<rank).map { Loop($0) })
    }

    func offset(in view: TensorView) -> Int { zip(start, view.steps).reduce(0) { $0 + $1.0 * $1.1 } }
    func steps(in view: TensorView) -> [Int] {
      loops.map { loop in loop.axis.map { view.steps[$0] * loop.step } ?? 0 }
    }
  }

  /// The operand and the result, by number.
  public var operand: Int, result: Int
  /// How often each loop runs.
  public var lengths: [Int]
  /// The way through the operand and through the result.
  public var from: Track, to: Track

  /// Describes a move.
  public init(operand: Int = 0, result: Int = 0, lengths: [Int], from: Track, to: Track) {
    self.operand = operand
    self.result = result
    self.lengths = lengths
    self.from = from
    self.to = to
  }
}
