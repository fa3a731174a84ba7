import CommandLanguage
import Experiments
import Foundation
import Language
import ModelFile
import Networks
import Training

/// Finds what the words of a statement stand for in a workspace; a word that stands for nothing is blamed where it stands.
struct Lookup {
  /// Where it looks.
  let workspace: Workspace

  /// The model of a name.
  ///
  /// - Throws: `NameError.unknownModel`, `NameError.datasetForModel`.
  func model(_ value: CheckedValue) throws -> Model {
    guard let model = workspace.models[value.word] else {
      let dataset = String(value.word.prefix { $0 != "." })
      guard workspace.datasets[value.word] == nil, workspace.datasets[dataset] == nil else {
        throw Diagnostic(.datasetForModel(value.word, known: workspace.models.keys.sorted()), at: value.span)
      }
      throw Diagnostic(.unknownModel(value.word, known: workspace.models.keys.sorted()), at: value.span)
    }
    return model
  }

  /// The photos that `hands.train`, or `hands` for all of them, stands for.
  ///
  /// - Throws: as `selection(_:)`, and `NameError.noPhotos` for the samples of a table.
  func photos(_ value: CheckedValue) throws -> PhotoSelection {
    guard case .photos(let selection) = try selection(value) else {
      throw Diagnostic(.noPhotos(value.word), at: value.span)
    }
    return selection
  }

  /// The samples that `hands.train`, or `hands` for all of them, stands for.
  ///
  /// - Throws: `NameError.unknownDataset`, `NameError.unknownSplit` or `NameError.emptySplit`.
  func selection(_ value: CheckedValue) throws -> Selection {
    try Diagnostic.placing(at: value.span) { try workspace.selection(named: value.word) }
  }

  /// Sees to it that a name can be given to a new thing.
  ///
  /// - Throws: `NameError.badName`, or `NameError.nameIsTaken` by something of another sort.
  func checkName(_ value: CheckedValue, for sort: CatalogueSort) throws {
    let name = value.word
    guard Int(name) == nil, !name.contains("."), !name.contains("/"), Name.isGood(name) else {
      throw Diagnostic(.badName(name), at: value.span)
    }
    if sort == .model, workspace.datasets[name] != nil {
      throw Diagnostic(.nameIsTaken(name, by: "a dataset"), at: value.span)
    }
    if sort == .dataset, workspace.models[name] != nil {
      throw Diagnostic(.nameIsTaken(name, by: "a model"), at: value.span)
    }
  }

  /// What a word stands for: a model, else a dataset, else the file of that path or short name.
  ///
  /// - Throws: `NameError.unknownThing`, or what is wrong with the file.
  func subject(_ value: CheckedValue) throws -> Subject {
    if let model = workspace.models[value.word] { return .model(model) }
    if let dataset = workspace.datasets[value.word] { return .dataset(dataset) }
    guard workspace.files.hasModel(value.word) else {
      throw Diagnostic(
        .unknownThing(value.word, known: (Array(workspace.models.keys) + Array(workspace.datasets.keys)).sorted()),
        at: value.span)
    }
    do {
      let entry = try workspace.library.read(value.word)
      return .file(entry.file, path: entry.path)
    } catch {
      throw error.placed(at: value.span)
    }
  }

  /// The network a word stands for, a model's or a file's, of which another one takes something.
  ///
  /// - Throws: `NameError.unknownThing`, what is wrong with the file, `NameError.notUnderstoodBy` for what is no network.
  func network(behind value: CheckedValue, for command: String) throws -> NetworkModel {
    switch try subject(value) {
    case .model(.network(let other)): return other
    case .file(let file, let path):
      do {
        let opened = try ModelFileReader(file: file, path: path, library: workspace.library).open(as: value.word)
        if case .network(let other) = opened { return other }
      } catch {
        throw error.placed(at: value.span)
      }
    default: break
    }
    throw Diagnostic(
      .notUnderstoodBy(command: command, model: value.word, kind: "thing of another kind"), at: value.span)
  }

  /// The network of a name.
  ///
  /// - Throws: `NameError.unknownModel`, `NameError.notUnderstoodBy` for a k-NN model.
  func network(_ name: CheckedValue, for command: String) throws -> NetworkModel {
    switch try model(name) {
    case .network(let model): return model
    case .neighbors, .hybrid:
      throw Diagnostic(.notUnderstoodBy(command: command, model: name.word, kind: try model(name).kind), at: name.span)
    }
  }

  /// The network of a name, which has been trained.
  ///
  /// - Throws: as `network(_:for:)`, and `NameError.notTrainedYet`.
  func trainedNetwork(_ name: CheckedValue, for command: String) throws -> NetworkModel {
    let model = try network(name, for: command)
    guard !model.training.records.isEmpty else {
      throw Diagnostic(.notTrainedYet(model: model.name, model.modelState), at: name.span)
    }
    return model
  }
}

extension Workspace {
  /// Finds what words stand for.
  var lookup: Lookup { Lookup(workspace: self) }
}
