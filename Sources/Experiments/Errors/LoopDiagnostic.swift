public import ModelFile
public import Pictures

/// What can be the matter with how a training is run, or how a model is first made ready for it.
public enum LoopDiagnostic: Sendable {
  /// A cross entropy at a layer that is no softmax.
  case lossNeedsSoftmax(String)
  /// A cross entropy for a network that answers with numbers.
  case lossOfClasses(String)
  /// A loss of numbers alone for a network that answers with classes.
  case lossOfNumbers(String, model: String)
  /// A loss at a layer that no layer in training leads to.
  case lossOnFrozen(String, model: String)
  /// Settings that would change while a training is stopped in its midst, and fix what its mini-batches are.
  case fixedWhileStopped([String], model: String, epoch: Int, epochs: Int)
  /// A network in which no fully connected layer feeds the softmax at the end, so that none can be fitted.
  case noHead(String, last: String)
  /// Something was asked of a hybrid that only the two models it is made of can do.
  case hybrid(String, HybridUse, of: [String])
  /// A hybrid of models that are not a network and a k-NN model that remembers something, both with classes for answers.
  case noHybrid([String])
  /// A hybrid whose weight is to be found, and samples to find it by are not known.
  case hybridNeedsSamples(of: [String])
  /// A penalty on magnitudes was asked for where numbers are predicted.
  case noLassoOfNumbers(String)
  /// There are more numbers a sample, and more samples, than equations are solved.
  case tooManyEquations(String, width: Int, limit: Int)
  /// `init=centroids` without samples, or samples without it.
  case centroidsNeedSamples(datasets: [String])
  /// Factors for classes that are neither one for each class nor `balanced`.
  case classWeights(given: Int, classes: [String])
  /// A photo that could not be read any more while a network learnt from it: its name, the problem, and how far training had
  /// come.
  case photoLost(String, PictureError.Problem, model: String, TrainingPlace)
  /// A checkpoint that the model file's format cannot hold, told before training begins.
  case noCheckpoint(model: String, ModelFileError)
  /// A checkpoint of a network with dropout, which Core ML files leave out.
  case dropoutInCheckpoint(model: String, layer: String)
  /// A checkpoint that could not be written; training stopped there, and what it learnt is kept.
  case checkpointUnwritten(path: String, ModelFileError, model: String, epoch: Int)
  /// Clients by groups, where the dataset does not say which samples belong together.
  case clientsNeedGroups(String)
  /// Clients by a column that a dataset does not have: the dataset, the column, and those it has.
  case noColumnForClients(String, String, known: [String])
  /// Rounds of clients who have all samples of a dataset, so that none is left to evaluate the network on.
  case roundsNeedValidation(String)
  /// A checkpoint whose record of the training does not fit the model it stands in.
  case checkpointDamaged(String)
}
