/// Bytes that a layer saves for the backward pass, as many for every sample, where a workspace keeps whole numbers.
struct SavedBytes {
  private let layer: Int
  /// How many whole numbers of 32 bits hold the bytes of a sample.
  let indicesPerSample: Int

  /// So many bytes a sample, of the layer with this number among the runners.
  init(_ count: Int, layer: Int) {
    self.layer = layer
    indicesPerSample = (count + 3) / 4
  }

  /// The bytes of a sample as numbers that are only ever copied; nil where nothing is saved.
  func numbers(_ index: Int, _ space: Workspace) -> UnsafeMutablePointer<Float>? {
    space.savedIndices[layer].map { indices in
      UnsafeMutableRawPointer(indices + index * indicesPerSample).assumingMemoryBound(to: Float.self)
    }
  }

  /// The bytes of a sample; nil where nothing is saved, as there is no backward pass.
  func sample(_ index: Int, _ space: Workspace) -> UnsafeMutablePointer<UInt8>? {
    space.savedIndices[layer].map { indices in
      UnsafeMutableRawPointer(indices + index * indicesPerSample).assumingMemoryBound(to: UInt8.self)
    }
  }
}
