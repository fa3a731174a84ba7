import Networks
public import Training

/// What the outputs of a network stand for: classes, of which some may still be free, or numbers.
public struct NetworkOutputs: Sendable {
  /// How many there are.
  public var count: Int
  /// The classes that have an output, by output; outputs beyond them are still free.
  public var classes: [String]
  /// How many of these classes had one before the first training: none in a network made here, those of a file's labels.
  public var initialClasses: Int
  /// Whether the answer is a number, learnt by the squared error, and not a class.
  public var isRegressor = false
  /// Whether the network's last numbers are sums of any size, of which a softmax makes the classes' probabilities.
  public var areScores = false

  /// Outputs for classes, of which some may have a name from the start.
  public init(_ count: Int, classes: [String] = [], isRegressor: Bool = false) {
    self.count = count
    self.classes = classes
    self.isRegressor = isRegressor
    initialClasses = classes.count
  }

  /// What the output of a regressor is called that was made here.
  public static let prediction = "prediction"

  /// Outputs that are numbers; each has a name from the start.
  public static func numbers(_ count: Int, named name: String) -> NetworkOutputs {
    NetworkOutputs(
      count, classes: count == 1 ? [name] : (0..<count).map { "\(name) \($0)" }, isRegressor: true)
  }

  /// The name of each output: the classes, then `user0`, `user1` … for outputs no class has taken yet.
  public var labels: [String] { Self.labels(of: classes, count: count) }

  /// The names of so many outputs, the first of which have classes.
  static func labels(of classes: [String], count: Int) -> [String] {
    classes + (0..<max(0, count - classes.count)).map { "user\($0)" }
  }

  /// Settings with the loss that is usual here in the place of one that is of no use: a regressor has no classes.
  public func fitting(_ settings: TrainingSettings) -> TrainingSettings {
    guard isRegressor, settings.lossKind == .crossEntropy else { return settings }
    var fitting = settings
    fitting.lossKind = .meanSquaredError
    return fitting
  }
}
