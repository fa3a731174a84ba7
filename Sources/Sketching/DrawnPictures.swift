import Networks
import Pictures
import Samples
import Tensors
import Training

/// Drawn shapes as a training takes them: drawn once, and mirrored in every other epoch by chance.
struct DrawnPictures: SampleSource {
  private let pictures: [PixelBuffer]
  private let shapes: [Int]
  private let seeds: SeedPlan
  private let isVaried: Bool

  /// Draws shapes.
  ///
  /// - Parameters:
  ///   - numbers: Which of the drawn shapes.
  ///   - seed: What they are drawn from, and mirrored by.
  ///   - isVaried: Whether they are mirrored.
  init(_ numbers: Range<Int>, seed: UInt64, isVaried: Bool) {
    let drawn = DrawnShapes(seed: seed, side: SketchNetwork.side)
    let samples = Parallel.map(numbers.count) { place in drawn.sample(numbers.lowerBound + place) }
    pictures = samples.map { sample in
      PixelBuffer(width: sample.picture.width, height: sample.picture.height, bytes: sample.picture.pixels)
    }
    shapes = samples.map(\.shape)
    seeds = SeedPlan(seed: seed)
    self.isVaried = isVaried
  }

  var sampleCount: Int { shapes.count }

  /// All bytes of all pictures, one after the other, with the number of each one's shape.
  var bytes: some Sequence<UInt8> {
    zip(pictures, shapes).lazy.flatMap { picture, shape in picture.bytes + [UInt8(shape)] }
  }

  func samples(at places: [Int], epoch: Int) -> Samples {
    let images = places.map { place in
      var generator = seeds.generator(for: .augmentation, epoch, place)
      return isVaried && generator.below(2) == 1 ? pictures[place].mirrored : pictures[place]
    }
    return Samples(inputs: .images(images), targets: .classes(places.map { shapes[$0] }))
  }
}

extension PixelBuffer {
  /// The picture with left and right exchanged.
  fileprivate var mirrored: PixelBuffer {
    var mirrored = bytes
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels {
          mirrored[(y * width + x) * channels + channel] = bytes[(y * width + width - 1 - x) * channels + channel]
        }
      }
    }
    return PixelBuffer(width: width, height: height, channels: channels, bytes: mirrored)
  }
}
