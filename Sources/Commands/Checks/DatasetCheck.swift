import CommandLanguage
import DataFiles
import Experiments
import Figures
import Networks
import Pictures
import Tensors
import Training

/// What was found in a dataset.
struct DatasetCheck {
  /// One of its samples.
  struct Sample {
    /// The split it is in, and its place among all of that split.
    let split: String, place: Int
    /// What it is called, and its class.
    let name: String, label: String
    /// The photo; nil for a sample of a table.
    let photo: Photo?
  }

  /// A photo that cannot be read, and why.
  struct Unreadable {
    let sample: Sample
    let reason: String
    /// Whether it is no part of the dataset: `skip=unreadable`.
    var isLeftOut = false
  }

  /// The dataset.
  let dataset: Dataset
  /// What was looked for.
  let points: Points
  /// The samples that were looked at, split by split.
  var samples: [Sample] = []
  /// The photos that cannot be read.
  var unreadable: [Unreadable] = []
  /// The same picture twice; nil where it was not looked for.
  var twins: [DuplicatePair]?
  /// What is unlike the others.
  var outliers: [Outlier]?
  /// Labels in doubt, the most doubtful first.
  var doubts: [LabelIssues.Doubt]?
  /// What mirroring does.
  var flips: FlipReport?
  /// Through what the samples were compared, for people.
  var space: String?
  /// What was left out, and why.
  var remarks: [String] = []

  /// What is looked for.
  struct Points {
    /// How many samples each class has.
    var balance = true
    /// The same picture twice.
    var duplicates = true
    /// Photos unlike the others.
    var outliers = true
    /// Labels in doubt.
    var labels = true
    /// What mirroring does.
    var flips = true
  }

  /// Whether a class is believed so little that its photos should be looked at.
  static func isDoubtful(_ doubt: LabelIssues.Doubt) -> Bool { doubt.belief < 0.25 }

  /// Whether a pair lies in two splits.
  func isAcross(_ twins: DuplicatePair) -> Bool { samples[twins.first].split != samples[twins.second].split }

  /// Whether a pair is of two classes.
  func isOfTwoClasses(_ twins: DuplicatePair) -> Bool {
    !LabelSpelling.areSame(samples[twins.first].label, samples[twins.second].label)
  }
}

/// Looks through datasets for what spoils trainings and their numbers.
struct DatasetChecker {
  /// Where models and features are.
  let workspace: Workspace
  /// Shown how far it is; asked whether to stop.
  let stage: Stage

  /// Looks through a dataset for what spoils trainings and their numbers.
  ///
  /// - Parameters:
  ///   - dataset: The dataset.
  ///   - points: What to look for.
  ///   - extractor: Through what photos are compared; nil where there is no network for it.
  /// - Returns: What was found.
  /// - Throws: `ExperimentError`, `Interruption`.
  func check(
    _ dataset: Dataset, points: DatasetCheck.Points, through extractor: Extractor?
  ) throws -> DatasetCheck {
    switch dataset {
    case .photos(let photos): try check(photos, points, extractor)
    case .table(let table): try check(table, points)
    }
  }

  private static var stopped: StatementInterruption {
    StatementInterruption(remark: "Checking was stopped; nothing was changed.")
  }

  // MARK: Photos

  private func check(
    _ dataset: PhotoDataset, _ points: DatasetCheck.Points, _ extractor: Extractor?
  ) throws -> DatasetCheck {
    var check = DatasetCheck(dataset: .photos(dataset), points: points)
    let looks = try look(at: dataset, &check)
    if points.duplicates {
      check.twins = DuplicatePair.found(among: looks, while: stage.goesOn)
      guard !stage.isInterrupted else { throw Self.stopped }
    }
    if points.outliers { check.outliers = Outlier.among(looks) }
    guard points.labels || points.flips || points.outliers else { return check }
    guard let extractor else {
      check.remarks.append(
        "Labels, flips and what is unlike the others to a network need one to look through: features=squeezenet.fire9")
      return check
    }
    let photos = check.samples.compactMap(\.photo)
    let truths = photos.map(\.label)
    guard Set(truths.map(LabelSpelling.key)).count > 1, photos.count > 3 else {
      check.remarks.append("Labels and flips are judged by the others, of which there are too few.")
      return check
    }
    check.space = "\(extractor.layer) of \(extractor.source)"
    let live = stage.live()
    let features = try workspace.shelf.features(of: photos, through: extractor) { done, count in
      if count > 64 { live.update { .text("Looking through \(extractor.source): \(done) of \(count) photos") } }
      return !stage.isInterrupted
    }.tensor
    if live.isShown { live.finish(.text("\(photos.count) photos looked at through \(extractor.source).")) }
    if points.labels || points.outliers {
      let judged = try LabelIssues(features, truths: truths, labels: dataset.labels, signal: stage)
      if points.labels { check.doubts = judged.doubts }
      let known = Set((check.outliers ?? []).map(\.place))
      check.outliers? += Outlier.lonely(judged.nearestDistances).filter { !known.contains($0.place) }
    }
    if points.flips { check.flips = try flips(check, photos, extractor) }
    return check
  }

  /// Reads all photos, on all processors; those that can be read become the samples.
  private func look(at dataset: PhotoDataset, _ check: inout DatasetCheck) throws -> [PerceptualHash] {
    let all = dataset.splits.flatMap { split in
      split.photos.enumerated().map { place, photo in
        DatasetCheck.Sample(split: split.name, place: place, name: photo.shortName, label: photo.label, photo: photo)
      }
    }
    let photos = all.compactMap(\.photo)
    let live = stage.live()
    let report = try Trials(signal: stage).run(photos.count) { done in
      if photos.count > 200 { live.update { .text("Reading \(done.count) of \(photos.count) photos") } }
    } _: { place, goesOn -> Result<PerceptualHash, ExperimentError> in
      let read: ReducedPicture
      do {
        read = try Photo.reduced(photos[place], enough: PerceptualHash.enough, while: goesOn)
      } catch let error as ExperimentError {
        return .failure(error)
      }
      guard goesOn() else { throw Self.stopped }
      return .success(PerceptualHash(read.picture, of: (read.width, read.height)))
    }
    if live.isShown { live.finish(.text("\(report.outcomes.count) of \(photos.count) photos read.")) }
    for entry in dataset.unreadable?.entries ?? [] {
      let split = dataset.isSplit ? String(entry.path.prefix { $0 != "/" }) : "train"
      let sample = DatasetCheck.Sample(
        split: split, place: 0, name: entry.photo.shortName, label: entry.photo.label, photo: entry.photo)
      let reason = Sentences.tell(
        .source(.photo(name: sample.name, PictureError(file: entry.path, problem: entry.problem))))
      check.unreadable.append(
        DatasetCheck.Unreadable(
          sample: sample, reason: reason.message.replacing(" Nothing was changed.", with: ""), isLeftOut: true))
    }
    guard report.isComplete else { throw Self.stopped }
    var looks: [PerceptualHash] = []
    for (sample, outcome) in zip(all, report.outcomes) {
      switch outcome {
      case .success(let look):
        check.samples.append(sample)
        looks.append(look)
      case .failure(let error):
        let reason = Sentences.tell(error).message.replacing(" Nothing was changed.", with: "")
        check.unreadable.append(DatasetCheck.Unreadable(sample: sample, reason: reason))
      }
    }
    return looks
  }

  /// Asks about mirrored photos: the test photos of a classifier that learnt from the training photos, else, where there
  /// are none, every photo of one that learnt from the others.
  private func flips(
    _ check: DatasetCheck, _ photos: [Photo], _ extractor: Extractor
  ) throws -> FlipReport {
    let learning = check.samples.indices.filter { check.samples[$0].split == "train" }
    let held = check.samples.indices.filter { check.samples[$0].split == "test" }
    let isTested = !learning.isEmpty && !held.isEmpty
    let truths = photos.map(\.label)
    let splits =
      isTested
      ? [Folds.Split(learning: learning, held: held)]
      : Folds.stratified(truths, count: min(5, photos.count), seeds: SeedPlan(seed: 1))
    let variants = try FlipReport.variants.map { variant in
      try workspace.shelf.features(of: photos, variant: variant, through: extractor) { _, _ in !stage.isInterrupted }
        .tensor
    }
    let asked = splits.flatMap(\.held).sorted()
    var report = FlipReport(
      rows: [
        FlipReport.Row(
          name: "a linear classifier",
          answers: try FlipReport.answers(
            of: variants, truths: truths, labels: check.dataset.labels, splits: splits, signal: stage))
      ], truths: asked.map { truths[$0] },
      told: isTested
        ? "\(Numbers.count(asked.count, "test photo"))"
        : "all \(Numbers.count(asked.count, "photo")), each asked of a classifier that learnt from others")
    guard isTested else { return report }
    for name in workspace.models.keys.sorted() {
      guard let model = workspace.models[name], hasLearnt(model, from: check.dataset) else { continue }
      report.rows.append(
        FlipReport.Row(
          name: name, answers: try answers(of: model, to: asked.map { photos[$0] }, check.dataset)))
    }
    return report
  }

  /// Whether a model learnt from a dataset.
  private func hasLearnt(_ model: Model, from dataset: Dataset) -> Bool {
    switch model {
    case .hybrid: return false
    case .network(let network):
      return !network.outputs.isRegressor
        && network.training.splits.contains { $0 == dataset.name || $0.hasPrefix("\(dataset.name).") }
    case .neighbors(let neighbors):
      let own = Set(dataset.photos.flatMap { $0.photos.map(\.identity) })
      return neighbors.memory.keys.contains { key in key.map(own.contains) ?? false }
    }
  }

  /// A model's answers to photos in all variants.
  private func answers(
    of model: Model, to photos: [Photo], _ dataset: Dataset
  ) throws -> [[String]] {
    return try ExperimentError.telling(of: model.name) {
      switch model {
      case .hybrid: return []
      case .neighbors(let model):
        return try FlipReport.variants.map { variant in
          let features = try workspace.shelf.features(of: photos, variant: variant, through: model.extractor) { _, _ in
            !stage.isInterrupted
          }.tensor
          return try model.memory.classify(features).map(\.label)
        }
      case .network(let model):
        let parts = try TrainableParts(of: model)
        let names = try OutputAssignment(model, to: dataset.labels, truths: photos.map(\.label)).labels
        return try FlipReport.variants.map { variant in
          let features = try workspace.shelf.features(of: photos, variant: variant, through: parts.trunk) { _, _ in
            !stage.isInterrupted
          }.tensor
          return try Evaluation(
            probabilities: try parts.probabilities(features, batchSize: 8), labels: names, truths: photos.map(\.label)
          ).rows.map(\.predicted)
        }
      }
    }
  }

  // MARK: Tables

  /// Up to so many samples the labels of a table are judged.
  private static let tableLimit = 2000

  private func check(
    _ table: TableDataset, _ points: DatasetCheck.Points
  ) throws -> DatasetCheck {
    var check = DatasetCheck(dataset: .table(table), points: points)
    check.samples = table.splits.flatMap { split in
      split.places.indices.map { place in
        DatasetCheck.Sample(
          split: split.name, place: place, name: "\(split.name) \(place)",
          label: split.data.truths.text(split.places[place]),
          photo: nil)
      }
    }
    let selection = TableSelection(text: table.name, dataset: table, splits: table.splits)
    if points.duplicates { check.twins = try identical(in: selection) }
    guard points.labels else { return check }
    guard !table.isRegression else {
      check.remarks.append("Labels are judged of classes; these samples have numbers to predict.")
      return check
    }
    guard selection.count <= Self.tableLimit else {
      check.remarks.append("Labels are judged of up to \(Numbers.grouped(Self.tableLimit)) samples.")
      return check
    }
    guard Set(selection.truths).count > 1, selection.count > 3 else { return check }
    let rows = try selection.tensor(0..<selection.count)
    check.space = "their numbers"
    check.doubts = try LabelIssues(
      Tensor(shape: [selection.count, rows.count / max(1, selection.count)], values: rows.values),
      truths: selection.truths, labels: table.labels, signal: stage
    ).doubts
    return check
  }

  /// Samples of equal numbers: of several each with the first.
  private func identical(in selection: TableSelection) throws -> [DuplicatePair] {
    var first: [Fingerprint: Int] = [:]
    var twins: [DuplicatePair] = []
    for place in 0..<selection.count {
      guard place % 1024 != 0 || !stage.isInterrupted else {
        throw Self.stopped
      }
      var fingerprint = Fingerprint()
      let values = try selection.tensor([place]).values
      fingerprint.add(values)
      if let other = first[fingerprint], try selection.tensor([other]).values == values {
        twins.append(DuplicatePair(first: other, second: place, distance: 0, isMirrored: false))
      } else {
        first[fingerprint] = place
      }
    }
    return twins
  }
}
