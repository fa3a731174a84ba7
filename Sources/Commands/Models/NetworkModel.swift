import Foundation
import ModelFile
import Networks
import Pictures
import Tensors
import Training

/// A neural network under a name, with everything the session knows of it.
struct NetworkModel: Sendable {
  /// What the user calls it.
  let name: String
  /// Its layers with the parameters as they stand.
  var definition: NetworkDefinition
  /// The parameters it started with, to which `reset` and `from=start` return.
  var starter: NetworkDefinition
  /// The classes that have an output, by output; outputs beyond them are still free.
  var classes: [String]
  /// How many of these classes had one before the first training: none in a network made here, those of a file's labels.
  var starterClassCount = 0
  /// How many outputs it has.
  var outputs: Int
  /// What it was made from, for people: `squeezenet`, or a file.
  let source: String
  /// The file it was loaded from, with all that is in it.
  let file: ModelFile?
  /// The seed of its first parameters, where they were drawn.
  var seed: UInt64?
  /// How its first parameters are drawn, where they are drawn anew.
  var initialization = ParameterInitialization.kaiming
  /// What training came to so far.
  var history: [EpochRecord] = []
  /// What it last learnt from, and how.
  var lastTraining: LastTraining?
  /// The samples it learnt from, as they were.
  var learnt: LearntData?
  /// How its first weights were found, where `fit` has found them.
  var starterFit: LogisticRegression?
  /// Where training stands: what the optimizer remembers, and how far an epoch was gone through.
  var state: TrainingState?
  /// How it is to be trained on a device, and what may be chosen here and there: from its file, or from `update`; nil where
  /// neither said anything.
  var update: UpdateParameters?
  /// Who said what may be chosen, where it was not the file it was made from.
  var limitsSource: String?
  /// Whether it was loaded: names and kind of the file are then its own, and saving it goes on with that file.
  var isLoaded = false
  /// How photos are brought to the size it reads; nil as their dataset says.
  var scaling: CropAndScale?
  /// Whether its answer is a number, learnt by the squared error, and not a class.
  var isRegressor = false
  /// Whether the training was stopped and can go on.
  var isStopped = false
  /// The parameters of a stopped training's best epoch, where it keeps them.
  var best: ParameterSnapshot?
  /// What the network's file allows for the settings of a training.
  var limits = TrainingLimits()
  /// The settings the network's file gives.
  var fileDefaults: TrainingSettings?
  /// Whether the file gives a seed, too.
  var hasFileSeed = false

  /// What a network learnt from, and how.
  struct LastTraining: Sendable, Codable {
    /// The settings used.
    let settings: TrainingSettings
    /// The split learnt from, as typed.
    let on: String
    /// The splits it was checked on, as typed.
    let validate: [String]
    /// How photos were varied.
    let augmentation: [Augmentation]
    /// What went on beside it.
    let options: LoopOptions
  }

  /// Whether it is what was drawn for it, having learnt nothing.
  var hasFirstWeights: Bool {
    seed != nil && !isLoaded && history.isEmpty && state == nil && starterFit == nil
      && definition.parameters == starter.parameters
  }

  /// A training that was stopped and can go on.
  var paused: (state: TrainingState, training: LastTraining)? {
    guard isStopped, let state, let lastTraining, !state.isComplete else { return nil }
    return (state, lastTraining)
  }

  /// The name of each output: the classes, then `user0`, `user1` … for outputs no class has taken yet.
  var labels: [String] {
    classes + (0..<max(0, outputs - classes.count)).map { "user\($0)" }
  }

  /// The output of each of a dataset's classes: the one that has its name, else the next free one.
  ///
  /// - Throws: `Fact.tooManyClasses` where there are more classes than outputs, `Fact.unknownClass` where every output has
  ///   a name already and none has this one.
  func claiming(_ labels: [String]) throws(Fault) -> (classes: [String], outputs: [Int]) {
    var classes = classes
    var places: [Int] = []
    var index = LabelIndex(classes)
    for label in labels {
      if let place = index.position(of: label) {
        places.append(place)
      } else {
        guard self.classes.count < outputs else { throw Fault(.unknownClass(label, model: name, known: self.classes)) }
        guard classes.count < outputs else {
          let known = LabelIndex(self.classes)
          let all = self.classes + labels.filter { known.position(of: $0) == nil }
          throw Fault(.tooManyClasses(all, outputs: outputs, model: name, source: source))
        }
        places.append(classes.count)
        classes.append(label)
        index.append(label)
      }
    }
    return (classes, places)
  }

  /// How many numbers training may change, and how many there are.
  var parameterCounts: (trainable: Int, all: Int) {
    var counts = (trainable: 0, all: 0)
    for layer in definition.layers {
      counts.all += layer.learnableCount
      if layer.isUpdatable { counts.trainable += layer.learnableCount }
    }
    return counts
  }
}
