import Figures
import Foundation
import Language
import Pictures
import RunStore
import Training

/// `dataset hands path="Dataset" labels=[✊, ✋, ✌️]`, `dataset digits idx="data/mnist" split=[0.8, 0.2]`
struct DatasetCommand: Command {
  static let declaration = CommandDeclaration(
    "dataset", "Reads photos from a folder, or numbers from a table, and gives them a name.",
    discussion: """
      path= is a folder with train/ and test/, and in each of them a folder of photos (.jpg, .jpeg, .png) for every class. \
      Without train/ its class folders are all for training. Classes come in the order of labels=, else of a file \
      labels.json in the folder, else by name; this is the order of a network's outputs. idx= is a folder of IDX files as \
      MNIST has them (train-… and t10k-…), csv= a text file with a label and numbers on every line; both may be packed with \
      gzip or LZFSE (.csv.lzfse). Of a table without test samples split= takes the first part for training and the last for \
      testing. Files are looked for as given, then in the data folder. With into= the photos are copied to a folder of your own, where add, \
      remove, relabel and class change them; running the line again copies what is new in the source, and restore what was \
      removed. path= may be a ZIP archive then. The source is never changed.
      """,
    positionals: [PositionalDeclaration("name", .newName, "What the dataset is to be called.")],
    arguments: [
      ArgumentDeclaration("path", .path, "The folder of photos."),
      ArgumentDeclaration("into", .path, "With path=: the folder of your own to copy the photos to."),
      ArgumentDeclaration("idx", .path, "The folder of IDX files."),
      ArgumentDeclaration("csv", .path, "The table as text."),
      ArgumentDeclaration("test", .path, "With csv=: another table, to test on."),
      ArgumentDeclaration("labels", .list(.label), "The classes wanted, in the order wanted."),
      ArgumentDeclaration(
        "maxClasses", .integer(1...100_000),
        "The most classes there may be; when left out as many as a network has outputs, 10 as made by network, and any number "
          + "for k-NN."),
      ArgumentDeclaration(
        "shape", .list(.integer(1...100_000)), "The shape of a table's samples; IDX files say it themselves."),
      ArgumentDeclaration(
        "scale", .decimal(-1e6...1e6), "What every number of a table is multiplied by; 1/255 for IDX, else 1."),
      ArgumentDeclaration(
        "split", .list(.decimal(0...1)), "The shares of a table to train and to test on, first part and last.",
        default: "[0.8, 0.2]"),
      ArgumentDeclaration(
        "cropAndScale", .choice(CropAndScale.allCases.map(\.rawValue)),
        "How photos are brought to a network's size: stretched, fitted in with black borders, or cut to its middle.",
        default: "scaleFill"),
    ],
    examples: [
      "dataset hands path=\"data/gestures\" labels=[✊, ✋, ✌️]", "dataset hands path=\"Dataset\" into=\"work\"",
      "dataset digits idx=\"data/mnist\" split=[0.8, 0.2]",
      "dataset digits csv=\"mnist_train.csv\" shape=[1, 28, 28] scale=1/255",
    ])

  private let name: CheckedValue
  private let place: (key: String, path: CheckedValue)
  private let labels: CheckedValue?
  private let scaling: CropAndScale
  private let reading: TableReading
  private let into: CheckedValue?
  private let maxClasses: CheckedValue?
  private let statement: String

  init(_ arguments: Arguments) throws(Fault) {
    name = arguments.positionals[0]
    let places = ["path", "idx", "csv"].compactMap { key in arguments[key].map { (key: key, path: $0) } }
    guard let place = places.first, places.count == 1 else {
      throw Fault(
        .onePlaceOnly(places.map(\.key)), at: places.dropFirst().first?.path.span ?? arguments.commandSpan)
    }
    self.place = place
    labels = arguments["labels"]
    into = arguments["into"]
    maxClasses = arguments["maxClasses"]
    statement = arguments.statement
    try Self.refuse(
      place.key == "path" ? ["shape", "scale", "split", "test"] : ["labels", "into", "maxClasses", "cropAndScale"],
      of: arguments,
      with: place.key)
    if place.key == "idx" { try Self.refuse(["test"], of: arguments, with: "idx") }
    if let labels, labels.list.isEmpty {
      throw Fault(.wrongKind(argument: "labels", expected: .list(.label), given: labels.text), at: labels.span)
    }
    scaling = arguments.word("cropAndScale").flatMap(CropAndScale.init) ?? .scaleFill
    reading = try TableReading(arguments)
  }

  private static func refuse(_ keys: [String], of arguments: Arguments, with place: String) throws(Fault) {
    for key in keys {
      guard let value = arguments[key] else { continue }
      throw Fault(
        .keyOfOther(
          key: key, given: value.text,
          belongsTo: ["labels", "into", "maxClasses", "cropAndScale"].contains(key)
            ? "path=" : key == "test" ? "csv=" : "idx= and csv=",
          remedy: "Leave it out of a dataset with \(place)=."), at: value.span)
    }
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    try session.checkName(name, for: .dataset)
    let source = try session.files.file(place.path)
    let dataset: Dataset
    switch place.key {
    case "path":
      var photos =
        try into.map { try copy(source, into: $0, in: session, on: stage) } ?? readPhotos(source, in: session.files)
      try limit(&photos)
      dataset = .photos(photos.scaled(by: scaling))
    case "idx": dataset = .table(try reading.readIDX(source, as: name.word, at: place.path, in: session.files))
    default: dataset = .table(try reading.readCSV(source, as: name.word, at: place.path, in: session.files))
    }
    session.datasets[name.word] = dataset
    return DatasetView(dataset: dataset).summary
  }

  private func readPhotos(_ folder: URL, in files: DataFolder) throws(Fault) -> PhotoDataset {
    if (try? ZipReader(contentsOf: folder)) != nil {
      throw Fault(.data(.archiveNeedsInto(files.short(folder))), at: place.path.span)
    }
    do {
      return try PhotoFolder(folder: folder, name: name.word, shorten: files.short).read(
        labels: labels?.list.map(\.word))
    } catch {
      throw Fault(.photoFolder(error), at: blame(error))
    }
  }

  private func limit(_ photos: inout PhotoDataset) throws(Fault) {
    guard let maxClasses else { return }
    photos.maxClasses = maxClasses.integer
    guard photos.labels.count <= maxClasses.integer else {
      throw Fault(
        .data(.moreThanMaxClasses(photos.labels, limit: maxClasses.integer, dataset: name.word)), at: maxClasses.span)
    }
  }

  /// Copies what was never copied before to a folder of the user's own, and reads that.
  private func copy(_ url: URL, into value: CheckedValue, in session: Session, on stage: Stage) throws -> PhotoDataset {
    let files = session.files
    let target = files.destination(value.word)
    try checkTarget(target, for: url, value, files)
    let source: PhotoSource
    do throws(Fault) {
      source = try PhotoSource(url, name: name.word, labels: labels?.list.map(\.word), in: files)
    } catch {
      if case .photoFolder(let problem) = error.fact { throw error.placed(at: blame(problem)) }
      throw error.placed(at: place.path.span)
    }
    defer { source.close() }
    let known =
      (try? PhotoFolder(folder: target, name: name.word, shorten: files.short).read(labels: nil))?.labels ?? []
    let before = PhotoDataset(
      name: name.word, folder: target, labels: known, splits: [], skipped: [], isSplit: source.dataset.isSplit)
    do throws(Fault) {
      var work = try WorkFolder(before, in: files)
      let plan = WorkCopy(source: source.dataset, target: target, restores: false).plan(
        labels: known, from: WorkFolder.path(url))
      work.record = plan.record
      work.record.labels = labels?.list.map(\.word)
      let dataset = try session.change(
        work, plan.edits, labels: plan.labels, for: statement,
        told: "\(Numbers.count(plan.copied, "photo")) copied to \(files.short(target))")
      stage.show(
        WorkCopyView(plan: plan, name: name.word, source: files.short(url), target: files.short(target)).rendering)
      return dataset
    } catch {
      throw error.placed(at: value.span)
    }
  }

  private func checkTarget(_ target: URL, for source: URL, _ value: CheckedValue, _ files: DataFolder) throws(Fault) {
    guard !files.isOfDataFolder(target) else {
      throw Fault(.data(.sampleData(dataset: nil, folder: files.short(target))), at: value.span)
    }
    let (one, other) = (WorkFolder.path(source) + "/", WorkFolder.path(target) + "/")
    guard !one.hasPrefix(other), !other.hasPrefix(one) else {
      throw Fault(.data(.intoItself(files.short(target), source: files.short(source))), at: value.span)
    }
    guard FileState.isFolder(target) || !FileManager.default.fileExists(atPath: WorkFolder.path(target)) else {
      throw Fault(.photoFolder(.notAFolder(files.short(target))), at: value.span)
    }
  }

  /// A class that does not exist is the fault of `labels=`, the rest of `path=`.
  private func blame(_ problem: PhotoFolder.Problem) -> Span {
    switch problem {
    case .noFolder(let label, _, _), .sameLabel(_, let label):
      labels?.list.last { $0.word == label }?.span ?? place.path.span
    default: place.path.span
    }
  }
}
