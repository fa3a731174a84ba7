import CommandLanguage
import DataFiles
import Experiments
import Figures
import Foundation
import Language
import Pictures
import RunStore
import Samples
import Training
import Views
import Wording

/// `dataset hands path="Dataset" labels=[✊, ✋, ✌️]`, `dataset digits idx="data/mnist" split=[0.8, 0.2]`,
/// `dataset hands sample=hands`
struct DatasetCommand: Command {
  private static let name = PositionalArgument(
    "name", .newName, "Name of the new dataset.", effect: .makes(.dataset))
  private static let into = KeyedArgument("into", .path, "Folder of your own to copy the photos to.")
  private static let labels = KeyedArgument(
    "labels", .placed(.list(.label)), "Classes to use, in this order.",
    offers: Gesture.allCases.map { OfferedValue($0.rawValue, "with sample=hands: \($0.name)") })
  private static let maxClasses = KeyedArgument(
    "maxClasses", .placed(.integer(1...100_000)),
    "Largest number of classes allowed; by default the outputs of a network (10), unlimited for k-NN.")
  private static let cropAndScale = KeyedArgument<CropAndScale>(
    "cropAndScale", .choice,
    "How photos are resized for a network: stretched, fitted with black borders, or centre-cropped.",
    default: .scaleFill)
  private static let skip = KeyedArgument<Skip?>(
    "skip", .choice, "unreadable: leaves out photos that cannot be read.")

  /// What is left out of a dataset.
  private enum Skip: String, CaseIterable {
    case unreadable
  }

  static let declaration = CommandDeclaration(
    "dataset", "Creates a dataset from a folder of photos, a table, or generated samples.",
    discussion: """
      Photos: path= is a folder with train/ and test/, each with one folder of photos (.jpg, .png, .heic, .avif, \
      .webp, .tif, .gif, .bmp) per class. Without train/, all class folders are training data; split= divides them. \
      Classes have the order of labels=, else of labels.json in the folder, else of their names; a network's outputs \
      have the same order. With into=, the photos are copied to a folder of your own, where add, remove, relabel and \
      class change them. Running the line again copies photos that are new in the source, and restore copies removed \
      ones back. With into=, path= may also be a ZIP archive. The source is never changed. A photo that cannot be read \
      stops every command that needs it; skip=unreadable decodes all photos once, leaves unreadable ones out and names \
      them.

      Tables: csv= is a text table with one sample per line, npz= holds arrays of NumPy, sqlite= a table of a \
      database, and idx= is a folder of IDX files such as MNIST's (train-… and t10k-…). Text and IDX files may be \
      compressed with gzip or LZFSE (.csv.lzfse). The separator, decimal commas, a header line and the type of each \
      column are detected and reported. target= names the column to predict: texts are classes, and so are 0 and 1 \
      alone; other numbers are predicted as numbers unless task=classification makes them classes. A column of texts \
      is encoded as one column of 0 and 1 for each text. A column of dates (2024-05-31, 31.5.2024 10:15, 5/31/24 \
      1:05 PM) becomes the days since 2000-01-01, the month, the weekday (1 is Monday) and, with times, the hour. A \
      network that reads an image takes \
      the numbers without scale=, as pixels of 0 to 255. A table larger than a quarter of the free memory, or than the \
      environment variable WHET_TABLE_MEMORY (such as 500M), is kept in a file and read as needed.

      Splits: split= and seed= divide a table without test samples at random, with the same share of every class in \
      both parts. With group=, samples that share a value stay on one side, so that no test sample has a \
      near-duplicate among the training samples. Of a table, group= is a column; of photos, it is a regular expression \
      for their names, such as "^[^_]+" for everything before the first _. orderBy= divides \
      a table by a column instead, such as a date: test samples come after all training samples, as those to be \
      predicted will. IDX files and generated digits keep their order unless seed= is given.

      Generated samples need no files and depend only on seed=: sample=hands makes photos of ✊ rock, ✋ paper and ✌️ \
      scissors, and of 👍 thumb, ☝️ pointing, 🤘 horns, 🤙 call and 🤟 three if labels= names them; sample=digits the \
      digits 0 to 9; sample=flowers a table of three kinds of flowers; sample=houses a table of houses and their \
      prices. Generated photos can be changed in a copy: into=.

      A path is looked up as given, then in the data folder.
      """,
    positionals: [name],
    arguments: [
      DatasetPlace.Keys.path, into, DatasetPlace.Keys.sample, SampleArguments.count, SampleArguments.seed,
      DatasetPlace.Keys.idx, DatasetPlace.Keys.csv, DatasetPlace.Keys.npz, DatasetPlace.Keys.sqlite,
      TableColumnArguments.target,
      TableColumnArguments.task, TableColumnArguments.missing, TableColumnArguments.group, TableColumnArguments.order,
      TableColumnArguments.ignore,
      TableColumnArguments.categories, TableColumnArguments.separator, TableColumnArguments.header,
      TableColumnArguments.samples, TableColumnArguments.table, TableArguments.test, labels, maxClasses,
      TableArguments.shape, TableArguments.scale, TableArguments.split, cropAndScale, skip, ReplaceArgument.replace,
    ],
    examples: [
      "dataset hands path=\"data/gestures\" labels=[✊, ✋, ✌️]", "dataset hands path=\"Dataset\" into=\"work\"",
      "dataset pets path=\"photos\" skip=unreadable", "dataset hands sample=hands",
      "dataset digits idx=\"data/mnist\" split=[0.8, 0.2]",
      "dataset flowers csv=\"iris.csv\" target=species split=[0.8, 0.2] seed=1 missing=mean",
      "dataset rides csv=\"taxi.csv\" target=duration orderBy=pickup",
      "dataset pets path=\"photos\" split=[0.8, 0.2] group=\"^[^_]+\"",
      "dataset digits csv=\"mnist_train.csv\" shape=[1, 28, 28] scale=1/255",
    ])

  private let name: CheckedValue
  private let place: DatasetPlace
  private let labels: GivenValue<[CheckedValue]>?
  private let sample: SampleArguments?
  private let scaling: CropAndScale
  private let reading: TableArguments
  private let into: CheckedValue?
  private let maxClasses: GivenValue<Int>?
  private let statement: String
  private let replaces: Bool
  private let skipsUnreadable: Bool
  /// How photos are divided, and where that is said.
  private let division: SampleDivision?
  private let divisionSpan: Span?

  init(_ arguments: Arguments) throws {
    name = arguments[Self.name]
    let drawn = arguments[DatasetPlace.Keys.sample]
    place = try DatasetPlace(arguments)
    labels = arguments[Self.labels]
    into = arguments[Self.into]
    maxClasses = arguments[Self.maxClasses]
    statement = arguments.statement
    replaces = arguments[ReplaceArgument.replace]
    skipsUnreadable = arguments[Self.skip] == .unreadable
    if into == nil {
      try arguments.refuse(
        ReplaceArgument.replace, belongingTo: "into=", "Leave it out of a dataset that is not copied.")
    }
    try Self.refuse(place, sample: drawn?.value, of: arguments)
    if let labels, labels.value.isEmpty {
      throw Diagnostic(
        .usage(.wrongKind(argument: "labels", expected: .list(.label), given: labels.text)), at: labels.span)
    }
    scaling = arguments[Self.cropAndScale]
    reading = try TableArguments(arguments)
    let wanted = labels?.value ?? []
    let split = arguments[TableArguments.split]
    var pattern: GroupPattern?
    if case .path = place, let group = arguments[TableColumnArguments.group] {
      pattern = GroupPattern(group.value.word)
      if pattern == nil { throw Diagnostic(.noPattern(group.text), at: group.span) }
    }
    division = split.map {
      SampleDivision(shares: $0.value, seed: arguments[SampleArguments.seed] ?? 1, group: pattern)
    }
    divisionSpan = split?.span
    sample = try drawn.map { drawn in try SampleArguments(drawn.value, labels: wanted, arguments) }
  }

  /// Refuses the keys that mean nothing beside a place of data.
  private static func refuse(_ place: DatasetPlace, sample: SampleArguments.Sample?, of arguments: Arguments) throws {
    let words = if case .sample(let value) = place { "sample=\(value.text)" } else { "\(place.key)=" }
    let remedy = "Leave it out of a dataset with \(words)."
    if place.substitute == .hands {
      try arguments.refuse(
        TableArguments.shape, TableArguments.scale, belongingTo: "tables and sample=digits", remedy)
    } else {
      try arguments.refuse(labels, into, maxClasses, cropAndScale, skip, belongingTo: "path= and sample=hands", remedy)
    }
    try place.refuseColumns(of: arguments, remedy)
    if arguments[TableColumnArguments.order] != nil {
      try arguments.refuse(
        TableColumnArguments.group, SampleArguments.seed, belongingTo: "a split at random", "Leave it out, or orderBy=."
      )
      try arguments.refuse(
        TableArguments.test, belongingTo: "a table that is not divided", "Leave it out, or orderBy=.")
    }
    guard sample == nil else { return }
    try arguments.refuse(SampleArguments.count, belongingTo: "sample=", remedy)
    guard case .path = place else { return }
    if arguments[into] != nil {
      try arguments.refuse(
        TableArguments.split, TableColumnArguments.group, belongingTo: "a folder that is not copied",
        "Leave into= out, or the division.")
    }
    if arguments[TableArguments.split] == nil {
      try arguments.refuse(
        SampleArguments.seed, TableColumnArguments.group, belongingTo: "split=", "Add split=[0.8, 0.2].")
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try workspace.lookup.checkName(name, for: .dataset)
    let found = try find(in: workspace.files)
    let dataset: Dataset
    switch (place, found, sample) {
    case (_, nil, let sample?) where sample.kind != .hands:
      dataset = .table(try reading.readDrawn(sample, as: name.word))
    case (.idx(let folder), let source?, _):
      dataset = .table(try reading.readIDX(source, as: name.word, at: folder, in: workspace.files, on: context))
    case (.table(let kind, let file), let source?, _):
      dataset = .table(try reading.readTable(kind, source, as: name.word, at: file, in: workspace.files, on: context))
    default:
      let source = try found ?? draw(in: workspace.files, on: context)
      var photos =
        try into.map { try copy(source, into: $0, in: workspace, on: context) }
        ?? readPhotos(source, in: workspace.files, on: context)
      try limit(&photos)
      dataset = .photos(photos.scaled(by: scaling))
    }
    try workspace.catalogue.put(dataset.read(by: statement))
    let summary = DatasetView(dataset: dataset).summary
    guard found == nil, let missing = place.file else { return summary }
    return Rendering.stacked([Rendering.text("\(missing.word) was not found; these are generated."), summary])
  }

  /// The classes wanted; of hands that are drawn, in the spelling of their folders.
  private func wanted(from source: URL, in files: DataFolder) -> [String]? {
    if let sample, files.isDrawn(source) { return sample.labels }
    return labels?.value.map(\.word)
  }

  /// The file or folder with the data; nil where they are to be drawn.
  private func find(in files: DataFolder) throws -> URL? {
    guard let file = place.file else { return nil }
    do {
      return try files.file(file)
    } catch {
      guard case .experiment(.data(.file(.missing(let path, let places, let beside))))? = error.mistake else {
        throw error
      }
      guard sample == nil else { return nil }
      guard let kind = place.substitute else { throw error }
      throw Diagnostic(
        .data(.drawn(.missingData(path, places: places, beside: beside, dataset: name.word, sample: kind.rawValue))),
        at: file.span)
    }
  }

  /// Draws the hands that are missing.
  private func draw(in files: DataFolder, on context: CommandContext) throws -> URL {
    guard let sample, let samples = files.samples else { preconditionFailure("there is something to draw") }
    let hands = sample.hands(in: samples)
    let waiting = DrawingWait(name: name.word, context: context)
    do {
      try hands.draw(sample.gestures) { done, count in
        waiting.update(done, of: count)
        return !context.isInterrupted
      }
    } catch {
      throw error.told(at: place.span)
    }
    waiting.finish()
    return hands.folder
  }

  private func readPhotos(_ folder: URL, in files: DataFolder, on context: CommandContext) throws -> PhotoDataset {
    if (try? ZipReader(contentsOf: folder)) != nil {
      throw Diagnostic(.data(.folder(.archiveNeedsInto(files.short(folder)))), at: place.span)
    }
    let photos: PhotoDataset
    do {
      photos = try PhotoFolder(folder: folder, name: name.word, shorten: files.short).read(
        labels: wanted(from: folder, in: files))
    } catch {
      throw Diagnostic(.photoFolder(error), at: blame(error))
    }
    guard skipsUnreadable else { return try divided(photos, in: files) }
    let wait = PhotoWait(context: context)
    let readable = try UnreadablePhotos().leftOut(
      of: photos, now: Date.now.timeIntervalSince1970, signal: context, update: wait.update)
    wait.finish()
    try checkIsReadable(readable, at: folder, in: files)
    return try divided(readable, in: files)
  }

  /// The photos divided as wanted; drawn hands have their folders.
  private func divided(_ photos: PhotoDataset, in files: DataFolder) throws -> PhotoDataset {
    guard let division, !files.isDrawn(photos.folder) else { return photos }
    guard photos.split("test") == nil else {
      throw Diagnostic(.photoFolder(.alreadySplit(files.short(photos.folder))), at: divisionSpan)
    }
    return photos.divided(by: division)
  }

  /// Sees to it that something is left of a dataset.
  private func checkIsReadable(_ photos: PhotoDataset, at source: URL, in files: DataFolder) throws {
    guard photos.count == 0, let unreadable = photos.unreadable, !unreadable.entries.isEmpty else { return }
    throw Diagnostic(.photoFolder(.noneReadable(folder: files.short(source), unreadable)), at: place.span)
  }

  private func limit(_ photos: inout PhotoDataset) throws {
    guard let maxClasses else { return }
    photos.maxClasses = maxClasses.value
    guard photos.labels.count <= maxClasses.value else {
      throw Diagnostic(
        .data(.classes(.moreThanMaxClasses(photos.labels, limit: maxClasses.value, dataset: name.word))),
        at: maxClasses.span)
    }
  }

  /// Copies what was never copied before to a folder of the user's own, and reads that.
  private func copy(
    _ url: URL, into value: CheckedValue, in workspace: Workspace, on context: CommandContext
  ) throws -> PhotoDataset {
    let files = workspace.files
    let target = files.destination(value.word)
    try checkTarget(target, for: url, value, files)
    var source: PhotoSource
    do {
      source = try PhotoSource(url, name: name.word, labels: wanted(from: url, in: files), in: files)
    } catch {
      if case .folder(let problem) = error { throw Diagnostic(problem, at: blame(problem)) }
      throw Diagnostic(error, at: place.span)
    }
    defer { source.close() }
    let known =
      (try? PhotoFolder(folder: target, name: name.word, shorten: files.short).read(labels: nil))?.labels ?? []
    var before = PhotoDataset(
      name: name.word, folder: target, labels: known, splits: [], skipped: [], isSplit: source.dataset.isSplit)
    if skipsUnreadable {
      let wait = PhotoWait(context: context)
      try source.leaveOutUnreadable(knowing: UnreadablePhotos(), signal: context, update: wait.update)
      wait.finish()
      try checkIsReadable(source.dataset, at: url, in: files)
      before.unreadable = source.dataset.unreadable
    }
    do {
      var work = try WorkFolder(before, in: files)
      let plan = WorkCopy(source: source.dataset, target: target, restores: false).plan(
        labels: known, from: FilePath.plain(url))
      work.record = plan.record
      work.record.labels = wanted(from: url, in: files)
      let dataset = try workspace.photoEdits.change(
        work, plan.edits, labels: plan.labels, for: statement,
        told: "\(Numbers.count(plan.copied, "photo")) copied to \(files.short(target))", replacing: replaces)
      context.show(
        WorkCopyView(
          plan: plan, name: name.word, source: files.short(url), target: files.short(target),
          unreadable: source.dataset.unreadable?.entries.count ?? 0
        ).rendering)
      return dataset
    } catch {
      throw error.placed(at: value.span)
    }
  }

  private func checkTarget(_ target: URL, for source: URL, _ value: CheckedValue, _ files: DataFolder) throws {
    guard !files.isOfDataFolder(target) else {
      throw Diagnostic(.data(.folder(.inDataFolder(files.short(target)))), at: value.span)
    }
    let (one, other) = (FilePath.plain(source) + "/", FilePath.plain(target) + "/")
    guard !one.hasPrefix(other), !other.hasPrefix(one) else {
      throw Diagnostic(.data(.folder(.intoItself(files.short(target), source: files.short(source)))), at: value.span)
    }
    guard FilePath.isFolder(target) || !FileManager.default.fileExists(atPath: FilePath.plain(target)) else {
      throw Diagnostic(.photoFolder(.notAFolder(files.short(target))), at: value.span)
    }
  }

  /// A class that does not exist is the fault of `labels=`, the rest of `path=`.
  private func blame(_ problem: PhotoFolderError) -> Span {
    switch problem {
    case .noFolder(let label, _, _), .sameLabel(_, let label):
      labels?.value.last { $0.word == label }?.span ?? place.span
    default: place.span
    }
  }
}
