/// Values in memory that the kernels for drawing read and write.
final class MutableValues<Value: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Value>
  let count: Int

  init(_ count: Int, repeating value: Value) {
    start = .allocate(capacity: max(1, count))
    start.initialize(repeating: value, count: count)
    self.count = count
  }

  deinit { start.deallocate() }
}

typealias Doubles = MutableValues<Double>

extension Doubles {
  /// Zeros.
  convenience init(_ count: Int) { self.init(count, repeating: 0) }
}
