/// A function of a program (format message `Function`).
struct FunctionRecord: Sendable {
  private let wire: WireMessage

  init(_ wire: WireMessage) { self.wire = wire }

  /// What it takes.
  var inputs: [NamedType] { wire[repeated: 1].messages.map(NamedType.init) }

  /// The version of the operations it is written in, "CoreML6".
  var operationSet: String { wire.text(2) }

  /// What it does, for that version; nil where it has no such block.
  var block: BlockRecord? {
    let name = operationSet
    return wire[repeated: 3].messages.last { $0.text(1) == name }.flatMap { $0.message(2) }.map(BlockRecord.init)
  }
}

/// What a function does, or a part of a loop or condition (format message `Block`).
struct BlockRecord: Sendable {
  /// What a part of a loop takes.
  let inputs: [NamedType]
  /// In order of execution.
  let operations: [OperationRecord]
  /// The values it returns.
  let outputs: [String]

  init(_ wire: WireMessage) {
    inputs = wire[repeated: 1].messages.map(NamedType.init)
    operations = wire[repeated: 3].messages.map(OperationRecord.init)
    outputs = wire[repeated: 2].texts
  }
}

/// One operation of a program (format message `Operation`).
struct OperationRecord: Sendable {
  /// What it does: "conv".
  let type: String
  /// What it reads, by the names its type gives them; several for a tuple.
  let inputs: [(name: String, bindings: [Binding])]
  /// What it makes.
  let outputs: [NamedType]
  /// Values that are part of it.
  let attributes: [String: ValueRecord]
  /// The parts of a loop or condition, which hold operations of their own.
  private let parts: [WireMessage]

  /// A value by its name, or the value itself.
  enum Binding: Sendable {
    case name(String)
    case value(ValueRecord)
    /// The file says neither.
    case nothing
  }

  init(_ wire: WireMessage) {
    type = wire.text(1)
    inputs = wire[repeated: 2].messages.map { entry in
      (entry.text(1), (entry.message(2)?[repeated: 1].messages ?? []).map(Binding.init))
    }
    outputs = wire[repeated: 3].messages.map(NamedType.init)
    attributes = Dictionary(
      wire[repeated: 5].messages.map { ($0.text(1), ValueRecord($0.message(2) ?? WireMessage())) },
      uniquingKeysWith: { $1 })
    parts = wire[repeated: 4].messages
  }

  /// The parts of a loop or condition, read anew each time: a file may nest them as deep as it likes.
  var blocks: [BlockRecord] { parts.map(BlockRecord.init) }

  /// An operation that is being made: what it makes has no type yet.
  init(_ type: String, _ inputs: [(name: String, bindings: [Binding])]) {
    (self.type, self.inputs) = (type, inputs)
    (outputs, attributes, parts) = ([], [:], [])
  }

  /// In how many loops and conditions an operation may lie that is run.
  static let mostDepth = 8

  /// How often it reads a value, or what lies in it does, as deep as loops are run.
  func readings(of name: String, depth: Int = 0) -> Int {
    let own = inputs.flatMap(\.bindings).count { if case .name(name) = $0 { true } else { false } }
    guard depth < OperationRecord.mostDepth else { return own }
    return blocks.flatMap(\.operations).reduce(own) { $0 + $1.readings(of: name, depth: depth + 1) }
  }

  /// What it is called where something is said of it: the first value it makes, and its type.
  var label: LayerName { LayerName(name: outputs.first?.name ?? "", type: type) }
}

extension OperationRecord.Binding {
  fileprivate init(_ wire: WireMessage) {
    // An empty name stands in the oneof as well as any other.
    var last: Self = .nothing
    wire.forEach { field in
      guard case .bytes(let bytes) = field.value else { return }
      if field.number == 1 { last = .name(String(decoding: bytes, as: UTF8.self)) }
      if field.number == 2 { last = .value(ValueRecord(WireMessage(bytes))) }
    }
    self = last
  }
}
