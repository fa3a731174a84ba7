import Networks
import Operations

/// What an input of a program is to a network.
enum ProgramInput {
  /// The tensor of an input, with the shape it has here.
  static func tensor(
    _ input: NamedType, _ feature: FeatureDescription?
  ) throws(ProgramProblem) -> ProgramTensor {
    guard case .tensor(let element, let lengths) = input.type, element != .string else {
      throw .type(value: input.name)
    }
    let shape = lengths.contains(nil) ? try described(lengths, input.name, feature) : lengths.compactMap(\.self)
    guard shape.allSatisfy({ $0 >= 1 }), shape.product != nil else { throw .tooLarge(value: input.name, shape: shape) }
    do throws(ProgramProblem) { try NetworkBuilder.check(shape) } catch {
      throw .tooLarge(value: input.name, shape: shape)
    }
    return ProgramTensor(name: input.name, element: element, form: TensorForm(shape, isMap: shape.count == 4))
  }

  /// The shape of an input that takes several: the one its description gives it.
  private static func described(
    _ lengths: [Int?], _ name: String, _ feature: FeatureDescription?
  ) throws(ProgramProblem) -> [Int] {
    let shape: [Int] =
      switch feature?.type {
      case .multiArray(let array)?: array.shape
      case .image(let image)?: [1, lengths.count == 4 ? lengths[1] ?? 3 : 3, image.height, image.width]
      default: []
      }
    guard shape.count == lengths.count, zip(lengths, shape).allSatisfy({ $0 == nil || $0 == $1 }) else {
      throw .flexibleShape(value: name)
    }
    return shape
  }

  /// What is done to an image: its channels in order; scale and bias are operations of the program.
  static func preprocessing(
    _ image: ImageFeature, shape: [Int], _ name: String
  ) throws(ProgramProblem) -> ImagePreprocessing {
    let space: ImagePreprocessing.ColorSpace =
      switch image.colorSpace {
      case .rgb: .rgb
      case .bgr: .bgr
      case .grayscale, .grayscaleFloat16: .grayscale
      case .unknown: throw .type(value: name)
      }
    let wanted = [1, space == .grayscale ? 1 : 3, image.height, image.width]
    guard shape == wanted else { throw .declaredShape(value: name, declared: wanted, actual: shape) }
    return ImagePreprocessing(colorSpace: space)
  }
}
