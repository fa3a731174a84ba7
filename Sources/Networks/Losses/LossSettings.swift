/// How a loss is computed where there is a choice.
public struct LossSettings: Sendable, Equatable, Codable {
  /// The tensor whose distance from the target is measured; nil for the network's first output.
  public var tensor: String?
  /// For cross entropy: this share of every target is spread evenly over all classes (Szegedy and others, 2016); 0 ..< 1.
  public var labelSmoothing: Float
  /// For cross entropy: one factor per class for the loss of its samples, the sum divided by the sum of the factors; empty
  /// for 1 each. None is negative.
  public var classWeights: [Float]
  /// What the loss is multiplied by before it is added to the others; at least 0.
  public var weight: Float
  /// Further losses: what training minimises is the sum of all, each times its weight. Theirs have no others.
  public var others: [LossSettings]
  /// What is computed where targets are numbers; nil for the mean squared error. Targets that are classes have their cross
  /// entropy.
  public var ofNumbers: Loss?

  /// Makes settings; plain cross entropy or squared error unless said.
  public init(
    tensor: String? = nil, labelSmoothing: Float = 0, classWeights: [Float] = [], weight: Float = 1,
    others: [LossSettings] = [], ofNumbers: Loss? = nil
  ) {
    self.tensor = tensor
    self.labelSmoothing = labelSmoothing
    self.classWeights = classWeights
    self.weight = weight
    self.others = others
    self.ofNumbers = ofNumbers
  }

  /// Reads settings; what an older writer did not know is as usual.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tensor: try values.decodeIfPresent(String.self, forKey: .tensor),
      labelSmoothing: try values.decodeIfPresent(Float.self, forKey: .labelSmoothing) ?? 0,
      classWeights: try values.decodeIfPresent([Float].self, forKey: .classWeights) ?? [],
      weight: try values.decodeIfPresent(Float.self, forKey: .weight) ?? 1,
      others: try values.decodeIfPresent([LossSettings].self, forKey: .others) ?? [],
      ofNumbers: try values.decodeIfPresent(Loss.self, forKey: .ofNumbers))
  }

  /// This loss and the others.
  var all: [LossSettings] { [self] + others }
}

extension LossSettings {
  /// Refuses numbers that mean nothing.
  func check() throws(NetworkError) {
    guard (0..<1).contains(labelSmoothing) else {
      throw .step(.lossSetting(name: "labelSmoothing", value: labelSmoothing))
    }
    for weight in classWeights where !(weight >= 0 && weight.isFinite) {
      throw .step(.lossSetting(name: "classWeights", value: weight))
    }
    guard weight >= 0, weight.isFinite else { throw .step(.lossSetting(name: "weight", value: weight)) }
    for other in others { try other.check() }
  }
}
