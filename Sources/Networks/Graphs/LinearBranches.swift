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
  private var forms: [Int: LinearForm] = [:]

  /// The steps with such convolutions in place of the layers that make the sums. The branches are left where they are.
  static func joined(in steps: [Blueprint.Step], shapes: [MapShape]) -> [Blueprint.Step] {
    var readers = [Int](repeating: 0, count: shapes.count)
    for input in steps.flatMap(\.inputs) { readers[input] += 1 }
    var branches = LinearBranches(shapes: shapes, readers: readers)
    return steps.map { branches.joined($0) }
  }

  private init(shapes: [MapShape], readers: [Int]) { (self.shapes, self.readers) = (shapes, readers) }

  private mutating func joined(_ step: Blueprint.Step) -> Blueprint.Step {
    guard step.outputs.count == 1, !step.layer.isUpdatable, step.layer.inputRange == nil,
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
      let table = definition.table
      return operand(input).scaled(by: table.factors, plus: table.offsets)
    case .scale(let scale, let bias):
      guard let factors = try? SpreadTable(scale, named: "", over: shape, layer: "").byChannel(shape) else {
        return nil
      }
      let none = [Double](repeating: 0, count: factors.count)
      guard let bias else { return operand(input).scaled(by: factors, plus: none) }
      guard let offsets = try? SpreadTable(bias, named: "", over: shape, layer: "").byChannel(shape) else { return nil }
      return operand(input).scaled(by: factors, plus: offsets)
    case .bias(let bias):
      guard let offsets = try? SpreadTable(bias, named: "", over: shape, layer: "").byChannel(shape) else { return nil }
      return operand(input).scaled(by: offsets.map { _ in 1 }, plus: offsets)
    case .add where step.inputs.count > 1: return sum(step, sign: 1)
    case .operation(let operation):
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

  /// The first input and the others, each times a sign.
  private func sum(_ step: Blueprint.Step, sign: Double) -> LinearForm? {
    guard step.inputs.allSatisfy({ shapes[$0] == shapes[step.outputs[0]] }) else { return nil }
    let parts = step.inputs.map(operand)
    return parts.dropFirst().reduce(parts.first) { $0?.adding($1, sign: sign) }
  }

  /// A tensor as a function of the map before it, where it is read by nothing else; else of itself.
  private func operand(_ tensor: Int) -> LinearForm {
    if readers[tensor] == 1, let known = forms[tensor] { return known }
    return LinearForm(map: tensor, channels: shapes[tensor].channels)
  }
}

extension BatchNormalizationDefinition {
  /// The factor and the offset of each channel by the stored statistics.
  fileprivate var table: (factors: [Double], offsets: [Double]) {
    func number(_ tensor: [Float]?, _ channel: Int, or absent: Double) -> Double {
      tensor.map { Double($0[channel]) } ?? absent
    }
    let (gamma, beta, mean, variance) = (gamma?.values, beta?.values, mean?.values, variance?.values)
    let factors = (0..<channels).map { channel in
      number(gamma, channel, or: 1) / (number(variance, channel, or: 1) + Double(epsilon)).squareRoot()
    }
    let offsets = (0..<channels).map { channel in
      number(beta, channel, or: 0) - number(mean, channel, or: 0) * factors[channel]
    }
    return (factors, offsets)
  }
}

extension SpreadTable {
  /// The numbers where there is one for each channel.
  fileprivate func byChannel(_ shape: MapShape) -> [Double]? {
    values.count == shape.channels ? values.map(Double.init) : nil
  }
}
