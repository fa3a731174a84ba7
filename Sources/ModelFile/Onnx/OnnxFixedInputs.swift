/// The constants that stand for inputs of a graph that always hold the same numbers.
///
/// Axes of no fixed length get theirs from the numbers: what the others leave over goes to the last of them. A single number fills its
/// input, whose axes are as long as those of other inputs that have the same name, or 1.
struct OnnxFixedInputs {
  /// By the graph's names.
  private(set) var constants: [String: ProgramConstant] = [:]
  /// How long axes are, by their names.
  private var known: [String: Int] = [:]

  /// Puts numbers into inputs.
  ///
  /// - Parameters:
  ///   - given: The numbers of some of the inputs, each once.
  ///   - inputs: All inputs that have no constant.
  /// - Throws: `noArray` for one that there is not, or given twice, `inputNumbers` for too few or too many, `inputValue` for one that its
  ///   type does not hold, `type`, `flexibleShape`, and `shapes` and `tooLarge` for one that is too large.
  init(_ given: [OnnxInput.Fixed], of inputs: [OnnxValueInfo]) throws(ProgramProblem) {
    // Several numbers say how long axes are that a single one then fills.
    for fixed in given.filter({ $0.numbers.count > 1 }) + given.filter({ $0.numbers.count <= 1 }) {
      let others = inputs.filter { constants[$0.name] == nil }
      guard let input = others.first(where: { $0.answers(to: fixed.name) }) else {
        throw .noArray(fixed.name, known: others.map(\.name))
      }
      constants[input.name] = try constant(fixed, input)
    }
  }

  private mutating func constant(
    _ fixed: OnnxInput.Fixed, _ input: OnnxValueInfo
  ) throws(ProgramProblem) -> ProgramConstant {
    guard let number = input.type, let type = OnnxType(rawValue: number) else { throw .type(value: input.name) }
    guard let lengths = input.lengths else { throw .flexibleShape(value: input.name) }
    let shape = shape(lengths, of: input, count: fixed.numbers.count)
    for (length, symbol) in zip(shape, input.symbols) where !symbol.isEmpty { known[symbol] = length }
    return try ProgramConstant(fixed.numbers, of: fixed.name, element: type.computed, shape: shape)
  }

  private func shape(_ lengths: [Int?], of input: OnnxValueInfo, count: Int) -> [Int] {
    let own = zip(lengths, input.symbols).map { length, symbol in length ?? known[symbol] }
    let others = own.map { $0 ?? 1 }.product ?? 0
    guard let last = own.lastIndex(of: nil), others > 0, count > 1, count.isMultiple(of: others) else {
      return own.map { $0 ?? 1 }
    }
    return own.enumerated().map { axis, length in length ?? (axis == last ? count / others : 1) }
  }
}

extension OnnxValueInfo {
  /// Whether it is called so, in the file or in a program made of it.
  fileprivate func answers(to wanted: String) -> Bool { name == wanted || ProgramDraft.plain(name) == wanted }

  /// The axis of the samples: the one that is called a batch, else the first.
  var batchAxis: Int { symbols.firstIndex { $0.lowercased().contains("batch") } ?? 0 }

  /// Whether the file leaves a length open that nothing usual stands for.
  var isOpen: Bool { (lengths ?? []).enumerated().contains { $0 != batchAxis && $1 == nil } }

  /// Whether it is a picture in colour, or all but surely one.
  var isPicture: Bool {
    guard let type = type.flatMap(OnnxType.init), type.computed.isFloat, let lengths, lengths.count == 4 else {
      return false
    }
    let isColored = [lengths[1], lengths[3]].contains(3) || lengths[1...].allSatisfy { $0 == nil }
    return isColored && (lengths[0] ?? 1) == 1
  }
}
