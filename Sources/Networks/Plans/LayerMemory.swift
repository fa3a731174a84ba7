/// What memory a layer's runner needs beside its tensors, in numbers.
struct LayerMemory {
  /// Floats of scratch memory a thread needs.
  var scratch = 0
  /// Whole numbers of 32 bits per sample that the forward pass saves for the backward pass, as argmax indices are.
  var savedIndices = 0
  /// Floats per sample that the layer keeps for its own use in the backward pass.
  var savedFloats = 0
}
