/// Runs a dot layer: over the channels of two maps, at every place; for the cosine divided by both lengths.
final class DotProductRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape
  private let isCosine: Bool

  init(_ context: RunnerContext, isCosine: Bool) {
    place = context.place
    shape = context.input
    self.isCosine = isCosine
  }

  /// The product and both lengths; lengths are 1 unless they count.
  private func sums(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> (dot: Double, a: Double, b: Double) {
    var (dot, first, second) = (0.0, 0.0, 0.0)
    for c in 0..<shape.channels {
      dot += Double(a[c]) * Double(b[c])
      first += Double(a[c]) * Double(a[c])
      second += Double(b[c]) * Double(b[c])
    }
    return isCosine ? (dot, first.squareRoot(), second.squareRoot()) : (dot, 1, 1)
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (first, second, target) = (input(0, space), input(1, space), output(0, space))
    space.forEachSample(work: shape.count * 3) { sample in
      for pixel in 0..<shape.pixels {
        let (dot, a, b) = sums(
          first.sample(sample) + pixel * first.pixelStep, second.sample(sample) + pixel * second.pixelStep)
        target.sample(sample)[pixel * target.pixelStep] = Float(dot / (a * b))
      }
    }
  }

  /// By a: b, or for the cosine (b / |b| − cos · a / |a|) / |a|. The other way round by b.
  func backward(_ space: Workspace) {
    for slot in 0..<2 {
      guard let below = inputGradientToAddTo(slot, space) else { continue }
      let (own, other, gradient) = (input(slot, space), input(1 - slot, space), outputGradient(0, space))
      space.forEachSample(work: shape.count * 6) { sample in
        for pixel in 0..<shape.pixels {
          let a = own.sample(sample) + pixel * own.pixelStep
          let b = other.sample(sample) + pixel * other.pixelStep
          let to = below.sample(sample) + pixel * below.pixelStep
          let g = Double(gradient.sample(sample)[pixel * gradient.pixelStep])
          let (dot, lengthA, lengthB) = sums(a, b)
          for c in 0..<shape.channels {
            let pull = isCosine ? dot / (lengthA * lengthB) * Double(a[c]) / (lengthA * lengthA) : 0
            to[c] += Float(g * (Double(b[c]) / (lengthA * lengthB) - pull))
          }
        }
      }
    }
  }
}
