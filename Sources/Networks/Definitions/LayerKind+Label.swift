extension LayerKind {
  /// The kind's name in the format, for example `innerProduct`.
  public var label: String {
    switch self {
    case .convolution: "convolution"
    case .innerProduct: "innerProduct"
    case .pooling: "pooling"
    case .activation: "activation"
    case .softmax: "softmax"
    case .flatten: "flatten"
    case .concat: "concat"
    case .add: "add"
    case .multiply: "multiply"
    case .dropout: "dropout"
    case .average: "average"
    case .maximum: "max"
    case .minimum: "min"
    case .dot: "dot"
    case .batchNormalization: "batchnorm"
    case .meanVarianceNormalization: "mvn"
    case .l2Normalization: "l2normalize"
    case .localResponseNormalization: "lrn"
    case .padding: "padding"
    case .crop: "crop"
    case .slice: "slice"
    case .split: "split"
    case .permute: "permute"
    case .reshape: "reshape"
    case .reduce: "reduce"
    case .unary: "unary"
    case .scale: "scale"
    case .bias: "bias"
    case .loadConstant: "loadConstant"
    case .upsample: "upsample"
    case .resample(let definition): if case .target = definition.size { "resizeBilinear" } else { "upsample" }
    case .cropResize: "cropResize"
    case .reorganize: "reorganizeData"
    case .embedding: "embedding"
    case .recurrent(let definition): definition.label
    case .sequenceConcat: "concat"
    case .sequenceRepeat: "sequenceRepeat"
    }
  }
}
