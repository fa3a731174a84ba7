import Arithmetic
import Operations
import Tensors

/// An example of an operation whose tensors of four axes lie as maps, with other channels between theirs.
struct MapForms {
  let operation: TensorOperation
  let operands: [TensorView], results: [TensorView]

  /// Nil where nothing of it can lie so: no four axes, or an operation of row-major tensors alone.
  init?(_ example: OperationExample) {
    switch example.kind {
    case .map, .combine, .select, .move, .pick, .reduce, .softmax, .normalize, .pool, .resample: break
    default: return nil
    }
    let shapes = example.operands.map(\.shape)
    guard (shapes + example.results).contains(where: { $0.count == 4 }) else { return nil }
    func form(_ shape: [Int]) -> TensorForm { TensorForm(shape, isMap: shape.count == 4) }
    func view(_ shape: [Int]) -> TensorView {
      guard shape.count == 4 else { return TensorView(TensorForm(shape)) }
      let pixelStep = shape[1] + 3
      return TensorView(form(shape), pixelStep: pixelStep, sampleStep: shape[2] * shape[3] * pixelStep + 5)
    }
    operation = TensorOperation(
      example.name, example.kind, shapes.map { .input(form($0)) }, results: example.results.map(form))
    (operands, results) = (shapes.map(view), example.results.map(view))
  }

  /// How many numbers a view reaches over.
  static func size(_ view: TensorView) -> Int {
    zip(view.shape, view.steps).reduce(1) { $0 + ($1.0 - 1) * $1.1 }
  }

  private static func forEachPlace(_ view: TensorView, _ body: (_ number: Int, _ place: Int) -> Void) {
    for (number, index) in ArrayReference.indices(view.shape).enumerated() {
      body(number, zip(index, view.steps).reduce(0) { $0 + $1.0 * $1.1 })
    }
  }

  /// A tensor's numbers as they lie in a view, others between.
  static func laid(_ tensor: Tensor, _ view: TensorView) -> FloatBuffer {
    let buffer = FloatBuffer([Float](repeating: 77, count: size(view)))
    forEachPlace(view) { number, place in buffer.pointer[place] = tensor.values[number] }
    return buffer
  }

  /// The tensor that lies in a view.
  static func read(_ buffer: FloatBuffer, _ view: TensorView) -> Tensor {
    var values: [Float] = []
    forEachPlace(view) { _, place in values.append(buffer.pointer[place]) }
    return Tensor(shape: view.shape, values: values)
  }
}
