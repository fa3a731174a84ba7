import Networks
import Tensors

/// A layer has numbers that cannot be stored as asked.
struct Unstorable: Error {}

/// Writes one layer: settings and numbers that are as in the layer it started from stay as they lie there, unknown
/// fields included.
struct LayerWriter {
  /// The message that holds settings and numbers.
  var content: WireMessage
  /// The numbers to be stored, by the field that holds them.
  private var tensors: [(number: Int, tensor: Tensor, channelAxis: Int)] = []

  init(_ base: WireMessage) { content = base }

  /// Sets a height and a width, or two other lengths.
  mutating func set(_ number: Int, _ extent: Extent) {
    content[repeated: number].integers = [extent.height, extent.width]
  }

  /// Sets the numbers of a field, or takes them out.
  mutating func set(_ number: Int, _ tensor: Tensor?, channelAxis: Int = 0) {
    if let tensor { tensors.append((number, tensor, channelAxis)) } else { content.remove(number) }
  }

  /// Sets how the border is treated.
  mutating func set(_ padding: Padding, valid: Int, same: Int, lastPixel: Int? = nil) {
    let fields = [valid, same] + (lastPixel.map { [$0] } ?? [])
    var inside = WireMessage()
    switch padding {
    case .valid(let margins):
      inside.set(1, message: .borders(margins))
      content.set(oneOf: fields, valid, message: inside)
    case .same(let topLeftHeavy):
      inside.set(1, topLeftHeavy ? 1 : 0)
      content.set(oneOf: fields, same, message: inside)
    case .includeLastPixel(let rows, let columns):
      inside[repeated: 10].integers = [rows, columns]
      content.set(oneOf: fields, lastPixel ?? valid, message: inside)
    }
  }

  /// Stores the numbers and gives the finished message.
  ///
  /// One layer must not mix single and half precision: where one field changes, half precision ones beside it become
  /// single.
  func finished(_ precision: WeightPrecision, isUpdatable: Bool) throws(Unstorable) -> WireMessage {
    let encodings = tensors.map { stored(at: $0.number, equals: $0.tensor, axis: $0.channelAxis) }
    let allUnchanged = encodings.allSatisfy { $0 != nil }
    var result = content
    for (index, (number, tensor, axis)) in tensors.enumerated() {
      let encoding = encodings[index]
      let mayStay = encoding.map { precision.keeps($0) && (allUnchanged || $0 != .float16) } ?? false
      var wire: WireMessage
      if mayStay, !isUpdatable || encoding == .float32 {
        wire = content.message(number) ?? WireMessage()
      } else {
        // Along the second axis (deconvolutions) there is one scale for all.
        let channels = axis == 0 && tensor.shape.count > 1 ? tensor.shape[0] : 1
        let own = isUpdatable ? .float32 : precision
        guard let encoded = own.encode(tensor.values, channels: channels) else { throw Unstorable() }
        wire = encoded
      }
      wire.set(50, isUpdatable)
      result.set(number, message: wire)
    }
    return result
  }

  /// How a field is stored, if it holds exactly these numbers.
  private func stored(at number: Int, equals tensor: Tensor, axis: Int) -> WeightParameters.Encoding? {
    guard let message = content.message(number), let layout = layout(of: tensor, axis: axis) else { return nil }
    let parameters = WeightParameters(message)
    guard let values = try? parameters.values(layout), values.sameBits(as: tensor.values) else { return nil }
    return parameters.encoding
  }

  /// Biases are quantised as one channel.
  private func layout(of tensor: Tensor, axis: Int) -> WeightLayout? {
    WeightLayout(tensor.shape.count == 1 ? [1] + tensor.shape : tensor.shape, channelAxis: axis)
  }
}

extension [Float] {
  /// Whether both hold the same bits: unlike `==`, true for numbers that are none, false for zeros of different sign.
  func sameBits(as other: [Float]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.bitPattern == $1.bitPattern }
  }
}

extension WireMessage {
  /// Rows and columns around a map (format message `BorderAmounts`).
  static func borders(_ margins: Margins) -> WireMessage {
    var wire = WireMessage()
    wire[repeated: 10].messages = [.pair(margins.top, margins.bottom), .pair(margins.left, margins.right)]
    return wire
  }
}
