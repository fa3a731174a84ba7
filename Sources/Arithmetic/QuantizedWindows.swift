import CKernels

/// Whole weights, in the order in which `QuantizedWindows` reads them.
public final class QuantizedWeights {
  /// The largest number of a map of bytes.
  public static let mostOfMap = Int(WHET_MOST_OF_MAP)
  /// How many outputs lie side by side.
  public static let panel = Int(WHET_BYTE_PANEL)
  /// The most products in a sum: no sum of so many leaves 32 bits.
  public static let mostProducts = 1 << 16

  /// The sum of an output's whole numbers.
  public let totals: [Int32]
  fileprivate let packed: UnsafeMutablePointer<Int8>
  /// How many numbers of a map are read at once, in fours, and how many of them a sum takes in all.
  fileprivate let quads: Int, inner: Int

  /// Takes weights, [output][channel][tap], that keep to `ByteSums`. `merged` neighbouring taps lie together in the map; behind what they
  /// lie in, up to three bytes more must be readable, so that they are read in fours.
  public init(_ weights: [Int8], outputs: Int, taps: Int, merged: Int, channels: Int) {
    precondition(weights.count == outputs * taps * channels, "a weight for each output, channel and tap")
    quads = (merged * channels + 3) / 4
    inner = taps / merged * quads * 4
    let count = (outputs + Self.panel - 1) / Self.panel * Self.panel * inner
    // Four bytes of each of a panel's 16 outputs fill a line of the cache: two halves of lines are read a few times slower.
    packed = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
      .bindMemory(to: Int8.self, capacity: count)
    var totals = [Int32](repeating: 0, count: outputs)
    whet_pack_byte_weights(packed, &totals, weights, Int32(outputs), Int32(taps), Int32(merged), Int32(channels))
    self.totals = totals
  }

  deinit { UnsafeMutableRawPointer(packed).deallocate() }
}

/// Rows of windows over a map of bytes, each summed into every output: the work of a quantised convolution.
///
/// Sums are whole numbers, so that no order of them gives other bits.
public struct QuantizedWindows {
  private var work = whet_byte_windows()
  private let weights: QuantizedWeights

  /// Describes the work. Sums of outputs from `first` on, a panel's first, become sum · factor + offset, rounded once; `factors` and
  /// `offsets` hold whole panels, and all outputs.
  public init(
    weights: QuantizedWeights, first: Int, outputs: Int, taps: UnsafeBufferPointer<Int>,
    factors: UnsafePointer<Float>, offsets: UnsafePointer<Float>, inputRowStep: Int, inputStep: Int,
    outputRowStep: Int, outputStep: Int
  ) {
    self.weights = weights
    work.packed = UnsafePointer(weights.packed + first * weights.inner)
    work.taps = taps.baseAddress
    work.tap_count = Int32(taps.count)
    work.quads = Int32(weights.quads)
    work.outputs = Int32(outputs)
    work.factors = factors + first
    work.offsets = offsets + first
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

/// Numbers as bytes, each channel by a rate and a shift of its own.
public struct QuantizedNumbers {
  private let channels: Int
  private let rates: [Float], shifts: [Float]

  /// A byte is number · rate + shift of its channel, rounded, within 0 ... 255.
  public init(rates: [Float], shifts: [Float]) {
    precondition(rates.count == shifts.count && !rates.isEmpty, "a shift for each rate")
    channels = rates.count
    // Of few channels so many pixels that their numbers fill whole vectors.
    let pixels = channels < 64 ? 64 : 1
    self.rates = (0..<pixels).flatMap { _ in rates }
    self.shifts = (0..<pixels).flatMap { _ in shifts }
  }

  /// The bytes of so many pixels of zeros.
  public func ofNothing(pixels: Int) -> [UInt8] {
    let zeros = [Float](repeating: 0, count: pixels * channels)
    return [UInt8](unsafeUninitializedCapacity: zeros.count) { bytes, count in
      if let start = bytes.baseAddress { quantize(zeros, into: start, count: zeros.count) }
      count = zeros.count
    }
  }

  /// The bytes of some numbers, [pixel][channel]; what is not a number becomes 0.
  public func quantize(_ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<UInt8>, count: Int) {
    whet_quantize(x, y, count, rates, shifts, rates.count)
  }
}
