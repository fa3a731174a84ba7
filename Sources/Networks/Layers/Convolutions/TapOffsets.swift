/// How far the taps of a kernel lie from its first, in floats of the map: memory for the vector kernels, as long as its owner lives.
final class TapOffsets {
  let pointer: UnsafeBufferPointer<Int>

  init(_ offsets: [Int]) {
    let memory = UnsafeMutableBufferPointer<Int>.allocate(capacity: offsets.count)
    _ = memory.initialize(from: offsets)
    pointer = UnsafeBufferPointer(memory)
  }

  deinit { pointer.deallocate() }
}
