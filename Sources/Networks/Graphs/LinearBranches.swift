import Operations
import Tensors

/// What predictions compute by one convolution where a network has several linear layers over one map.
///
/// Networks are trained with branches side by side (RepVGG: Ding and others, 2021; MobileOne: Vasu and others, 2023): convolutions with
/// kernels of several sizes, normalisations and the map itself, which are added. Where nothing of them is trained any more, the sum is
/// one convolution. So is a convolution with the normalisation or the factors after it. What is wanted of the branches themselves is
/// computed beside, so that what else is wanted changes no bit of the sum.
struct LinearBranches {
  private let shapes: [MapShape]
  private let readers: [Int]
  /// The maps that convolutions read: nothing else can become part of one.
  private let convolved: Set<Int>
  private var forms: [Int: LinearForm] = [:]
  /// No network has so many layers in a block; a file may.
  private static let mostLayers = 32

  /// The steps with such convolutions in place of the layers that make the sums. The branches are left where they are.
  static func joined(in steps: [Blueprint.Step], shapes: [MapShape]) -> [Blueprint.Step] {
    var readers = [Int](repeating: 0, count: shapes.count)
    for input in steps.flatMap(\.inputs) { readers[input] += 1 }
    let convolved = steps.compactMap { step -> Int? in
      if case .convolution = step.layer.kind { step.inputs.first } else { nil }
    }
    var branches = LinearBranches(shapes: shapes, readers: readers, convolved: Set(convolved))
    return steps.map { branches.joined($0) }
  }

  private init(shapes: [MapShape], readers: [Int], convolved: Set<Int>) {
    (self.shapes, self.readers, self.convolved) = (shapes, readers, convolved)
  }

  private mutating func joined(_ step: Blueprint.Step) -> Blueprint.Step {
    guard step.outputs.count == 1, !step.layer.isUpdatable, step.layer.quantization == nil,
      (step.inputs + step.outputs).allSatisfy({ shapes[$0].steps == 1 }), let form = form(of: step)
    else { return step }
    forms[step.outputs[0]] = form
    guard form.layers > 1, let convolution = form.convolution else { return step }
    var result = step
    result.layer.kind = .convolution(convolution)
    result.inputs = [form.source]
    result.parameters = ConvolutionParameters(convolution, layer: step.layer.name, isTrainable: false)
    return result
  }

  private func form(of step: Blueprint.Step) -> LinearForm? {
    guard let input = step.inputs.first else { return nil }
    let shape = shapes[step.outputs[0]]
    switch step.layer.kind {
    case .convolution(let definition): return LinearForm(definition, of: input, shapes[input])
    case .batchNormalization(let definition) where !definition.computesStatistics:
      guard let operand = operand(input) else { return nil }
      let table = definition.table
      return operand.scaled(by: table.factors, plus: table.offsets)
    case .scale(let scale, let bias): return moved(input, shape, factors: scale, offsets: bias)
    case .bias(let bias): return moved(input, shape, factors: nil, offsets: bias)
    case .add where step.inputs.count > 1: return sum(step, sign: 1)
    case .operation(let operation):
      if let own = operation.channelTable { return moved(input, shape, factors: own.factors, offsets: own.offsets) }
      guard operation.inputs.count == 2, operation.operands.count == 2,
        (operation.inputs + operation.results).allSatisfy(\.isMap)
      else { return nil }
      switch operation.kind {
      case .combine(.add): return sum(step, sign: 1)
      case .combine(.subtract): return sum(step, sign: -1)
      default: return nil
      }
    default: return nil
    }
  }

  /// A tensor times factors, plus offsets, where there is one of each for a channel.
  private func moved(_ tensor: Int, _ shape: MapShape, factors: Tensor?, offsets: Tensor?) -> LinearForm? {
    func numbers(_ tensor: Tensor?, or absent: Double) -> [Double]? {
      guard let tensor else { return [Double](repeating: absent, count: shape.channels) }
      let values = (try? SpreadTable(tensor, named: "", over: shape, layer: ""))?.values
      return values.flatMap { $0.count == shape.channels ? $0.map(Double.init) : nil }
    }
    guard let operand = operand(tensor), let factors = numbers(factors, or: 1), let offsets = numbers(offsets, or: 0)
    else { return nil }
    return operand.scaled(by: factors, plus: offsets)
  }

  /// The first input and the others, each times a sign.
  private func sum(_ step: Blueprint.Step, sign: Double) -> LinearForm? {
    guard step.inputs.count <= LinearBranches.mostLayers,
      step.inputs.allSatisfy({ shapes[$0] == shapes[step.outputs[0]] })
    else { return nil }
    var result: LinearForm?
    for (slot, input) in step.inputs.enumerated() {
      guard let part = operand(input) else { return nil }
      result = slot == 0 ? part : result?.adding(part, sign: sign)
      if result == nil { return nil }
    }
    return result
  }

  /// A tensor as a function of the map before it, where it is read by nothing else; else of itself, where a convolution reads it.
  private func operand(_ tensor: Int) -> LinearForm? {
    if readers[tensor] == 1, let known = forms[tensor], known.layers < LinearBranches.mostLayers { return known }
    return convolved.contains(tensor) ? LinearForm(map: tensor, channels: shapes[tensor].channels) : nil
  }
}

extension BatchNormalizationDefinition {
  /// The factor and the offset of each channel by the stored statistics.
  fileprivate var table: (factors: [Double], offsets: [Double]) {
    let (factors, beta, mean) = (factors, beta?.values, mean?.values)
    let offsets = factors.indices.map { channel in
      Double(beta?[channel] ?? 0) - Double(mean?[channel] ?? 0) * factors[channel]
    }
    return (factors, offsets)
  }
}
