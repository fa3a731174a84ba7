import Networks
import Operations
import Tensors

/// Loops and conditions whose course is known before anything runs: how often a loop goes round follows from the lengths of the program's
/// tensors, as in a recurrent layer that PyTorch's GRU becomes. Each round becomes layers of its own.
extension ProgramTranslation {
  /// What a loop or condition makes.
  ///
  /// - Throws: What is wrong with it, at it or at an operation in it.
  mutating func run(_ operation: OperationRecord) throws(ProgramError) -> [ProgramValue] {
    let outside = scope
    defer { scope = outside }
    let label = operation.label
    let blocks = operation.blocks
    guard blocks.count == 2, depth < OperationRecord.mostDepth else { throw ProgramError(.blocks, at: label) }
    return operation.type == "cond" ? try choose(operation, blocks) : try unroll(operation, blocks)
  }

  /// What a loop leaves in its variables (operation `while_loop`: the first part says whether it goes round, the second is a round).
  private mutating func unroll(_ loop: OperationRecord, _ blocks: [BlockRecord]) throws(ProgramError) -> [ProgramValue]
  {
    var variables: [ProgramValue] = []
    do throws(ProgramProblem) {
      for value in try reader(loop).values("loop_vars") { variables.append(try shared(value)) }
      try share(blocks[1])
    } catch {
      throw ProgramError(error, at: loop.label)
    }
    while true {
      guard case .constant(let goesOn)? = try run(blocks[0], of: loop, with: variables).first else {
        throw ProgramError(.blocks, at: loop.label)
      }
      guard goesOn.integers.first.map({ $0 != 0 }) == true else { return variables }
      variables = try run(blocks[1], of: loop, with: variables)
    }
  }

  /// What a condition gives: of its first part where it holds, else of its second.
  private mutating func choose(
    _ condition: OperationRecord, _ blocks: [BlockRecord]
  ) throws(ProgramError) -> [ProgramValue] {
    let holds: Bool
    do throws(ProgramProblem) {
      guard case .constant(let truth) = try reader(condition).value("pred") else { throw .blocks }
      holds = truth.integers.first.map { $0 != 0 } ?? false
    } catch {
      throw ProgramError(error, at: condition.label)
    }
    return try run(blocks[holds ? 0 : 1], of: condition, with: [])
  }

  /// Runs a part once.
  private mutating func run(
    _ block: BlockRecord, of operation: OperationRecord, with values: [ProgramValue]
  ) throws(ProgramError) -> [ProgramValue] {
    do throws(ProgramProblem) {
      guard block.inputs.count == values.count else {
        throw .count(expected: block.inputs.count, actual: values.count)
      }
      try builder.unroll(steps: 1, layers: 1 + block.operations.count { $0.type != "const" })
    } catch {
      throw ProgramError(error, at: operation.label)
    }
    depth += 1
    defer { depth -= 1 }
    for (input, value) in zip(block.inputs, values) { scope[input.name] = value }
    for inner in block.operations { try translate(inner) }
    var made: [ProgramValue] = []
    for name in block.outputs {
      guard let value = scope[name] else { throw ProgramError(.undefined(name), at: operation.label) }
      made.append(value)
    }
    return made
  }

  /// Makes the numbers that rounds of a loop compute with tensors of the network, the same in all rounds: nothing trains those of one round
  /// alone, and they are in memory once.
  private mutating func share(_ round: BlockRecord) throws(ProgramProblem) {
    let constants = round.operations.filter { $0.type == "const" }
    for constant in constants { try take(constant) }
    for operation in round.operations {
      for key in OperationRecord.computedWith[operation.type] ?? [] {
        for case .name(let name) in operation.inputs.first(where: { $0.name == key })?.bindings ?? [] {
          if let value = scope[name] { scope[name] = try shared(value) }
        }
      }
    }
    for name in constants.compactMap(\.outputs.first?.name) {
      if case .tensor? = scope[name] { sharedConstants[name] = scope[name] }
    }
  }

  /// Numbers as a tensor of the network; what is counted with, and whatever else, as it is.
  private mutating func shared(_ value: ProgramValue) throws(ProgramProblem) -> ProgramValue {
    guard case .constant(let constant) = value, constant.element.isFloat, constant.count > 1 else { return value }
    return .tensor(try builder.tensor(value))
  }
}

extension OperationRecord {
  /// The inputs of operations whose numbers are computed with.
  fileprivate static let computedWith: [String: [String]] = [
    "linear": ["weight", "bias"], "matmul": ["x", "y"], "add": ["x", "y"], "sub": ["x", "y"], "mul": ["x", "y"],
  ]

  /// What of it cannot be run here: itself, or what lies in it.
  func unknown(depth: Int = 0) -> [OperationRecord] {
    guard ProgramTranslation.knows(type) else { return [self] }
    guard depth < OperationRecord.mostDepth else { return [] }
    return blocks.flatMap(\.operations).flatMap { $0.unknown(depth: depth + 1) }
  }
}
