/// What is kept of a hybrid beside its two models.
struct KeptHybrid: Sendable, Codable {
  /// What the two models were called.
  let network: String, neighbors: String
  /// How much the network has to say, 0…1.
  let weight: Double
}
