import Arithmetic

/// Runs a batch normalisation that learns (Ioffe and Szegedy, 2015). Training normalises by the statistics of the mini-batch,
/// moves gamma and beta along their gradients, and lets the stored statistics follow; predicting uses the stored ones. One that
/// stores none computes them anew, of every sample by itself when predicting.
///
/// Frozen batch normalisations use their stored statistics while training too, as Core ML's do.
final class BatchNormalizationRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape
  private let definition: BatchNormalizationDefinition
  private let parameters: [ParameterKey.Part: Parameter]
  /// By how much of the difference the stored statistics follow those of a mini-batch.
  private static let momentum = 0.1

  init(
    _ context: RunnerContext, _ definition: BatchNormalizationDefinition, _ parameters: [ParameterKey.Part: Parameter]
  ) {
    place = context.place
    shape = context.input
    self.definition = definition
    self.parameters = parameters
  }

  private func number(_ part: ParameterKey.Part, _ c: Int, absent: Float) -> Float {
    parameters[part].map { $0.values.pointer[c] } ?? absent
  }

  private func isStored(_ space: Workspace) -> Bool { !definition.computesStatistics && !space.isTraining }

  /// The samples that share statistics, group by group.
  private func groups(_ space: Workspace) -> [Range<Int>] {
    let isWhole = space.isTraining && !(definition.computesStatistics && definition.isInstance)
    return isWhole ? [0..<space.batch] : (0..<space.batch).map { $0..<$0 + 1 }
  }

  private func forEach(_ samples: Range<Int>, _ body: (_ sample: Int, _ pixel: Int) -> Void) {
    for sample in samples { for pixel in 0..<shape.pixels { body(sample, pixel) } }
  }

  private func statistics(
    _ samples: Range<Int>, _ c: Int, _ space: Workspace
  ) -> (mean: Double, variance: Double, scale: Double) {
    var (mean, variance) = (Double(number(.mean, c, absent: 0)), Double(number(.variance, c, absent: 1)))
    if !isStored(space) {
      let source = input(0, space)
      let count = Double(samples.count * shape.pixels)
      var (sum, squares) = (0.0, 0.0)
      forEach(samples) { sum += Double(source.sample($0)[$1 * source.pixelStep + c]) }
      mean = sum / count
      forEach(samples) {
        let difference = Double(source.sample($0)[$1 * source.pixelStep + c]) - mean
        squares += difference * difference
      }
      variance = squares / count
    }
    return (mean, variance, 1 / (variance + Double(definition.epsilon)).squareRoot())
  }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.threads.run(shape.channels, work: space.batch * shape.count * 4) { c, _ in
      let (gamma, beta) = (number(.weights, c, absent: 1), number(.bias, c, absent: 0))
      for samples in groups(space) {
        let (mean, _, scale) = statistics(samples, c, space)
        forEach(samples) { sample, pixel in
          let x = Double(source.sample(sample)[pixel * source.pixelStep + c])
          target.sample(sample)[pixel * target.pixelStep + c] = Float((x - mean) * scale) * gamma + beta
        }
      }
    }
  }

  /// With z = (x − mean) · scale and g the gradient: gamma gets Σ g z, beta Σ g, and the input
  /// gamma · scale · (g − mean g − z · mean (g z)).
  func backward(_ space: Workspace) {
    let below = inputGradientToAddTo(0, space)
    let (source, gradient) = (input(0, space), outputGradient(0, space))
    space.threads.run(shape.channels, work: space.batch * shape.count * 8) { c, _ in
      let gamma = Double(number(.weights, c, absent: 1))
      var (forGamma, forBeta) = (0.0, 0.0)
      for samples in groups(space) {
        let (mean, variance, scale) = statistics(samples, c, space)
        let count = Double(samples.count * shape.pixels)
        func pair(_ sample: Int, _ pixel: Int) -> (z: Double, g: Double) {
          let x = Double(source.sample(sample)[pixel * source.pixelStep + c])
          return ((x - mean) * scale, Double(gradient.sample(sample)[pixel * gradient.pixelStep + c]))
        }
        var (sum, product) = (0.0, 0.0)
        forEach(samples) {
          let (z, g) = pair($0, $1)
          sum += g
          product += g * z
        }
        forGamma += product
        forBeta += sum
        if let below {
          forEach(samples) { sample, pixel in
            let (z, g) = pair(sample, pixel)
            below.sample(sample)[pixel * below.pixelStep + c] += Float(
              gamma * scale * (g - sum / count - z * product / count))
          }
        }
        follow(c, mean: mean, variance: count > 1 ? variance * count / (count - 1) : variance)
      }
      parameters[.weights]?.gradient.pointer[c] = Float(forGamma)
      parameters[.bias]?.gradient.pointer[c] = Float(forBeta)
    }
    for part in [ParameterKey.Part.mean, .variance] { parameters[part]?.hasChanged() }
    if !definition.computesStatistics { space.hasMovedStatistics = true }
  }

  /// The loss is known to be finite in the backward pass: only now the stored statistics follow.
  private func follow(_ c: Int, mean: Double, variance: Double) {
    guard !definition.computesStatistics else { return }
    for (part, value) in [(ParameterKey.Part.mean, mean), (.variance, variance)] {
      guard let stored = parameters[part]?.values.pointer else { continue }
      stored[c] += Float(BatchNormalizationRunner.momentum * (value - Double(stored[c])))
    }
  }
}
