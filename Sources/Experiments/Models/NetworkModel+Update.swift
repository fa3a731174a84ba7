public import ModelFile
import Networks
public import Training

extension NetworkModel {
  /// Takes over how the network is to be trained, from its file or from `update`: defaults for `train`, and what it allows
  /// for the settings of these names; nil for all.
  public mutating func adopt(_ update: UpdateParameters, binding names: [SettingFault.Name]? = nil) {
    self.update = update
    let allowed = update.limits
    if let names { for name in names { limits[name] = allowed[name] } } else { limits = allowed }
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
