import Networks
public import Pictures
import Tensors
public import Training

/// A way in which photos are varied while training, so that a network sees each photo otherwise in every epoch.
public enum Augmentation: Sendable, Equatable, Codable {
  /// Mirrored left to right, every other time.
  case flipHorizontal
  /// Mirrored top to bottom, every other time.
  case flipVertical
  /// Turned by up to so many degrees either way.
  case rotate(Double)
  /// Larger or smaller by up to this share.
  case zoom(Double)
  /// A part cut out at a random place, as 227 pixels out of 256.
  case crop
  /// Moved by up to this share of the sides.
  case shift(Double)
  /// Each channel stronger or weaker by up to this share.
  case color(Double)
  /// Brighter or darker by up to this share.
  case brightness(Double)
  /// Blurred by a Gaussian of up to so many pixels.
  case blur(Double)

  /// Whether it is a flip, of which there are so few variants that their features are kept.
  public var isFlip: Bool { self == .flipHorizontal || self == .flipVertical }

  /// All variants that flips make of one photo, in a fixed order.
  public static func variants(of ways: [Augmentation]) -> [PhotoVariant] {
    let horizontal = ways.contains(.flipHorizontal) ? [false, true] : [false]
    let vertical = ways.contains(.flipVertical) ? [false, true] : [false]
    return vertical.flatMap { vertical in
      horizontal.map { PhotoVariant(flippedHorizontally: $0, flippedVertically: vertical) }
    }
  }
}

/// What becomes of each photo in each epoch: a value, so that the same epoch always shows the same.
public struct PhotoVariation: Sendable {
  /// The ways in which photos are varied; none leaves them as they are.
  public let ways: [Augmentation]
  /// What the variants are drawn from.
  public let seeds: SeedPlan

  /// Varies photos in these ways.
  public init(ways: [Augmentation], seeds: SeedPlan) {
    self.ways = ways
    self.seeds = seeds
  }

  /// Which of the flips' variants a photo has in an epoch.
  public func flip(epoch: Int, place: Int) -> Int {
    let count = Augmentation.variants(of: ways).count
    guard count > 1 else { return 0 }
    var generator = seeds.generator(for: .augmentation, epoch, place)
    return generator.below(count)
  }

  /// A photo as an epoch shows it.
  ///
  /// The part is cut out first, of the photo scaled to 256/227 of the size wanted; then it is turned, zoomed and shifted at
  /// once, flipped, lit and blurred. Each way draws from a stream of its own: adding one leaves the others as they were.
  public func picture(
    of photo: Picture, width: Int, height: Int, scaling: CropAndScale, epoch: Int, place: Int
  ) -> Picture {
    picture(
      ofBase: base(of: photo, width: width, height: height, scaling: scaling), width: width, height: height,
      epoch: epoch,
      place: place)
  }

  /// A photo before anything is drawn: at the size wanted, or where a part is to be cut out at 256/227 of it.
  func base(of photo: Picture, width: Int, height: Int, scaling: CropAndScale) -> Picture {
    let (wide, high) = baseSize(width: width, height: height)
    return photo.resized(width: wide, height: high, scaling)
  }

  /// The size of a photo before anything is drawn.
  func baseSize(width: Int, height: Int) -> (width: Int, height: Int) {
    guard ways.contains(.crop) else { return (width, height) }
    return (width + (width * 29 + 113) / 227, height + (height * 29 + 113) / 227)
  }

  /// A photo as an epoch shows it, made of its base.
  func picture(ofBase base: Picture, width: Int, height: Int, epoch: Int, place: Int) -> Picture {
    var picture = framed(base, width, height, epoch, place)
    var (degrees, zoom, shift) = (0.0, 1.0, (x: 0.0, y: 0.0))
    for way in ways {
      var draws = generator(of: way, epoch, place)
      switch way {
      case .rotate(let most): degrees = draws.between(-most, most)
      case .zoom(let share): zoom = 1 + draws.between(-share, share)
      case .shift(let share): shift = (draws.between(-share, share), draws.between(-share, share))
      default: break
      }
    }
    picture = picture.turned(by: degrees, zoom: zoom, shift: shift)
    let flip = Augmentation.variants(of: ways)[self.flip(epoch: epoch, place: place)]
    picture = picture.flipped(horizontally: flip.flippedHorizontally, vertically: flip.flippedVertically)
    for way in ways {
      var draws = generator(of: way, epoch, place)
      switch way {
      case .color(let share):
        let factors = (0..<3).map { _ in 1 + draws.between(-share, share) }
        picture = picture.lit(red: factors[0], green: factors[1], blue: factors[2])
      case .brightness(let share):
        let factor = 1 + draws.between(-share, share)
        picture = picture.lit(red: factor, green: factor, blue: factor)
      case .blur(let most): picture = picture.blurred(deviation: draws.between(0, most))
      default: break
      }
    }
    return picture
  }

  /// The base, or a part of it.
  private func framed(_ base: Picture, _ width: Int, _ height: Int, _ epoch: Int, _ place: Int) -> Picture {
    guard ways.contains(.crop) else { return base }
    var draws = generator(of: .crop, epoch, place)
    return base.cropped(
      x: draws.below(base.width - width + 1), y: draws.below(base.height - height + 1), width: width, height: height)
  }

  private func generator(of way: Augmentation, _ epoch: Int, _ place: Int) -> SeededGenerator {
    seeds.generator(for: .augmentation, epoch, place, way.stream)
  }
}

extension Augmentation {
  /// The number of its stream of random numbers; changing one changes results.
  fileprivate var stream: Int {
    switch self {
    case .flipHorizontal, .flipVertical: 0
    case .rotate: 1
    case .zoom: 2
    case .crop: 3
    case .shift: 4
    case .color: 5
    case .brightness: 6
    case .blur: 7
    }
  }
}

extension SeededGenerator {
  /// A number from the uniform distribution over `lower ..< upper`, made of the top 53 bits of one draw.
  fileprivate mutating func between(_ lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * (Double(next() >> 11) * 0x1p-53)
  }
}

/// Features of samples in the variants that flips make, of which each epoch draws one per photo.
struct VariedFeatures: Sendable, SampleSource {
  /// The name of the tensor they are fed to.
  let input: String
  /// For each variant the features of all photos, [photos, …].
  let variants: [Tensor]
  /// What each photo should be answered with.
  let targets: Targets
  /// What the variants are drawn by.
  let variation: PhotoVariation

  /// How many samples there are.
  var sampleCount: Int { targets.count }

  /// Samples in the variants that an epoch draws.
  func samples(at places: [Int], epoch: Int) -> Samples {
    guard variants.count > 1 else {
      return Samples(inputs: .rows([input: variants[0]], at: places), targets: targets.rows(places))
    }
    let shape = variants[0].shape.dropFirst()
    var values: [Float] = []
    values.reserveCapacity(places.count * shape.reduce(1, *))
    for place in places {
      values.append(contentsOf: variants[variation.flip(epoch: epoch, place: place)].row(place))
    }
    let tensor = Tensor(shape: [places.count] + shape, values: values)
    return Samples(inputs: .tensors([input: tensor]), targets: targets.rows(places))
  }
}
