/// The bytes of one tensor in the memory of its numbers.
struct ByteMap {
  private let map: Map
  private let firstChannel: Int

  /// `firstChannel` is the tensor's place among the channels of the memory it lies in.
  init(_ map: Map, firstChannel: Int) {
    self.map = map
    self.firstChannel = firstChannel
  }

  var rowStep: Int { map.rowStep }
  var pixelStep: Int { map.pixelStep }

  func sample(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    let start = UnsafeMutableRawPointer(map.sample(index) - firstChannel)
    return start.assumingMemoryBound(to: UInt8.self) + firstChannel
  }
}
