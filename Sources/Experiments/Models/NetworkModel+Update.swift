public import ModelFile
import Networks
public import Training

extension NetworkModel {
  /// Takes over how the network is to be trained, from its file or from `update`: defaults for `train`, and what it allows
  /// for the settings of these names; nil for all.
  public mutating func adopt(_ parameters: UpdateParameters, binding names: [SettingError.Name]? = nil) {
    let allowed = parameters.limits
    update.parameters = parameters
    if let names { for name in names { update.limits[name] = allowed[name] } } else { update.limits = allowed }
    var settings = parameters.settings
    // A single loss on what comes out goes without saying; in a pipeline that may be called otherwise.
    if parameters.losses.count == 1,
      settings.loss.tensor == definition.outputs.first || source.file?.pipeline.isChainOfNetworks == true
    {
      settings.loss.tensor = nil
    }
    update.defaults = settings
    update.hasSeed = parameters.seed != nil
  }
}

extension ModelError {
  /// What is the matter with a network of which no layer is updatable.
  public static func nothingToLearn(_ model: NetworkModel) -> ModelError {
    .nothingToLearn(model: model.name, source: model.source.name, learners: LayerList(model.definition).learners)
  }
}
