import Foundation

@testable import ModelFile

/// Small ONNX files made by hand, field by field, without the code that reads them.
struct OnnxBuilder {
  /// A setting of a node.
  enum Setting {
    case integer(Int)
    case integers([Int])
    case float(Float)
    case text(String)
    case texts([String])
    case tensor(WireMessage)
    case graph(WireMessage)
  }

  var nodes: [WireMessage] = []
  var initializers: [WireMessage] = []
  /// The inputs, of single-precision numbers; nil for a length that is open.
  var inputs: [(name: String, shape: [Int?])] = [("x", [1, 4])]
  /// The types of inputs of other numbers, by the numbers of the format, and what the axes of inputs are called.
  var types: [String: Int] = [:]
  var axes: [String: [String]] = [:]
  var outputs = ["y"]
  var operatorSet: Int? = 17
  var metadata: [(String, String)] = []
  var producer = "hand"
  /// Functions of the file.
  var functions: [WireMessage] = []

  // MARK: Tensors

  /// A constant with its numbers as bytes.
  static func tensor(_ name: String, type: Int = 1, _ shape: [Int], raw: [UInt8]) -> WireMessage {
    WireMessage.made {
      $0[repeated: 1].integers = shape
      $0.set(2, type)
      $0.set(8, name)
      $0.set(9, data: raw[...])
    }
  }

  static func floats(_ name: String, _ shape: [Int], _ numbers: [Float]) -> WireMessage {
    tensor(name, shape, raw: numbers.withUnsafeBytes { Array($0) })
  }

  static func integers(_ name: String, _ shape: [Int], _ numbers: [Int64]) -> WireMessage {
    tensor(name, type: 7, shape, raw: numbers.withUnsafeBytes { Array($0) })
  }

  /// A constant whose numbers lie in a file beside the model.
  static func external(
    _ name: String, _ shape: [Int], location: String, offset: String? = nil, length: String? = nil
  ) -> WireMessage {
    let entries = [("location", location), ("offset", offset ?? ""), ("length", length ?? "")].filter {
      !$0.1.isEmpty
    }
    return WireMessage.made {
      $0[repeated: 1].integers = shape
      $0.set(2, 1)
      $0.set(8, name)
      $0[repeated: 13].messages = entries.map { key, value in
        WireMessage.made {
          $0.set(1, key)
          $0.set(2, value)
        }
      }
      $0.set(14, 1)
    }
  }

  // MARK: Nodes

  static func node(
    _ type: String, _ inputs: [String], _ outputs: [String] = ["y"], _ settings: [(String, Setting)] = [],
    domain: String = ""
  ) -> WireMessage {
    WireMessage.made {
      $0[repeated: 1].texts = inputs
      $0[repeated: 2].texts = outputs
      $0.set(4, type)
      $0[repeated: 5].messages = settings.map(attribute)
      $0.set(7, domain)
    }
  }

  private static func attribute(_ name: String, _ setting: Setting) -> WireMessage {
    WireMessage.made {
      $0.set(1, name)
      switch setting {
      case .integer(let number): $0.replace(3, with: [.varint(UInt64(bitPattern: Int64(number)))])
      case .integers(let numbers): $0[repeated: 8].integers = numbers
      case .float(let number): $0.replace(2, with: [.fixed32(number.bitPattern)])
      case .text(let text): $0.set(4, text)
      case .texts(let texts): $0[repeated: 9].texts = texts
      case .tensor(let tensor): $0.set(5, message: tensor)
      case .graph(let graph): $0.set(6, message: graph)
      }
    }
  }

  mutating func add(
    _ type: String, _ inputs: [String], _ outputs: [String] = ["y"], _ settings: [(String, Setting)] = [],
    domain: String = ""
  ) {
    nodes.append(OnnxBuilder.node(type, inputs, outputs, settings, domain: domain))
  }

  /// A function of the domain "own": its nodes, what they read and give by the names it has for them, and its settings with what
  /// holds where a call has none.
  static func function(
    _ name: String, _ inputs: [String], _ outputs: [String], _ nodes: [WireMessage],
    settings: [(String, Setting)] = []
  ) -> WireMessage {
    WireMessage.made {
      $0.set(1, name)
      $0[repeated: 4].texts = inputs
      $0[repeated: 5].texts = outputs
      $0[repeated: 7].messages = nodes
      $0.set(10, "own")
      $0[repeated: 11].messages = settings.map(attribute)
    }
  }

  /// A node of a function one of whose settings is that of the call.
  static func referring(_ node: WireMessage, _ name: String, to setting: String) -> WireMessage {
    var copy = node
    copy[repeated: 5].messages.append(
      WireMessage.made {
        $0.set(1, name)
        $0.set(21, setting)
      })
    return copy
  }

  // MARK: The file

  private func named(_ name: String, _ shape: [Int?]) -> WireMessage {
    let dimensions = shape.enumerated().map { axis, length in
      WireMessage.made { if let length { $0.set(1, length) } else { $0.set(2, axes[name]?[axis] ?? "n\(axis)") } }
    }
    let tensor = WireMessage.made {
      $0.set(1, types[name] ?? 1)
      $0.set(2, message: WireMessage.made { $0[repeated: 1].messages = dimensions })
    }
    return WireMessage.made {
      $0.set(1, name)
      $0.set(2, message: WireMessage.made { $0.set(1, message: tensor) })
    }
  }

  /// The graph alone, as a branch of a condition has it.
  var graph: WireMessage {
    WireMessage.made {
      $0[repeated: 1].messages = nodes
      $0.set(2, "graph")
      $0[repeated: 5].messages = initializers
      $0[repeated: 11].messages = inputs.map { named($0.name, $0.shape) }
      $0[repeated: 12].messages = outputs.map { named($0, []) }
    }
  }

  var bytes: [UInt8] {
    let wire = WireMessage.made {
      $0.set(1, 8)
      $0.set(2, producer)
      $0.set(7, message: graph)
      $0[repeated: 8].messages = operatorSet.map { version in [WireMessage.made { $0.set(2, version) }] } ?? []
      $0[repeated: 25].messages = functions
      $0[repeated: 14].messages = metadata.map { key, value in
        WireMessage.made {
          $0.set(1, key)
          $0.set(2, value)
        }
      }
    }
    return Array(wire.bytes)
  }

  /// Read as a program.
  func file(_ settings: OnnxInput = OnnxInput(), in folder: String? = nil) throws(ModelFileError) -> ModelFile {
    try ModelFile.translated(bytes, in: folder, settings)
  }

  /// A classifier of pictures of 16 × 16, as PyTorch writes one: convolved, averaged, told apart, without softmax.
  static func classifier(_ labels: [String]? = ["class 0", "class 1", "class 2"], side: Int? = 16) -> OnnxBuilder {
    func numbers(_ count: Int, _ step: Float) -> [Float] { (0..<count).map { (Float($0 * 7 % 11) - 5) * step } }
    let count = labels?.count ?? 3
    var builder = OnnxBuilder()
    builder.inputs = [("image", [nil, 3, side, side])]
    builder.outputs = ["scores"]
    if let labels {
      let names = labels.enumerated().map { "\($0): '\($1)'" }.joined(separator: ", ")
      builder.metadata = [("names", "{\(names)}")]
    }
    builder.initializers = [
      floats("kernel", [4, 3, 3, 3], numbers(108, 0.1)), floats("matrix", [count, 4], numbers(4 * count, 0.2)),
      floats("bias", [count], numbers(count, 0.05)),
    ]
    builder.add("Conv", ["image", "kernel"], ["/conv/Conv_output_0"], [("pads", .integers([1, 1, 1, 1]))])
    builder.add("Relu", ["/conv/Conv_output_0"], ["/act/Relu_output_0"])
    builder.add("GlobalAveragePool", ["/act/Relu_output_0"], ["/pool/Pool_output_0"])
    builder.add("Flatten", ["/pool/Pool_output_0"], ["/Flatten_output_0"])
    builder.add("Gemm", ["/Flatten_output_0", "matrix", "bias"], ["scores"], [("transB", .integer(1))])
    return builder
  }
}
