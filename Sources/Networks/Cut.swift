extension NetworkDefinition {
  /// The layers no training touches, and the rest.
  ///
  /// The tail begins with the lowest layer training may change and holds everything that depends on one; the trunk holds
  /// what those layers read. The trunk's outputs are the tail's inputs: compute them once per photo, and training is the
  /// tail alone. Without an updatable layer everything is trunk and the tail is empty.
  ///
  /// Throws what the network's shapes throw.
  public func cutBelowUpdatable() throws(NetworkError) -> (
    trunk: NetworkDefinition, tail: NetworkDefinition, boundary: [String]
  ) {
    let shapes = try inferShapes()
    var changing: Set<String> = []
    var (trunkLayers, tailLayers): ([LayerDefinition], [LayerDefinition]) = ([], [])
    for layer in layers {
      if layer.isUpdatable || layer.inputs.contains(where: changing.contains) {
        changing.formUnion(layer.outputs)
        tailLayers.append(layer)
      } else {
        trunkLayers.append(layer)
      }
    }
    let madeByTail = Set(tailLayers.flatMap(\.outputs))
    var boundary: [String] = []
    for name in tailLayers.flatMap(\.inputs) + outputs
    where !madeByTail.contains(name) && !boundary.contains(name) && !tailLayers.isEmpty {
      boundary.append(name)
    }
    let tailInputs = boundary.map { name in
      inputs.first { $0.name == name } ?? NetworkInput(name: name, shape: shapes[name]?.lengths ?? [])
    }
    let trunk = NetworkDefinition(
      inputs: inputs, layers: trunkLayers, outputs: tailLayers.isEmpty ? outputs : boundary)
    let tail = NetworkDefinition(
      inputs: tailInputs, layers: tailLayers, outputs: tailLayers.isEmpty ? [] : outputs)
    return (trunk, tail, boundary)
  }
}
