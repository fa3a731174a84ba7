public import DataFiles
public import ModelFile
import Networks

/// What can be the matter with model files and what is done to them.
public enum FileDiagnostic: Sendable {
  /// `layers` was asked about something that has none.
  case noLayers(String, kind: String)
  /// `describe … parameters=true` was asked about something that is not trained.
  case noParameters(String)
  /// Something that is no network was to be shown as JSON.
  case noText(String)
  /// A JSON file that describes no network.
  case notText(String)
  /// A model that is not what is in a file: it was made here, or has changed since it was loaded from one.
  case noModelFile(String, loadedFrom: String?)
  /// A k-NN model where a network is wanted.
  case neighborsNoFile(String, looksAt: String)
  /// A pipeline with models that are neither networks nor a k-NN classifier at the end.
  case pipelineOfOthers(String, [(name: String, kind: ModelKind)])
  /// A network whose answer is a number was asked for a class.
  case answersNumbers(String)
  /// A k-NN model that answers with numbers, which no model file can hold.
  case numbersOfNeighbors(String, learnt: String?)
  /// A label that is no number, where numbers are learnt, by a model of a file that may be a classifier all the same.
  case labelNoNumber(String, split: String, model: String, file: UnlabelledFile?)
  /// A label with more or fewer numbers than a network has outputs.
  case severalNumbers(String, outputs: Int, label: String, split: String, file: UnlabelledFile? = nil)
  /// `update`, and which layers learn.
  case update(Update)
  /// `grow` and `reset`: how many outputs, and which weights.
  case growth(Growth)
  /// `delta`: the difference of networks.
  case delta(Delta)
  /// `load` of weights alone.
  case weights(Weights)
  /// `save`: where a file is written.
  case writing(Destination)
  /// A figure as a file.
  case figure(Figure)
  /// `correct`.
  case correction(Correction)

  /// A figure as a file.
  public enum Figure: Sendable {
    /// An ending that stands for no form of figures; a line that would do.
    case ending(String, line: String)
    /// PNG, and the library that draws it is not installed; a line that would do.
    case noPNG(String, library: String, line: String)
    /// A drawing that the library refuses; its words, and a line that would do.
    case notDrawn(String, words: String, line: String)
    /// A matrix of more classes than are drawn; a line that would do.
    case tooManyClasses(Int, limit: Int, line: String)
    /// Rows of a table, which are no drawing; a line that would do.
    case rowsOfNumbers(line: String)
  }

  /// `update`, and which layers learn.
  public enum Update: Sendable {
    /// `update` without anything to change.
    case nothingToChange
    /// A layer that was to be trained has nothing to learn, or cannot.
    case cannotLearn(layer: String, type: String, LayerTrainability, model: String, learners: [String])
    /// No layer of a network is trained.
    case noLayerChosen(String, learners: [String])
    /// More layers are to learn than can.
    case fewerLearners(String, wanted: Int, learners: [String])
    /// A cross entropy on what no softmax makes.
    case crossEntropyNeedsSoftmax(String, last: String)
  }

  /// `grow` and `reset`: how many outputs, and which weights.
  public enum Growth: Sendable {
    /// `grow` without a number or names.
    case byWhat
    /// A class that the network has.
    case classIsThere(String, String)
    /// Fewer outputs than classes.
    case tooFewOutputs(String, outputs: Int, classes: Int)
    /// As many outputs as there are, or fewer.
    case largerOnly(String, outputs: Int, wanted: Int)
    /// `reset … to=` a model with other layers.
    case otherLayers(String, other: String, layer: String, own: [Int]?, others: [Int]?)
  }

  /// `delta`: the difference of networks.
  public enum Delta: Sendable {
    /// `delta` without a file to write or to add, or with both.
    case whereto(isBoth: Bool)
    /// A network that is what it was.
    case nothingLearntSince(String, String)
    /// A file that is no difference of networks, or not one of such a network.
    case noDelta(String)
    /// A difference that was taken from another start.
    case otherStart(String, String)
    /// A file that does not say from how many samples it was learnt, where these are the weights.
    case noSamples(String)
    /// Differences of networks with other classes.
    case otherClasses(String, [String], [String])
  }

  /// `load` of weights alone: a safetensors file and a network.
  public enum Weights: Sendable {
    /// There is no network of that name.
    case noNetwork(String, String)
    /// The file cannot be read.
    case damaged(String, SafetensorsError)
    /// No array has the name of a layer.
    case noMatch(String, String, arrays: [String], layers: [String])
    /// Arrays have other shapes than the parameters they are named for.
    case shapes(String, String, [(name: String, shape: [Int], layer: String, wanted: [Int])])
    /// Parameters that the file has not.
    case missing(String, String, [String])
  }

  /// `save`: where a file is written.
  public enum Destination: Sendable {
    /// A file that something was made from was to be written over; `maker` is what was made of it, nil for a file of the data
    /// folder.
    case starter(String, maker: String?, model: String)
    /// A folder where a file was to be written.
    case isFolder(String, model: String)
    /// A folder that is no package, where a package was to be written.
    case foreignFolder(String, model: String)
  }

  /// `correct`.
  public enum Correction: Sendable {
    /// `correct` before anything was predicted.
    case nothingPredicted
    /// Several photos were asked about, and none is named.
    case whichPhoto([String])
    /// A photo that was not asked about.
    case notAskedAbout(String, [String])
    /// A correction without its class in a model of more or fewer than two.
    case toWhat(String, [String])
    /// The queue of corrections is empty.
    case noCorrections
  }
}
