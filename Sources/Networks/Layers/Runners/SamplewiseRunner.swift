/// A layer whose outputs of a sample depend on nothing but that sample's inputs, and to which one sample is work enough for a
/// thread: a thread may take a sample through several such layers while its maps are near.
protocol SamplewiseRunner: LayerRunner {
  /// Whether the backward pass, too, can take one sample after the other where a mini-batch has so many.
  func goesBackwardSamplewise(_ samples: Int) -> Bool
  /// The same as `backward` for a sample in memory of its own, on this thread alone; what it gives the parameters is added to its
  /// chunk's sums.
  func backward(_ sample: Workspace, chunk: Chunk)
}

extension SamplewiseRunner {
  func goesBackwardSamplewise(_ samples: Int) -> Bool { false }

  func backward(_ sample: Workspace, chunk: Chunk) { backward(sample) }
}
