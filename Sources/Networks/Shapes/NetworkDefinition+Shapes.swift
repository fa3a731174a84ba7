extension NetworkDefinition {
  /// The shape of every tensor for one sample, [C] or [C, H, W], by the tensor's name.
  ///
  /// Throws what does not fit: an unknown tensor, shapes that contradict each other, sizes beyond the engine's.
  public func shapes() throws(NetworkError) -> [String: [Int]] { try inferShapes().mapValues(\.lengths) }
}
