/// A model in the Open Neural Network Exchange format (message `ModelProto`), as it lies in its file.
struct OnnxModel {
  private let wire: WireMessage
  /// What it computes, and the functions that its nodes may call (messages `GraphProto`, `FunctionProto`).
  let graph: WireMessage, functions: [WireMessage]

  /// Verifies the bytes of a file.
  ///
  /// - Throws: `ModelFileError.onnx` for bytes that are no such model, `malformed` for a damaged one.
  init(bytes: [UInt8]) throws(ModelFileError) {
    wire = WireMessage(bytes[...])
    do {
      try WireSchema.onnxModel.verify(wire.bytes)
    } catch {
      guard OnnxModel.looksLikeAModel(wire) else { throw .onnx(.notAModel(byteCount: bytes.count)) }
      throw .malformed(
        error.fault.kind, field: error.path.joined(separator: "."), layer: nil, offset: error.fault.offset)
    }
    guard OnnxModel.looksLikeAModel(wire), let graph = wire.message(7) else {
      throw .onnx(.notAModel(byteCount: bytes.count))
    }
    (self.graph, functions) = (graph, wire[repeated: 25].messages)
  }

  /// A model has a version of the format and a graph.
  private static func looksLikeAModel(_ wire: WireMessage) -> Bool {
    var (version, graph) = (false, false)
    wire.forEach { field in
      switch (field.number, field.value) {
      case (1, .varint): version = true
      case (7, .bytes): graph = true
      default: break
      }
    }
    return version && graph
  }

  /// The version of the standard operators; nil where none is named.
  var operatorSet: Int? {
    wire[repeated: 8].messages.last { OnnxNode.isStandard($0.text(1)) }.map { $0.integer(2) }
  }

  /// The program that wrote it, and its version; empty where the file does not say.
  var producer: String { [wire.text(2), wire.text(3)].filter { !$0.isEmpty }.joined(separator: " ") }

  /// What it says of itself, by key.
  var metadata: [String: String] {
    Dictionary(wire[repeated: 14].messages.map { ($0.text(1), $0.text(2)) }) { _, last in last }
  }
}

/// Nodes with the constants they read (message `GraphProto`).
struct OnnxGraph {
  /// In order of execution.
  let nodes: [OnnxNode]
  /// The constants of the file.
  let initializers: [OnnxTensor]
  /// What it takes, constants that may be replaced among it.
  let inputs: [OnnxValueInfo]
  /// The names of what it gives.
  let outputs: [String]

  init(_ wire: WireMessage) {
    nodes = wire[repeated: 1].messages.map(OnnxNode.init)
    initializers = wire[repeated: 5].messages.map(OnnxTensor.init)
    inputs = wire[repeated: 11].messages.map(OnnxValueInfo.init)
    outputs = wire[repeated: 12].messages.map { $0.text(1) }
  }
}

/// The name and type of an input (message `ValueInfoProto`).
struct OnnxValueInfo {
  let name: String
  /// The number of the type of its elements (enum `TensorProto.DataType`); nil where it is no tensor.
  let type: Int?
  /// The lengths of its axes, nil for one that is not fixed; nil where the file does not say how many there are.
  let lengths: [Int?]?
  /// What the axes are called: those of one name are of one length. Empty for one without a name.
  let symbols: [String]

  init(_ wire: WireMessage) {
    name = wire.text(1)
    let tensor = wire.message(2)?.message(1)
    type = tensor?.choice(1)
    let axes = tensor?.message(2)?[repeated: 1].messages
    lengths = axes?.map { $0.integer(1) >= 1 ? $0.integer(1) : nil }
    symbols = axes?.map { $0.text(2) } ?? []
  }
}

/// One operation (message `NodeProto`).
struct OnnxNode {
  let type: String
  let name: String
  /// Who defines its type; empty for the standard.
  let domain: String
  /// The names of what it reads; empty for an input that is left out.
  let inputs: [String]
  let outputs: [String]
  private let attributes: [String: WireMessage]

  init(_ wire: WireMessage) {
    (type, name, domain) = (wire.text(4), wire.text(3), wire.text(7))
    inputs = wire[repeated: 1].texts
    outputs = wire[repeated: 2].texts
    attributes = Dictionary(wire[repeated: 5].messages.map { ($0.text(1), $0) }) { _, last in last }
  }

  /// A node that stands for several of the file.
  init(_ type: String, inputs: [String], outputs: [String]) {
    (self.type, self.inputs, self.outputs) = (type, inputs, outputs)
    (name, domain, attributes) = ("", "", [:])
  }

  /// As which type the file has what it makes, where it makes a constant or the zero point of numbers it quantises.
  var constantType: OnnxType? {
    switch type {
    case "Constant": tensor("value")?.type
    case "DynamicQuantizeLinear": .uint8
    default: nil
    }
  }

  /// Whether a domain is that of the standard operators.
  static func isStandard(_ domain: String) -> Bool { domain.isEmpty || domain == "ai.onnx" }

  /// What it is called where something is said of it: the first value it makes, and its type with its domain.
  var label: LayerName {
    let type = OnnxNode.isStandard(domain) ? type : "\(domain).\(type)"
    return LayerName(name: outputs.first { !$0.isEmpty } ?? name, type: type)
  }

  // MARK: Attributes; nil where they are left out. Whole numbers are the nearest of 32 bits

  func integer(_ name: String) -> Int? { attributes[name].map { Int(Int32(clamping: $0.integer(3))) } }
  func float(_ name: String) -> Float? { attributes[name]?.float(2) }
  func text(_ name: String) -> String? { attributes[name]?.text(4) }
  func texts(_ name: String) -> [String]? { attributes[name]?[repeated: 9].texts }
  func integers(_ name: String) -> [Int]? { attributes[name]?[repeated: 8].integers.map { Int(Int32(clamping: $0)) } }
  func floats(_ name: String) -> [Float]? { attributes[name]?[repeated: 7].floats }
  func tensor(_ name: String) -> OnnxTensor? { attributes[name]?.message(5).map(OnnxTensor.init) }
  func graph(_ name: String) -> OnnxGraph? { attributes[name]?.message(6).map(OnnxGraph.init) }
  func has(_ name: String) -> Bool { attributes[name] != nil }
}
