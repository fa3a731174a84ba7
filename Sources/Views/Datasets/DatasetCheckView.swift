public import Experiments
public import Figures
import Training
import Wording

/// How what was found in a dataset is shown: a list of points, and below it a table for each that deserves a look.
public struct DatasetCheckView {
  let check: DatasetCheck

  /// Shows a check.
  public init(check: DatasetCheck) { self.check = check }

  /// The list and the tables.
  public var rendering: Rendering {
    Rendering.stacked(
      [list] + [unreadable, balance, duplicates, outliers, labelIssues].compactMap(\.self) + flips + remarks)
  }

  private var noun: String { check.dataset.noun }

  /// How numbers to predict lie; nil where there are classes.
  private var spread: TargetSpread? {
    if case .table(let table) = check.dataset, table.isRegression { TargetSpread(check) } else { nil }
  }

  /// How many numbers are to be predicted.
  private var told: String {
    guard case .table(let table) = check.dataset, table.outputs > 1 else { return "a number" }
    return "\(table.outputs) numbers"
  }

  /// A line of the list.
  private struct Line {
    let badge: Badge
    let name: String, found: String
  }

  private var list: Rendering {
    Table(
      caption: "\(check.dataset.name): \(Numbers.count(check.samples.count, noun)) "
        + (spread == nil
          ? "in \(Numbers.count(check.dataset.labels.count, "class", plural: "classes"))" : "with \(told) to predict"),
      columns: [Table.Column(""), Table.Column("looked for"), Table.Column("found")],
      rows: points.map { [.badge($0.badge), .text($0.name), .text($0.found)] },
      note: check.space.map { "Compared by \($0.phrase)." }
    ).rendering
  }

  private var points: [Line] {
    var points: [Line] = []
    if case .photos = check.dataset {
      let count = check.unreadable.count
      points.append(
        Line(
          badge: count == 0 ? .good : .bad, name: "photos that cannot be read",
          found: count == 0
            ? "none"
            : Numbers.part(count, of: count + check.samples.count)
              + (check.unreadable.allSatisfy(\.isLeftOut) ? ", left out" : "")))
    }
    if check.points.balance, let spread {
      points.append(
        Line(
          badge: spread.remarks.isEmpty ? .good : .warning, name: "spread of the numbers", found: spread.summary))
    } else if check.points.balance {
      points.append(
        Line(
          badge: ClassBalance(check).remarks.isEmpty ? .good : .warning, name: "balance of the classes",
          found: ClassBalance(check).summary))
    }
    if let duplicates = check.duplicates { points.append(point(of: duplicates)) }
    if let outliers = check.outliers {
      points.append(
        Line(
          badge: outliers.isEmpty ? .good : .warning, name: "outliers among photos",
          found: outliers.isEmpty ? "none" : "\(outliers.count)"))
    }
    if let labelIssues = check.labelIssues {
      let count = labelIssues.count(where: DatasetCheck.isDoubtful)
      points.append(
        Line(
          badge: count == 0 ? .good : .warning, name: "doubtful labels",
          found: count == 0 ? "none" : "\(count): the others take \(count == 1 ? "it" : "them") for another class"))
    }
    if let flips = check.flips { points.append(point(of: flips)) }
    return points
  }

  private func point(of duplicates: [DuplicatePair]) -> Line {
    let across = duplicates.count(where: check.isAcross)
    let found =
      duplicates.isEmpty
      ? "none"
      : Numbers.count(duplicates.count, "pair")
        + (across == 0 ? "" : ", \(across == duplicates.count ? "" : "\(across) of them ")in two splits")
    return Line(
      badge: duplicates.isEmpty ? .good : across > 0 ? .bad : .warning, name: "the same \(noun) twice", found: found)
  }

  private func point(of flips: FlipReport) -> Line {
    let row = flips.rows[0]
    let (horizontal, vertical) = (flips.same(row, 1), flips.same(row, 2))
    let isSteady = min(horizontal, vertical) * 5 >= flips.count() * 4
    return Line(
      badge: isSteady ? .good : .warning, name: "predictions changed by flips",
      found: "left to right \(flips.count() - horizontal), top to bottom \(flips.count() - vertical) "
        + "of \(flips.count())")
  }

  // MARK: Tables

  private var unreadable: Rendering? {
    guard !check.unreadable.isEmpty else { return nil }
    return Table(
      caption: "Photos that cannot be read",
      columns: [Table.Column("photo"), Table.Column("split"), Table.Column("class"), Table.Column("why")],
      rows: check.unreadable.map {
        [
          .text($0.sample.name), .text($0.sample.split), .text($0.sample.label),
          .text("Photo \($0.sample.name) cannot be read (\($0.problem.phrase))."),
        ]
      },
      note: unreadableNote,
      rowLimit: 40
    ).rendering
  }

  private var unreadableNote: String {
    guard let first = check.unreadable.first(where: { !$0.isLeftOut }) else {
      return "They are left out."
    }
    var note =
      "train stops at the first of them. To remove one: "
      + "remove \(check.dataset.name).\(first.sample.split) \(handle(first.sample))"
    if case .photos(let photos) = check.dataset, let line = photos.statement {
      note += "   To leave them out: \(line)" + (photos.unreadable == nil ? " skip=unreadable" : "")
    }
    return note
  }

  private var balance: Rendering? {
    if let spread {
      guard check.points.balance, !spread.remarks.isEmpty else { return nil }
      return Rendering.text((["Spread of the numbers"] + spread.remarks).joined(separator: "\n"))
    }
    let balance = ClassBalance(check)
    guard check.points.balance, !balance.remarks.isEmpty else { return nil }
    let columns = check.dataset.splits.map { Table.Column.number($0.name) }
    return Table(
      caption: "Balance of the classes", columns: [Table.Column("class")] + columns,
      rows: balance.classes.counts.map { label, counts in
        [.text(label)] + counts.map { .integer($0, $0 < ClassCounts.few ? .bad : .none) }
      },
      note: balance.remarks.joined(separator: "\n")
    ).rendering
  }

  private var duplicates: Rendering? {
    guard let duplicates = check.duplicates, !duplicates.isEmpty else { return nil }
    return Table(
      caption: "The same \(noun) twice",
      columns: [
        Table.Column("one"), Table.Column("and the other"), Table.Column(""), Table.Column(""), Table.Column("how"),
      ],
      rows: duplicates.map { pair in
        [
          place(pair.first), place(pair.second), picture(pair.first), picture(pair.second),
          .text(Self.phrase(pair) + (check.isOfTwoClasses(pair) ? ", in two classes" : ""), .muted),
        ]
      },
      note: duplicates.contains(where: check.isAcross)
        ? "Duplicates in training and test samples make the accuracy on test \(noun)s too high."
        : nil,
      rowLimit: 20
    ).rendering
  }

  private static func phrase(_ pair: DuplicatePair) -> String {
    if pair.isMirrored { return "mirrored" }
    return pair.distance == 0
      ? "equal" : pair.distance <= DuplicatePair.nothing ? "the same picture" : "nearly the same picture"
  }

  private var outliers: Rendering? {
    guard let outliers = check.outliers, !outliers.isEmpty else { return nil }
    return Table(
      caption: "Outliers among photos",
      columns: [Table.Column("photo"), Table.Column(""), Table.Column("class"), Table.Column("how")],
      rows: outliers.map { outlier in
        [
          place(outlier.place), picture(outlier.place), .text(check.samples[outlier.place].label),
          .text(Self.phrase(outlier.reason)),
        ]
      }, rowLimit: 20
    ).rendering
  }

  private static func phrase(_ reason: Outlier.Reason) -> String {
    switch reason {
    case .dark(let brightness): "dark: \(Numbers.percent(brightness, 0)) of white on average"
    case .pale(let brightness): "pale: \(Numbers.percent(brightness, 0)) of white on average"
    case .blank: "blank: a single shade"
    case .blurred(let share): "blurred: edges \(Numbers.percent(share, 0)) as strong as usual"
    case .oblong(let width, let height): "\(width) × \(height): stretched to a square"
    case .lonely(let times):
      "for the network \(Numbers.fixed(times, 1)) times as far from its nearest neighbour as usual"
    }
  }

  private var labelIssues: Rendering? {
    guard let labelIssues = check.labelIssues?.filter(DatasetCheck.isDoubtful), !labelIssues.isEmpty else { return nil }
    return Table(
      caption: "Doubtful labels, the most doubtful first",
      columns: [
        Table.Column(noun), Table.Column(""), Table.Column("class"), .number("believed"), Table.Column("taken for"),
        .number("believed"), .number("neighbours of its class"), Table.Column("nearest"),
      ],
      rows: labelIssues.map { doubt in
        [
          place(doubt.place), picture(doubt.place), .text(check.samples[doubt.place].label),
          .text(Numbers.percent(doubt.belief, 0)), .text(doubt.guess, .strong),
          .text(Numbers.percent(doubt.guessBelief, 0)), .text("\(doubt.neighborsOfItsClass) of \(doubt.neighbors)"),
          pictures(doubt.nearest.prefix(3)),
        ]
      },
      note:
        "Each label was compared with the prediction of a linear classifier trained on other samples, and with the nearest neighbours. "
        + "Look at these samples; if the label is right, the sample is difficult." + relabelling(labelIssues[0]),
      rowLimit: 20
    ).rendering
  }

  private func relabelling(_ doubt: LabelIssues.Issue) -> String {
    let sample = check.samples[doubt.place]
    guard sample.photo != nil else { return "" }
    return "\nTo correct one: relabel \(check.dataset.name).\(sample.split) \(handle(sample)) to=\(doubt.guess)"
  }

  /// As much of a photo's name as is needed to name it.
  private func handle(_ sample: DatasetCheck.Sample) -> String {
    guard let photo = sample.photo, case .photos(let photos) = check.dataset else { return sample.name }
    return photo.beginning(among: photos.split(sample.split)?.photos ?? [photo])
  }

  // MARK: Flips

  private var flips: [Rendering] {
    guard let flips = check.flips else { return [] }
    let columns = ["as taken", "left to right", "top to bottom", "both"].map { Table.Column.number($0) }
    let models = Table(
      caption: "Correct predictions when \(flips.phrase) are mirrored", columns: [Table.Column("")] + columns,
      rows: flips.rows.map { row in
        [.text(row.name)] + FlipReport.variants.indices.map { .text("\(flips.right(row, $0)) of \(flips.count())") }
      })
    let classes = Table(
      caption: "Predictions of \(flips.rows[0].name) that stay the same",
      columns: [Table.Column("class")] + columns.dropFirst(),
      rows: check.dataset.labels.filter { flips.count(of: $0) > 0 }.map { label in
        [.text(label)]
          + FlipReport.variants.indices.dropFirst().map { variant in
            let (same, count) = (flips.same(flips.rows[0], variant, of: label), flips.count(of: label))
            return .text(Numbers.part(same, of: count), same * 5 < count * 4 ? .bad : .none)
          }
      },
      note:
        "If mirrored photos still show their class, augment=[flipHorizontal] helps. If they do not, "
        + "as with letters, digits, left and right, flips do harm.")
    return [models.rendering, classes.rendering]
  }

  private var remarks: [Rendering] {
    check.remarks.isEmpty ? [] : [Rendering.text(check.remarks.map(\.sentence).joined(separator: "\n"))]
  }

  // MARK: Samples

  private func place(_ place: Int) -> Table.Cell {
    let sample = check.samples[place]
    return .text(sample.photo == nil ? sample.name : "\(sample.split)/\(sample.label)/\(sample.name)", .muted)
  }

  /// A photo's picture; a table names it beside.
  private func picture(_ place: Int) -> Table.Cell { cell(place) }

  private func pictures(_ places: some Sequence<Int>) -> Table.Cell {
    let thumbnails = places.compactMap { (place) -> Thumbnail? in
      guard case .picture(var thumbnail) = cell(place).content else { return nil }
      thumbnail.description = "\(check.samples[place].name) \(check.samples[place].label)"
      return thumbnail
    }
    return Table.Cell(.pictures(thumbnails))
  }

  private func cell(_ place: Int) -> Table.Cell {
    let sample = check.samples[place]
    if let photo = sample.photo {
      return Thumbnails.cell(
        of: photo,
        as: PhotoReference(
          name: photo.name, split: "\(check.dataset.name).\(sample.split)", label: photo.label))
    }
    guard case .table(let table) = check.dataset, let split = table.split(sample.split) else { return "" }
    return Thumbnails.cell(
      of: .table(TableSelection(text: table.name, dataset: table, splits: [split])), sample.place, width: 28)
  }
}

extension DatasetCheck.Space {
  /// Through what samples were compared, as part of a sentence.
  fileprivate var phrase: String {
    switch self {
    case .features(let layer, let network): "\(layer) of \(network)"
    case .numbers: "their numbers"
    }
  }
}

extension DatasetCheck.Remark {
  /// Why something was not looked for.
  fileprivate var sentence: String {
    switch self {
    case .noNetwork:
      "Checks of labels, flips and outliers need features of a network: features=sketch, "
        + "or for photographs fetch squeezenet"
    case .fewSamples: "There are too few samples to check labels and flips."
    case .numbersToPredict: "Labels are checked only for classes; these samples have numbers to predict."
    case .manySamples(let limit): "Labels are checked for at most \(Numbers.grouped(limit)) samples."
    }
  }
}

extension FlipReport {
  /// The photos that models were asked about.
  fileprivate var phrase: String {
    switch asked {
    case .testPhotos: Numbers.count(count(), "test photo")
    case .allPhotos: "all \(Numbers.count(count(), "photo")), each predicted by a classifier trained on the others"
    }
  }
}
