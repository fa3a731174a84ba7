import DataFiles
import Pictures
import Tensors
import Training

/// Looks through datasets for what spoils trainings and their numbers.
public struct DatasetChecker {
  /// Where models and features are.
  let workspace: Workspace
  /// Asked whether to stop.
  let signal: any StopSignal
  /// Told how far it is.
  let progress: (Progress) -> Void

  /// How far a check is.
  public enum Progress {
    /// So many of the photos were read.
    case reading(Int, of: Int)
    /// So many of the photos went through a network.
    case looking(Int, of: Int, through: String)
  }

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - workspace: Where models and features are.
  ///   - signal: Asked whether to stop.
  ///   - progress: Told how far it is, on the thread that checks.
  public init(workspace: Workspace, signal: any StopSignal, progress: @escaping (Progress) -> Void = { _ in }) {
    (self.workspace, self.signal, self.progress) = (workspace, signal, progress)
  }

  /// Looks through a dataset for what spoils trainings and their numbers.
  ///
  /// - Parameters:
  ///   - dataset: The dataset.
  ///   - points: What to look for.
  ///   - extractor: Through what photos are compared; nil where there is no network for it.
  /// - Returns: What was found.
  /// - Throws: `ExperimentError`, `Interruption`.
  public func check(
    _ dataset: Dataset, points: DatasetCheck.Points, through extractor: Extractor?
  ) throws -> DatasetCheck {
    switch dataset {
    case .photos(let photos): try check(photos, points, extractor)
    case .table(let table): try check(table, points)
    }
  }

  // MARK: Photos

  private func check(
    _ dataset: PhotoDataset, _ points: DatasetCheck.Points, _ extractor: Extractor?
  ) throws -> DatasetCheck {
    var check = DatasetCheck(dataset: .photos(dataset), points: points)
    let looks = try look(at: dataset, &check)
    if points.duplicates {
      check.duplicates = DuplicatePair.found(among: looks, while: signal.goesOn)
      guard !signal.isInterrupted else { throw Interruption.judging }
    }
    if points.outliers { check.outliers = Outlier.among(looks) }
    guard points.labels || points.flips || points.outliers else { return check }
    guard let extractor else {
      check.remarks.append(.noNetwork)
      return check
    }
    let photos = check.samples.compactMap(\.photo)
    let truths = photos.map(\.label)
    guard Set(truths.map(LabelSpelling.key)).count > 1, photos.count > 3 else {
      check.remarks.append(.fewSamples)
      return check
    }
    check.space = .features(layer: extractor.layer, of: extractor.source)
    let features = try workspace.featureCache.features(of: photos, through: extractor) { done, count in
      progress(.looking(done, of: count, through: extractor.source))
      return !signal.isInterrupted
    }.tensor
    progress(.looking(photos.count, of: photos.count, through: extractor.source))
    if points.labels || points.outliers {
      let judged = try LabelIssues(features, truths: truths, labels: dataset.labels, signal: signal)
      if points.labels { check.labelIssues = judged.labelIssues }
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
    let report = try ParallelTrainings(signal: signal).run(photos.count) { done in
      progress(.reading(done.count, of: photos.count))
    } _: { place, goesOn -> Result<PerceptualHash, PictureError> in
      let read: ReducedPicture
      do {
        read = try Photo.reduced(photos[place], enough: PerceptualHash.enough, while: goesOn)
      } catch ExperimentError.source(.photo(_, let error, _)) {
        return .failure(error)
      }
      guard goesOn() else { throw Interruption.judging }
      return .success(PerceptualHash(read.picture, of: (read.width, read.height)))
    }
    for entry in dataset.unreadable?.entries ?? [] {
      let split = dataset.isSplit ? String(entry.path.prefix { $0 != "/" }) : "train"
      let sample = DatasetCheck.Sample(
        split: split, place: 0, name: entry.photo.shortName, label: entry.photo.label, photo: entry.photo)
      check.unreadable.append(DatasetCheck.Unreadable(sample: sample, problem: entry.problem, isLeftOut: true))
    }
    guard report.isComplete else { throw Interruption.judging }
    var looks: [PerceptualHash] = []
    for (sample, outcome) in zip(all, report.outcomes) {
      switch outcome {
      case .success(let look):
        check.samples.append(sample)
        looks.append(look)
      case .failure(let error):
        check.unreadable.append(DatasetCheck.Unreadable(sample: sample, problem: error.problem))
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
      try workspace.featureCache.features(of: photos, variant: variant, through: extractor) { _, _ in
        !signal.isInterrupted
      }
      .tensor
    }
    let asked = splits.flatMap(\.held).sorted()
    var report = FlipReport(
      rows: [
        FlipReport.Row(
          name: "a linear classifier",
          answers: try FlipReport.answers(
            of: variants, truths: truths, labels: check.dataset.labels, splits: splits, signal: signal))
      ], truths: asked.map { truths[$0] },
      asked: isTested ? .testPhotos : .allPhotos)
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
    return try ExperimentError.naming(model.name) {
      switch model {
      case .hybrid: return []
      case .neighbors(let model):
        return try FlipReport.variants.map { variant in
          let features = try workspace.featureCache.features(of: photos, variant: variant, through: model.extractor) {
            _, _ in
            !signal.isInterrupted
          }.tensor
          return try model.memory.classify(features).map(\.label)
        }
      case .network(let model):
        let parts = try TrainableParts(of: model)
        let names = try OutputAssignment(model, to: dataset.labels, truths: photos.map(\.label)).labels
        return try FlipReport.variants.map { variant in
          let features = try workspace.featureCache.features(of: photos, variant: variant, through: parts.trunk) {
            _, _ in
            !signal.isInterrupted
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
    if points.duplicates { check.duplicates = try identical(in: selection) }
    guard points.labels else { return check }
    guard !table.isRegression else {
      check.remarks.append(.numbersToPredict)
      return check
    }
    guard selection.count <= Self.tableLimit else {
      check.remarks.append(.manySamples(limit: Self.tableLimit))
      return check
    }
    guard Set(selection.truths).count > 1, selection.count > 3 else { return check }
    let rows = try selection.tensor(0..<selection.count)
    check.space = .numbers
    check.labelIssues = try LabelIssues(
      Tensor(shape: [selection.count, rows.count / max(1, selection.count)], values: rows.values),
      truths: selection.truths, labels: table.labels, signal: signal
    ).labelIssues
    return check
  }

  /// Samples of equal numbers: of several each with the first.
  private func identical(in selection: TableSelection) throws -> [DuplicatePair] {
    var first: [Fingerprint: Int] = [:]
    var duplicates: [DuplicatePair] = []
    for place in 0..<selection.count {
      guard place % 1024 != 0 || !signal.isInterrupted else { throw Interruption.judging }
      var fingerprint = Fingerprint()
      let values = try selection.tensor([place]).values
      fingerprint.add(values)
      if let other = first[fingerprint], try selection.tensor([other]).values == values {
        duplicates.append(DuplicatePair(first: other, second: place, distance: 0, isMirrored: false))
      } else {
        first[fingerprint] = place
      }
    }
    return duplicates
  }
}
