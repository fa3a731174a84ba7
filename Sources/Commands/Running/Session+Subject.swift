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

extension Session {
  /// What a word stands for: a model, else a dataset, else the file of that path or short name.
  ///
  /// - Throws: `Fact.unknownThing`, or what is wrong with the file.
  func subject(_ value: CheckedValue) throws(Fault) -> Subject {
    if let model = models[value.word] { return .model(model) }
    if let dataset = datasets[value.word] { return .dataset(dataset) }
    guard files.hasModel(value.word) else {
      throw Fault(
        .unknownThing(value.word, known: (Array(models.keys) + Array(datasets.keys)).sorted()), at: value.span)
    }
    do throws(Fault) {
      let entry = try library.read(value.word)
      return .file(entry.file, path: entry.path)
    } catch {
      throw error.placed(at: value.span)
    }
  }
}
