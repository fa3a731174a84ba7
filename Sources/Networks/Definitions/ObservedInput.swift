/// What the first input of a layer was seen to hold, over some samples: what the layer is computed in 8 bits with.
public struct ObservedInput: Sendable, Equatable, Codable {
  /// The least and the largest number; of an image, those that its pixels can become.
  public var range: ClosedRange<Float>
  /// The mean of each channel, or of each number where a fully connected layer reads the map; empty where no sample was seen.
  public var channelMeans: [Float]

  /// Describes an input.
  public init(range: ClosedRange<Float>, channelMeans: [Float] = []) {
    (self.range, self.channelMeans) = (range, channelMeans)
  }
}
