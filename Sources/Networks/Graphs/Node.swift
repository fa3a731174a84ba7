import Operations
import Tensors

/// One thing a program does: a layer of the network, or an unrolling that a layer implies.
struct Node {
  /// What it does.
  enum Work {
    case layer(LayerDefinition)
    /// The unrolling before a fully connected layer that is given a map.
    case unroll(AxisOrder)
    /// A function of single numbers that was several layers.
    case function(FusedFunction)
  }

  /// A pooling of a convolution's map that is taken on the way.
  enum Pooling {
    /// The largest of 2 × 2; the average over the whole map.
    case maxima, average
    /// A maximum that is taken block by block.
    case blockwise(PoolingDefinition)
  }

  var name: String
  var work: Work
  var inputs: [Int]
  var outputs: [Int]
  /// Whether a rectifier that followed was fused into it.
  var rectifies = false
  /// What each number of a row is multiplied by: a layer that followed and was fused into it.
  var factors: Tensor?
  /// A function of single numbers that followed and was fused into it.
  var function: FusedFunction?
  /// The pooling that followed and was fused into it.
  var pooling: Pooling?
  /// Whether it is computed in bytes.
  var isQuantized = false
  /// Its parameters, where they are not those of the network's layer of this name.
  var parameters: ConvolutionParameters?
}

extension Node {
  /// How the layer is computed in 8 bits, where it can be.
  var quantization: LayerQuantization? { if case .layer(let layer) = work { layer.quantization } else { nil } }

  /// The kind of a layer through which no gradient passes.
  var barrier: String? {
    guard case .layer(let layer) = work, layer.kind.isInferenceOnly else { return nil }
    if case .reduce = layer.kind { return "argmax" }
    return layer.kind.label
  }

  /// Whether a gradient of its outputs passes to what it reads there; where none passes to anything, it has to be told.
  func passesGradient(to slot: Int) -> Bool {
    guard case .layer(let layer) = work, case .operation(let operation) = layer.kind, barrier == nil else {
      return true
    }
    return operation.inputsWithGradient[slot]
  }

  /// Whether its runner can rectify what it makes: a convolution's and a fully connected layer's.
  var canRectify: Bool {
    guard case .layer(let layer) = work else { return false }
    if case .convolution = layer.kind { return true }
    if case .innerProduct = layer.kind { return true }
    return false
  }

  /// The function of single numbers it is.
  var ownFunction: FusedFunction? {
    switch work {
    case .function(let function): function
    case .layer(let layer): FusedFunction(layer.kind)
    case .unroll: nil
    }
  }

  /// Whether what it makes is what it reads, each number once, in another order or under another shape.
  func onlyMoves(_ shapes: [MapShape]) -> Bool {
    guard inputs.count == 1, outputs.count == 1, shapes[inputs[0]].total == shapes[outputs[0]].total else {
      return false
    }
    switch work {
    case .unroll: return true
    case .function: return false
    case .layer(let layer):
      switch layer.kind {
      case .flatten, .reshape, .permute: return true
      case .operation(let operation):
        if case .move(let moves, fill: nil) = operation.kind {
          return moves.count == 1 && operation.operands.count == 1
        }
        return operation.isRenaming
      default: return false
      }
    }
  }

  /// Whether its runner can apply a function of single numbers to what it makes: a convolution's with nothing else fused into it, that
  /// of a product with constant weights, that of a sum or the like of maps, and that of constant factors and offsets.
  var canApplyFunction: Bool {
    guard case .layer(let layer) = work, !rectifies else { return false }
    switch layer.kind {
    case .convolution: return pooling == nil
    case .operation(let operation): return operation.hasConstantWeights || channelTable != nil
    case .add, .multiply, .average, .maximum, .minimum, .scale, .bias: return true
    case .batchNormalization(let definition): return !layer.isUpdatable && !definition.computesStatistics
    default: return false
    }
  }

  /// What the channels of a map are multiplied by, or what is added to them, where it is an operation that does nothing else and is not
  /// trained.
  var channelTable: (factors: Tensor?, offsets: Tensor?)? {
    guard case .layer(let layer) = work, !layer.isUpdatable, case .operation(let operation) = layer.kind else {
      return nil
    }
    return operation.channelTable
  }

  /// Whether its runner can add a second input to what it makes: a convolution's with nothing else fused into it, and that of a product
  /// with constant weights.
  var canAdd: Bool {
    guard case .layer(let layer) = work, canApplyFunction, function == nil, inputs.count == 1 else { return false }
    switch layer.kind {
    case .convolution(let convolution): return !isQuantized && !convolution.isDeconvolution
    case .operation(let operation): return operation.hasConstantWeights
    default: return false
    }
  }

  /// Whether training changes its parameters.
  var isTrainable: Bool {
    if case .layer(let layer) = work { layer.isUpdatable && layer.kind.isTrainable } else { false }
  }
}
