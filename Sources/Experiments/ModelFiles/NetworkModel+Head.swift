import ModelFile
import Networks
import Tensors
public import Training

extension NetworkModel {
  /// A network of an extractor's layers, which are frozen, with a fully connected layer on the features, and a softmax
  /// where it answers with classes.
  ///
  /// - Parameters:
  ///   - name: What it is to be called.
  ///   - extractor: What makes the features.
  ///   - classes: How many outputs it has.
  ///   - answersNumbers: Whether these are numbers to predict.
  ///   - initialization: How the new layer's first weights are drawn.
  ///   - seed: What they are drawn from.
  /// - Throws: `ModelError.network` where the extractor's network cannot be built, `SourceError.modelFile`.
  public init(
    name: String, on extractor: Extractor, classes: Int, answersNumbers: Bool = false,
    initialization: ParameterInitialization = .zero, seed: UInt64 = 0
  ) throws(ExperimentError) {
    let (network, features) = (extractor.definition, extractor.definition.outputs[0])
    let shape: [Int]
    do throws(NetworkError) { shape = try network.shapes()[features, default: []] } catch {
      throw .model(.network(extractor.source, error))
    }
    var names = FreshNames(besides: network.names)
    do throws(ModelFileError) {
      var definition = try network.addingClassifier(
        on: features, weights: Tensor(shape: [classes, shape.reduce(1, *)]), bias: Tensor(shape: [classes]),
        flattens: shape.count > 1, scores: names.name(ClassifierSurgery.probabilities)
      ).withFixedStandardization
      if answersNumbers, definition.layers.popLast() != nil, let last = definition.layers.indices.last {
        definition.layers[last].outputs = [names.name(NetworkOutputs.prediction)]
        definition.outputs = definition.layers[last].outputs
      }
      for index in definition.layers.indices where definition.layers[index].isUpdatable {
        definition.layers[index].initialize(initialization, seeds: SeedPlan(seed: seed))
      }
      self.init(
        name: name,
        initial: InitialWeights(
          definition, seed: initialization.isRandom ? seed : nil, initialization: initialization),
        outputs: NetworkOutputs(classes), source: NetworkSource(extractor.word, basis: extractor.basis),
        scaling: extractor.scaling)
    } catch {
      throw .source(.modelFile(extractor.source, error))
    }
    if answersNumbers { outputs = .numbers(classes, named: NetworkOutputs.prediction) }
  }
}
