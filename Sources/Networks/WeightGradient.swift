import Arithmetic

/// The gradient of a convolution's weights: for every kernel element, the sum over all windows of gradient × input.
///
/// Cut into pieces by output channels, not by samples: each piece sums over the whole mini-batch in the order of its samples,
/// so nothing is reduced afterwards and the bits do not depend on the threads. But large maps with few weights are cut into
/// strips, each of which is read once, summed in chunks of strips, and the chunks' sums are added up in their order.
final class WeightGradient {
  /// The map the windows lie on, and the map with one number per window.
  private let large: MapShape
  private let small: MapShape
  private let rows: WindowAxis
  private let columns: WindowAxis
  private let groups: Int
  /// Whether windows can be read from the map as it lies.
  private let isDirect: Bool
  private let mergesTaps: Bool
  private let usesStrips: Bool
  /// What each chunk of strips sums up.
  private var sums: FloatBuffer?
  /// The size of the padded copy of one sample, where one is needed.
  private let paddedRows: Int
  private let paddedColumns: Int

  init(large: MapShape, small: MapShape, rows: WindowAxis, columns: WindowAxis, groups: Int, pixelStep: Int) {
    self.large = large
    self.small = small
    self.rows = rows
    self.columns = columns
    self.groups = groups
    paddedRows = (small.height - 1) * rows.stride + rows.extent
    paddedColumns = (small.width - 1) * columns.stride + columns.extent
    isDirect =
      rows.before == 0 && columns.before == 0 && paddedRows <= large.height && paddedColumns <= large.width
    let step = isDirect ? pixelStep : large.channels
    mergesTaps = groups == 1 && columns.dilation == 1 && step == large.channels
    let weights = small.channels * large.channels * rows.kernel * columns.kernel
    usesStrips = groups == 1 && mergesTaps && small.pixels >= 512 && weights <= 1 << 16
  }

  /// Room for the padded copy of one sample.
  var keptPerSample: Int { isDirect || usesStrips ? 0 : paddedRows * paddedColumns * large.channels }

  /// One tile of channels × one row of a kernel; or a strip's band, and a tile of channels of its gradient.
  var scratchCount: Int { usesStrips ? bandCount + stripRows * small.width * tile : tile * columnCount }

  /// Which of the two maps' channels lie side by side in a vector: those of the large one, or where these are few, as in a
  /// network's first layer, those of the small one.
  private var isTurned: Bool {
    let vector = 16
    let perGroup = small.channels / groups
    return (perGroup + vector - 1) / vector * columnCount < (columnCount + vector - 1) / vector * perGroup
  }

  /// Channels of the small map per piece: two tiles, or two vectors, of the widest kernel.
  private var tile: Int { isTurned ? 32 : 28 }

  private var columnCount: Int { large.channels / groups * (mergesTaps ? columns.kernel : 1) }

  /// Writes the gradient, laid out [small channels][large channels / groups][kernel rows][kernel columns].
  func run(_ space: Workspace, large: Map, small: Map, kept: FloatBuffer?, into gradient: UnsafeMutablePointer<Float>) {
    if usesStrips { return runByStrips(space, large: large, small: small, into: gradient) }
    if !isDirect, let kept { pad(space, large, into: kept) }
    let perGroup = self.small.channels / groups
    let tiles = (perGroup + tile - 1) / tile
    let taps = rows.kernel * (mergesTaps ? 1 : columns.kernel)
    let work = space.batch * self.small.count * (self.large.channels / groups) * rows.kernel * columns.kernel
    space.run(groups * tiles * taps, work: work) { piece, worker in
      let (tap, block) = (piece % taps, piece / taps)
      let first = block % tiles * tile
      sum(
        space, group: block / tiles, channels: first..<min(first + tile, perGroup), tap: tap,
        large: large, small: small, kept: kept, scratch: space.scratch(worker), into: gradient)
    }
  }

  private func pad(_ space: Workspace, _ map: Map, into kept: FloatBuffer) {
    space.forEachSample(work: keptPerSample) { sample in
      Band.fill(
        kept.pointer + sample * keptPerSample, from: map.sample(sample), channels: large.channels,
        pixelStep: map.pixelStep, height: large.height, width: large.width, firstRow: -rows.before, rows: paddedRows,
        left: columns.before, columns: paddedColumns)
    }
  }

  private func sum(
    _ space: Workspace, group: Int, channels: Range<Int>, tap: Int, large: Map, small: Map, kept: FloatBuffer?,
    scratch: UnsafeMutablePointer<Float>, into gradient: UnsafeMutablePointer<Float>
  ) {
    let step = isDirect ? large.pixelStep : self.large.channels
    let rowStep = isDirect ? large.rowStep : paddedColumns * self.large.channels
    let (down, across) = mergesTaps ? (tap, 0) : (tap / columns.kernel, tap % columns.kernel)
    let perGroup = (large: self.large.channels / groups, small: self.small.channels / groups)
    let window = down * rows.dilation * rowStep + across * columns.dilation * step + group * perGroup.large
    for sample in 0..<space.batch {
      let base = isDirect ? large.sample(sample) : kept.map { $0.pointer + sample * keptPerSample }
      guard let base else { return }
      let gradient = small.sample(sample) + group * perGroup.small + channels.lowerBound
      let (gradients, places) = (
        Side(gradient, small.pixelStep, small.rowStep),
        Side(
          base + window, columns.stride * step, rows.stride * rowStep)
      )
      let (left, right) = isTurned ? (places, gradients) : (gradients, places)
      let (height, width) = isTurned ? (columnCount, channels.count) : (channels.count, columnCount)
      MatrixProduct(
        a: left.start, b: right.start, c: scratch, rows: height, columns: width, depth: self.small.width,
        blocks: self.small.height, aRow: 1, aColumn: left.step, aBlock: left.rowStep, bRow: right.step,
        bBlock: right.rowStep, cRow: width, accumulates: sample > 0
      ).multiply()
    }
    // From [channel][kernel column][input channel], or the other way round, to the order of the format.
    let kernel = rows.kernel * columns.kernel
    let (channelStep, columnStep) = isTurned ? (1, channels.count) : (columnCount, 1)
    for channel in channels {
      let from = scratch + (channel - channels.lowerBound) * channelStep
      let to = gradient + (group * perGroup.small + channel) * perGroup.large * kernel + down * columns.kernel + across
      let merged = mergesTaps ? columns.kernel : 1
      for x in 0..<merged {
        for c in 0..<perGroup.large { to[c * kernel + x] = from[(x * perGroup.large + c) * columnStep] }
      }
    }
  }

  /// One factor of the product: where it starts, from one place to the next, from one row to the next.
  private struct Side {
    let start: UnsafePointer<Float>
    let step: Int
    let rowStep: Int

    init(_ start: UnsafePointer<Float>, _ step: Int, _ rowStep: Int) {
      self.start = start
      self.step = step
      self.rowStep = rowStep
    }
  }

  // MARK: Strips

  /// Rows of the small map in a strip: some 256 places, which stay in the nearer caches while all channels pass over them.
  private var stripRows: Int { min(max(256 / small.width, 1), small.height) }
  private var stripsPerSample: Int { (small.height + stripRows - 1) / stripRows }
  /// A strip's part of the padded map, in whole cache lines.
  private var bandCount: Int {
    isDirect ? 0 : (((stripRows - 1) * rows.stride + rows.extent) * paddedColumns * large.channels + 15) / 16 * 16
  }
  /// Into how many chunks the strips of a mini-batch go, whatever the number of threads.
  private static let chunks = 8

  private func runByStrips(
    _ space: Workspace, large: Map, small: Map, into gradient: UnsafeMutablePointer<Float>
  ) {
    let strips = space.batch * stripsPerSample
    let chunks = min(Self.chunks, strips)
    let count = self.small.channels * rows.kernel * columnCount
    if (sums?.count ?? 0) < chunks * count { sums = FloatBuffer(count: chunks * count) }
    guard let sums = sums?.pointer else { return }
    space.run(chunks, work: space.batch * self.small.count * columnCount * rows.kernel) { chunk, worker in
      (sums + chunk * count).update(repeating: 0, count: count)
      for strip in chunk * strips / chunks..<(chunk + 1) * strips / chunks {
        add(
          sample: strip / stripsPerSample, strip: strip % stripsPerSample, large: large, small: small,
          scratch: space.scratch(worker), to: sums + chunk * count)
      }
    }
    space.run(rows.kernel, work: count * chunks) { tap, _ in
      for chunk in 1..<max(chunks, 1) {
        forEachRun(tap: tap) { start, length in
          Elementwise.addScaled(sums + chunk * count + start, to: sums + start, count: length)
        }
      }
      store(tap: tap, sums, into: gradient)
    }
  }

  /// Where the sum of a weight lies: by channels of the small map, or turned by those of the large one.
  private func place(channel: Int, tap: Int, column: Int) -> Int {
    isTurned
      ? (tap * columnCount + column) * small.channels + channel
      : (channel * rows.kernel + tap) * columnCount + column
  }

  /// The runs of sums that belong to a row of the kernel.
  private func forEachRun(tap: Int, _ body: (_ start: Int, _ length: Int) -> Void) {
    if isTurned { return body(place(channel: 0, tap: tap, column: 0), columnCount * small.channels) }
    for channel in 0..<small.channels { body(place(channel: channel, tap: tap, column: 0), columnCount) }
  }

  /// From the order of the sums to that of the format.
  private func store(tap: Int, _ sums: UnsafePointer<Float>, into gradient: UnsafeMutablePointer<Float>) {
    let (kernel, next) = (rows.kernel * columns.kernel, place(channel: 0, tap: 0, column: 1))
    for channel in 0..<small.channels {
      var from = sums + place(channel: channel, tap: tap, column: 0)
      let to = gradient + channel * large.channels * kernel + tap * columns.kernel
      for x in 0..<columns.kernel {
        for c in 0..<large.channels {
          to[c * kernel + x] = from.pointee
          from += next
        }
      }
    }
  }

  /// Adds one strip's part of the gradient.
  private func add(
    sample: Int, strip: Int, large: Map, small: Map, scratch: UnsafeMutablePointer<Float>,
    to sums: UnsafeMutablePointer<Float>
  ) {
    let first = strip * stripRows
    let height = min(stripRows, self.small.height - first)
    var places = Side(
      large.sample(sample) + first * rows.stride * large.rowStep, columns.stride * large.pixelStep,
      rows.stride * large.rowStep)
    var mapRow = large.rowStep
    if !isDirect {
      Band.fill(
        scratch, from: large.sample(sample), channels: self.large.channels, pixelStep: large.pixelStep,
        height: self.large.height, width: self.large.width, firstRow: first * rows.stride - rows.before,
        rows: (height - 1) * rows.stride + rows.extent, left: columns.before, columns: paddedColumns)
      mapRow = paddedColumns * self.large.channels
      places = Side(scratch, columns.stride * self.large.channels, rows.stride * mapRow)
    }
    for block in stride(from: 0, to: self.small.channels, by: tile) {
      let width = min(tile, self.small.channels - block)
      var gradients = Side(small.sample(sample) + first * small.rowStep + block, small.pixelStep, small.rowStep)
      if !isTurned {
        // Numbers far apart fall on the same few lines of the cache: side by side they stay there for all taps.
        let packed = scratch + bandCount
        Band.fill(
          packed, from: gradients.start, channels: width, pixelStep: small.pixelStep, height: height,
          width: self.small.width, firstRow: 0, rows: height, left: 0, columns: self.small.width)
        gradients = Side(packed, width, self.small.width * width)
      }
      for tap in 0..<rows.kernel {
        let below = Side(places.start + tap * rows.dilation * mapRow, places.step, places.rowStep)
        let (left, right) = isTurned ? (below, gradients) : (gradients, below)
        MatrixProduct(
          a: left.start, b: right.start, c: sums + place(channel: block, tap: tap, column: 0),
          rows: isTurned ? columnCount : width, columns: isTurned ? width : columnCount, depth: self.small.width,
          blocks: height, aRow: 1, aColumn: left.step, aBlock: left.rowStep, bRow: right.step, bBlock: right.rowStep,
          cRow: isTurned ? self.small.channels : rows.kernel * columnCount, accumulates: true
        ).multiply()
      }
    }
  }

  /// Sums a gradient over all samples and places: the gradient of a bias. Pieces of channels, each summed in order.
  static func sumPlaces(_ space: Workspace, _ map: Map, into gradient: UnsafeMutablePointer<Float>) {
    let (channels, block) = (map.shape.channels, 64)
    space.run((channels + block - 1) / block, work: space.batch * map.shape.count / 4) { piece, _ in
      let first = piece * block
      let count = min(block, channels - first)
      (gradient + first).update(repeating: 0, count: count)
      for sample in 0..<space.batch {
        Elementwise.sumPixels(
          map.sample(sample) + first, pixelStep: map.pixelStep, pixels: map.shape.pixels, channels: count,
          to: gradient + first)
      }
    }
  }
}
