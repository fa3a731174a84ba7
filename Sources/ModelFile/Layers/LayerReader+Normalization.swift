import Networks
import Tensors

extension LayerReader {
  func batchNormalization() throws(ModelFileError) -> BatchNormalizationDefinition {
    try expect()
    let channels = try size(1, "channels")
    let computes = content.bool(5)
    func numbers(_ number: Int, _ field: String, needed: Bool = false) throws(ModelFileError) -> Tensor? {
      let stored = WeightParameters(content.message(number) ?? WireMessage())
      return needed || stored.encoding != nil ? try tensor(stored, field, shape: [channels]) : nil
    }
    return BatchNormalizationDefinition(
      channels: channels, gamma: try numbers(15, "gamma"), beta: try numbers(16, "beta"),
      mean: try numbers(17, "mean", needed: !computes), variance: try numbers(18, "variance", needed: !computes),
      epsilon: content.float(10, absent: 1e-5), computesStatistics: computes, isInstance: content.bool(6))
  }

  func meanVarianceNormalization() throws(ModelFileError) -> MeanVarianceNormalizationDefinition {
    try expect()
    return MeanVarianceNormalizationDefinition(
      acrossChannels: content.bool(1), normalizesVariance: content.bool(2), epsilon: content.float(3, absent: 1e-6))
  }

  func localResponseNormalization() throws(ModelFileError) -> LocalResponseNormalizationDefinition {
    try expect()
    return LocalResponseNormalizationDefinition(
      alpha: content.float(1), beta: content.float(2), localSize: try size(3, "localSize"),
      k: content.float(4, absent: 1))
  }
}
