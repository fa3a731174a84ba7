import ModelFile
import Training

extension NetworkModel {
  /// Takes over how the network is to be trained, from its file or from `update`: defaults for `train`, and what it allows.
  mutating func adopt(_ update: UpdateParameters) {
    self.update = update
    limits = update.limits
    fileDefaults = update.settings
    hasFileSeed = update.seed != nil
  }
}
