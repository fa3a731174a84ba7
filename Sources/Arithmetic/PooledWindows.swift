import CKernels

/// A convolution of one sample of which only the largest of every 2 × 2 results is kept, and the way back.
///
/// Kernels are rows of numbers that lie together in the map, whose channels have no gaps. Sums are taken in the order of
/// `Windows`: the same bits come out.
public struct PooledWindows {
  /// How the kernel lies on the map.
  public struct Kernel {
    /// Its rows; the numbers in a row of it, columns times channels; the channels of the map.
    public var rows: Int, run: Int, channels: Int
    /// From one row of the map to the next; from one window to the one below and to the next.
    public var mapRowStep: Int, rowStep: Int, step: Int
    /// The distances of its rows from the first.
    public var taps: UnsafeBufferPointer<Int>

    /// Describes a kernel.
    public init(
      rows: Int, run: Int, channels: Int, mapRowStep: Int, rowStep: Int, step: Int, taps: UnsafeBufferPointer<Int>
    ) {
      self.rows = rows
      self.run = run
      self.channels = channels
      self.mapRowStep = mapRowStep
      self.rowStep = rowStep
      self.step = step
      self.taps = taps
    }

    /// The gradient of so few weights is summed with the outputs side by side, each reaching for its own place in a vector.
    public var hasFewWeights: Bool { rows * run <= Int(WHET_FEW_WEIGHTS) && step < 16 }

    fileprivate var runStep: Int { (run + 15) / 16 * 16 }
  }

  /// The kernel, and how many outputs there are.
  public let kernel: Kernel, outputs: Int
  /// How many maxima there are.
  public let rows: Int, columns: Int
  /// From one row of maxima to the next, and from one to the next.
  public let outputRowStep: Int, outputStep: Int

  /// Describes the work.
  public init(kernel: Kernel, outputs: Int, rows: Int, columns: Int, outputRowStep: Int, outputStep: Int) {
    self.kernel = kernel
    self.outputs = outputs
    self.rows = rows
    self.columns = columns
    self.outputRowStep = outputRowStep
    self.outputStep = outputStep
  }

  /// Some rows of the maxima of the sums over windows, negative ones 0 where `rectifies`. `places`, where given, gets for each, [row]
  /// [column][output], which of its windows it came from: 0 to 3 row by row, of equals the first, 4 where it was made 0.
  public func convolve(
    rows range: Range<Int>, of map: UnsafePointer<Float>, weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?,
    rectifies: Bool, into output: UnsafeMutablePointer<Float>, places: UnsafeMutablePointer<UInt8>?
  ) {
    let first = range.lowerBound
    var work = whet_pooled_windows(
      input: map + 2 * first * kernel.rowStep, output: output + first * outputRowStep,
      places: places.map { $0 + first * columns * outputs }, packed: weights, bias: bias,
      taps: kernel.taps.baseAddress, tap_count: Int32(kernel.taps.count), channels: Int32(kernel.run),
      outputs: Int32(outputs), rows: Int32(range.count),
      columns: Int32(columns), input_row_step: kernel.rowStep, input_step: kernel.step,
      output_row_step: outputRowStep, output_step: outputStep, rectify: rectifies ? 1 : 0)
    whet_convolve_pooled(&work)
  }

  /// The same of sums that are there, a number for each window and output; a window's lie `step` apart, a row's `rowStep`.
  public func pool(
    _ sums: UnsafePointer<Float>, rowStep: Int, step: Int, bias: UnsafePointer<Float>?, rectifies: Bool,
    into output: UnsafeMutablePointer<Float>, places: UnsafeMutablePointer<UInt8>?
  ) {
    var work = whet_sums_to_pool(
      sums: sums, row_step: rowStep, step: step, output: output, places: places, bias: bias, outputs: Int32(outputs),
      rows: Int32(rows), columns: Int32(columns), output_row_step: outputRowStep, output_step: outputStep,
      rectify: rectifies ? 1 : 0)
    whet_pool_sums(&work)
  }

  /// Whether the maxima lie without gaps.
  public var isDense: Bool { outputStep == outputs && outputRowStep == columns * outputs }

  /// How many multiplications a sample takes forward.
  public var work: Int { rows * columns * 4 * outputs * kernel.rows * kernel.run }

  /// How many numbers the sums of `addWeightGradient` take.
  public var sumsCount: Int {
    kernel.hasFewWeights ? kernel.rows * kernel.run * outputsStep : outputs * kernel.rows * kernel.runStep
  }

  /// Where the sum of a weight lies: of an output, a row of the kernel and a number in it.
  public func place(output: Int, row: Int, number: Int) -> Int {
    kernel.hasFewWeights
      ? (row * kernel.run + number) * outputsStep + output : (output * kernel.rows + row) * kernel.runStep + number
  }

  /// Where the gradient of weights and biases is summed.
  public struct Sums {
    /// Of the weights, as `place` says, and of the biases.
    var weights: UnsafeMutablePointer<Float>, biases: UnsafeMutablePointer<Float>

    /// Names the places.
    public init(weights: UnsafeMutablePointer<Float>, biases: UnsafeMutablePointer<Float>) {
      self.weights = weights
      self.biases = biases
    }
  }

  /// Where the gradient of the map is summed, and the weights it takes, as [output][row of the kernel][number].
  public struct Below {
    /// The weights, and the map's gradient.
    var weights: UnsafePointer<Float>, map: UnsafeMutablePointer<Float>

    /// Names the places.
    public init(weights: UnsafePointer<Float>, map: UnsafeMutablePointer<Float>) {
      self.weights = weights
      self.map = map
    }
  }

  /// Adds what one sample's maxima contribute, each from the place it came from, to the gradients of weights and biases, of the
  /// map, or of both. The map is read up to 15 numbers too far; the `next` one, if there is one, comes nearer meanwhile.
  public func addGradients(
    _ gradient: UnsafePointer<Float>, places: UnsafePointer<UInt8>, map: UnsafePointer<Float>, to sums: Sums?,
    below: Below?, next: UnsafePointer<Float>?
  ) {
    var work = wayBack(gradient, places)
    work.ahead = next
    whet_pooled_backward(&work, map, sums?.weights, sums?.biases, below?.weights, below?.map)
  }

  /// How many numbers of the map the windows reach.
  private var mapCount: Int { 2 * rows * kernel.rowStep + (kernel.rows - 1) * kernel.mapRowStep }

  private var outputsStep: Int { (outputs + 15) / 16 * 16 }

  private func wayBack(_ gradient: UnsafePointer<Float>, _ places: UnsafePointer<UInt8>) -> whet_pooled_gradient {
    whet_pooled_gradient(
      gradient: gradient, places: places, gradient_row_step: outputRowStep, gradient_step: outputStep,
      rows: Int32(rows), columns: Int32(columns), outputs: Int32(outputs), channels: Int32(kernel.channels),
      kernel_rows: Int32(kernel.rows), run: Int32(kernel.run), run_step: Int32(kernel.runStep),
      outputs_step: Int32(outputsStep), row_step: kernel.rowStep, step: kernel.step, map_row_step: kernel.mapRowStep,
      ahead: nil, ahead_count: Int32(mapCount))
  }
}
