import CKernels

/// Weights in the order in which the window kernel reads them: panels of output channels side by side.
public enum PackedWeights {
  /// How many output channels a panel holds: a multiple of 8, at most 32.
  public static var panel: Int { Int(whet_panel_width()) }

  /// How many floats the packed weights of so many output channels take, each a sum over `inner` products; a layer of
  /// several groups packs each by itself.
  public static func count(outputs: Int, inner: Int) -> Int { whet_packed_count(Int32(outputs), Int32(inner)) }

  /// Packs weights in which output o, tap t, channel c lies at
  /// `weights[o * steps.output + t * steps.tap + c * steps.channel]`.
  public static func pack(
    _ weights: UnsafePointer<Float>, into packed: UnsafeMutablePointer<Float>, outputs: Int, taps: Int, channels: Int,
    steps: (output: Int, tap: Int, channel: Int)
  ) {
    whet_pack_weights(
      packed, weights, Int32(outputs), Int32(taps), Int32(channels), steps.output, steps.tap, steps.channel)
  }
}

/// Packed weights in half precision: half the memory of those in single precision, where they all are halves.
public final class PackedHalves {
  fileprivate let pointer: UnsafeMutablePointer<UInt16>

  /// Packed weights as halves; nil where one of them is none.
  public init?(_ packed: FloatBuffer) {
    // Kernels read whole vectors: a last one may reach up to 15 numbers beyond the end.
    let halves = UnsafeMutablePointer<UInt16>.allocate(capacity: packed.count + 16)
    guard whet_narrow(halves, packed.pointer, packed.count) != 0 else {
      halves.deallocate()
      return nil
    }
    pointer = halves
  }

  deinit { pointer.deallocate() }

  /// How many floats of scratch memory a thread needs to use those of sums over so many products.
  public static func scratchCount(inner: Int) -> Int { PackedWeights.panel * inner + 16 }
}

/// Rows of windows over a map, each summed into every output channel: the work of a convolution.
///
/// Steps count floats. The sums are taken tap by tap, channel by channel, in this order whatever the tiling.
public struct Windows {
  /// The first channel of the first tap of the upper left window.
  public var input: UnsafePointer<Float>
  /// Where the upper left window's first output goes.
  public var output: UnsafeMutablePointer<Float>
  /// The distances of the taps from the window's first.
  public var taps: UnsafeBufferPointer<Int>
  /// How many channels are read per tap and how many are made.
  public var channels: Int, outputs: Int
  /// How many rows of windows, and windows in a row.
  public var rows: Int, columns: Int
  /// From one window to the one below and to the next, in the input and in the output.
  public var inputRowStep: Int, inputStep: Int, outputRowStep: Int, outputStep: Int
  /// What happens to a sum before it is stored.
  public var ending: Ending
  /// What each output's sums are multiplied by before all else, where it is given.
  public var factors: UnsafePointer<Float>?
  /// A map that is added to the sums before, where it is given: it lies as the output does.
  public var addend: UnsafePointer<Float>?
  /// Packed weights that are needed next, where that is known; those that follow these otherwise.
  public var ahead: UnsafePointer<Float>?

  /// What happens to a sum before it is stored.
  public enum Ending {
    /// It is stored as it is; negative sums become 0; it is added to what is there.
    case store, rectify, accumulate
  }

  /// Describes the work.
  public init(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, taps: UnsafeBufferPointer<Int>, channels: Int,
    outputs: Int, rows: Int, columns: Int, inputRowStep: Int, inputStep: Int, outputRowStep: Int, outputStep: Int,
    ending: Ending = .store, factors: UnsafePointer<Float>? = nil, addend: UnsafePointer<Float>? = nil
  ) {
    self.input = input
    self.output = output
    self.taps = taps
    self.channels = channels
    self.outputs = outputs
    self.rows = rows
    self.columns = columns
    self.inputRowStep = inputRowStep
    self.inputStep = inputStep
    self.outputRowStep = outputRowStep
    self.outputStep = outputStep
    self.ending = ending
    self.factors = factors
    self.addend = addend
  }

  /// Does the work with packed weights, and one offset per output channel where given.
  public func convolve(weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?) {
    var work = work(weights, bias)
    whet_convolve(&work)
  }

  /// Does the work with packed halves from the `first` on, a panel's, which are widened panel by panel into scratch memory of `PackedHalves.scratchCount`.
  public func convolve(
    halves: PackedHalves, from first: Int = 0, scratch: UnsafeMutablePointer<Float>, bias: UnsafePointer<Float>?
  ) {
    let line = 64
    let place = (UInt(bitPattern: scratch) + UInt(line - 1)) & ~UInt(line - 1)
    var work = work(nil, bias)
    work.halves = UnsafePointer(halves.pointer + first)
    work.panel = UnsafeMutablePointer(bitPattern: place)
    whet_convolve(&work)
  }

  /// Does the work where each output is summed over the input channel of its number alone: `channels` is 1, and weights lie tap by
  /// tap, in each by output. Taps outside a map whose border is given count nothing.
  public func convolveDepthwise(weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?, border: Border? = nil) {
    var work = work(weights, bias)
    guard let border else { return whet_convolve_depthwise(&work, nil) }
    var given = whet_border(
      above: Int32(border.above), left: Int32(border.left), height: Int32(border.height), width: Int32(border.width),
      row_stride: Int32(border.rowStride), row_dilation: Int32(border.rowDilation))
    whet_convolve_depthwise(&work, &given)
  }

  /// Where a map lies that windows reach beyond.
  public struct Border {
    /// How many rows above it the first window begins, and how many columns left of it.
    public var above: Int, left: Int
    /// How large it is.
    public var height: Int, width: Int
    /// How many rows lie between windows, and between taps.
    public var rowStride: Int, rowDilation: Int

    /// Describes a border.
    public init(above: Int, left: Int, height: Int, width: Int, rowStride: Int, rowDilation: Int) {
      (self.above, self.left, self.height, self.width) = (above, left, height, width)
      (self.rowStride, self.rowDilation) = (rowStride, rowDilation)
    }

    /// The same as the windows of a row and those below see it.
    public func seen(from row: Int) -> Border {
      var border = self
      border.above -= row * rowStride
      return border
    }

    /// Whether `convolveDepthwise` takes borders of such windows: of so many rows and columns of taps, their columns so far apart.
    public static func suits(kernel: (rows: Int, columns: Int), stride: Int, dilation: Int) -> Bool {
      [3, 5, 7].contains(kernel.columns) && (kernel.rows == 1 || kernel.rows == kernel.columns) && dilation == 1
        && (stride == 1 || (stride == 2 && kernel.columns < 7))
    }
  }

  /// Whether groups of so many inputs and outputs are done by `convolveGroups`.
  public static func suitsGroups(inputs: Int, outputs: Int) -> Bool {
    [2, 4, 8].contains(outputs) && inputs <= outputs
  }

  /// Does the work for groups of so many outputs, each summed over the channels of its group: `channels` is how many these are, and
  /// weights lie tap by tap, in each by channel of the group, in each by output. The bits are those of the groups one by one.
  ///
  /// Precondition: `suitsGroups`.
  public func convolveGroups(of made: Int, weights: UnsafePointer<Float>, bias: UnsafePointer<Float>?) {
    var work = work(weights, bias)
    whet_convolve_groups(&work, Int32(made))
  }

  private func work(_ weights: UnsafePointer<Float>?, _ bias: UnsafePointer<Float>?) -> whet_windows {
    whet_windows(
      input: input, output: output, packed: weights, bias: bias, taps: taps.baseAddress, tap_count: Int32(taps.count),
      channels: Int32(channels), outputs: Int32(outputs), rows: Int32(rows), columns: Int32(columns),
      input_row_step: inputRowStep, input_step: inputStep, output_row_step: outputRowStep, output_step: outputStep,
      factors: factors, added: ending == .accumulate ? UnsafePointer(output) : addend,
      rectify: ending == .rectify ? 1 : 0, ahead: ahead,
      halves: nil, panel: nil)
  }
}

/// Rows of a map copied out with a border of zeros, and with zeros between neighbours where it is stretched.
public enum PaddedRows {
  /// Fills `rows` × `columns` pixels: pixel (r, x) is the stretched map's (firstRow + r, x - left), or zeros outside.
  public static func fill(
    _ band: UnsafeMutablePointer<Float>, from map: UnsafePointer<Float>, channels: Int, pixelStep: Int, height: Int,
    width: Int, firstRow: Int, rows: Int, left: Int, columns: Int, stretch: (rows: Int, columns: Int) = (1, 1)
  ) {
    whet_fill_band(
      band, map, Int32(channels), pixelStep, Int32(height), Int32(width), Int32(firstRow), Int32(rows), Int32(left),
      Int32(columns), Int32(stretch.rows), Int32(stretch.columns))
  }
}
