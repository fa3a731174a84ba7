/// What layers have to know of the mini-batch they work on, beside its samples.
struct MiniBatch {
  /// What dropout draws from, together with its own layer and the sample: another number for each step of training.
  var seed: UInt64 = 0
  /// The place of the first sample in it, in a view of some samples.
  var firstSample = 0
  /// What ranks exchange, in a view of one rank's samples; nil where all samples are here.
  var shared: SharedBatch?
}
