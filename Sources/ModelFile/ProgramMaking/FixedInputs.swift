import Tensors

extension ProgramRecord {
  /// The same program, with inputs that always hold the same numbers: constants of these names stand in their places.
  ///
  /// - Parameter numbers: For each input its numbers, row-major; a single one fills it.
  /// - Returns: The program's file.
  /// - Throws: `ModelFileError.program` with `noArray` for one that there is not, or an image, `type` for numbers of a type that is not
  ///   computed with, `inputNumbers` for too few or too many, `inputValue` for one that its type does not hold, `shapes` and `tooLarge` for an input of no fixed shape.
  public func fixing(_ numbers: [String: [Float]]) throws(ModelFileError) -> ModelFile {
    let function = try function()
    var constants: [WireMessage] = []
    for (name, given) in numbers.sorted(by: { $0.key < $1.key }) {
      do throws(ProgramProblem) {
        constants.append(ProgramWire.constant(name, try ProgramRecord.value(of: name, given, in: function)))
      } catch {
        throw .program(ProgramError(error))
      }
    }
    var copy = file
    copy.wire.set(2, message: described { numbers[$0.name] == nil ? $0 : nil })
    copy.content = content { (taken, operations) in
      (taken.filter { numbers[$0.text(1)] == nil }, constants + operations)
    }
    return copy
  }

  private static func value(
    of name: String, _ given: [Float], in function: ProgramFunction
  ) throws(ProgramProblem) -> WireMessage {
    let arrays = function.description.inputs.filter { if case .multiArray = $0.type { true } else { false } }
    guard case .multiArray(let array)? = arrays.first(where: { $0.name == name })?.type,
      case .tensor(let element, let lengths)? = function.inputs.first(where: { $0.name == name })?.type
    else { throw .noArray(name, known: arrays.map(\.name)) }
    let shape = lengths.contains(nil) ? array.shape : lengths.compactMap(\.self)
    let constant = try ProgramConstant(given, of: name, element: element, shape: shape)
    guard let value = ProgramWire.value(constant) else { throw .type(value: name) }
    return value
  }
}
