import Networks
import Operations

/// Reads where the windows of a convolution or pooling lie.
struct WindowReader {
  /// The lengths of the windows.
  let kernel: [Int]
  let strides: [Int], dilations: [Int]
  /// What surrounds the tensor, before and after each axis.
  private(set) var before: [Int], after: [Int]
  /// How many windows lie along each axis.
  private(set) var counts: [Int] = []
  private let type: String
  private let lengths: [Int]

  /// Of so long axes.
  ///
  /// - Throws: `ProgramProblem.setting` for sizes below 1, or beyond all measure; `shapes` where no window fits.
  init(_ reader: OperationReader, kernel: [Int], over lengths: [Int]) throws(ProgramProblem) {
    let rank = lengths.count
    self.kernel = kernel
    self.lengths = lengths
    strides = try WindowReader.sizes("strides", reader, rank)
    dilations = try WindowReader.sizes("dilations", reader, rank)
    type = reader.text("pad_type") ?? "valid"
    (before, after) = (lengths.map { _ in 0 }, lengths.map { _ in 0 })
    guard kernel.count == rank, kernel.allSatisfy({ (1...WindowReader.most).contains($0) }) else {
      throw .setting("kernel_sizes", value: "\(kernel)")
    }
    guard ["valid", "custom", "same", "same_lower"].contains(type) else { throw .setting("pad_type", value: type) }
    guard type == "custom", let pad = try reader.integers("pad") else { return }
    guard pad.count == 2 * rank, pad.allSatisfy({ (0...WindowReader.most).contains($0) }) else {
      throw .setting("pad", value: "\(pad)")
    }
    before = (0..<rank).map { pad[2 * $0] }
    after = (0..<rank).map { pad[2 * $0 + 1] }
  }

  private static let most = 1 << 24

  private static func sizes(_ name: String, _ reader: OperationReader, _ rank: Int) throws(ProgramProblem) -> [Int] {
    guard let sizes = try reader.integers(name) else { return Array(repeating: 1, count: rank) }
    guard sizes.count == rank, sizes.allSatisfy({ (1...most).contains($0) }) else {
      throw .setting(name, value: "\(sizes)")
    }
    return sizes
  }

  /// Lays the windows; where `isCeiling`, one more that hangs over, unless it would begin behind the tensor.
  mutating func lay(isCeiling: Bool = false) throws(ProgramProblem) {
    for axis in lengths.indices {
      let (length, stride) = (lengths[axis], strides[axis])
      let extent = (kernel[axis] - 1) * dilations[axis] + 1
      if type == "same" || type == "same_lower" {
        let count = (length + stride - 1) / stride
        let total = max((count - 1) * stride + extent - length, 0)
        before[axis] = type == "same" ? total / 2 : total - total / 2
        after[axis] = total - before[axis]
      }
      let room = length + before[axis] + after[axis] - extent
      guard room >= 0 else { throw .shapes([lengths, kernel]) }
      var count = room / stride + 1
      if isCeiling {
        count = (room + stride - 1) / stride + 1
        if (count - 1) * stride >= length + before[axis] { count -= 1 }
      }
      counts.append(count)
    }
  }

  /// Counts as padding what the last window hangs over by: of maxima, and of means without padding, that makes no difference.
  mutating func pad() {
    for axis in lengths.indices { after[axis] = max(after[axis], reach(axis) - lengths[axis] - before[axis]) }
  }

  /// Whether as many windows are laid as fit on the padded tensor.
  var areAllThatFit: Bool {
    lengths.indices.allSatisfy { axis in
      let extent = (kernel[axis] - 1) * dilations[axis] + 1
      return (lengths[axis] + before[axis] + after[axis] - extent) / strides[axis] + 1 == counts[axis]
    }
  }

  /// How far the last window reaches, counted from the first one's begin.
  private func reach(_ axis: Int) -> Int {
    (counts[axis] - 1) * strides[axis] + (kernel[axis] - 1) * dilations[axis] + 1
  }

  /// Whether every window lies on the tensor with some of its numbers.
  var allTouch: Bool {
    lengths.indices.allSatisfy { axis in
      before[axis] < kernel[axis] && (counts[axis] - 1) * strides[axis] - before[axis] < lengths[axis]
    }
  }

  /// As the operations of any rank have them.
  var settings: WindowSettings {
    WindowSettings(kernel: kernel, strides: strides, dilations: dilations, before: before, after: after)
  }

  /// As the layers of maps have them.
  ///
  /// Precondition: there are two axes.
  var margins: Margins { Margins(top: before[0], bottom: after[0], left: before[1], right: after[1]) }
  func extent(_ sizes: [Int]) -> Extent { Extent(sizes[0], sizes[1]) }
}
