extension WireMessage {
  /// Puts these values in the place of a field's values: each at the place of the one it follows, further ones after the
  /// last, and, where there was none, before the first field with a higher number. Every other byte stays as it is.
  mutating func replace(_ number: Int, with values: [WireValue]) {
    var writer = WireWriter()
    var next = 0
    let last = lastIndex(of: number)
    var index = 0
    forEach { field in
      if last == nil, field.number > number {
        while next < values.count { writer.append(number, values[next]); next += 1 }
      }
      if field.number != number {
        writer.append(raw: bytes[field.extent])
      } else if next < values.count {
        if field.value == values[next] {
          writer.append(raw: bytes[field.extent])
        } else {
          writer.append(number, values[next])
        }
        next += 1
      }
      if index == last {
        while next < values.count { writer.append(number, values[next]); next += 1 }
      }
      index += 1
    }
    while next < values.count { writer.append(number, values[next]); next += 1 }
    bytes = writer.bytes[...]
  }

  /// Takes a field out.
  mutating func remove(_ number: Int) { if has(number) { replace(number, with: []) } }

  /// Sets a whole number without sign; 0 is written by leaving it out.
  mutating func set(_ number: Int, unsigned value: UInt64) {
    if value != unsigned(number) { replace(number, with: value == 0 ? [] : [.varint(value)]) }
  }

  /// Sets a size, a choice or a whole number with sign; 0 is written by leaving it out.
  mutating func set(_ number: Int, integer value: Int) { set(number, unsigned: UInt64(bitPattern: Int64(value))) }

  /// Sets a truth value; false is written by leaving it out.
  mutating func set(_ number: Int, bool value: Bool) {
    if value != bool(number) { set(number, unsigned: value ? 1 : 0) }
  }

  /// Sets a single-precision number; 0 is written by leaving it out.
  mutating func set(_ number: Int, float value: Float) {
    guard value.bitPattern != float(number).bitPattern else { return }
    replace(number, with: value.bitPattern == 0 ? [] : [.fixed32(value.bitPattern)])
  }

  /// Sets a double-precision number; 0 is written by leaving it out.
  mutating func set(_ number: Int, double value: Double) {
    guard value.bitPattern != double(number).bitPattern else { return }
    replace(number, with: value.bitPattern == 0 ? [] : [.fixed64(value.bitPattern)])
  }

  /// Sets a text; the empty one is written by leaving it out.
  mutating func set(_ number: Int, text value: String) {
    if value != text(number) { replace(number, with: value.isEmpty ? [] : [.bytes(Bytes(value.utf8))]) }
  }

  /// Sets bytes, or takes them out.
  mutating func set(_ number: Int, data value: Bytes?) {
    replace(number, with: value.map { [.bytes($0)] } ?? [])
  }

  /// Sets a message, or takes it out.
  mutating func set(_ number: Int, message value: WireMessage?) {
    if value != message(number) { replace(number, with: value.map { [.bytes($0.bytes)] } ?? []) }
  }

  /// Sets one of several messages that exclude each other, or takes all of them out.
  mutating func set(oneOf numbers: [Int], _ number: Int?, message value: WireMessage? = WireMessage()) {
    for other in numbers where other != number { remove(other) }
    if let number { set(number, message: value) }
  }

  /// Sets all messages of a repeated field.
  mutating func set(_ number: Int, messages values: [WireMessage]) {
    if values != messages(number) { replace(number, with: values.map { .bytes($0.bytes) }) }
  }

  /// Sets all texts of a repeated field.
  mutating func set(_ number: Int, texts values: [String]) {
    if values != texts(number) { replace(number, with: values.map { .bytes(Bytes($0.utf8)) }) }
  }

  /// Sets all whole numbers of a repeated field, packed.
  mutating func set(_ number: Int, integers values: [Int]) {
    guard values != integers(number) else { return }
    var packed = WireWriter()
    for value in values { packed.varint(UInt64(bitPattern: Int64(value))) }
    replace(number, with: values.isEmpty ? [] : [.bytes(packed.bytes[...])])
  }

  /// Sets all single-precision numbers of a repeated field, packed.
  mutating func set(_ number: Int, floats values: [Float]) {
    let packed = values.withUnsafeBytes { Bytes($0) }
    replace(number, with: values.isEmpty ? [] : [.bytes(packed)])
  }

  private func lastIndex(of number: Int) -> Int? {
    var found: Int?
    var index = 0
    forEach {
      if $0.number == number { found = index }
      index += 1
    }
    return found
  }
}
