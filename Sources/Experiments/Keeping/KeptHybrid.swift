/// What is kept of a hybrid beside its two models.
struct KeptHybrid: Sendable, Codable {
  /// What the two models were called.
  let network: String, neighbors: String
  /// How much the network has to say, 0…1.
  let weight: Double
  /// How the weight was found; nil where it was given, and in what was kept before that was noted.
  let search: WeightSearch?
}
