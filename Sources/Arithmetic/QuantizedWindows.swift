import CKernels

/// Weights as whole numbers of -126 ... 126, in the order in which `QuantizedWindows` reads them.
public final class QuantizedWeights {
  /// The largest number of a map of bytes.
  public static let mostOfMap = Int(WHET_MOST_OF_MAP)
  /// How many outputs lie side by side.
  public static let panel = Int(WHET_BYTE_PANEL)
  /// The most products in a sum: no sum of so many leaves 32 bits.
  public static let mostProducts = 1 << 16

  /// What a whole number stands for, by output.
  public let steps: [Float]
  /// The sum of an output's whole numbers.
  public let totals: [Int32]
  /// What a sum over the channels' means lost when the weights became whole numbers, by output; 0 where no means were given.
  public let lost: [Float]
  fileprivate let packed: UnsafeMutablePointer<Int8>
  /// How many numbers of a map are read at once, in fours, and how many of them a sum takes in all.
  fileprivate let quads: Int, inner: Int

  /// Quantises weights, [output][channel][tap]: each output's largest becomes 126, or less where it is beside others of its sign, or where
  /// its bias, which may be absent, is many times larger. `merged` neighbouring taps lie together in the map, of which a whole number
  /// stands for `mapStep`; behind what they lie in, up to three bytes more must be readable, so that they are read in fours.
  /// `means` has the mean of each channel, or nothing.
  public init(
    _ weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?, outputs: Int, taps: Int, merged: Int, channels: Int,
    mapStep: Float, means: [Float] = []
  ) {
    quads = (merged * channels + 3) / 4
    inner = taps / merged * quads * 4
    let packed = UnsafeMutablePointer<Int8>.allocate(
      capacity: (outputs + Self.panel - 1) / Self.panel * Self.panel * inner)
    var steps = (0..<outputs).map { output in bias.map { abs($0[output]) / (mapStep * 0x1p26) } ?? 0 }
    var totals = [Int32](repeating: 0, count: outputs)
    var lost = [Float](repeating: 0, count: outputs)
    precondition(means.isEmpty || means.count == channels, "a mean for each channel")
    means.withUnsafeBufferPointer { means in
      whet_pack_byte_weights(
        packed, &totals, &steps, &lost, weights, means.isEmpty ? nil : means.baseAddress, Int32(outputs), Int32(taps),
        Int32(merged), Int32(channels), taps * channels, 1, taps)
    }
    (self.packed, self.steps, self.totals, self.lost) = (packed, steps, totals, lost)
  }

  deinit { packed.deallocate() }
}

/// Rows of windows over a map of bytes, each summed into every output: the work of a quantised convolution.
///
/// Sums are whole numbers, so that no order of them gives other bits.
public struct QuantizedWindows {
  private var work = whet_byte_windows()
  private let weights: QuantizedWeights

  /// Describes the work. Sums of outputs from `first` on, a panel's first, become (sum + bias) · factor; `bias` and `factors` hold
  /// whole panels, and all outputs.
  public init(
    weights: QuantizedWeights, first: Int, outputs: Int, taps: UnsafeBufferPointer<Int>, bias: UnsafePointer<Int32>,
    factors: UnsafePointer<Float>, inputRowStep: Int, inputStep: Int, outputRowStep: Int, outputStep: Int
  ) {
    self.weights = weights
    work.packed = UnsafePointer(weights.packed + first * weights.inner)
    work.taps = taps.baseAddress
    work.tap_count = Int32(taps.count)
    work.quads = Int32(weights.quads)
    work.outputs = Int32(outputs)
    work.bias = bias + first
    work.factors = factors + first
    work.input_row_step = inputRowStep
    work.input_step = inputStep
    work.output_row_step = outputRowStep
    work.output_step = outputStep
  }

  /// Sums windows, and stores numbers; negative ones become 0 where it `rectifies`.
  public func convolve(
    _ input: UnsafePointer<UInt8>, rows: Int, columns: Int, rectifies: Bool, into output: UnsafeMutablePointer<Float>
  ) {
    var work = work
    (work.least, work.most) = (rectifies ? 0 : -.infinity, .infinity)
    work.floats = output
    run(&work, input, rows, columns)
  }

  /// Sums windows, and stores bytes of which `zero` stands for 0.
  public func convolve(
    _ input: UnsafePointer<UInt8>, rows: Int, columns: Int, rectifies: Bool, zero: Int,
    into output: UnsafeMutablePointer<UInt8>
  ) {
    var work = work
    (work.least, work.most) = (rectifies ? 0 : Float(-zero), Float(QuantizedWeights.mostOfMap - zero))
    work.bytes = output
    work.zero = Int32(zero)
    run(&work, input, rows, columns)
  }

  private func run(_ work: inout whet_byte_windows, _ input: UnsafePointer<UInt8>, _ rows: Int, _ columns: Int) {
    work.input = input
    (work.rows, work.columns) = (Int32(rows), Int32(columns))
    withExtendedLifetime(weights) { whet_convolve_bytes(&work) }
  }
}

/// Numbers as bytes.
public enum QuantizedNumbers {
  /// y = x · rate, rounded, plus zero, within 0 ... 255.
  public static func quantize(
    _ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<UInt8>, count: Int, rate: Float, zero: Int
  ) {
    whet_quantize(x, y, count, rate, Int32(zero))
  }
}
