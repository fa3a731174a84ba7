import Tensors

/// The least and the largest number that each channel of a tensor held in some samples.
struct SeenChannels {
  private(set) var least: [Float], most: [Float]

  /// Of no sample yet; a sample of such a tensor is [C, H, W] or [C], after the samples' own axis.
  init(_ tensor: Tensor) {
    let channels = tensor.shape.count > 1 ? tensor.shape[1] : 0
    least = [Float](repeating: .infinity, count: channels)
    most = [Float](repeating: -.infinity, count: channels)
  }

  /// Adds a sample's numbers; of those that are none only their place is known.
  mutating func add(_ sample: Tensor) {
    guard !least.isEmpty else { return }
    let pixels = sample.count / least.count
    let values = sample.values
    for channel in least.indices {
      for value in values[channel * pixels..<(channel + 1) * pixels] where value.isFinite {
        if value < least[channel] { least[channel] = value }
        if value > most[channel] { most[channel] = value }
      }
    }
  }

  /// How large the numbers of each channel were at most.
  var largest: [Float] { zip(least, most).map { $0 <= $1 ? max(abs($0), abs($1)) : 0 } }

  /// The range of all channels, each divided by its factor; nil where no number was one.
  func range(factors: [Float]) -> ClosedRange<Float>? {
    var (least, most) = (Float.infinity, -Float.infinity)
    for channel in self.least.indices {
      let factor = factors.isEmpty ? 1 : factors[channel]
      (least, most) = (min(least, self.least[channel] / factor), max(most, self.most[channel] / factor))
    }
    return least <= most && least.isFinite && most.isFinite ? least...most : nil
  }
}
