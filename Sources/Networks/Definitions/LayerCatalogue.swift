/// Every kind of layer there is, by the format's name, with what training makes of it.
public enum LayerCatalogue {
  /// The kinds whose parameters can learn, and through which the gradient passes.
  public static let learning = [
    "convolution", "innerProduct", "batchnorm", "simpleRecurrent", "gru", "uniDirectionalLSTM",
  ]
  /// The kinds through which the gradient passes to the layers before them.
  public static let passing = [
    "activation", "add", "average", "biDirectionalLSTM", "bias", "concat", "crop", "dot", "dropout", "flatten",
    "l2normalize", "loadConstant", "lrn", "max", "min", "multiply", "mvn", "padding", "permute", "pooling", "reduce",
    "reorganizeData", "reshape", "resizeBilinear", "scale", "sequenceRepeat", "slice", "softmax", "split", "unary",
    "upsample",
  ]
  /// The kinds that only infer: no gradient passes through them. An embedding's own table can learn.
  public static let inferenceOnly = ["cropResize", "embedding"]
}
