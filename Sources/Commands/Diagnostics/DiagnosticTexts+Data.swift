import CommandLanguage
import DataFiles
import Experiments
import Files
import RunStore
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of photos in hand that cannot be changed.
  static func data(_ kind: DataDiagnostic) -> DiagnosticText {
    switch kind {
    case .noJournal:
      DiagnosticText(
        "The state folder cannot be written, so undo would not work. Nothing was changed.",
        "Make it writable, or name another one: WHET_STATE=…")
    case .store(let error):
      DiagnosticText("The change cannot be recorded: \(store(error)). Nothing was changed.")
    case .file(let error): file(error)
    case .inTheWay(let path): DiagnosticText("\(path) is there already. Nothing was changed.")
    case .foreign(let path, let line):
      DiagnosticText(
        "\(path) was not written by Whet, or was changed since. Nothing was changed.", "To replace it: \(line)")
    case .notThere(let path):
      DiagnosticText(
        "\(path) does not exist any more. Nothing was changed.", "Run the dataset line again to see what there is.")
    case .changedSince(let path):
      DiagnosticText(
        "\(path) has been changed since, so this cannot be undone. Nothing was changed.",
        "Restore the file, or continue without undo.")
    case .contentLost(let hash):
      DiagnosticText("The earlier content (\(hash)…) is not in the store any more. Nothing was changed.")
    case .takenBackElsewhere: DiagnosticText("Another notebook has undone this already. Nothing was changed.")
    case .folder(let kind): folder(kind)
    case .drawn(let kind): samples(kind)
    case .photo(let kind): photos(kind)
    case .classes(let kind): classes(kind)
    case .largerThanMemory(let text, let dataset, let samples, let bytes, let limit):
      DiagnosticText(
        "This needs all \(Numbers.count(samples, "sample")) of \(text) in memory at once, \(Numbers.bytes(bytes)), and tables "
          + "may use \(Numbers.bytes(limit)).",
        "Use a part of the table: dataset \(dataset) … split=[0.1, 0.2]   Or give tables more memory: WHET_TABLE_MEMORY=… "
          + "Networks can be trained on it as it is: train")
    case .nothingToUndo: DiagnosticText("There is nothing to undo.")
    case .nothingToRedo: DiagnosticText("There is nothing to redo.")
    }
  }

  private static func file(_ error: FileError) -> DiagnosticText {
    switch error {
    case .missing(let path, let places, let beside):
      DiagnosticText("\(path) does not exist.\(nearestFile(path, beside))", lookedIn(places), toDownload(places))
    case .noFolder(let folder, true):
      DiagnosticText("\(name(folder)) is not a folder, so nothing can be written into it.")
    case .noFolder(let folder, false):
      DiagnosticText("The folder \(name(folder)) does not exist.", "Create it, or give another path.")
    case .cannotRead(let path, let code):
      DiagnosticText("\(path) cannot be read: \(Words.systemError(code)). Nothing was changed.")
    case .cannotWrite(let path, let code):
      DiagnosticText("\(path) cannot be changed: \(Words.systemError(code)). Everything is as it was before.")
    case .notRegular(let path, let kind):
      DiagnosticText("\(path) is not a regular file but \(kind.phrase). Nothing was changed.")
    }
  }

  private static func folder(_ kind: DataDiagnostic.Folder) -> DiagnosticText {
    switch kind {
    case .workFolder(.sampleData(let dataset, let folder)):
      DiagnosticText(
        "\(folder) is sample data and is never changed.",
        "Work on a copy: dataset \(dataset) path=\(Words.quoted(folder)) into=\"work\"")
    case .workFolder(.drawnData(let dataset)):
      DiagnosticText(
        "\(dataset) is generated, and generated photos cannot be changed.",
        "Work on a copy: dataset \(dataset) sample=hands into=\"work\"")
    case .inDataFolder(let folder):
      DiagnosticText("\(folder) is in the data folder, which is for sample data only.", "Name a folder of your own.")
    case .neverCopied(let dataset, let folder):
      DiagnosticText(
        "\(dataset) (\(folder)) was not copied from anywhere, so nothing can be restored.",
        "undo brings back removed photos. A copy: dataset \(dataset) path=… into=\"work\"")
    case .intoItself(let folder, let source):
      DiagnosticText(
        "One of \(folder) and \(source) contains the other, so one cannot be copied into the other.",
        "Name another folder.")
    case .archiveNeedsInto(let path):
      DiagnosticText("\(path) is an archive.", "Add a folder for its photos: into=\"work\"")
    case .archive(let path, let error): archive(path, error)
    }
  }

  private static func photos(_ kind: DataDiagnostic.Photo) -> DiagnosticText {
    switch kind {
    case .whichSplit(let splits):
      DiagnosticText("Add a split to the name.", "It can be \(Numbers.alternatives(splits)).")
    case .name(.unknown(let word, let split, let known)):
      DiagnosticText(
        known.isEmpty ? "\(split) has no photos." : "No photo of \(split) begins with \(word).\(nearest(word, known))",
        "Names and indices: show \(split) details=true")
    case .name(.ambiguous(let word, let split, let names)):
      DiagnosticText(
        "\(Numbers.count(names.count, "photo")) of \(split) begin with \(word): \(Words.shortened(names)).",
        "Type more of the name, or its index counted from 0.")
    case .name(.noSuchPlace(let place, let split, let count)):
      DiagnosticText("\(split) has no photo \(place): it has \(Numbers.count(count, "photo")), counted from 0.")
    case .twice(let name): DiagnosticText("\(name) is named twice.")
    }
  }

  private static func classes(_ kind: DataDiagnostic.Classes) -> DiagnosticText {
    switch kind {
    case .noSuchClass(let word, let dataset, let known):
      DiagnosticText(
        "\(dataset) has no class \(word).\(nearest(word, known))",
        "It has \(Words.shortened(known)). A new class: class \(dataset) add=\(ClassName.problem(of: word) == nil ? Words.quoted(word) : "…")"
      )
    case .badClassName(let name, let problem): DiagnosticText(className(name, problem))
    case .classIsThere(let label, let dataset):
      DiagnosticText(
        "\(dataset) has a class \(label) already.", "To put photos there: relabel \(dataset).train … to=\(label)")
    case .oneClassChange(let given):
      DiagnosticText(
        given.isEmpty
          ? "class needs one of add=, rename= and order=."
          : "class does one thing at a time, not \(Numbers.list(given.map { $0 + "=" })).",
        "For example: class hands add=🦎")
    case .renameNeedsTo:
      DiagnosticText("A class is renamed with rename= and to=.", "For example: class hands rename=🦎 to=👽")
    case .orderLacks(let missing, let all, let dataset):
      DiagnosticText(
        "order= lacks \(Words.shortened(missing)).",
        "All of them: class \(dataset) order=[\(all.joined(separator: ", "))]")
    case .moreThanMaxClasses(let labels, let limit, let dataset):
      DiagnosticText(
        "\(dataset) would have \(labels.count) classes, and maxClasses= allows \(limit): \(Words.shortened(labels)).",
        "Allow more, or choose some with labels=.")
    }
  }

  private static func className(_ name: String, _ problem: ClassName.Problem) -> String {
    switch problem {
    case .empty: "A class needs a name."
    case .character(let character):
      "A class name is the name of a folder and may not contain \(character), nor any of . / \\ ? % * | \" < >."
    case .control: "A class name may not contain line ends or other control characters."
    case .tooLong(let bytes): "A class name may have at most 200 bytes; this has \(bytes)."
    case .spaceAtEdge: "A class name may not begin or end with a space."
    }
  }

  /// What is said of an archive that cannot be written or unpacked.
  static func archive(_ path: String, _ error: ZipError) -> DiagnosticText {
    switch error {
    case .cannotRead(let code): DiagnosticText("\(path) cannot be read: \(Words.systemError(code)).")
    case .cannotWrite(let code):
      DiagnosticText("\(path) cannot be unpacked or written: \(Words.systemError(code)). Nothing was changed.")
    case .notRegular(let kind): DiagnosticText("\(path) is not a regular file but \(kind.phrase).")
    case .notAnArchive: DiagnosticText("\(path) is neither a folder nor a ZIP archive.")
    case .damaged(let entry):
      DiagnosticText("\(path) is damaged\(entry.map { " at \($0)" } ?? ""). Nothing was changed.")
    case .checksum(let name):
      DiagnosticText("\(path) is damaged: \(name) does not fit its checksum. Nothing was changed.")
    case .name(let name):
      DiagnosticText("\(path) holds \(name), which is not a path within a folder. Nothing was changed.")
    case .notAFile(let name): DiagnosticText("\(path) holds \(name), which is a link, not a file. Nothing was changed.")
    case .method(let name, let number):
      DiagnosticText(
        "\(path) compresses \(name) by method \(number), which is not supported.",
        "Compress it by Deflate, without a password.")
    case .twice(let name): DiagnosticText("\(path) holds \(name) twice. Nothing was changed.")
    case .tooMany(let count, let limit):
      DiagnosticText("\(path) has \(Numbers.grouped(count)) entries; at most \(Numbers.grouped(limit)) are handled.")
    case .tooLarge(let limit):
      DiagnosticText("\(path) would take more than \(Numbers.bytes(limit)). Nothing was changed.")
    case .entryTooLarge(let name, let limit):
      DiagnosticText(
        "\(name) in \(path) is larger than \(Numbers.bytes(limit)), the most that is handled. Nothing was changed.")
    case .ratio(let name, let bytes, let packed, let limit):
      DiagnosticText(
        "\(name.map { "\($0) in \(path)" } ?? path) would grow from \(Numbers.bytes(packed)) to \(Numbers.bytes(bytes)). "
          + "Archives that grow more than \(limit) times are not unpacked. Nothing was changed.",
        "If you trust it, unpack it yourself and read the folder.")
    }
  }

  /// Why the store cannot be used, as the end of a sentence.
  static func store(_ error: StoreError) -> String {
    switch error {
    case .folder(let path, let code): "\(path) cannot be used (\(Words.systemError(code)))"
    case .cannotOpen(let path, _): "\(path) cannot be opened"
    case .readOnly(let path): "\(path) is read-only"
    case .full(let path): "the disk is full (\(path))"
    case .busy(let path, _): "another program has locked \(path)"
    case .corrupt(let path): "\(path) is damaged"
    case .newerSchema(let path, _, _): "a later version of whet wrote \(path)"
    case .inputOutput(let path, _): "\(path) cannot be read or written"
    case .tooLong(let path): "the text is too long for \(path)"
    case .failed(let path, _, let message): "\(path): \(message)"
    }
  }
}
