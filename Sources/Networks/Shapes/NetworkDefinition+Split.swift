extension NetworkDefinition {
  /// The layers no training touches, and the rest.
  ///
  /// The tail begins with the lowest layer training may change and holds everything that depends on one; the trunk holds
  /// what those layers read. The trunk's outputs are the tail's inputs: compute them once per photo, and training is the
  /// tail alone. Without an updatable layer everything is trunk and the tail is empty.
  ///
  /// Throws what the network's shapes throw.
  public func splitBelowUpdatable() throws(NetworkError) -> (
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
    let tailInputs = boundary.map { input($0, of: shapes) }
    let trunk = NetworkDefinition(
      inputs: inputs, layers: trunkLayers, outputs: tailLayers.isEmpty ? outputs : boundary)
    let tail = NetworkDefinition(
      inputs: tailInputs, layers: tailLayers, outputs: tailLayers.isEmpty ? [] : outputs)
    return (trunk, tail, boundary)
  }

  /// The network in two parts as above, with a single tensor between them: where several would cross the cut, it is made
  /// further down, above the next tensor that alone leads to all the layers training may change. The tail then holds
  /// frozen layers, too.
  ///
  /// Throws what the network's shapes throw. In a network with several inputs that meet late there may be no such tensor:
  /// the cut is then that of `splitBelowUpdatable()`.
  public func splitAtOneTensor() throws(NetworkError) -> (
    trunk: NetworkDefinition, tail: NetworkDefinition, boundary: [String]
  ) {
    let cut = try splitBelowUpdatable()
    guard cut.boundary.count > 1, let lowest = layers.firstIndex(where: \.isUpdatable) else { return cut }
    let shapes = try inferShapes()
    // What the layers from a place on read and none of them makes, and what is given of that.
    var crossing = Set(outputs)
    for place in layers.indices.reversed() {
      crossing.subtract(layers[place].outputs)
      crossing.formUnion(layers[place].inputs)
      guard place <= lowest, crossing.count == 1, let name = crossing.first else { continue }
      return (
        NetworkDefinition(inputs: inputs, layers: Array(layers[..<place]), outputs: [name]),
        NetworkDefinition(inputs: [input(name, of: shapes)], layers: Array(layers[place...]), outputs: outputs), [name]
      )
    }
    return cut
  }

  /// A tensor as what goes in: as the network's own input where it is one, else in the shape it has, sequences as such.
  private func input(_ name: String, of shapes: [String: MapShape]) -> NetworkInput {
    let shape = shapes[name]
    return inputs.first { $0.name == name }
      ?? NetworkInput(name: name, shape: shape?.step.lengths ?? [], sequenceLength: shape?.steps ?? 1)
  }
}
