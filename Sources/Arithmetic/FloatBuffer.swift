import CKernels

/// Memory for numbers, aligned for the widest vectors, zeroed once and freed with its last owner.
///
/// The engine's working memory: allocated when a network is made ready, reused by every step after that.
public final class FloatBuffer {
  /// Where the numbers lie.
  public let pointer: UnsafeMutablePointer<Float>
  /// How many there are.
  public let count: Int

  /// What it takes where the system has given whole pages for it; nil where it is allocated among other memory.
  private let pageBytes: Int?

  /// A large page of memory: what is that large is spared the looking up of 512 small ones.
  private static let largePage = 1 << 21
  /// What takes so many bytes has pages of its own, which come zeroed and go back when it is freed.
  static let fewestPageBytes = 1 << 20

  /// Reserves memory for so many numbers, all 0.
  public init(count: Int) {
    self.count = count
    // Kernels read whole vectors: a last one may reach up to 15 numbers beyond the end.
    let bytes = (count + 16) * MemoryLayout<Float>.stride
    guard bytes >= FloatBuffer.fewestPageBytes else {
      pageBytes = nil
      let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      pointer = memory.initializeMemory(as: Float.self, repeating: 0, count: count + 16)
      return
    }
    pageBytes = bytes
    let isLarge = bytes >= FloatBuffer.largePage
    guard let memory = whet_reserve_pages(bytes, isLarge ? FloatBuffer.largePage : 1 << 16) else {
      preconditionFailure("no memory for \(count) numbers")
    }
    // The rest, less than a large page, takes small ones: a whole large one would stay empty up to its end.
    if isLarge { whet_ask_for_large_pages(memory, bytes / FloatBuffer.largePage * FloatBuffer.largePage) }
    pointer = memory.assumingMemoryBound(to: Float.self)
  }

  /// Reserves memory and fills it with the given numbers.
  public convenience init(_ values: [Float]) {
    self.init(count: values.count)
    fill(from: values)
  }

  deinit {
    if let pageBytes { whet_give_up_pages(pointer, pageBytes) } else { UnsafeMutableRawPointer(pointer).deallocate() }
  }

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
