/// A row as it lies in a database file.
struct StoredRow: Equatable {
  /// A value in it.
  enum Value: Equatable {
    case null, integer(Int64), text(String), other
  }

  /// Its number, in tables whose rows have one.
  let id: Int64?
  /// Its values, in the order of the columns.
  let values: [Value]

  init(id: Int64?, values: [Value]) { (self.id, self.values) = (id, values) }

  /// Reads the values of a row's bytes; nil where they are none.
  init?(id: Int64?, payload: ArraySlice<UInt8>) {
    guard let (length, first) = payload.varint(at: 0), length >= first, length <= payload.count else { return nil }
    var (place, content, values): (Int, Int, [Value]) = (first, length, [])
    while place < length {
      guard let (kind, size) = payload.varint(at: place),
        let (value, taken) = Self.value(kind, at: content, of: payload)
      else { return nil }
      values.append(value)
      place += size
      content += taken
    }
    guard content == payload.count else { return nil }
    self.init(id: id, values: values)
  }

  /// A value of a kind, and how many bytes it takes; nil where there are not so many, or no kind has this number.
  private static func value(_ kind: Int, at place: Int, of payload: ArraySlice<UInt8>) -> (Value, Int)? {
    switch kind {
    case 0: return (.null, 0)
    case 1...6:
      let size = kind < 5 ? kind : kind == 5 ? 6 : 8
      guard let number = payload.number(at: place, bytes: size) else { return nil }
      let shift = 64 - 8 * size
      return (.integer(Int64((number << shift) >> shift)), size)
    case 7: return payload.count - place >= 8 ? (.other, 8) : nil
    case 8, 9: return (.integer(Int64(kind - 8)), 0)
    case 12...:
      let size = (kind - 12) / 2
      guard size <= payload.count - place else { return nil }
      let bytes = payload[payload.startIndex + place..<payload.startIndex + place + size]
      guard kind % 2 == 1, let text = String(validating: bytes, as: UTF8.self) else { return (.other, size) }
      return (.text(text), size)
    default: return nil
    }
  }
}
