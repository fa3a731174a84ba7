import CommandLanguage
import Experiments
import ModelFile

/// What a word in a cell can stand for: something the session knows, or a model file.
enum Subject {
  /// A model of the session.
  case model(Model)
  /// A dataset of the session.
  case dataset(Dataset)
  /// A model file, with its path as people write it.
  case file(ModelFile, path: String)
}
