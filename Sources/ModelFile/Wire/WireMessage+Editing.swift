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
  mutating func remove(_ number: Int) { if !values(number).isEmpty { replace(number, with: []) } }

  /// Sets a single value; 0, false and the empty text are written by leaving them out. A field that holds the value already
  /// keeps its bytes.
  mutating func set<Value: WireScalar>(_ number: Int, _ value: Value) {
    let new = value.wireValue
    if new != Value.value(of: number, in: self).wireValue { replace(number, with: new.map { [$0] } ?? []) }
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
