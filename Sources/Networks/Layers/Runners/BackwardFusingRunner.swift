/// A layer whose backward pass can go on through the layer that makes its input, sample by sample, without a map between them.
protocol BackwardFusingRunner: LayerRunner {
  /// Fuses the backward pass of the layer that makes the input, which nothing else reads, into this one's.
  ///
  /// - Returns: Whether it did; the producer's own is then not to be run, unless layers are timed one by one.
  func fuseBackward(of producer: any LayerRunner) -> Bool
}
