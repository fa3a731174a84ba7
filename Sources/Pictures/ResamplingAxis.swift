import CResampling
import Synchronization

/// The weights of an axis as the C kernels read them, with the table they make of these. It does not change.
final class ResamplingAxis: @unchecked Sendable {
  /// What the kernels are given.
  let pointer: UnsafePointer<whet_axis>
  private let numbers: UnsafeMutableBufferPointer<Int32>
  private let table: UnsafeMutableRawPointer

  init(_ weights: ResamplingWeights) {
    let length = weights.starts.count
    numbers = .allocate(capacity: 2 * length + weights.weights.count)
    _ = numbers.initialize(from: weights.starts + weights.counts + weights.weights)
    let first = numbers.baseAddress.map { UnsafePointer($0) }
    let axis = UnsafeMutablePointer<whet_axis>.allocate(capacity: 1)
    axis.initialize(
      to: whet_axis(
        starts: first, counts: first.map { $0 + length }, weights: first.map { $0 + 2 * length },
        stride: weights.stride, length: length, taps: weights.counts.max() ?? 0, table: nil))
    table = .allocate(byteCount: whet_axis_table_size(axis), alignment: 64)
    whet_axis_tabulate(axis, table)
    axis.pointee.table = UnsafeRawPointer(table)
    pointer = UnsafePointer(axis)
  }

  deinit {
    numbers.deallocate()
    table.deallocate()
    pointer.deallocate()
  }
}

extension ResamplingAxis {
  /// What an axis follows from.
  private struct Key: Equatable {
    let length: Int
    let range: ClosedRange<Float>
    let newLength: Int
  }

  /// The latest ones: photos tend to have the same few sizes, and an axis costs as much as some rows.
  private static let recent = Mutex<[(key: Key, axis: ResamplingAxis)]>([])
  private static let mostRecent = 16

  /// The axis that scales part of so many pixels to a new length; nil where nothing changes.
  static func scaling(_ length: Int, _ range: ClosedRange<Float>, to newLength: Int) -> ResamplingAxis? {
    guard newLength != length || range != 0...Float(length) else { return nil }
    let key = Key(length: length, range: range, newLength: newLength)
    if let known = recent.withLock({ $0.first { $0.key == key }?.axis }) { return known }
    let made = ResamplingAxis(ResamplingWeights(from: length, range: range, to: newLength))
    recent.withLock { entries in
      if entries.count >= mostRecent { entries.removeFirst() }
      entries.append((key, made))
    }
    return made
  }
}
