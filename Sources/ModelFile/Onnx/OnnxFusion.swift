import Foundation

/// Nodes that together are one operation of programs.
enum OnnxFusion {
  /// For each product of two matrices that a sum alone reads, the place of that sum.
  static func biases(of nodes: [OnnxNode], outputs: [String]) -> [Int: Int] {
    let readers = readers(of: nodes)
    var places: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() where node.type == "MatMul" && node.inputs.count == 2 {
      guard let name = node.outputs.first, !outputs.contains(name), let reading = readers[name], reading.count == 1,
        nodes[reading[0]].type == "Add", nodes[reading[0]].inputs.count == 2, nodes[reading[0]].outputs.count == 1
      else { continue }
      places[index] = reading[0]
    }
    return places
  }

  private static func readers(of nodes: [OnnxNode]) -> [String: [Int]] {
    var readers: [String: [Int]] = [:]
    for (index, node) in nodes.enumerated() { for name in node.inputs { readers[name, default: []].append(index) } }
    return readers
  }

  /// The nodes of a graph, with x · (1 + erf(x / √2)) / 2 as the one operation that it is.
  static func fused(_ graph: OnnxGraph) -> [OnnxNode] {
    let nodes = graph.nodes
    guard nodes.contains(where: { $0.type == "Erf" }) else { return nodes }
    let numbers = singleNumbers(of: graph)
    let readers = readers(of: nodes)
    let makers = Dictionary(nodes.enumerated().flatMap { index, node in node.outputs.map { ($0, index) } }) { $1 }
    func only(_ name: String?) -> Int? {
      guard let name, !graph.outputs.contains(name), let reading = readers[name], reading.count == 1 else { return nil }
      return reading[0]
    }
    /// The other factor or summand of a node, where it reads a name and a certain number.
    func isNode(_ index: Int?, _ type: String, _ name: String, with number: Float) -> Bool {
      guard let index, nodes[index].type == type, nodes[index].inputs.count == 2 else { return false }
      guard let other = nodes[index].inputs.first(where: { $0 != name }), let value = numbers[other] else {
        return false
      }
      return abs(value - number) < 1e-4
    }
    var replaced: [Int: OnnxNode] = [:]
    var gone: Set<Int> = []
    for (index, node) in nodes.enumerated() where node.type == "Erf" {
      guard let inner = node.inputs.first, let start = makers[inner], only(inner) == index,
        let x = nodes[start].inputs.first,
        isNode(start, "Div", x, with: Float(2).squareRoot()) || isNode(start, "Mul", x, with: Float(0.5).squareRoot()),
        let erf = node.outputs.first, let sum = only(erf), isNode(sum, "Add", erf, with: 1),
        let summed = nodes[sum].outputs.first, let product = only(summed), nodes[product].type == "Mul",
        let other = nodes[product].inputs.first(where: { $0 != summed })
      else { continue }
      var end: Int?
      if other == x, let made = nodes[product].outputs.first, let half = only(made),
        isNode(half, "Mul", made, with: 0.5)
      {
        end = half
        gone.formUnion([product])
      } else if let half = makers[other], isNode(half, "Mul", x, with: 0.5), only(other) == product {
        end = product
        gone.insert(half)
      }
      guard let end else { continue }
      gone.formUnion([start, index, sum])
      replaced[end] = OnnxNode("Gelu", inputs: [x], outputs: nodes[end].outputs)
    }
    return nodes.enumerated().compactMap { index, node in gone.contains(index) ? nil : replaced[index] ?? node }
  }

  /// The constants of a single number.
  private static func singleNumbers(of graph: OnnxGraph) -> [String: Float] {
    let files = OnnxDataFiles(in: nil)
    func number(_ tensor: OnnxTensor?) -> Float? {
      guard let tensor, tensor.isSingle, let constant = try? tensor.constant(files) else { return nil }
      return constant.floats.first
    }
    var numbers: [String: Float] = [:]
    for tensor in graph.initializers { numbers[tensor.name] = number(tensor) }
    for node in graph.nodes where node.type == "Constant" {
      guard let name = node.outputs.first else { continue }
      numbers[name] = node.float("value_float") ?? number(node.tensor("value"))
    }
    return numbers
  }
}
