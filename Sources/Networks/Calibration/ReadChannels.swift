import Tensors

/// How the numbers that layers read become bytes.
///
/// A byte of an image is its pixel. Of other tensors each channel has a factor, so that a channel of small numbers is rounded as finely as
/// its weights allow: the root of its largest number over its largest weight, which makes both equally large (Xiao and others,
/// "SmoothQuant", 2023, equation 4). Tensors that are passed on to each other have the same factors.
struct ReadChannels {
  /// What bytes of a tensor stand for.
  struct Values {
    var range: ClosedRange<Float>
    var factors: [Float] = []
    var offsets: [Float] = []
  }

  /// By the tensors' names; those that never held a number have none.
  private(set) var known: [String: Values] = [:]

  /// How much smaller than the largest one a number may be and still ask for a factor of its own.
  private static let least: Float = 1e-3

  /// Of a network, its layers and what their inputs were seen to hold.
  init(
    _ definition: NetworkDefinition, _ shapes: [String: MapShape], _ layers: [QuantizedLayer],
    _ seen: [String: SeenChannels]
  ) {
    let images = Dictionary(
      definition.inputs.compactMap { input in input.image.map { (input.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    var same = SameChannels(definition, shapes)
    var largest: [Int: Float] = [:], shares: [Int: Float] = [:], fixed: Set<Int> = []
    for layer in layers {
      guard let numbers = seen[layer.input]?.largest else { continue }
      let channels = same.channels(of: layer.input)
      let (top, own) = (numbers.max() ?? 0, layer.shares)
      guard top > 0, own.count == channels.count, images[layer.input] == nil else {
        fixed.formUnion(channels)
        continue
      }
      for (place, channel) in channels.enumerated() {
        largest[channel] = max(largest[channel] ?? 0, numbers[place], top * Self.least)
        shares[channel] = max(shares[channel] ?? 0, own[place], Self.least)
      }
    }
    for layer in layers where known[layer.input] == nil {
      guard let numbers = seen[layer.input] else { continue }
      if let pixels = images[layer.input] {
        // A fully connected layer over a map takes no offset for each channel.
        let isByChannel = layers.allSatisfy { $0.input != layer.input || $0.shape.channels == pixels.biases.count }
        let range = pixels.range ?? numbers.range(factors: [])
        known[layer.input] = (isByChannel ? pixels.values : nil) ?? range.map { Values(range: $0) }
        continue
      }
      let channels = same.channels(of: layer.input)
      var factors = channels.map { ((largest[$0] ?? 1) / (shares[$0] ?? 1)).squareRoot() }
      if !channels.allSatisfy({ !fixed.contains($0) }) || !factors.allSatisfy(\.isFinite) { factors = [] }
      known[layer.input] = numbers.range(factors: factors).map { Values(range: $0, factors: factors) }
    }
  }
}

extension ImagePreprocessing {
  /// Bytes that are the pixels themselves, or what is left of 255; nil where each place of the image has a mean of its own, or a number is
  /// none.
  fileprivate var values: ReadChannels.Values? {
    let most = abs(channelScale) * 255
    guard meanImage == nil, most > 0, most.isFinite, biases.allSatisfy(\.isFinite) else { return nil }
    return ReadChannels.Values(range: 0...most, offsets: biases.map { $0 + min(channelScale * 255, 0) })
  }
}
