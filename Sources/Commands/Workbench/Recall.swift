import CommandLanguage
import Experiments
import Foundation
import Language
import Samples
import Views
import Wording

extension Workspace {
  /// Brings back what a statement uses and this session does not have, from an earlier session in the same place.
  ///
  /// - Returns: What the reader should know, a sentence for each name.
  /// - Throws: `RunDiagnostic.notRecalled`, or why a dataset cannot be read again.
  func recall(for uses: [NameUse]) throws -> [String] {
    guard memory != nil else { return [] }
    var remarks: [String] = []
    for use in uses {
      switch use.effect {
      case .reads, .asks, .changes, .changesInTraining, .forgets:
        do { remarks += try recall(use.name, as: use.kind) } catch {
          throw error.placed(at: use.value.span)
        }
      case .makes, .removes, .mentions, .given: continue
      }
    }
    return remarks
  }

  private func recall(_ name: String, as kind: ArgumentKind) throws -> [String] {
    switch kind {
    case .model, .newName: return try recallModel(name)
    case .dataset, .split: return try recallDataset(behind: name)
    case .thing: return try recallModel(name) + recallDataset(behind: name)
    // A file of that name goes first.
    case .source: return files.hasModel(name) ? [] : try recallModel(name)
    case .extractor:
      // A network of that name goes before a file, which may be an older copy of it.
      var remarks: [String] = []
      for name in [name] + ModelLibrary.beginnings(of: name) { remarks += try recallModel(name) }
      return remarks
    default: return []
    }
  }

  /// Has the model of an earlier session whose name a statement gives to a new one at hand, so that `undo` can bring it back.
  ///
  /// - Returns: Its name, and what it had learnt, for the reader; nil where there is none, or where nothing is lost with it.
  func makeRoom(for uses: [NameUse]) -> (name: String, remark: String)? {
    guard let memory, let name = uses.first(where: { $0.effect == .makes(.model) })?.name,
      models[name] == nil, datasets[name] == nil,
      let model = try? memory.model(name), model.state.hasLearnt
    else { return nil }
    catalogue.recall(model)
    return (name, "\(name) of an earlier session was replaced: \(model.told). undo restores it.")
  }

  /// Brings a model of an earlier session back, where this one has none of that name, and the datasets it learnt from as far as they can be read.
  func recallModel(_ name: String) throws -> [String] {
    guard models[name] == nil, datasets[name] == nil, let model = try memory?.model(name) else { return [] }
    catalogue.recall(model)
    var remarks = [model.toldAsEarlier]
    if case .network(let network) = model {
      for data in network.training.splits { remarks += (try? recallDataset(behind: data)) ?? [] }
    }
    // Whether the network its features come from has changed is told where that is at hand.
    if let network = model.basis?.network { remarks += (try? recallModel(network)) ?? [] }
    return remarks
  }

  /// Reads the dataset behind `hands` or `hands.train` again.
  func recallDataset(behind text: String) throws -> [String] {
    let name = text.split(separator: ".", maxSplits: 1).first.map(String.init) ?? text
    guard datasets[name] == nil, datasets[text] == nil, models[name] == nil, let kept = memory?.dataset(name) else {
      return []
    }
    switch kept {
    case .photos(let folder, let labels, let maxClasses, let scaling, let unreadable, let division, let statement):
      let url = URL(filePath: folder, directoryHint: .isDirectory)
      try drawAgain(url, labels)
      let place = PhotoFolder(folder: url, name: name, shorten: files.short)
      do throws(PhotoFolderError) {
        // Where a class has gone since, all that are there are read.
        var dataset = try? place.read(labels: labels)
        if dataset == nil { dataset = try place.read(labels: nil) }
        guard var dataset else { return [] }
        dataset.maxClasses = maxClasses
        dataset.statement = statement
        if let unreadable { dataset = UnreadablePhotos(unreadable).leftOut(of: dataset) }
        if let division { dataset = dataset.divided(by: division) }
        catalogue.recall(.photos(dataset.scaled(by: scaling)))
        let out = dataset.unreadable?.entries.count ?? 0
        return [
          "\(name) was read again: \(Numbers.count(dataset.count, "photo")) in \(files.short(dataset.folder))"
            + (out == 0 ? "." : "; \(UnreadableView.leftOut(out)).")
        ]
      } catch {
        throw Diagnostic(.photoFolder(error))
      }
    case .table(let statement):
      try readTable(statement)
      return datasets[name] == nil ? [] : ["\(name) was read again: \(statement)"]
    }
  }

  /// Draws what is missing in a folder of drawn hands.
  func drawAgain(_ folder: URL, _ labels: [String]) throws {
    guard let samples = files.samples, let hands = DrawnHandsFolder(folder, in: samples) else { return }
    do {
      try hands.draw(labels.compactMap { Gesture($0) }) { _, _ in true }
    } catch {
      if case .file(let error) = error { throw Diagnostic(error) }
    }
  }

  /// Runs the statement that reads a table.
  ///
  /// - Throws: What is wrong with the file, without a place.
  func readTable(_ statement: String) throws {
    guard let cell = try? Parser.parse(Source(statement)), case .command(let call)? = cell.statements.first,
      call.name.value == DatasetCommand.declaration.name
    else { return }
    var binder = ArgumentBinder(DatasetCommand.declaration, variables: [:])
    do {
      _ = try DatasetCommand(binder.bind(call)).run(
        in: self, on: CommandContext(display: NullOutput(), makeIdentity: { "" }))
    } catch {
      // Its place is in the statement of then, not in the one of now.
      if let kind = error.mistake { throw Diagnostic(kind) }
    }
  }
}
