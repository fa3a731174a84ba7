import CKernels

/// Memory for numbers, aligned for the widest vectors, zeroed once and freed with its last owner.
///
/// The engine's working memory: allocated when a network is made ready, reused by every step after that.
public final class FloatBuffer {
  /// Where the numbers lie.
  public let pointer: UnsafeMutablePointer<Float>
  /// How many there are.
  public let count: Int

  /// A large page of memory: what is that large is spared the looking up of 512 small ones.
  private static let page = 1 << 21

  /// Reserves memory for so many numbers, all 0.
  public init(count: Int) {
    // Kernels read whole vectors: a last one may reach up to 15 numbers beyond the end.
    let bytes = (count + 16) * MemoryLayout<Float>.stride
    let isLarge = bytes >= FloatBuffer.page
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: isLarge ? FloatBuffer.page : 64)
    // The rest, less than a large page, takes small ones: a whole large one would stay empty up to its end.
    if isLarge { whet_ask_for_large_pages(memory, bytes / FloatBuffer.page * FloatBuffer.page) }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    pointer = memory.assumingMemoryBound(to: Float.self)
    self.count = count
  }

  /// Reserves memory and fills it with the given numbers.
  public convenience init(_ values: [Float]) {
    self.init(count: values.count)
    fill(from: values)
  }

  deinit { UnsafeMutableRawPointer(pointer).deallocate() }

  /// Copies numbers in, from the start.
  ///
  /// Precondition: there is room for them.
  public func fill(from values: [Float]) {
    precondition(values.count <= count, "\(values.count) values do not fit into \(count)")
    values.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { pointer.update(from: base, count: source.count) }
    }
  }

  /// A copy of all numbers.
  public var values: [Float] { Array(UnsafeBufferPointer(start: pointer, count: count)) }
}
