public import Networks
public import Tensors
public import Training

/// The layers of a network that bring its inputs to mean 0 and deviation 1, and the layer that brings what it makes from there
/// to the targets' own mean and deviation: bias and scale layers as any, so that a saved file holds them. Their numbers are
/// those of the samples it learns from first, and no training changes them.
extension NetworkDefinition {
  private enum Name {
    static let centered = "centered", standardized = "standardized", rescaled = "rescaled"
    static let scores = "standardizedPrediction"
  }

  /// The layers that standardise an input, changing nothing until samples were measured.
  ///
  /// - Parameters:
  ///   - input: The tensor they read, a row of numbers.
  ///   - count: How many numbers it has.
  /// - Returns: Two layers, one after the other.
  public static func standardizingLayers(of input: String, count: Int) -> [LayerDefinition] {
    [
      LayerDefinition(
        name: Name.centered, inputs: [input], outputs: [Name.centered], kind: .bias(Tensor(shape: [count]))),
      LayerDefinition(
        name: Name.standardized, inputs: [Name.centered], outputs: [Name.standardized],
        kind: .scale(scale: Tensor(shape: [count], values: [Float](repeating: 1, count: count)), bias: nil)),
    ]
  }

  /// Adds the layer that gives numbers their own mean and deviation back, behind the only output.
  ///
  /// - Parameter count: How many numbers it has.
  public mutating func addRescaling(count: Int) {
    guard let output = outputs.first, let last = layers.indices.last else { return }
    layers[last].outputs[0] = Name.scores
    let ones = Tensor(shape: [count], values: [Float](repeating: 1, count: count))
    layers.append(
      LayerDefinition(
        name: Name.rescaled, inputs: [Name.scores], outputs: [output],
        kind: .scale(scale: ones, bias: Tensor(shape: [count]))))
  }

  /// Whether its first layers standardise its input.
  public var standardizesInput: Bool {
    guard layers.count > 2, layers[0].name == Name.centered, layers[1].name == Name.standardized,
      case .bias = layers[0].kind, case .scale = layers[1].kind
    else { return false }
    return true
  }

  /// The network with the means and deviations it has: no samples that it is trained on will change them.
  public var withFixedStandardization: NetworkDefinition {
    guard standardizesInput else { return self }
    var network = self
    for index in 0..<2 { network.layers[index].name = "fixed_\(layers[index].name)" }
    return network
  }

  /// The tensor that holds its answers before they get their own mean and deviation back; nil where they never lose it.
  public var standardizedOutput: String? { rescaling == nil ? nil : Name.scores }

  private var rescaling: (factors: Tensor, offsets: Tensor)? {
    guard let last = layers.last, last.name == Name.rescaled, last.inputs == [Name.scores],
      case .scale(let factors, let offsets?) = last.kind
    else { return nil }
    return (factors, offsets)
  }

  /// Takes the means and deviations of samples.
  ///
  /// - Parameters:
  ///   - inputs: Those of the numbers it reads.
  ///   - targets: Those of the numbers it is to answer with; nil where it answers with classes.
  public mutating func standardize(by inputs: Standardization, targets: Standardization?) {
    guard standardizesInput else { return }
    let count = inputs.offsets.count
    layers[0].kind = .bias(Tensor(shape: [count], values: inputs.offsets))
    layers[1].kind = .scale(scale: Tensor(shape: [count], values: inputs.factors), bias: nil)
    guard let targets, rescaling != nil else { return }
    layers[layers.count - 1].kind = .scale(
      scale: Tensor(shape: [targets.factors.count], values: targets.factors.map { 1 / $0 }),
      bias: Tensor(shape: [targets.offsets.count], values: targets.offsets.map { -$0 }))
  }

  /// What the network is to make of targets before they get their own mean and deviation back, [samples, outputs].
  ///
  /// - Parameter targets: The targets themselves.
  /// - Returns: The same where the network does not standardise them.
  public func standardizedTargets(_ targets: Tensor) -> Tensor {
    guard let (factors, offsets) = rescaling else { return targets }
    var result = targets
    let count = factors.count
    for place in result.values.indices {
      result.values[place] = (result.values[place] - offsets.values[place % count]) / factors.values[place % count]
    }
    return result
  }
}
