/// A message in wire format, as a value: it *is* its bytes, so what is not changed is written back byte for byte, fields
/// nobody knows included.
///
/// Reading a field walks the message once; nothing is unpacked before it is asked for. The reading properties never
/// fail: a message from outside is gone through by `WireSchema` first, and a field of another wire type than asked for
/// counts as absent, as the format demands.
struct WireMessage: Sendable, Equatable {
  /// How deep messages may lie within messages; the same bound as in Google's own readers.
  static let deepestNesting = 100

  /// How many messages of one kind, layers for example, may stand in a row: many times as many as any model has, and few
  /// enough that a small file cannot ask for much memory.
  static let mostRepeated = 100_000

  /// The message in wire format.
  var bytes: Bytes

  /// An empty message, or one whose bytes are known to be well formed.
  init(_ bytes: Bytes = []) { self.bytes = bytes }

  /// Calls back for every field, in order.
  func forEach(_ body: (WireField) -> Void) {
    var reader = WireReader(bytes)
    while let field = try? reader.next() { body(field) }
  }

  /// Every value of a field, in order.
  func values(_ number: Int) -> [WireValue] {
    var found: [WireValue] = []
    forEach { if $0.number == number { found.append($0.value) } }
    return found
  }

  // MARK: single values; of several, the last counts

  /// A whole number without sign; 0 when absent.
  func unsigned(_ number: Int) -> UInt64 {
    var result: UInt64 = 0
    forEach { if $0.number == number, case .varint(let value) = $0.value { result = value } }
    return result
  }

  /// A size or count (format type uint64), held to what an `Int` can hold; 0 when absent.
  func count(_ number: Int) -> Int { Int(clamping: unsigned(number)) }

  /// A whole number with sign (format type int64); 0 when absent.
  func integer(_ number: Int) -> Int { Int(truncatingIfNeeded: unsigned(number)) }

  /// One of a list of named values, or an int32; 0 when absent.
  func choice(_ number: Int) -> Int { Int(Int32(truncatingIfNeeded: unsigned(number))) }

  /// A truth value; false when absent.
  func bool(_ number: Int) -> Bool { unsigned(number) != 0 }

  /// A single-precision number; 0 when absent.
  func float(_ number: Int) -> Float {
    var result: Float = 0
    forEach { if $0.number == number, case .fixed32(let bits) = $0.value { result = Float(bitPattern: bits) } }
    return result
  }

  /// A single-precision number; `absent` when it is absent or 0, for settings where the format lets 0 mean the default.
  func float(_ number: Int, absent: Float) -> Float {
    let value = float(number)
    return value == 0 ? absent : value
  }

  /// A double-precision number; 0 when absent.
  func double(_ number: Int) -> Double {
    var result = 0.0
    forEach { if $0.number == number, case .fixed64(let bits) = $0.value { result = Double(bitPattern: bits) } }
    return result
  }

  /// Bytes; none when absent.
  func data(_ number: Int) -> Bytes {
    var result: Bytes = []
    forEach { if $0.number == number, case .bytes(let value) = $0.value { result = value } }
    return result
  }

  /// A text; empty when absent.
  func text(_ number: Int) -> String { String(decoding: data(number), as: UTF8.self) }

  /// A message, or nil when absent. Several are merged, which for messages means: written one after the other.
  func message(_ number: Int) -> WireMessage? { oneOf([number])?.message }

  /// Of several messages that exclude each other, the one that came last.
  func oneOf(_ numbers: some Collection<Int>) -> (number: Int, message: WireMessage)? {
    var last: Int?
    var parts: [Bytes] = []
    forEach { field in
      guard numbers.contains(field.number), case .bytes(let value) = field.value else { return }
      if field.number != last { parts.removeAll(keepingCapacity: true) }
      last = field.number
      parts.append(value)
    }
    guard let last else { return nil }
    return (last, WireMessage(parts.count == 1 ? parts[0] : Bytes(parts.joined())))
  }

  /// A repeated field.
  subscript(repeated number: Int) -> RepeatedField {
    get { RepeatedField(values: values(number)) }
    set { if newValue.values != values(number) { replace(number, with: newValue.values) } }
  }
}
