/// Which values the settings of a training may have: what makes sense at all, and what a model file allows besides.
public struct TrainingLimits: Sendable, Equatable, Codable {
  private var allowed: [String: AllowedValues]

  /// No limits but those of sense.
  public init() { allowed = [:] }

  /// What a model file allows for a setting; nil where it says nothing.
  public subscript(name: SettingError.Name) -> AllowedValues? {
    get { allowed[name.rawValue] }
    set { allowed[name.rawValue] = newValue }
  }

  /// The values of a setting with which training can be done at all.
  public static func sense(of name: SettingError.Name) -> AllowedValues {
    switch name {
    case .epochs, .maxIterations, .checkpoint, .patience, .every, .stepSize, .warmUp, .leafSize, .numberOfNeighbors:
      .interval(from: 1, to: 1e9)
    case .miniBatchSize: .interval(from: 1, to: 65_536)
    case .learningRate, .weightDecay, .l1, .l2, .minimum, .maximum:
      .interval(from: 0, to: .infinity, includingUpper: false)
    case .momentum: .interval(from: 0, to: 1)
    case .classWeights: .interval(from: 0, to: .infinity, includingLower: false, includingUpper: false)
    case .beta1, .beta2, .labelSmoothing: .interval(from: 0, to: 1, includingUpper: false)
    case .eps: .interval(from: 0, to: .infinity, includingLower: false, includingUpper: false)
    case .rate: .interval(from: 0, to: 1000, includingLower: false)
    }
  }

  /// The fault of a value, by sense first, then by the file; nil where it is allowed.
  public func fault(of name: SettingError.Name, value: Double) -> SettingError? {
    Self.sense(of: name).fault(of: name, value: value) ?? self[name]?.fault(of: name, value: value)
  }
}
