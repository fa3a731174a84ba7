import SystemMemory

/// What the engine refuses before it asks for memory.
public enum MemoryLimit {
  /// The most bytes one tensor of one sample, one layer's parameters, or one network's working memory may take: as many
  /// numbers as the kernels can count.
  public static let bytes = (1 << 33) - 64

  /// The bytes of a tensor of floats, or `Int.max` where no integer holds them.
  public static func bytes(of shape: [Int]) -> Int {
    var bytes = MemoryLayout<Float>.stride
    for length in shape {
      let (product, overflows) = bytes.multipliedReportingOverflow(by: max(length, 0))
      if overflows { return Int.max }
      bytes = product
    }
    return bytes
  }

  /// Refuses a tensor too large to make: `NetworkError.tooLarge`.
  public static func check(_ shape: [Int], layer: String?) throws(NetworkError) {
    let bytes = bytes(of: shape)
    guard bytes <= MemoryLimit.bytes, shape.allSatisfy({ $0 <= Int(Int32.max) / 4 }) else {
      throw .tooLarge(layer: layer, bytes: bytes)
    }
  }

  /// Refuses what the system has no memory for at present. Who asks for more than there is gets it on Linux, and is killed
  /// when it is used.
  ///
  /// - Parameters:
  ///   - bytes: How much is wanted at once.
  ///   - layer: The layer that wants it; nil for the whole network.
  ///   - available: How much there is, in bytes; the system is asked when left out.
  /// - Throws: `NetworkError.tooLarge`.
  public static func checkAvailable(
    _ bytes: Int, layer: String? = nil, available: Int? = nil
  ) throws(NetworkError) {
    guard bytes > notWorthAsking, let available = available ?? AvailableMemory.bytes, bytes > available / 10 * 9
    else { return }
    throw .tooLarge(layer: layer, bytes: bytes)
  }

  /// How many bytes the system can give this process at present; nil where it does not tell.
  public static var available: Int? { AvailableMemory.bytes }

  private static let notWorthAsking = 64 << 20
}
