import Networks
import Tensors
import Training

/// A way in which photos are varied while training, so that a network sees each photo turned now and then.
enum Augmentation: String, Sendable, Codable, CaseIterable {
  /// Mirrored left to right, every other time.
  case flipHorizontal
  /// Mirrored top to bottom, every other time.
  case flipVertical

  /// All variants that these ways make of one photo, in a fixed order.
  static func variants(of ways: [Augmentation]) -> [PhotoVariant] {
    let horizontal = ways.contains(.flipHorizontal) ? [false, true] : [false]
    let vertical = ways.contains(.flipVertical) ? [false, true] : [false]
    return vertical.flatMap { vertical in
      horizontal.map { PhotoVariant(flippedHorizontally: $0, flippedVertically: vertical) }
    }
  }
}

/// Features of photos in several variants, of which each epoch draws one per photo.
struct VariedFeatures: SampleSource {
  /// The name of the tensor they are fed to.
  let input: String
  /// For each variant the features of all photos, [photos, …].
  let variants: [Tensor]
  /// The output of each photo's class.
  let targets: [Int]
  /// What the variants are drawn from.
  let seeds: SeedPlan

  var sampleCount: Int { targets.count }

  func samples(at places: [Int], epoch: Int) -> Samples {
    let shape = variants[0].shape.dropFirst()
    var values: [Float] = []
    values.reserveCapacity(places.count * shape.reduce(1, *))
    for place in places { values.append(contentsOf: variants[draw(epoch, place)].row(place)) }
    let tensor = Tensor(shape: [places.count] + shape, values: values)
    return Samples(inputs: .tensors([input: tensor]), targets: .classes(places.map { targets[$0] }))
  }

  /// Which variant of a photo an epoch shows; the same however often it is asked.
  private func draw(_ epoch: Int, _ place: Int) -> Int {
    guard variants.count > 1 else { return 0 }
    var generator = seeds.generator(for: .augmentation, epoch, place)
    return generator.below(variants.count)
  }
}
