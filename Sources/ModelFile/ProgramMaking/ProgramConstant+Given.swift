import Operations
import Tensors

extension ProgramConstant {
  /// The numbers that an input always holds.
  ///
  /// - Parameters:
  ///   - given: The numbers, row-major; a single one fills it.
  ///   - input: The input's name.
  ///   - element: Their type.
  ///   - shape: How long its axes are.
  /// - Throws: `ProgramProblem` with `shapes` and `tooLarge` for a shape that cannot be, `inputNumbers` for too few or too many,
  ///   `inputValue` for one that the type does not hold, `type` for one that is not computed with.
  init(_ given: [Float], of input: String, element: ElementType, shape: [Int]) throws(ProgramProblem) {
    try NetworkBuilder.check(shape)
    let count = shape.reduce(1, *)
    guard given.count == count || given.count == 1 else {
      throw .inputNumbers(input, expected: count, actual: given.count)
    }
    let isHeld: (Float) -> Bool
    switch element {
    case .float32: isHeld = { _ in true }
    case .float16: isHeld = { HalfPrecision.rounded($0).isFinite }
    case .int32: isHeld = { $0 == $0.rounded() && abs($0) <= 1e9 }
    case .bool: isHeld = { $0 == 0 || $0 == 1 }
    default: throw .type(value: input)
    }
    if let odd = given.first(where: { !isHeld($0) }) { throw .inputValue(input, odd, type: element.label) }
    let all = given.count == count ? given : [Float](repeating: given[0], count: count)
    if element.isFloat {
      self.init(element, shape: shape, floats: all)
    } else {
      self.init(element, shape: shape, integers: all.map { Int($0) })
    }
  }
}
