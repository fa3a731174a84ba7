/// How long a layer of a network takes, for whoever wants to make it faster.
public struct LayerTime: Sendable, Equatable {
  /// The layer, with those that were fused into it; nil for what is not a layer's: bringing samples in and results out.
  public let layer: String?
  /// Seconds for one sample, the least of the runs: what other load on the processors disturbs least.
  public let seconds: Double
  /// The same in the backward pass through the layer in a step of training, moving its parameters included; 0 where none was timed.
  public var backward = 0.0
}
