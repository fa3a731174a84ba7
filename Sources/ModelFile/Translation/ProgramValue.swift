import Networks
import Operations
import Tensors

/// What a name of a program stands for while it is translated.
enum ProgramValue: Sendable {
  /// Numbers or texts that are known.
  case constant(ProgramConstant)
  /// A tensor of the network.
  case tensor(ProgramTensor)
  /// A list or tuple: the labels of a classifier.
  case list(ValueRecord)

  /// The type of its elements; nil for a list.
  var element: ElementType? {
    switch self {
    case .constant(let constant): constant.element
    case .tensor(let tensor): tensor.element
    case .list: nil
    }
  }

  /// Its shape; nil for a list.
  var shape: [Int]? {
    switch self {
    case .constant(let constant): constant.shape
    case .tensor(let tensor): tensor.form.shape
    case .list: nil
    }
  }

  /// Whether it lies as maps.
  var isMap: Bool { if case .tensor(let tensor) = self { tensor.form.isMap } else { false } }
}

/// A tensor of the network that a program becomes.
struct ProgramTensor: Sendable, Equatable {
  /// Its name in the network.
  var name: String
  let element: ElementType
  let form: TensorForm

  /// Whether a network takes it for one vector: all axes but the last have length 1.
  var isVector: Bool { !form.isMap && form.shape.dropLast().allSatisfy { $0 == 1 } }
}
