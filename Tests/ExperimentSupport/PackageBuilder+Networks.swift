import Foundation
import Tensors

@testable import ModelFile

/// Packages with a network each, as converters write them.
extension PackageBuilder {
  /// A classifier of pictures of 16 × 16, as converters write one: scaled, convolved, averaged, told apart. The channels of what is
  /// convolved may be multiplied by factors, and offsets added to them.
  static func classifier(
    _ labels: [String] = ["class 0", "class 1", "class 2"], withFactors: Bool = false
  ) -> PackageBuilder {
    func numbers(_ count: Int, _ step: Float) -> [Float] { (0..<count).map { (Float($0 * 7 % 11) - 5) * step } }
    func map(_ channels: Int) -> WireMessage { tensorType(.float32, [1, channels, 16, 16]) }
    let vector = tensorType(.float32, [1, labels.count])
    var builder = PackageBuilder()
    builder.inputs = [("image", [1, 3, 16, 16])]
    builder.images = ["image"]
    builder.outputs = ["classLabel", "classLabel_probs"]
    builder.add(
      "mul", [("x", .name("image")), ("y", .value(value(.float32, [], 1) { $0[repeated: 1].floats = [1 / 64] }))],
      "image__scaled__", map(3))
    builder.constant("kernel", builder.stored(.float32, [4, 3, 3, 3], numbers(108, 0.1).littleEndianBytes))
    builder.add(
      "conv", [("x", .name("image__scaled__")), ("weight", .name("kernel")), ("pad_type", .value(text("same")))],
      "convolved", map(4))
    if withFactors {
      builder.constant("gamma", floats([0.5, -2, 1.25, 3], [1, 4, 1, 1]))
      builder.constant("beta", floats([0.1, 0.2, -0.3, 0], [4, 1, 1]))
      builder.add("mul", [("x", .name("convolved")), ("y", .name("gamma"))], "stretched", map(4))
      builder.add("add", [("x", .name("beta")), ("y", .name("stretched"))], "shifted", map(4))
    }
    builder.add("gelu", [("x", .name(withFactors ? "shifted" : "convolved"))], "activated", map(4))
    builder.add(
      "reduce_mean",
      [("x", .name("activated")), ("axes", .value(integers([2, 3]))), ("keep_dims", .value(truth(false)))],
      "features",
      tensorType(.float32, [1, 4]))
    builder.constant("matrix", floats(numbers(4 * labels.count, 0.2), [labels.count, 4]))
    builder.add("linear", [("x", .name("features")), ("weight", .name("matrix"))], "scores", vector)
    builder.add("softmax", [("x", .name("scores")), ("axis", .value(integer(-1)))], "probabilities", vector)
    builder.add(
      "classify", [("probabilities", .name("probabilities")), ("classes", .value(list(labels)))], "classLabel",
      tensorType(.string, []), further: [("classLabel_probs", dictionaryType)])
    return builder
  }

  /// An image of 16 × 16 in patches of 8 × 8, two fully connected layers on each of them, and their mean: weights of some
  /// 16,000 numbers each, in single or half precision.
  static func patches(
    _ element: ElementType = .float32, operationSet: String = "CoreML6", labels: [String] = ["a", "b", "c"]
  ) -> PackageBuilder {
    var generator = SeededGenerator(seed: 3)
    func bytes(_ count: Int) -> [UInt8] {
      let numbers = (0..<count).map { _ in generator.uniform(-0.2, 0.2) }
      guard element == .float16 else { return numbers.littleEndianBytes }
      return numbers.flatMap { number in
        let bits = Float16(number).bitPattern
        return [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
      }
    }
    var builder = PackageBuilder()
    (builder.inputs, builder.images) = ([("image", [1, 3, 16, 16])], ["image"])
    (builder.outputs, builder.operationSet) = (["classLabel", "classLabel_probs"], operationSet)
    func type(_ shape: [Int]) -> WireMessage { tensorType(element, shape) }
    var image = "image"
    if element == .float16 {
      builder.add("cast", [("x", .name("image")), ("dtype", .value(text("fp16")))], "half", type([1, 3, 16, 16]))
      image = "half"
    }
    builder.constant("kernel", builder.stored(element, [96, 3, 8, 8], bytes(96 * 192)))
    builder.add(
      "conv",
      [
        ("x", .name(image)), ("weight", .name("kernel")), ("strides", .value(integers([8, 8]))),
        ("pad_type", .value(text("valid"))),
      ], "patches", type([1, 96, 2, 2]))
    builder.add("relu", [("x", .name("patches"))], "positive", type([1, 96, 2, 2]))
    builder.add(
      "reshape", [("x", .name("positive")), ("shape", .value(integers([1, 96, 4])))], "columns", type([1, 96, 4]))
    builder.add(
      "transpose", [("x", .name("columns")), ("perm", .value(integers([0, 2, 1])))], "rows", type([1, 4, 96]))
    builder.constant("first", builder.stored(element, [192, 96], bytes(192 * 96)))
    builder.add("linear", [("x", .name("rows")), ("weight", .name("first"))], "wide", type([1, 4, 192]))
    builder.add("gelu", [("x", .name("wide"))], "bent", type([1, 4, 192]))
    builder.constant("second", builder.stored(element, [96, 192], bytes(96 * 192)))
    builder.add("linear", [("x", .name("bent")), ("weight", .name("second"))], "narrow", type([1, 4, 96]))
    builder.add(
      "reduce_mean",
      [("x", .name("narrow")), ("axes", .value(integers([1]))), ("keep_dims", .value(truth(false)))], "features",
      type([1, 96]))
    builder.constant("matrix", builder.stored(element, [3, 96], bytes(288)))
    builder.add("linear", [("x", .name("features")), ("weight", .name("matrix"))], "scores", type([1, 3]))
    var scores = "scores"
    if element == .float16 {
      builder.add(
        "cast", [("x", .name("scores")), ("dtype", .value(text("fp32")))], "single", tensorType(.float32, [1, 3]))
      scores = "single"
    }
    builder.add(
      "softmax", [("x", .name(scores)), ("axis", .value(integer(-1)))], "probabilities", tensorType(.float32, [1, 3]))
    builder.add(
      "classify", [("probabilities", .name("probabilities")), ("classes", .value(list(labels)))],
      "classLabel",
      tensorType(.string, []), further: [("classLabel_probs", dictionaryType)])
    return builder
  }

  /// A block of a transformer on four patches of an image: attention of two heads between layer normalisations, two fully connected
  /// layers with a GELU, and a classifier whose probabilities a program in half precision casts at its end. Constant positions may
  /// be added to the patches; with tables, a row of a table for the strongest colour of each patch, and numbers to the scores of an
  /// attention that is one operation.
  static func transformer(
    _ labels: [String] = ["cat", "dog"], _ element: ElementType = .float32, withPositions: Bool = false,
    withTables: Bool = false
  ) -> PackageBuilder {
    var generator = SeededGenerator(seed: 5)
    var builder = PackageBuilder()
    (builder.inputs, builder.images) = ([("image", [1, 3, 16, 16])], ["image"])
    builder.outputs = ["classLabel", "classLabel_probs"]
    func type(_ shape: [Int]) -> WireMessage { tensorType(element, shape) }
    func constant(_ name: String, _ shape: [Int], around center: Float = 0) {
      let numbers = (0..<shape.reduce(1, *)).map { _ in center + generator.uniform(-0.3, 0.3) }
      let bytes =
        element == .float32
        ? numbers.littleEndianBytes
        : numbers.flatMap { number in withUnsafeBytes(of: Float16(number).bitPattern.littleEndian) { Array($0) } }
      builder.constant(name, builder.stored(element, shape, bytes))
    }
    func number(_ number: Float) -> Argument {
      guard element == .float16 else { return .value(floats([number], [])) }
      let bytes = withUnsafeBytes(of: Float16(number).bitPattern.littleEndian) { Array($0) }
      return .value(value(.float16, [], 7) { $0.set(1, data: bytes[...]) })
    }
    func linear(_ x: String, _ name: String, _ shape: [Int], from inputs: Int) {
      constant("\(name)_weight", [shape[shape.count - 1], inputs])
      constant("\(name)_bias", [shape[shape.count - 1]])
      builder.add(
        "linear", [("x", .name(x)), ("weight", .name("\(name)_weight")), ("bias", .name("\(name)_bias"))], name,
        type(shape))
    }
    func normalized(_ x: String, _ name: String) {
      constant("\(name)_gamma", [12], around: 1)
      constant("\(name)_beta", [12])
      builder.add(
        "layer_norm",
        [
          ("x", .name(x)), ("axes", .value(integers([-1]))), ("gamma", .name("\(name)_gamma")),
          ("beta", .name("\(name)_beta")), ("epsilon", number(1e-3)),
        ], name, type([1, 4, 12]))
    }
    func shaped(_ x: String, _ name: String, _ shape: [Int]) {
      builder.add("reshape", [("x", .name(x)), ("shape", .value(integers(shape)))], name, type(shape))
    }
    func turned(_ x: String, _ name: String, _ order: [Int], _ shape: [Int]) {
      builder.add("transpose", [("x", .name(x)), ("perm", .value(integers(order)))], name, type(shape))
    }
    var image = "image"
    if element == .float16 {
      builder.add("cast", [("x", .name("image")), ("dtype", .value(text("fp16")))], "half", type([1, 3, 16, 16]))
      image = "half"
    }
    builder.add("mul", [("x", .name(image)), ("y", number(1 / 128))], "scaled", type([1, 3, 16, 16]))
    constant("kernel", [12, 3, 8, 8])
    builder.add(
      "conv",
      [
        ("x", .name("scaled")), ("weight", .name("kernel")), ("strides", .value(integers([8, 8]))),
        ("pad_type", .value(text("valid"))),
      ], "patches", type([1, 12, 2, 2]))
    shaped("patches", "columns", [1, 12, 4])
    turned("columns", withPositions ? "places" : "tokens", [0, 2, 1], [1, 4, 12])
    if withPositions {
      constant("table", [1, 4, 12])
      builder.add("add", [("x", .name("places")), ("y", .name("table"))], "tokens", type([1, 4, 12]))
    }
    var tokens = "tokens"
    if withTables {
      builder.add(
        "avg_pool",
        [
          ("x", .name("scaled")), ("kernel_sizes", .value(integers([8, 8]))), ("strides", .value(integers([8, 8]))),
          ("pad_type", .value(text("valid"))),
        ], "colours", type([1, 3, 2, 2]))
      shaped("colours", "colour_columns", [1, 3, 4])
      builder.add(
        "reduce_argmax",
        [("x", .name("colour_columns")), ("axis", .value(integer(1))), ("keep_dims", .value(truth(false)))], "codes",
        tensorType(.int32, [1, 4]))
      constant("codebook", [3, 12])
      builder.add(
        "gather", [("x", .name("codebook")), ("indices", .name("codes")), ("axis", .value(integer(0)))], "rows",
        type([1, 4, 12]))
      builder.add("add", [("x", .name("tokens")), ("y", .name("rows"))], "coded", type([1, 4, 12]))
      tokens = "coded"
    }
    normalized(tokens, "before")
    for name in ["query", "key", "value"] {
      linear("before", name, [1, 4, 12], from: 12)
      shaped(name, "\(name)_shaped", [1, 4, 2, 6])
      turned("\(name)_shaped", "\(name)_heads", [0, 2, 1, 3], [1, 2, 4, 6])
    }
    if withTables {
      constant("biases", [1, 2, 4, 4])
      builder.add(
        "scaled_dot_product_attention",
        [
          ("query", .name("query_heads")), ("key", .name("key_heads")), ("value", .name("value_heads")),
          ("attn_mask", .name("biases")),
        ], "mixed", type([1, 2, 4, 6]))
    } else {
      builder.add(
        "matmul",
        [("x", .name("query_heads")), ("y", .name("key_heads")), ("transpose_y", .value(truth(true)))], "products",
        type([1, 2, 4, 4]))
      builder.add("mul", [("x", .name("products")), ("y", number(0.408))], "weighed", type([1, 2, 4, 4]))
      builder.add("softmax", [("x", .name("weighed")), ("axis", .value(integer(-1)))], "shares", type([1, 2, 4, 4]))
      builder.add("matmul", [("x", .name("shares")), ("y", .name("value_heads"))], "mixed", type([1, 2, 4, 6]))
    }
    turned("mixed", "mixed_tokens", [0, 2, 1, 3], [1, 4, 2, 6])
    shaped("mixed_tokens", "joined", [1, 4, 12])
    linear("joined", "projected", [1, 4, 12], from: 12)
    builder.add("add", [("x", .name(tokens)), ("y", .name("projected"))], "attended", type([1, 4, 12]))
    normalized("attended", "between")
    linear("between", "wide", [1, 4, 24], from: 12)
    builder.add("gelu", [("x", .name("wide"))], "bent", type([1, 4, 24]))
    linear("bent", "narrow", [1, 4, 12], from: 24)
    builder.add("add", [("x", .name("attended")), ("y", .name("narrow"))], "block", type([1, 4, 12]))
    builder.add(
      "reduce_mean",
      [("x", .name("block")), ("axes", .value(integers([1]))), ("keep_dims", .value(truth(false)))], "features",
      type([1, 12]))
    linear("features", "scores", [1, labels.count], from: 12)
    builder.add(
      "softmax", [("x", .name("scores")), ("axis", .value(integer(-1)))], "probabilities", type([1, labels.count]))
    var answer = "probabilities"
    if element == .float16 {
      builder.add(
        "cast", [("x", .name(answer)), ("dtype", .value(text("fp32")))], "single",
        tensorType(.float32, [1, labels.count]))
      answer = "single"
    }
    builder.add(
      "classify", [("probabilities", .name(answer)), ("classes", .value(list(labels)))], "classLabel",
      tensorType(.string, []), further: [("classLabel_probs", dictionaryType)])
    return builder
  }

  /// x → relu → y.
  static var rectifier: PackageBuilder {
    var builder = PackageBuilder()
    builder.add("relu", [("x", .name("x"))], "y", tensorType(.float32, [1, 2, 4, 4]))
    return builder
  }
}
