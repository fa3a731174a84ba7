import Foundation
import Language
import Samples

extension Session {
  /// Brings back what a statement names and this session does not have, from an earlier session in the same place.
  ///
  /// - Returns: What the reader should know, a sentence for each name.
  /// - Throws: `RunFact.notRecalled`, or why a dataset cannot be read again.
  func recall(for arguments: Arguments) throws(Fault) -> [String] {
    let declaration = arguments.declaration
    // What asks for runs means their names, whether there is such a model or not.
    guard memory != nil, declaration.name != RunsCommand.declaration.name else { return [] }
    var remarks: [String] = []
    for (index, value) in arguments.positionals.enumerated() {
      guard let place = declaration.positionals.indices.contains(index) ? index : declaration.positionals.indices.last
      else { continue }
      remarks += try recall(value, as: declaration.positionals[place].kind)
    }
    // fit without from= is about a network that is there.
    if declaration.name == FitCommand.declaration.name, arguments["from"] == nil {
      remarks += try recall(arguments.positionals[0], as: .model)
    }
    for (key, value) in arguments.named.sorted(by: { $0.value.span.start < $1.value.span.start }) {
      guard let argument = declaration.argument(key) else { continue }
      remarks += try recall(value, as: argument.kind)
    }
    return remarks
  }

  private func recall(_ value: CheckedValue, as kind: ArgumentKind) throws(Fault) -> [String] {
    var remarks: [String] = []
    do throws(Fault) {
      switch (kind, value.content) {
      case (.list(let element), .list(let values)), (.firstOf(let element), .list(let values)):
        for value in values { remarks += try recall(value, as: element) }
      case (.model, .word(let name)): remarks += try recallModel(name)
      case (.dataset, .word(let name)), (.split, .word(let name)): remarks += try recallDataset(behind: name)
      case (.thing, .word(let name)):
        remarks += try recallModel(name)
        remarks += try recallDataset(behind: name)
      case (.firstOf(let element), _): remarks += try recall(value, as: element)
      // A file of that name goes first.
      case (.source, .word(let name)) where !files.hasModel(name): remarks += try recallModel(name)
      case (.extractor, .word(let text)):
        let names = [text] + Self.beginnings(of: text)
        if !names.contains(where: files.hasModel) { for name in names { remarks += try recallModel(name) } }
      default: break
      }
    } catch {
      throw error.placed(at: value.span)
    }
    return remarks
  }

  /// Has the model of an earlier session whose name a statement gives to a new one at hand, so that `undo` can bring it back.
  ///
  /// - Returns: What it had learnt, for the reader; nil where there is none, or where nothing is lost with it.
  func makeRoom(for arguments: Arguments) -> String? {
    replaced = nil
    guard let memory, arguments.declaration.positionals.first?.kind == .newName,
      arguments.declaration.name != DatasetCommand.declaration.name, let name = arguments.positionals.first?.word,
      models[name] == nil, datasets[name] == nil,
      let model = try? memory.model(name), model.hasLearnt
    else { return nil }
    replaced = name
    models[name] = model
    return "\(name) of an earlier session made room: \(model.told). undo brings it back."
  }

  /// Brings a model of an earlier session back, where this one has none of that name, and the datasets it learnt from as far as they can be read.
  func recallModel(_ name: String) throws(Fault) -> [String] {
    guard models[name] == nil, datasets[name] == nil, let model = try memory?.model(name) else { return [] }
    models[name] = model
    var remarks = [model.toldAsEarlier]
    if case .network(let network) = model {
      for data in network.learntFrom { remarks += (try? recallDataset(behind: data)) ?? [] }
    }
    return remarks
  }

  /// Reads the dataset behind `hands` or `hands.train` again.
  func recallDataset(behind text: String) throws(Fault) -> [String] {
    let name = text.split(separator: ".", maxSplits: 1).first.map(String.init) ?? text
    guard datasets[name] == nil, datasets[text] == nil, models[name] == nil, let kept = memory?.dataset(name) else {
      return []
    }
    switch kept {
    case .photos(let folder, let labels, let maxClasses, let scaling):
      let url = URL(filePath: folder, directoryHint: .isDirectory)
      try drawAgain(url, labels)
      let place = PhotoFolder(folder: url, name: name, shorten: files.short)
      do throws(PhotoFolder.Problem) {
        // Where a class has gone since, all that are there are read.
        var dataset = try? place.read(labels: labels)
        if dataset == nil { dataset = try place.read(labels: nil) }
        guard var dataset else { return [] }
        dataset.maxClasses = maxClasses
        datasets[name] = .photos(dataset.scaled(by: scaling))
        return ["\(name) was read again: \(Numbers.count(dataset.count, "photo")) in \(files.short(dataset.folder))."]
      } catch {
        throw Fault(.photoFolder(error))
      }
    case .table(let statement):
      try readTable(statement)
      return datasets[name] == nil ? [] : ["\(name) was read again: \(statement)"]
    }
  }

  /// Draws what is missing in a folder of drawn hands.
  func drawAgain(_ folder: URL, _ labels: [String]) throws(Fault) {
    guard let samples = files.samples, let hands = DrawnHandsFolder(folder, in: samples) else { return }
    do {
      try hands.draw(labels.compactMap { Gesture($0) }) { _, _ in true }
    } catch {
      if let fault = error as? Fault { throw fault }
    }
  }

  /// Runs the statement that reads a table.
  ///
  /// - Throws: What is wrong with the file, without a place.
  func readTable(_ statement: String) throws(Fault) {
    guard let cell = try? Parser.parse(Source(statement)), case .command(let call)? = cell.statements.first,
      call.name.value == DatasetCommand.declaration.name
    else { return }
    var binder = ArgumentBinder(DatasetCommand.declaration, variables: [:])
    do {
      _ = try DatasetCommand(binder.bind(call)).run(in: self, on: Stage(display: Nowhere(), makeIdentity: { "" }))
    } catch {
      // Its place is in the statement of then, not in the one of now.
      if let fault = error as? Fault { throw Fault(fault.fact) }
    }
  }
}
