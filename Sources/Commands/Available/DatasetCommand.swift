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

/// `dataset hands path="Dataset" labels=[✊, ✋, ✌️]`, `dataset digits idx="data/mnist" split=[0.8, 0.2]`,
/// `dataset hands sample=hands`
struct DatasetCommand: Command {
  static let declaration = CommandDeclaration(
    "dataset", "Reads photos from a folder, or numbers from a table, and gives them a name.",
    discussion: """
      path= is a folder with train/ and test/, and in each of them a folder of photos (.jpg, .jpeg, .png) for every class. \
      Without train/ its class folders are all for training. Classes come in the order of labels=, else of a file \
      labels.json in the folder, else by name; this is the order of a network's outputs. idx= is a folder of IDX files as \
      MNIST has them (train-… and t10k-…), csv= a text file with a label and numbers on every line; both may be packed with \
      gzip or LZFSE (.csv.lzfse). Of a table that is larger than a quarter of the free memory, or than the environment \
      variable WHET_TABLE_MEMORY says (500M), the numbers are kept in a file while it is used, and read as they are needed. Of a table without test samples split= takes the first part for training and the last for \
      testing. Files are looked for as given, then in the data folder. With into= the photos are copied to a folder of your own, where add, \
      remove, relabel and class change them; running the line again copies what is new in the source, and restore what was \
      removed. path= may be a ZIP archive then. The source is never changed. sample=hands draws photos of hands and \
      sample=digits the digits 0 to 9, each following from seed= and the same on every machine: no data are needed. \
      Of hands there are ✊ rock, ✋ paper and ✌️ scissors unless labels= wants others: 👍 thumb, ☝️ pointing, 🤘 horns, \
      🤙 call, 🤟 three. They are photos like any others; into= makes a copy that can be changed.
      """,
    positionals: [
      PositionalDeclaration("name", .newName, "What the dataset is to be called.", effect: .makes(.dataset))
    ],
    arguments: [
      ArgumentDeclaration("path", .path, "The folder of photos."),
      ArgumentDeclaration("into", .path, "With path=: the folder of your own to copy the photos to."),
      ArgumentDeclaration("sample", .choice(SampleReading.Kind.allCases.map(\.rawValue)), "What is to be drawn."),
      ArgumentDeclaration(
        "count", .integer(1...10_000), "With sample=: how many of each class; 15 hands, or 1,000 of each digit."),
      ArgumentDeclaration("seed", .integer(0...Int.max), "With sample=: what they are drawn from.", default: "1"),
      ArgumentDeclaration("idx", .path, "The folder of IDX files."),
      ArgumentDeclaration("csv", .path, "The table as text."),
      ArgumentDeclaration("test", .path, "With csv=: another table, to test on."),
      ArgumentDeclaration(
        "labels", .list(.label), "The classes wanted, in the order wanted.",
        offers: Gesture.allCases.map { OfferedValue($0.rawValue, "with sample=hands: \($0.name)") }),
      ArgumentDeclaration(
        "maxClasses", .integer(1...100_000),
        "The most classes there may be; when left out as many as a network has outputs, 10 as made by network, and any number "
          + "for k-NN."),
      ArgumentDeclaration(
        "shape", .list(.integer(1...100_000)), "The shape of a table's samples; IDX files say it themselves."),
      ArgumentDeclaration(
        "scale", .decimal(-1e6...1e6), "What every number of a table is multiplied by; 1/255 for IDX, else 1."),
      ArgumentDeclaration(
        "split", .list(.decimal(0...1)),
        "The shares of a table to train and to test on, first and last; of drawn hands [2/3, 1/3].",
        default: "[0.8, 0.2]"),
      ArgumentDeclaration(
        "cropAndScale", .choice(CropAndScale.allCases.map(\.rawValue)),
        "How photos are brought to a network's size: stretched, fitted in with black borders, or cut to its middle.",
        default: "scaleFill"),
    ],
    examples: [
      "dataset hands path=\"data/gestures\" labels=[✊, ✋, ✌️]", "dataset hands path=\"Dataset\" into=\"work\"",
      "dataset hands sample=hands", "dataset digits idx=\"data/mnist\" split=[0.8, 0.2]",
      "dataset digits csv=\"mnist_train.csv\" shape=[1, 28, 28] scale=1/255",
    ])

  private let name: CheckedValue
  private let place: (key: String, path: CheckedValue)
  private let labels: CheckedValue?
  private let sample: SampleReading?
  private let scaling: CropAndScale
  private let reading: TableReading
  private let into: CheckedValue?
  private let maxClasses: CheckedValue?
  private let statement: String

  init(_ arguments: Arguments) throws(Fault) {
    name = arguments.positionals[0]
    let places = ["path", "idx", "csv"].compactMap { key in arguments[key].map { (key: key, path: $0) } }
    let drawn = arguments["sample"].map { (key: "sample", path: $0) }
    guard let place = places.first ?? drawn, places.count <= 1 else {
      throw Fault(
        .onePlaceOnly(places.map(\.key)), at: places.dropFirst().first?.path.span ?? arguments.commandSpan)
    }
    if let drawn, place.key != "sample", Self.stands(drawn.path.word, inFor: place.key) == false {
      throw Fault(.onePlaceOnly([place.key, "sample"]), at: drawn.path.span)
    }
    self.place = place
    labels = arguments["labels"]
    into = arguments["into"]
    maxClasses = arguments["maxClasses"]
    statement = arguments.statement
    try Self.refuse(
      Self.foreign(to: place.key, sample: drawn?.path.word), of: arguments,
      with: place.key == "sample" ? "sample=\(place.path.word)" : "\(place.key)=")
    if let labels, labels.list.isEmpty {
      throw Fault(.usage(.wrongKind(argument: "labels", expected: .list(.label), given: labels.text)), at: labels.span)
    }
    scaling = arguments.word("cropAndScale").flatMap(CropAndScale.init) ?? .scaleFill
    reading = try TableReading(arguments)
    sample = try drawn.map { (drawn) throws(Fault) in try SampleReading(drawn.path, arguments) }
  }

  /// What belongs to photos, to tables, and to what is drawn.
  private static let ofPhotos = ["labels", "into", "maxClasses", "cropAndScale"], ofTables = ["shape", "scale"]
  private static let ofSamples = ["count", "seed"]

  /// Whether a sample is of the kind that a place of data holds.
  private static func stands(_ sample: String, inFor key: String) -> Bool {
    [SampleReading.Kind.hands.rawValue: "path", SampleReading.Kind.digits.rawValue: "idx"][sample] == key
  }

  /// The keys that mean nothing beside a place of data.
  private static func foreign(to place: String, sample: String?) -> [String] {
    let own = sample == nil ? ofSamples : []
    return switch (place, sample) {
    case ("path", _), ("sample", SampleReading.Kind.hands.rawValue):
      ofTables + ["test"] + own + (own.isEmpty ? [] : ["split"])
    case ("csv", _): ofPhotos + own
    default: ofPhotos + ["test"] + own
    }
  }

  private static func refuse(_ keys: [String], of arguments: Arguments, with place: String) throws(Fault) {
    for key in keys {
      guard let value = arguments[key] else { continue }
      let owner =
        switch key {
        case "test": "csv="
        case "split": "idx=, csv= and sample="
        case "count", "seed": "sample="
        case _ where ofPhotos.contains(key): "path= and sample=hands"
        default: "idx=, csv= and sample=digits"
        }
      throw Fault(
        .usage(
          .keyOfOther(
            key: key, given: value.text, belongsTo: owner, remedy: "Leave it out of a dataset with \(place).")),
        at: value.span)
    }
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    try session.checkName(name, for: .dataset)
    let found = try find(in: session.files)
    let dataset: Dataset
    switch (place.key, found, sample) {
    case (_, nil, let sample?) where sample.kind == .digits:
      dataset = .table(try reading.readDrawn(sample, as: name.word))
    case ("idx", let source?, _):
      dataset = .table(try reading.readIDX(source, as: name.word, at: place.path, in: session.files, on: stage))
    case ("csv", let source?, _):
      dataset = .table(try reading.readCSV(source, as: name.word, at: place.path, in: session.files, on: stage))
    default:
      let source = try found ?? draw(in: session.files, on: stage)
      var photos =
        try into.map { try copy(source, into: $0, in: session, on: stage) } ?? readPhotos(source, in: session.files)
      try limit(&photos)
      dataset = .photos(photos.scaled(by: scaling))
    }
    try session.put(dataset.read(by: statement))
    let summary = DatasetView(dataset: dataset).summary
    guard found == nil, place.key != "sample" else { return summary }
    return Rendering.stacked([Rendering.text("\(place.path.word) is not here; these are drawn."), summary])
  }

  /// The classes wanted; of hands that are drawn, in the spelling of their folders.
  private func wanted(from source: URL, in files: DataFolder) -> [String]? {
    if let sample, files.isDrawn(source) { return sample.labels }
    return labels?.list.map(\.word)
  }

  /// The file or folder with the data; nil where they are to be drawn.
  private func find(in files: DataFolder) throws(Fault) -> URL? {
    guard place.key != "sample" else { return nil }
    do {
      return try files.file(place.path)
    } catch {
      guard case .data(.file(.missing(let path, let places, let beside))) = error.fact, place.key != "csv" else {
        throw error
      }
      guard sample == nil else { return nil }
      let kind: SampleReading.Kind = place.key == "idx" ? .digits : .hands
      throw Fault(
        .data(.missingData(path, places: places, beside: beside, dataset: name.word, sample: kind.rawValue)),
        at: place.path.span)
    }
  }

  /// Draws the hands that are missing.
  private func draw(in files: DataFolder, on stage: Stage) throws -> URL {
    guard let sample, let samples = files.samples else { preconditionFailure("there is something to draw") }
    let hands = sample.hands(in: samples)
    let live = stage.live()
    var most = 0
    func progress(_ done: Int, _ count: Int) -> Rendering {
      Figures.ProgressView(title: name.word, completed: done, total: count, unit: "hands").rendering
    }
    do {
      try hands.draw(sample.gestures) { done, count in
        most = count
        if count > 64 { live.update { progress(done, count) } }
        return !stage.isInterrupted
      }
    } catch {
      throw error.told(at: place.path.span)
    }
    if live.isShown { live.finish(progress(most, most)) }
    return hands.folder
  }

  private func readPhotos(_ folder: URL, in files: DataFolder) throws(Fault) -> PhotoDataset {
    if (try? ZipReader(contentsOf: folder)) != nil {
      throw Fault(.data(.archiveNeedsInto(files.short(folder))), at: place.path.span)
    }
    do {
      return try PhotoFolder(folder: folder, name: name.word, shorten: files.short).read(
        labels: wanted(from: folder, in: files))
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
    do {
      source = try PhotoSource(url, name: name.word, labels: wanted(from: url, in: files), in: files)
    } catch {
      if case .folder(let problem) = error { throw Fault(problem, at: blame(problem)) }
      throw Fault(error, at: place.path.span)
    }
    defer { source.close() }
    let known =
      (try? PhotoFolder(folder: target, name: name.word, shorten: files.short).read(labels: nil))?.labels ?? []
    let before = PhotoDataset(
      name: name.word, folder: target, labels: known, splits: [], skipped: [], isSplit: source.dataset.isSplit)
    do throws(Fault) {
      var work = try Fault.placing { () throws(WorkFolderError) in try WorkFolder(before, in: files) }
      let plan = WorkCopy(source: source.dataset, target: target, restores: false).plan(
        labels: known, from: FilePath.plain(url))
      work.record = plan.record
      work.record.labels = wanted(from: url, in: files)
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
      throw Fault(.data(.inDataFolder(files.short(target))), at: value.span)
    }
    let (one, other) = (FilePath.plain(source) + "/", FilePath.plain(target) + "/")
    guard !one.hasPrefix(other), !other.hasPrefix(one) else {
      throw Fault(.data(.intoItself(files.short(target), source: files.short(source))), at: value.span)
    }
    guard FilePath.isFolder(target) || !FileManager.default.fileExists(atPath: FilePath.plain(target)) else {
      throw Fault(.photoFolder(.notAFolder(files.short(target))), at: value.span)
    }
  }

  /// A class that does not exist is the fault of `labels=`, the rest of `path=`.
  private func blame(_ problem: PhotoFolderError) -> Span {
    switch problem {
    case .noFolder(let label, _, _), .sameLabel(_, let label):
      labels?.list.last { $0.word == label }?.span ?? place.path.span
    default: place.path.span
    }
  }
}
