/// One figure: a piece of work, what it is counted in, and what it is held against.
struct Figure: Sendable {
  /// How seconds for one run become the figure.
  enum Unit: Sendable {
    /// So many things in a run.
    case perSecond(String, count: Double)
    /// The time a whole takes of which a run is this part.
    case seconds(wholeIs: Double)
    /// The time one of so many steps takes.
    case milliseconds(steps: Double)

    var label: String {
      switch self {
      case .perSecond(let things, _): "\(things)/s"
      case .seconds: "s"
      case .milliseconds: "ms"
      }
    }

    func value(_ seconds: Double) -> Double {
      switch self {
      case .perSecond(_, let count): count / seconds
      case .seconds(let whole): seconds * whole
      case .milliseconds(let steps): 1000 * seconds / steps
      }
    }
  }

  let name: String
  let unit: Unit
  /// How many threads take part.
  var threads = 2
  /// The scripts that do the same with other engines, and how many times as fast as the strongest to be.
  let peers: [String]
  let toReach: Double
  /// The multiplications and additions that a run cannot do without, in thousands of millions; nil where arithmetic is not the limit.
  var operations: Double?
  /// Makes what is needed for so many threads, and gives what does one run.
  let prepare: @Sendable (_ threads: Int) throws -> () throws -> Void
}
