import Experiments
import Foundation
import Language
import Samples
import Sketching

/// Says what could stand at the cursor, from the declarations of the commands and the names the session knows.
struct Completer {
  /// The names the session knows.
  let vocabulary: Vocabulary

  /// What could stand at a place of a cell, given in code points.
  func complete(_ code: String, cursor: Int) -> Completion {
    let context = CursorContext(Source(code), at: cursor)
    // Nothing that could be meant is longer, and a word of megabytes is not to be compared with every name.
    guard context.partial.utf8.count <= Self.longestPartial else {
      return Completion(matches: [], replaced: context.replacement)
    }
    let partial = context.partialContents.lowercased()
    let matches = candidates(context).filter { partial.isEmpty || $0.text.lowercased().hasPrefix(partial) }
      .prefix(Self.mostMatches)
    return Completion(matches: matches.map { escaped($0, in: context) }, replaced: context.replacement)
  }

  /// The most matches that are offered: who sees a thousand types on.
  private static let mostMatches = 1000
  /// The longest beginning that is completed, in bytes: a path of the system's greatest length.
  private static let longestPartial = 4096

  private func candidates(_ context: CursorContext) -> [Completion.Match] {
    switch context.form {
    case .variable:
      return vocabulary.variables.sorted { $0.key < $1.key }.map { Completion.Match($0.key, "variable", $0.value) }
    case .string, .word: break
    }
    switch context.role {
    case .command: return firstWords(context)
    case .argument(let position): return arguments(of: context, position: position)
    case .value(let key): return values(of: context, key: key)
    case .assignment, .nothing: return []
    }
  }

  // MARK: Commands and keys

  private func firstWords(_ context: CursorContext) -> [Completion.Match] {
    if let outer = context.enclosing.last, let command = CommandTable.command(outer.name)?.declaration {
      return command.parts.map { Completion.Match($0.name, "layer", $0.summary) }
        + keys(of: command, except: Set(outer.keys), suffix: context.isFollowedByEquals ? "" : " = ")
    }
    return CommandTable.all.map { Completion.Match($0.declaration.name, "command", $0.declaration.summary) }
      + vocabulary.variables.keys.sorted().map { Completion.Match($0, "variable", "assign anew") }
  }

  private func arguments(of context: CursorContext, position: Int) -> [Completion.Match] {
    guard let given = context.command, let command = declaration(given.name, in: context) else { return [] }
    let places = command.positionals
    let place = position < places.count ? places[position] : places.last?.repeats == true ? places.last : nil
    let values = place.map { self.values(of: $0.kind, context: context) } ?? []
    if case .string = context.form { return values }
    let keys = keys(of: command, except: Set(given.keys), suffix: context.isFollowedByEquals ? "" : "=")
    return values + keys
  }

  private func keys(
    of command: CommandDeclaration, except given: Set<String>, suffix: String
  ) -> [Completion.Match] {
    let open = command.arguments.filter { argument in
      !given.contains(argument.key) && !argument.aliases.contains(where: given.contains)
    }
    return open.map { argument in
      let fallback = argument.defaultText.map { " (\($0))" } ?? ""
      return Completion.Match(argument.key + suffix, "key", argument.summary + fallback)
    }
  }

  /// The declaration of a command, or of a layer in a network's block.
  private func declaration(_ name: String, in context: CursorContext) -> CommandDeclaration? {
    guard let outer = context.enclosing.last, CommandTable.command(outer.name)?.declaration.parts.isEmpty == false,
      outer.name != name
    else { return CommandTable.command(name)?.declaration }
    return LayerTable.declaration(name)
  }

  // MARK: Values

  private func values(of context: CursorContext, key: String) -> [Completion.Match] {
    let name = context.command?.name ?? context.enclosing.last?.name
    guard let name, let argument = declaration(name, in: context)?.argument(key) else { return [] }
    return values(of: argument.kind, context: context)
  }

  private func values(of kind: ArgumentKind, context: CursorContext) -> [Completion.Match] {
    if case .string = context.form {
      switch kind {
      case .path, .source, .thing, .extractor, .any, .list(.path), .firstOf(.source):
        return files(context.partialContents)
      default: break
      }
    }
    switch kind {
    case .bool: return ["true", "false"].map { Completion.Match($0, "value") }
    case .choice(let words): return words.map { Completion.Match($0, "value") }
    case .allowance: return AllowanceReader.forms.map { Completion.Match($0, "value") }
    case .augmentation: return AugmentationReader.forms.map { Completion.Match($0, "value") }
    case .loss: return LossReader.forms.map { Completion.Match($0, "value") }
    case .schedule: return ScheduleReader.forms.map { Completion.Match($0, "value") }
    case .dataset: return datasets
    case .split: return splits + datasets
    case .model: return models
    case .thing: return models + datasets
    case .topic: return CommandTable.names.map { Completion.Match($0, "command") }
    case .photo: return photos(of: context)
    case .label:
      let known = vocabulary.datasets.flatMap(\.labels).map { Completion.Match($0, "label") }
      guard context.command?.name == DatasetCommand.declaration.name else { return known }
      return known + Gesture.allCases.map { Completion.Match($0.rawValue, "label", "with sample=hands: \($0.name)") }
    case .source, .extractor: return shortModels(in: kind) + loaded
    case .list(let element), .firstOf(let element): return values(of: element, context: context)
    case .path, .integer, .decimal, .text, .newName, .any: return []
    }
  }

  private var datasets: [Completion.Match] {
    vocabulary.datasets.map { dataset in
      Completion.Match(
        dataset.name, "dataset", Numbers.count(dataset.splits.reduce(0) { $0 + $1.count }, "photo"))
    }
  }

  private var splits: [Completion.Match] {
    vocabulary.datasets.flatMap { dataset in
      dataset.splits.map { Completion.Match("\(dataset.name).\($0.name)", "dataset", Numbers.count($0.count, "photo")) }
    }
  }

  /// The photos of the split named before on the line, by the shortest beginnings that no other photo has.
  private func photos(of context: CursorContext) -> [Completion.Match] {
    let partial = context.partialContents.lowercased()
    let named = context.command?.positional.first ?? ""
    return vocabulary.datasets.flatMap { dataset in
      dataset.photos.filter { named.isEmpty || named == dataset.name || named == "\(dataset.name).\($0.split)" }
    }.flatMap { split in
      split.photos.lazy.filter { $0.name.lowercased().hasPrefix(partial) }.prefix(200).map { photo in
        Completion.Match(photo.beginning(among: split.photos), "photo", photo.label)
      }
    }
  }

  private var models: [Completion.Match] {
    vocabulary.models.map { Completion.Match($0.name, "model", $0.remark) }
  }

  private var loaded: [Completion.Match] {
    vocabulary.models.filter(\.isLoaded).map { Completion.Match($0.name, "model", $0.remark) }
  }

  private func shortModels(in kind: ArgumentKind) -> [Completion.Match] {
    [(SketchModel.name, SketchModel.featureLayer, "a small network that is part of the program")].map {
      Completion.Match(kind == .extractor ? "\($0.0).\($0.1)" : $0.0, "value", $0.2)
    }
      + DataFolder.shortNames.keys.sorted().map {
        // MobileNet's layers are called as whoever converted it liked.
        Completion.Match(
          kind == .extractor && $0 == "squeezenet" ? "\($0).pool10" : $0, "value", "a model in the data folder")
      }
  }

  /// Files and folders whose path begins like this: from the working folder, then from the data folder.
  private func files(_ partial: String) -> [Completion.Match] {
    let folder = partial.lastIndex(of: "/").map { String(partial[...$0]) } ?? ""
    let places =
      partial.hasPrefix("/") || partial.hasPrefix("~")
      ? [vocabulary.files.destination(folder)]
      : [vocabulary.files.destination(folder), vocabulary.files.folder.appending(path: folder)]
    var seen: Set<String> = []
    return places.flatMap { place in
      let path = place.path(percentEncoded: false)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { !$0.hasPrefix(".") && seen.insert($0).inserted }.sorted().prefix(500).map { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(
          atPath: place.appending(path: name).path(percentEncoded: false), isDirectory: &isFolder)
        return Completion.Match(
          folder + name + (isFolder.boolValue ? "/" : ""), isFolder.boolValue ? "folder" : "file")
      }
    }
  }

  // MARK: Matching

  /// In a string, what is inserted needs its quotes and backslashes escaped.
  private func escaped(_ match: Completion.Match, in context: CursorContext) -> Completion.Match {
    guard case .string(let quote) = context.form, quote == "\"" else { return match }
    let text = match.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return Completion.Match(text, match.kind, match.remark)
  }
}
