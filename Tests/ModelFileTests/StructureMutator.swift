import Tensors

@testable import ModelFile

/// Changes what a model says and keeps it a message whose lengths are right, so that the change is met far inside: a size
/// beyond all measure, two kinds in one place, a layer that reads what it makes, a list repeated a thousand times.
struct StructureMutator {
  private let names: [String]

  /// Takes the names of the tensors a model has, which may be put in each other's places.
  init(_ model: ModelFile) {
    names = ([model] + model.pipeline.models).flatMap(\.layers).flatMap { [$0.name] + $0.inputs + $0.outputs }
  }

  /// The message with one field, at any depth, changed.
  func changed(_ wire: WireMessage, _ schema: WireSchema, _ generator: inout SeededGenerator) -> WireMessage {
    var fields: [WireField] = []
    wire.forEach { fields.append($0) }
    guard !fields.isEmpty else { return added(to: wire, schema, &generator) }
    let place = generator.below(fields.count)
    let field = fields[place]
    if case .message(let inner)? = schema.fields[field.number]?.content, case .bytes(let bytes) = field.value,
      generator.below(8) > 0
    {
      let value = WireValue.bytes(changed(WireMessage(bytes), inner, &generator).bytes)
      return written(fields, in: wire) { $0 == place ? [(field.number, value)] : nil }
    }
    let other = fields[generator.below(fields.count)]
    switch generator.below(8) {
    case 0: return written(fields, in: wire) { $0 == place ? [] : nil }
    case 1:
      let count = 2 + generator.below(generator.below(40) == 0 ? 1000 : 3)
      guard field.extent.count * count < 100_000 else { return wire }
      return written(fields, in: wire) { index in
        index == place ? (0..<count).map { _ in (field.number, field.value) } : nil
      }
    case 2:
      let number = number(of: schema, &generator)
      return written(fields, in: wire) { $0 == place ? [(number, field.value)] : nil }
    case 3:
      let number = number(of: schema, &generator)
      return written(fields, in: wire) { $0 == place ? [(field.number, field.value), (number, field.value)] : nil }
    case 4: return written(fields, in: wire) { $0 == place ? [(field.number, other.value)] : nil }
    case 5: return added(to: wire, schema, &generator)
    default:
      let value = value(like: field.value, &generator)
      return written(fields, in: wire) { $0 == place ? [(field.number, value)] : nil }
    }
  }

  /// The message with these fields in the places of some.
  private func written(
    _ fields: [WireField], in wire: WireMessage, _ change: (Int) -> [(Int, WireValue)]?
  ) -> WireMessage {
    var writer = WireWriter()
    for (index, field) in fields.enumerated() {
      if let changed = change(index) {
        for (number, value) in changed { writer.append(number, value) }
      } else {
        writer.append(raw: wire.bytes[field.extent])
      }
    }
    return WireMessage(writer.bytes[...])
  }

  private func added(to wire: WireMessage, _ schema: WireSchema, _ generator: inout SeededGenerator) -> WireMessage {
    var writer = WireWriter()
    writer.append(raw: wire.bytes)
    writer.append(number(of: schema, &generator), value(like: .varint(0), &generator))
    return WireMessage(writer.bytes[...])
  }

  /// A field of the schema, or any.
  private func number(of schema: WireSchema, _ generator: inout SeededGenerator) -> Int {
    let known = schema.fields.keys.sorted()
    return known.isEmpty || generator.below(4) == 0 ? 1 + generator.below(60) : known[generator.below(known.count)]
  }

  private func value(like value: WireValue, _ generator: inout SeededGenerator) -> WireValue {
    switch value {
    case .varint, .group:
      let numbers: [UInt64] = [
        0, 1, 2, 3, 7, 255, 4096, 1 << 20, 1 << 31 - 1, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max,
      ]
      return .varint(numbers[generator.below(numbers.count)])
    case .fixed32:
      let numbers: [Float] = [0, -0, 1, -1, 1e30, .leastNonzeroMagnitude, .infinity, .nan]
      return .fixed32(numbers[generator.below(numbers.count)].bitPattern)
    case .fixed64:
      let numbers: [Double] = [0, -0, 1, -1, 1e300, .leastNonzeroMagnitude, .infinity, .nan]
      return .fixed64(numbers[generator.below(numbers.count)].bitPattern)
    case .bytes(let bytes):
      switch generator.below(4) {
      case 0 where !names.isEmpty: return .bytes(Bytes(names[generator.below(names.count)].utf8))
      case 1: return .bytes(bytes.prefix(generator.below(bytes.count + 1)))
      case 2: return .bytes(Bytes((0..<generator.below(24)).map { _ in UInt8(generator.below(256)) }))
      default: return .bytes(Bytes((0..<1 + generator.below(6)).flatMap { _ in largeList(&generator) }))
      }
    }
  }

  /// A packed number of any size.
  private func largeList(_ generator: inout SeededGenerator) -> [UInt8] {
    var writer = WireWriter()
    writer.varint(generator.next() >> UInt64(generator.below(64)))
    return writer.bytes
  }
}
