import ModelFile
import Networks
import Training

extension NetworkModel {
  /// Takes over how the network is to be trained, from its file or from `update`: defaults for `train`, and what it allows.
  mutating func adopt(_ update: UpdateParameters) {
    self.update = update
    limits = update.limits
    var settings = update.settings
    // A single loss on what comes out goes without saying; in a pipeline that may be called otherwise.
    if update.losses.count == 1,
      settings.loss.tensor == definition.outputs.first || file?.isChainOfNetworks == true
    {
      settings.loss.tensor = nil
    }
    fileDefaults = settings
    hasFileSeed = update.seed != nil
  }
}
