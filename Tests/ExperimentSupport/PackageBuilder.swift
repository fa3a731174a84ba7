// It reaches into the room ModelFile, which only the builds of tests allow.
#if DEBUG
  import Foundation
  import Tensors

  @testable import ModelFile

  extension [Float] {
    fileprivate var littleEndianBytes: [UInt8] {
      flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(8 * $0)) } }
    }
  }

  extension WireMessage {
    /// A message from its fields.
    static func made(_ edit: (inout WireMessage) -> Void) -> WireMessage {
      var wire = WireMessage()
      edit(&wire)
      return wire
    }
  }

  /// Small packages made by hand, field by field, without the code that makes models.
  struct PackageBuilder {
    /// The operations of the one function, in order.
    var operations: [WireMessage] = []
    /// What the file of weights holds, record by record.
    private var weights = Data()
    var inputs: [(name: String, shape: [Int])] = [("x", [1, 2, 4, 4])]
    var outputs = ["y"]
    var operationSet = "CoreML6"
    /// The inputs that are images.
    var images: Set<String> = []
    /// The types of inputs whose shape is not fixed, and the shapes the description gives inputs where these are others.
    var inputTypes: [String: WireMessage] = [:], described: [String: [Int]] = [:]
    /// The shapes the description lets inputs have, where these are several.
    var flexible: [String: [[Int]]] = [:]

    // MARK: Values

    static func tensorType(_ element: ElementType, _ shape: [Int]) -> WireMessage { openType(element, shape) }

    /// A type of which some lengths are not fixed.
    static func openType(_ element: ElementType, _ shape: [Int?]) -> WireMessage {
      WireMessage.made { type in
        type.set(
          1,
          message: WireMessage.made { tensor in
            tensor.set(1, element.rawValue)
            tensor.set(2, shape.count)
            tensor[repeated: 3].messages = shape.map { length in
              WireMessage.made { dimension in
                if let length {
                  dimension.set(1, message: WireMessage.made { $0.set(1, length) })
                } else {
                  dimension.set(2, message: WireMessage())
                }
              }
            }
          })
      }
    }

    static func named(_ name: String, _ type: WireMessage) -> WireMessage {
      WireMessage.made {
        $0.set(1, name)
        $0.set(2, message: type)
      }
    }

    /// A value in the program itself: field 1 floats, 2 whole numbers, 3 truth values, 4 texts, 7 bytes.
    static func value(
      _ element: ElementType, _ shape: [Int], _ field: Int, _ fill: (inout WireMessage) -> Void
    )
      -> WireMessage
    {
      WireMessage.made { value in
        value.set(2, message: tensorType(element, shape))
        value.set(
          3,
          message: WireMessage.made { immediate in
            immediate.set(
              1, message: WireMessage.made { $0.set(field, message: WireMessage.made(fill)) })
          })
      }
    }

    static func integers(_ numbers: [Int]) -> WireMessage {
      value(.int32, [numbers.count], 2) { $0[repeated: 1].integers = numbers }
    }

    static func integer(_ number: Int) -> WireMessage { value(.int32, [], 2) { $0[repeated: 1].integers = [number] } }
    static func truth(_ value: Bool) -> WireMessage {
      self.value(.bool, [], 3) { $0[repeated: 1].integers = [value ? 1 : 0] }
    }

    static func floats(_ numbers: [Float], _ shape: [Int]) -> WireMessage {
      value(.float32, shape, 1) { $0[repeated: 1].floats = numbers }
    }

    static func text(_ text: String) -> WireMessage { value(.string, [], 4) { $0[repeated: 1].texts = [text] } }

    /// A list of texts, as the labels of a classifier are.
    static func list(_ texts: [String]) -> WireMessage {
      WireMessage.made { value in
        value.set(2, message: WireMessage.made { $0.set(2, message: WireMessage()) })
        value.set(
          3,
          message: WireMessage.made { immediate in
            immediate.set(3, message: WireMessage.made { $0[repeated: 1].messages = texts.map(text) })
          })
      }
    }

    /// A dictionary's type.
    static let dictionaryType = WireMessage.made { $0.set(4, message: WireMessage()) }

    /// A value in the file of weights.
    mutating func stored(_ element: ElementType, _ shape: [Int], _ bytes: [UInt8]) -> WireMessage {
      if weights.isEmpty { weights = Data(count: 64) }
      let offset = weights.count
      func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
      weights += little(0xDEAD_BEEF, 4) + little(element.recordNumber ?? 0, 4) + little(bytes.count, 8)
      weights += little(offset + 64, 8) + little(0, 40)
      weights += bytes + [UInt8](repeating: 0, count: (64 - bytes.count % 64) % 64)
      return WireMessage.made { value in
        value.set(2, message: PackageBuilder.tensorType(element, shape))
        value.set(
          5,
          message: WireMessage.made {
            $0.set(1, "@model_path/weights/weight.bin")
            $0.set(2, offset)
          })
      }
    }

    /// An array of numbers in single precision, as a description has it.
    static func feature(_ name: String, _ shape: [Int]) -> WireMessage {
      FeatureDescription(name: name, type: .multiArray(ArrayFeature(shape: shape, dataType: .float32)))
        .encoded(over: WireMessage())
    }

    /// A picture in colour, as a description has it.
    static func picture(_ name: String, _ shape: [Int]) -> WireMessage {
      let image = ImageFeature(width: shape[3], height: shape[2], colorSpace: .rgb)
      return FeatureDescription(name: name, type: .image(image)).encoded(over: WireMessage())
    }

    // MARK: Operations

    enum Argument {
      case name(String)
      case names([String])
      case value(WireMessage)
    }

    mutating func add(
      _ type: String, _ inputs: [(String, Argument)], _ output: String, _ outputType: WireMessage,
      attributes: [(String, WireMessage)] = [], further: [(String, WireMessage)] = []
    ) {
      func binding(_ argument: Argument) -> [WireMessage] {
        switch argument {
        case .name(let name): [WireMessage.made { $0.set(1, name) }]
        case .names(let names): names.map { name in WireMessage.made { $0.set(1, name) } }
        case .value(let value): [WireMessage.made { $0.set(2, message: value) }]
        }
      }
      func entry(_ key: String, _ value: WireMessage) -> WireMessage {
        WireMessage.made {
          $0.set(1, key)
          $0.set(2, message: value)
        }
      }
      operations.append(
        WireMessage.made { operation in
          operation.set(1, type)
          operation[repeated: 2].messages = inputs.map { name, argument in
            entry(name, WireMessage.made { $0[repeated: 1].messages = binding(argument) })
          }
          operation[repeated: 3].messages = ([(output, outputType)] + further).map { PackageBuilder.named($0, $1) }
          operation[repeated: 5].messages = attributes.map { entry($0, $1) }
        })
    }

    mutating func constant(_ name: String, _ value: WireMessage) {
      add("const", [], name, value.message(2) ?? WireMessage(), attributes: [("val", value)])
    }

    // MARK: The package

    /// The function.
    private var function: WireMessage {
      let block = WireMessage.made {
        $0[repeated: 2].texts = outputs
        $0[repeated: 3].messages = operations
      }
      return WireMessage.made {
        $0[repeated: 1].messages = inputs.map {
          PackageBuilder.named($0.name, inputTypes[$0.name] ?? PackageBuilder.tensorType(.float32, $0.shape))
        }
        $0.set(2, operationSet)
        $0[repeated: 3].messages = [PackageBuilder.entry(operationSet, block)]
      }
    }

    private static func entry(_ key: String, _ value: WireMessage) -> WireMessage {
      WireMessage.made {
        $0.set(1, key)
        $0.set(2, message: value)
      }
    }

    private var inputFeatures: [WireMessage] {
      inputs.map { input in
        if images.contains(input.name) { return PackageBuilder.picture(input.name, input.shape) }
        let shape = described[input.name] ?? input.shape
        guard let shapes = flexible[input.name] else { return PackageBuilder.feature(input.name, shape) }
        let array = ArrayFeature(shape: shape, dataType: .float32, flexibility: .enumerated(shapes))
        return FeatureDescription(name: input.name, type: .multiArray(array)).encoded(over: WireMessage())
      }
    }

    private var outputFeatures: [WireMessage] { outputs.map { PackageBuilder.feature($0, [1]) } }

    private static func model(_ functions: [(String, WireMessage)], _ description: WireMessage) -> WireMessage {
      WireMessage.made { model in
        model.set(1, 7)
        model.set(2, message: description)
        model.set(
          502,
          message: WireMessage.made { program in
            program.set(1, 1)
            program[repeated: 2].messages = functions.map(entry)
          })
      }
    }

    /// The model: a function `main`.
    var model: WireMessage {
      PackageBuilder.model(
        [("main", function)],
        WireMessage.made { description in
          description[repeated: 1].messages = inputFeatures
          description[repeated: 10].messages = outputFeatures
        })
    }

    /// Every file of a package with several functions, of which one runs where none is asked for.
    static func files(_ functions: [String: PackageBuilder], runs name: String) -> [String: [UInt8]] {
      let functions = functions.sorted { $0.key < $1.key }
      let model = model(
        functions.map { ($0.key, $0.value.function) },
        WireMessage.made { description in
          description[repeated: 20].messages = functions.map { name, builder in
            WireMessage.made { own in
              own.set(1, name)
              own[repeated: 2].messages = builder.inputFeatures
              own[repeated: 3].messages = builder.outputFeatures
            }
          }
          description.set(21, name)
        })
      return ["Manifest.json": Array(manifest.utf8), modelPath: Array(model.bytes)]
    }

    /// Makes the numbers in the file of weights larger, all that lie behind the first record's head.
    mutating func scaleKernel(by factor: Float) {
      for place in stride(from: 128, to: weights.count, by: 4) {
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(weights[place + $1]) << UInt32(8 * $1) }
        let scaled = (Float(bitPattern: bits) * factor).bitPattern
        for byte in 0..<4 { weights[place + byte] = UInt8(truncatingIfNeeded: scaled >> UInt32(8 * byte)) }
      }
    }

    static let manifest = """
      {"fileFormatVersion": "1.0.0", "rootModelIdentifier": "A", "itemInfoEntries": {
        "A": {"author": "com.apple.CoreML", "description": "", "name": "model.mlmodel", "path": "com.apple.CoreML/model.mlmodel"}}}
      """

    static let modelPath = "Data/com.apple.CoreML/model.mlmodel"
    static let weightPath = "Data/com.apple.CoreML/weights/weight.bin"

    /// Every file of the package.
    var files: [String: [UInt8]] {
      var files = ["Manifest.json": Array(PackageBuilder.manifest.utf8), PackageBuilder.modelPath: Array(model.bytes)]
      if !weights.isEmpty {
        var header = weights
        header[0] = 1
        header[4] = 2
        files[PackageBuilder.weightPath] = Array(header)
      }
      return files
    }

    /// Read as a package.
    func file() throws(ModelFileError) -> ModelFile { try ModelFile.opened(files.mapValues { PackageFile($0) }) }

    /// Writes the package as a folder.
    static func write(_ files: [String: [UInt8]], to folder: URL) throws {
      for (path, bytes) in files {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
      }
    }

    /// A classifier of pictures of 16 × 16, as converters write one: scaled, convolved, averaged, told apart.
    static func classifier(_ labels: [String] = ["class 0", "class 1", "class 2"]) -> PackageBuilder {
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
      builder.add("gelu", [("x", .name("convolved"))], "activated", map(4))
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
    /// layers with a GELU, and a classifier whose probabilities a program in half precision casts at its end.
    static func transformer(_ labels: [String] = ["cat", "dog"], _ element: ElementType = .float32) -> PackageBuilder {
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
      turned("columns", "tokens", [0, 2, 1], [1, 4, 12])
      normalized("tokens", "before")
      for name in ["query", "key", "value"] {
        linear("before", name, [1, 4, 12], from: 12)
        shaped(name, "\(name)_shaped", [1, 4, 2, 6])
        turned("\(name)_shaped", "\(name)_heads", [0, 2, 1, 3], [1, 2, 4, 6])
      }
      builder.add(
        "matmul",
        [("x", .name("query_heads")), ("y", .name("key_heads")), ("transpose_y", .value(truth(true)))], "products",
        type([1, 2, 4, 4]))
      builder.add("mul", [("x", .name("products")), ("y", number(0.408))], "weighed", type([1, 2, 4, 4]))
      builder.add("softmax", [("x", .name("weighed")), ("axis", .value(integer(-1)))], "shares", type([1, 2, 4, 4]))
      builder.add("matmul", [("x", .name("shares")), ("y", .name("value_heads"))], "mixed", type([1, 2, 4, 6]))
      turned("mixed", "mixed_tokens", [0, 2, 1, 3], [1, 4, 2, 6])
      shaped("mixed_tokens", "joined", [1, 4, 12])
      linear("joined", "projected", [1, 4, 12], from: 12)
      builder.add("add", [("x", .name("tokens")), ("y", .name("projected"))], "attended", type([1, 4, 12]))
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
#endif
