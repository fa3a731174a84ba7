/// The shape of one sample's tensor inside the engine: so many channels at every place of a map. A vector is a map of one
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
