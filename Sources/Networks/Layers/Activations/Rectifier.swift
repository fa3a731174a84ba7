import Arithmetic
import Tensors

/// The rectifier fused into the layer before it.
enum Rectifier {
  /// Zeroes the gradient, in place, where the layer's result is not above 0.
  static func maskGradient(_ space: Workspace, _ gradient: Map, output: Map) {
    let shape = gradient.shape
    space.forEachSample(work: shape.count) { sample in
      let (from, to) = (output.sample(sample), gradient.sample(sample))
      if output.isDense, gradient.isDense {
        return Elementwise.rectifyGradient(to, output: from, count: shape.count)
      }
      for pixel in 0..<shape.pixels {
        Elementwise.rectifyGradient(
          to + pixel * gradient.pixelStep, output: from + pixel * output.pixelStep, count: shape.channels)
      }
    }
  }
}
