import Foundation
public import Networks
import Operations
import Tensors

/// A 64-bit digest by which things are recognised again: the same on every machine and in every run.
///
/// It guards against mistakes, not against malice. Four lanes of multiply and rotate, as in the xxHash family.
public struct Fingerprint: Sendable, Hashable {
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 1, 2)
  private var length: UInt64 = 0

  /// The digest of nothing.
  public init() {}

  /// The digest of all that was added.
  public var value: UInt64 {
    var mixed = lanes.0 ^ (lanes.1 << 17 | lanes.1 >> 47) ^ (lanes.2 << 31 | lanes.2 >> 33) ^ length
    mixed = (mixed ^ lanes.3) &* 0xBF58_476D_1CE4_E5B9
    return (mixed ^ (mixed >> 29)) &* 0x94D0_49BB_1331_11EB
  }

  /// The digest as eight hexadecimal digits, for people.
  public var short: String { String(format: "%08x", UInt32(truncatingIfNeeded: value >> 32)) }

  /// Adds text.
  public mutating func add(_ text: String) {
    var copy = text
    copy.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds numbers, bit for bit.
  public mutating func add(_ numbers: [Float]) {
    numbers.withUnsafeBytes { add($0) }
  }

  /// Adds bytes, and how many they are, so that two pieces differ from their concatenation.
  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    begin(bytes.count)
    proceed(bytes)
    end()
  }

  /// Begins a piece of so many bytes, which come in portions.
  public mutating func begin(_ count: Int) { length &+= UInt64(count) &+ 0x100 }

  /// Adds a portion of the piece that was begun; each but the last has a multiple of 32 bytes.
  public mutating func proceed(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 32 <= bytes.count {
      lanes.0 = Self.mix(lanes.0, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      lanes.1 = Self.mix(lanes.1, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      lanes.2 = Self.mix(lanes.2, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
      lanes.3 = Self.mix(lanes.3, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
      offset += 32
    }
    while offset < bytes.count {
      lanes.0 = Self.mix(lanes.0, UInt64(bytes[offset]) &+ 1)
      offset += 1
    }
  }

  /// Ends the piece that was begun.
  public mutating func end() { lanes.3 = Self.mix(lanes.3, length) }

  private static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let product = (lane ^ word) &* 0x9FB2_1C65_1E98_DF25
    return product ^ (product >> 32)
  }

  /// Whether two are of the same content.
  public static func == (one: Fingerprint, other: Fingerprint) -> Bool { one.value == other.value }
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Fingerprint {
  /// The digest of a network: its structure and every parameter.
  public init(of definition: NetworkDefinition) {
    self.init()
    for input in definition.inputs { add("\(input.name) \(input.shape) \(String(describing: input.image))") }
    for layer in definition.layers {
      add("\(layer.name) \(layer.inputs) \(layer.outputs) \(layer.kind.settingsText)")
      for tensor in layer.kind.tensors { add(tensor.values) }
      // Other numbers come out of a layer in 8 bits.
      if let bytes = layer.quantization {
        add(
          [bytes.range.lowerBound, bytes.range.upperBound] + bytes.factors + bytes.offsets + bytes.steps + bytes.bias)
        add(bytes.weights.map(Float.init))
      }
    }
  }
}

extension LayerKind {
  /// The layer's parameters, in a fixed order.
  fileprivate var tensors: [Tensor] {
    switch self {
    case .convolution(let convolution): [convolution.weights] + (convolution.bias.map { [$0] } ?? [])
    case .innerProduct(let product): [product.weights] + (product.bias.map { [$0] } ?? [])
    case .operation(let operation): operation.constants
    default: []
    }
  }

  /// Everything about the layer but its large parameters, as text.
  fileprivate var settingsText: String {
    switch self {
    case .convolution(let convolution):
      "convolution \(convolution.kernelSize) \(convolution.stride) \(convolution.dilation) \(convolution.groups) "
        + "\(convolution.padding) \(convolution.isDeconvolution) \(convolution.weights.shape)"
    case .innerProduct(let product): "innerProduct \(product.weights.shape)"
    case .operation(let operation):
      "operation \(operation.kind) \(operation.operands.map(\.form)) \(operation.results)"
    default: "\(self)"
    }
  }
}
