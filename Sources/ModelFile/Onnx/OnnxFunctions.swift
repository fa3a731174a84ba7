/// The functions of an ONNX file, whose nodes take the place of the nodes that call them.
struct OnnxFunctions {
  /// Each by its domain, name and overload.
  private let functions: [[String]: WireMessage]
  /// How many calls were replaced, and how many nodes there are.
  private var calls = 0, nodes = 0
  /// How deep functions call each other, and how many nodes all of it may have: calls beyond that stay, as operators that are not
  /// known.
  private static let mostDepth = 32, mostNodes = 1 << 20

  private init(_ functions: [WireMessage]) {
    self.functions = Dictionary(
      functions.map { ([$0.text(10), $0.text(1), $0.text(13)], $0) }, uniquingKeysWith: { $1 })
  }

  /// The graph of a model without calls.
  static func graph(of model: OnnxModel) -> OnnxGraph {
    guard !model.functions.isEmpty else { return OnnxGraph(model.graph) }
    var (functions, copy) = (OnnxFunctions(model.functions), model.graph)
    copy[repeated: 1].messages = functions.expanded(model.graph[repeated: 1].messages, depth: 0)
    return OnnxGraph(copy)
  }

  private mutating func expanded(_ nodes: [WireMessage], depth: Int) -> [WireMessage] {
    var made: [WireMessage] = []
    for node in nodes {
      self.nodes += 1
      let function = functions[[node.text(7), node.text(4), node.text(8)]]
      guard let function, depth < Self.mostDepth, self.nodes < Self.mostNodes, !OnnxOperations.knows(OnnxNode(node))
      else {
        made.append(Self.withBranches(node) { self.expanded($0, depth: depth + 1) })
        continue
      }
      made += expanded(body(of: function, for: node), depth: depth + 1)
    }
    return made
  }

  /// A node whose branches have other nodes.
  private static func withBranches(_ node: WireMessage, _ change: ([WireMessage]) -> [WireMessage]) -> WireMessage {
    var (copy, attributes) = (node, node[repeated: 5].messages)
    guard attributes.contains(where: { $0.message(6) != nil }) else { return node }
    for place in attributes.indices {
      guard var graph = attributes[place].message(6) else { continue }
      graph[repeated: 1].messages = change(graph[repeated: 1].messages)
      attributes[place].set(6, message: graph)
    }
    copy[repeated: 5].messages = attributes
    return copy
  }

  // MARK: A call

  /// The nodes of a function with the names and settings of a call.
  private mutating func body(of function: WireMessage, for call: WireMessage) -> [WireMessage] {
    calls += 1
    let prefix = "\(call.text(3).isEmpty ? call.text(4) : call.text(3))_\(calls)/"
    var names: [String: String] = [:]
    let (inputs, outputs) = (call[repeated: 1].texts, call[repeated: 2].texts)
    let taken = function[repeated: 4].texts
    for (place, name) in taken.enumerated() { names[name] = inputs.indices.contains(place) ? inputs[place] : "" }
    var copies: [WireMessage] = []
    for (place, name) in function[repeated: 5].texts.enumerated() where outputs.indices.contains(place) {
      if let input = names[name] {
        copies.append(Self.identity(input, outputs[place]))
      } else if !outputs[place].isEmpty {
        names[name] = outputs[place]
      }
    }
    let settings = Dictionary(
      (function[repeated: 11].messages + call[repeated: 5].messages).map { ($0.text(1), $0) }, uniquingKeysWith: { $1 })
    let naming = Naming(names: names, prefix: prefix, settings: settings)
    return function[repeated: 7].messages.map(naming.node) + copies
  }

  private static func identity(_ input: String, _ output: String) -> WireMessage {
    var node = WireMessage()
    node[repeated: 1].texts = [input]
    node[repeated: 2].texts = [output]
    node.set(4, "Identity")
    return node
  }

  /// What the names in a function stand for in a call.
  private struct Naming {
    /// Those of what it takes and gives; all others get a prefix.
    let names: [String: String]
    let prefix: String
    /// The settings of the call, and those that hold where it has none.
    let settings: [String: WireMessage]

    func name(_ name: String) -> String { name.isEmpty ? "" : names[name] ?? prefix + name }

    func node(_ node: WireMessage) -> WireMessage {
      var copy = node
      copy[repeated: 1].texts = node[repeated: 1].texts.map(name)
      copy[repeated: 2].texts = node[repeated: 2].texts.map(name)
      copy[repeated: 5].messages = node[repeated: 5].messages.compactMap(setting)
      return copy
    }

    /// A setting, that of the call where it refers to one; nil where that has none.
    private func setting(_ setting: WireMessage) -> WireMessage? {
      var copy = setting
      if !setting.text(21).isEmpty {
        guard let given = settings[setting.text(21)] else { return nil }
        copy = given
        copy.set(1, setting.text(1))
      }
      if let graph = copy.message(6) { copy.set(6, message: self.graph(graph)) }
      return copy
    }

    private func graph(_ graph: WireMessage) -> WireMessage {
      var copy = graph
      copy[repeated: 1].messages = graph[repeated: 1].messages.map(node)
      for field in [5, 11, 12] {
        copy[repeated: field].messages = graph[repeated: field].messages.map { named in
          var named = named
          let place = field == 5 ? 8 : 1
          named.set(place, name(named.text(place)))
          return named
        }
      }
      return copy
    }
  }
}
