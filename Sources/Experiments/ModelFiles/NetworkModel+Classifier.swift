import ModelFile
import Networks
import Tensors
public import Training

extension NetworkModel {
  /// A network from a model file, with a fresh classifier in place of its own; all other layers are frozen.
  ///
  /// - Parameters:
  ///   - name: What it is to be called.
  ///   - source: The model file: a path, or a short name such as `sketch`.
  ///   - classes: How many outputs it has.
  ///   - initialization: How the classifier's first weights are drawn.
  ///   - seed: What they are drawn from.
  ///   - library: Where model files are read.
  /// - Throws: `SourceError`, `ModelError.noClassifier`.
  public init(
    name: String, from source: String, classes: Int, initialization: ParameterInitialization = .kaiming,
    seed: UInt64 = 0,
    in library: ModelLibrary
  ) throws(ExperimentError) {
    let file = try library.read(source).file
    let surgery = ClassifierSurgery(
      source: source, classes: classes, initialization: initialization, seeds: SeedPlan(seed: seed))
    let definition = try surgery.operate(on: library.precisions.applied(to: library.network(source)))
    self.init(
      name: name,
      initial: InitialWeights(definition, seed: initialization.isRandom ? seed : nil, initialization: initialization),
      outputs: NetworkOutputs(classes), source: NetworkSource(source, .base(file)), scaling: file.cropAndScale)
  }
}
