/// The shape of one sample's tensor inside the machine: so many channels at every place of a map. A vector is a map of one
/// place; a sequence is several maps, or vectors, one after another.
struct MapShape: Equatable {
  var channels: Int
  var height: Int
  var width: Int
  /// Whether the outside calls it [C] rather than [C, H, W].
  var isVector: Bool
  /// How many maps follow each other: the length of the format's axis Seq.
  var steps = 1

  init(channels: Int, height: Int = 1, width: Int = 1, isVector: Bool = false) {
    self.channels = channels
    self.height = height
    self.width = width
    self.isVector = isVector
  }

  static func vector(_ channels: Int) -> MapShape { MapShape(channels: channels, isVector: true) }

  /// Reads [C] or [C, H, W]; nil when a length is below 1 or there are other axes.
  init?(_ lengths: [Int]) {
    guard lengths.allSatisfy({ $0 >= 1 }) else { return nil }
    switch lengths.count {
    case 1: self = .vector(lengths[0])
    case 3: self.init(channels: lengths[0], height: lengths[1], width: lengths[2])
    default: return nil
    }
  }

  /// As the outside calls it.
  var lengths: [Int] { (steps > 1 ? [steps] : []) + (isVector ? [channels] : [channels, height, width]) }
  var pixels: Int { height * width }
  /// How many numbers one step holds. Shapes are checked by `MemoryLimit` when made, so this does not overflow.
  var count: Int { channels * height * width }
  /// How many numbers all steps hold.
  var total: Int { steps * count }
  /// One step by itself.
  var step: MapShape { repeated(1) }

  /// The same maps in a sequence of this length.
  func repeated(_ steps: Int) -> MapShape {
    var shape = self
    shape.steps = steps
    return shape
  }
}

/// What the engine refuses before it asks for memory.
public enum MemoryLimit {
  /// The most bytes one tensor of one sample, one layer's parameters, or one machine's working memory may take: as many
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
