import Networks
public import Pictures

extension Model {
  /// The size of the photos it reads, and how they are brought to it, nil for as their dataset says; nil for a model that
  /// reads no photos.
  public var image: (width: Int, height: Int, scaling: CropAndScale?)? {
    switch self {
    case .network(let network):
      guard network.definition.inputs.count == 1, let input = network.definition.inputs.first, input.image != nil,
        input.shape.count == 3
      else { return nil }
      return (input.shape[2], input.shape[1], network.scaling)
    case .hybrid(let hybrid): return Model.network(hybrid.network).image
    case .neighbors(let neighbors):
      guard let image = try? neighbors.extractor.image() else { return nil }
      return (image.width, image.height, neighbors.extractor.scaling)
    }
  }
}
