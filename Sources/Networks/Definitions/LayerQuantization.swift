import Foundation

/// How predictions compute a layer in 8 bits: what the bytes stand for that it reads, and its weights as whole numbers.
public struct LayerQuantization: Sendable, Equatable, Codable {
  /// The least and the largest value of all channels. The numbers of a channel are its values times its factor, plus its offset.
  public var range: ClosedRange<Float>
  /// What the values of each channel are multiplied by; empty where it is 1.
  public var factors: [Float]
  /// What is added to the numbers of each channel; empty where it is 0.
  public var offsets: [Float]
  /// The whole weights, [output][channel][tap], of values.
  public var weights: [Int8]
  /// What one of an output's whole weights stands for.
  public var steps: [Float]
  /// What is added to each output.
  public var bias: [Float]

  /// Describes a layer.
  public init(
    range: ClosedRange<Float>, factors: [Float] = [], offsets: [Float] = [], weights: [Int8], steps: [Float],
    bias: [Float]
  ) {
    (self.range, self.factors, self.offsets) = (range, factors, offsets)
    (self.weights, self.steps, self.bias) = (weights, steps, bias)
  }

  private enum Key: String, CodingKey { case range, factors, offsets, weights, steps, bias }

  /// Reads what was written.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    range = try container.decode(ClosedRange<Float>.self, forKey: .range)
    factors = try container.decode([Float].self, forKey: .factors)
    offsets = try container.decode([Float].self, forKey: .offsets)
    weights = try container.decode(Data.self, forKey: .weights).map { Int8(bitPattern: $0) }
    steps = try container.decode([Float].self, forKey: .steps)
    bias = try container.decode([Float].self, forKey: .bias)
  }

  /// Writes the weights as bytes, all else as it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(range, forKey: .range)
    try container.encode(factors, forKey: .factors)
    try container.encode(offsets, forKey: .offsets)
    try container.encode(Data(weights.map { UInt8(bitPattern: $0) }), forKey: .weights)
    try container.encode(steps, forKey: .steps)
    try container.encode(bias, forKey: .bias)
  }
}
