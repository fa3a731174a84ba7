import ModelFile
import Training

/// How a network is to be trained further, as it is kept.
struct KeptUpdateRules: Sendable, Codable {
  private let update: UpdateParameters?
  private let limits: TrainingLimits
  private let limitsSource: String?
  private let fileDefaults: TrainingSettings?
  private let hasFileSeed: Bool

  /// Describes rules.
  init(_ value: UpdateRules) {
    (update, limits, limitsSource) = (value.parameters, value.limits, value.limitsSource)
    (fileDefaults, hasFileSeed) = (value.defaults, value.hasSeed)
  }

  /// The rules.
  var value: UpdateRules {
    var value = UpdateRules()
    (value.parameters, value.limits, value.limitsSource) = (update, limits, limitsSource)
    (value.defaults, value.hasSeed) = (fileDefaults, hasFileSeed)
    return value
  }
}
