import Networks
import Tensors

/// Recurrent layers as they are stored: each gate's numbers in a field of their own.
extension LayerWriter {
  private typealias Fields = RecurrentReader.Fields

  /// The whole message of a recurrent layer.
  static func recurrent(
    _ definition: RecurrentDefinition, over base: WireMessage, precision: WeightPrecision, isUpdatable: Bool
  ) throws(Unstorable) -> WireMessage {
    func filled(
      _ base: WireMessage, _ fields: Fields, _ weights: RecurrentWeights
    ) throws(Unstorable) -> WireMessage {
      var writer = LayerWriter(base)
      writer.set(weights, in: fields)
      return try writer.finished(precision, isUpdatable: isUpdatable)
    }
    var content = base
    content.set(1, definition.inputSize)
    content.set(2, definition.outputSize)
    switch definition.cell {
    case .simple(let function):
      content.set(10, message: try activation(function, over: WireMessage(), precision: precision))
      content.set(15, definition.returnsSequence)
      content.set(20, definition.parameters.bias != nil)
      content = try filled(content, .simple, definition.parameters)
    case .gated(let gate, let output):
      content[repeated: 10].messages = try messages([gate, output], precision)
      content.set(15, definition.returnsSequence)
      content.set(20, definition.parameters.bias != nil)
      content = try filled(content, .gated, definition.parameters)
    case .longShortTerm(let cell):
      let functions = try messages([cell.gate, cell.input, cell.output], precision)
      content[repeated: 10].messages = functions
      content.set(15, message: settings(cell, of: definition, over: content.message(15) ?? WireMessage()))
      let stored = content[repeated: 20].messages
      var directions = [try filled(stored.first ?? WireMessage(), .longShortTerm, definition.parameters)]
      if let backward = definition.backward {
        content[repeated: 11].messages = functions
        directions.append(try filled(stored.dropFirst().first ?? WireMessage(), .longShortTerm, backward))
      }
      content[repeated: 20].messages = directions
    }
    if definition.backward == nil { content.set(100, definition.isReversed) }
    return content
  }

  /// Sets the numbers of one direction, each gate's part of them.
  private mutating func set(_ weights: RecurrentWeights, in fields: Fields) {
    for (numbers, tensor, isMatrix) in [
      (fields.input, weights.input, true), (fields.recursion, weights.recursion, true),
      (fields.bias, weights.bias, false), (fields.peepholes, weights.peepholes, false),
    ] as [([Int], Tensor?, Bool)] {
      for (gate, number) in numbers.enumerated() {
        set(number, tensor.map { $0.part(gate, of: numbers.count, isMatrix: isMatrix) })
      }
    }
  }

  private static func messages(
    _ functions: [ActivationFunction], _ precision: WeightPrecision
  ) throws(Unstorable) -> [WireMessage] {
    var messages: [WireMessage] = []
    for function in functions { messages.append(try activation(function, over: WireMessage(), precision: precision)) }
    return messages
  }

  private static func settings(
    _ cell: LongShortTermDefinition, of definition: RecurrentDefinition, over base: WireMessage
  ) -> WireMessage {
    var wire = base
    wire.set(10, definition.returnsSequence)
    wire.set(20, definition.parameters.bias != nil)
    wire.set(30, cell.addsForgetBias)
    wire.set(40, definition.parameters.peepholes != nil)
    wire.set(50, cell.isCoupled)
    if wire.float(60, absent: 50) != cell.cellClip { wire.set(60, cell.cellClip) }
    return wire
  }

  /// A choice in a message of its own.
  mutating func setMode(_ number: Int, _ choice: Int?) {
    var wire = content.message(number) ?? WireMessage()
    wire.set(1, choice ?? 0)
    content.set(number, message: wire)
  }
}

extension Tensor {
  /// The rows of one gate of several.
  fileprivate func part(_ gate: Int, of gates: Int, isMatrix: Bool) -> Tensor {
    let count = values.count / gates
    let rows = Array(values[gate * count..<(gate + 1) * count])
    return Tensor(shape: isMatrix ? [shape[0] / gates] + shape.dropFirst() : [count], values: rows)
  }
}
