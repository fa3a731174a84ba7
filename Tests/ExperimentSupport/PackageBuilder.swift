import Foundation
import Tensors

@testable import ModelFile

extension [Float] {
  var littleEndianBytes: [UInt8] {
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
    let image = ImageFeature(width: shape[3], height: shape[2], colorSpace: shape[1] == 1 ? .grayscale : .rgb)
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
    attributes: [(String, WireMessage)] = [], further: [(String, WireMessage)] = [], blocks: [WireMessage] = []
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
        operation[repeated: 4].messages = blocks
        operation[repeated: 5].messages = attributes.map { entry($0, $1) }
      })
  }

  /// A part of a loop or condition: what it takes, does and gives.
  static func block(
    _ inputs: [(String, WireMessage)], _ outputs: [String], _ fill: (inout PackageBuilder) -> Void
  ) -> WireMessage {
    var part = PackageBuilder()
    fill(&part)
    return WireMessage.made {
      $0[repeated: 1].messages = inputs.map { named($0, $1) }
      $0[repeated: 2].texts = outputs
      $0[repeated: 3].messages = part.operations
    }
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
}
